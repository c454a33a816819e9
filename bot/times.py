"""Times as people type them, read in a time zone, and as Discord shows them in everybody's own."""

import re
from datetime import UTC, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo, available_timezones

from bot import limits
from bot.errors import Refused

_TEXT: Final = re.compile(
    r"(2[0-9]{3}-[0-9]{2}-[0-9]{2})(?:[ T]+([0-9]{2}:[0-9]{2})(Z|[+-][0-9]{2}:[0-9]{2})?)?"
)


def zone_named(name: str) -> ZoneInfo:
    """A time zone by IANA's name, capitals aside. Raises Refused."""
    known = next((zone for zone in available_timezones() if zone.casefold() == name.strip().casefold()), None)
    if known is None:
        raise Refused("refused.no-zone", zone=name)
    return ZoneInfo(known)


def zones_like(current: str) -> list[str]:
    """Names of time zones that hold what was typed, as many as Discord takes."""
    typed = current.strip().replace(" ", "_").casefold()
    return [zone for zone in sorted(available_timezones()) if typed in zone.casefold()][: limits.CHOICES]


def read_time(text: str, zone: ZoneInfo, *, ends: bool = False) -> int:
    """Milliseconds since 1970. A date alone is its first moment or, if something ``ends`` then, the first one
    of the next day. Raises Refused for what is no time, never comes or comes twice.
    """
    match = _TEXT.fullmatch(text.strip())
    if match is None:
        raise Refused("refused.bad-time", text=text)
    day, clock, offset = match.groups()
    try:
        local = datetime.fromisoformat(f"{day}T{clock or '00:00'}{offset or ''}")
    except ValueError:
        raise Refused("refused.bad-time", text=text) from None
    if clock is None:
        # where the clock is changed at midnight this is the change itself, or the first of two midnights
        return _ms((local + timedelta(days=ends)).replace(tzinfo=zone))
    return _ms(local if offset else _placed(local, zone))


def _placed(local: datetime, zone: ZoneInfo) -> datetime:
    """A time of the clock on the wall, which where clocks are changed may never come, or come twice."""
    first, second = (local.replace(tzinfo=zone, fold=fold) for fold in (0, 1))
    if first.astimezone(UTC).astimezone(zone).replace(tzinfo=None) != local:
        raise Refused("refused.time-skipped", time=f"{local:%Y-%m-%d %H:%M}", zone=zone.key)
    if first.utcoffset() != second.utcoffset():
        both = [each.isoformat(" ", "minutes") for each in (first, second)]
        raise Refused(
            "refused.time-twice", time=f"{local:%H:%M}", zone=zone.key, first=both[0], second=both[1]
        )
    return first


def _ms(moment: datetime) -> int:
    return int(moment.timestamp() * 1000)


def stamp(at_ms: int, style: str = "f") -> str:
    """A moment as Discord shows it to everybody in the own zone: ``f`` date and time, ``R`` how far off."""
    return f"<t:{at_ms // 1000}:{style}>"
