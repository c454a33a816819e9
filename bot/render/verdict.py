"""What a check of everything stored has found, in words."""

from collections.abc import Mapping, Sequence

from bot import limits
from bot.render.names import plain
from bot.render.quoting import quoted
from bot.render.season import cut_short
from bot.text import say
from data.differences import Difference
from data.verify import Verdict
from engine.game import games

ROOM = 200
"""Characters kept for the sentence before the differences."""


def summary(verdict: Verdict, told: Sequence[str], locale: str) -> str:
    if not told:
        return say(locale, "verify.equal", n=verdict.deals, postings=verdict.postings)
    head = say(locale, "verify.unequal", n=len(told), deals=verdict.deals, postings=verdict.postings)
    lines = [f"- {quoted(each)}" for each in told]
    return "\n".join([head, cut_short(lines, len(lines), "\n", locale, limits.MESSAGE - ROOM)])


def differences_told(
    verdict: Verdict, names: Mapping[int, str], seasons: Mapping[int, str], locale: str
) -> list[str]:
    """A plain line a difference; ``names`` by user id, ``seasons`` by season id."""
    return [_told(each, names, seasons, locale) for each in verdict.differences]


def _told(each: Difference, names: Mapping[int, str], seasons: Mapping[int, str], locale: str) -> str:
    nothing = say(locale, "verify.nothing")
    key = "correction-posting" if each.key == "posting" and each.correction_id else each.key
    return say(
        locale,
        f"verify.of.{key}",
        what=each.what,
        stored=each.stored or nothing,
        computed=each.computed or nothing,
        table=each.table_id,
        deal=each.deal,
        correction=each.correction_id,
        season=plain(seasons.get(each.season_id or 0, "?")),
        player=plain(names.get(each.user_id or 0, str(each.user_id))),
        game=games()[each.game].title if each.game in games() else each.game,
    )
