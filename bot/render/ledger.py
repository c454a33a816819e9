"""A deal's postings in words: what was paid to whom, by which rule, and what it made of the table's chips."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

import discord

from bot.archive import Kept
from bot.render.names import called, shown
from bot.render.quoting import quoted
from bot.render.season import cut_short
from bot.render.table import CLOTH
from bot.text import at_table, say
from bot.times import stamp
from data.corrections import Correction
from data.ledger import NOBODY, Booked
from data.rows import SeatRow
from engine.ledger import BANK, POT, amount, balances
from engine.seats import parse_seat
from engine.words import clause_of

DEAL = 3900
"""Characters at most of what was booked in the deal."""
CORRECTIONS = 900
"""The same of what was corrected afterwards."""


def explained(
    found: Kept,
    deal: int,
    booked: Sequence[Booked],
    seats: Sequence[SeatRow],
    corrected: Mapping[int, Correction],
    names: Mapping[int, str],
    locale: str,
) -> discord.Embed:
    """``booked`` is all of the table, ``seats`` are those of the deal; ``corrected`` has corrections by id,
    ``names`` what who made them is called.
    """
    played = [each for each in booked if each.correction_id is None]
    own = [each for each in played if each.deal == deal]
    before = [each for each in played if each.deal < deal]
    causes = _by_cause(own)
    lines = [_cause(found, cause, causes[cause], seats, locale) for cause in causes]
    told = _corrections([each for each in booked if each.deal == deal], seats, corrected, names, locale)
    parts = [
        _sum("ledger.before", before, locale),
        cut_short(lines, len(lines), "\n", locale, DEAL),
        _sum("ledger.after", [*before, *own], locale),
    ]
    title = say(locale, "ledger.explained", deal=deal, table=found.row.id)
    embed = discord.Embed(title=title, description="\n".join(parts), colour=CLOTH)
    if told:
        afterwards = cut_short(told, len(told), "\n", locale, CORRECTIONS)
        embed.add_field(name=say(locale, "ledger.afterwards"), value=afterwards, inline=False)
    return embed


def _by_cause(booked: Iterable[Booked]) -> dict[str, list[Booked]]:
    """In the order in which they came about."""
    causes: defaultdict[str, list[Booked]] = defaultdict(list)
    for each in booked:
        causes[each.posting.cause].append(each)
    return dict(causes)


def _cause(found: Kept, cause: str, booked: list[Booked], seats: Sequence[SeatRow], locale: str) -> str:
    """A line: its clause, who paid and who got, and that it sums to nothing."""
    locale = at_table(locale, found.game)
    clause = clause_of(found.game, cause)
    moves = _moves(booked, seats, locale)
    return say(locale, "ledger.cause", cause=say(locale, f"cause.{cause}"), clause=clause, moves=moves)


def _moves(booked: Iterable[Booked], seats: Sequence[SeatRow], locale: str) -> str:
    """What was booked, by account."""
    sums = balances(each.posting for each in booked)
    told = [(_account(name, seats, locale), units) for name, units in sums.items() if units]
    return ", ".join(f"{account} {signed(units)}" for account, units in told)


def _account(name: str, seats: Sequence[SeatRow], locale: str) -> str:
    """``p1`` by its player's name."""
    if name in NOBODY:
        return say(locale, f"account.{name}")
    kind, _, seat = name.rpartition(":")
    player = shown(seats[parse_seat(seat, len(seats))])
    return say(locale, "account.bonus", name=player) if kind else player


def _sum(key: str, booked: Iterable[Booked], locale: str) -> str:
    """What all players together and the pot hold after what was booked."""
    sums = balances(each.posting for each in booked)
    pot = sums.get(POT, 0)
    records = sum(sums.values()) - pot - sums.get(BANK, 0)
    return say(locale, key, records=amount(records), pot=amount(pot), total=amount(records + pot))


def _corrections(
    booked: Iterable[Booked],
    seats: Sequence[SeatRow],
    corrected: Mapping[int, Correction],
    names: Mapping[int, str],
    locale: str,
) -> list[str]:
    """A line a correction of the deal."""
    by: defaultdict[int, list[Booked]] = defaultdict(list)
    for each in booked:
        if each.correction_id is not None:
            by[each.correction_id].append(each)
    return [
        say(
            locale,
            "ledger.voided" if corrected[number].move is None else "ledger.corrected",
            time=stamp(corrected[number].at_ms),
            by=called(names, corrected[number].user_id),
            reason=quoted(corrected[number].reason),
            moves=_moves(each, seats, locale),
        )
        for number, each in by.items()
    ]


def signed(units: int) -> str:
    return f"+{amount(units)}" if units > 0 else amount(units)
