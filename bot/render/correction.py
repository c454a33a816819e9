"""A correction in words: what it does, and what it makes of the standings."""

from collections.abc import Mapping, Sequence

import discord

from bot import limits
from bot.render.ledger import signed
from bot.render.names import called, escaped, shown
from bot.render.quoting import quoted
from bot.render.season import cut_short
from bot.render.table import CLOTH
from bot.text import say
from data.corrections import Move, Preview
from data.rows import SeatRow
from data.standings import Row
from engine.ledger import amount

STANDINGS = 2500
"""Characters at most of the rows that change."""


def what_is_done(table_id: int, change: Move | None, seats: Sequence[SeatRow], locale: str) -> str:
    """``seats`` are those of the deal."""
    if change is None:
        return say(locale, "correct.void", table=table_id)
    return say(
        locale,
        "correct.move",
        table=table_id,
        deal=change.deal,
        units=amount(change.units),
        source=shown(seats[change.from_seat]),
        target=shown(seats[change.to_seat]),
    )


def preview_embed(
    season: str, done: str, reason: str, preview: Preview, names: Mapping[int, str], locale: str
) -> discord.Embed:
    """``done`` says what the correction does."""
    changed = _changed(preview, names, locale)
    parts = [
        done,
        say(locale, "correct.reason", reason=quoted(reason)),
        "",
        say(locale, "correct.standings" if changed else "correct.no-change", season=escaped(season)),
        cut_short(changed, len(changed), "\n", locale, STANDINGS),
        "",
        say(locale, "correct.forever", n=len(preview.postings)),
    ]
    text = "\n".join(parts)[: limits.EMBED_TEXT]
    return discord.Embed(title=say(locale, "correct.title"), description=text, colour=CLOTH)


def _changed(preview: Preview, names: Mapping[int, str], locale: str) -> list[str]:
    """A line a player whose row changes, in the order that comes of it; whose rank alone does stand last."""
    before = {row.user_id: row for row in preview.before}
    after = {row.user_id: row for row in preview.after}
    users = [*after, *(user_id for user_id in before if user_id not in after)]
    users.sort(key=lambda user_id: _results(before.get(user_id)) == _results(after.get(user_id)))
    return [
        say(
            locale,
            "correct.row",
            name=called(names, user_id),
            before=_row(before.get(user_id), locale),
            after=_row(after.get(user_id), locale),
        )
        for user_id in users
        if before.get(user_id) != after.get(user_id)
    ]


def _results(row: Row | None) -> tuple[int, ...]:
    return (row.sittings, row.points, row.net) if row else ()


def _row(row: Row | None, locale: str) -> str:
    if row is None:
        return say(locale, "correct.nowhere")
    return say(
        locale,
        "correct.standing",
        rank=row.rank,
        points=amount(row.points),
        net=signed(row.net),
        n=row.sittings,
    )
