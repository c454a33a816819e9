"""The public message of a table: what a bystander may see of it."""

from collections.abc import Iterator, Sequence

import discord

from bot import limits
from bot.components.address import ActAddress, TableAddress
from bot.components.buttons import ActionButton, TableButton
from bot.render.clocks import notices, until, voters
from bot.render.message import Item, Message
from bot.render.names import plain, shown, values
from bot.render.picture import table_picture
from bot.render.story import story, symbols
from bot.table import FinishedDeal, Table
from bot.text import at_table, say
from data.rows import SeatRow
from engine.actions import Action, NextDeal, TurnUp
from engine.game import Observation, SeatView
from engine.ledger import amount

CLOTH = discord.Colour(0x1E6E46)
STORY_LINES = 8
"""How much of the running deal is told; a finished one is told whole."""


def table_message(table: Table, locale: str) -> Message:
    """The running sitting as a bystander sees it."""
    assert table.sitting is not None
    seen, waiting = table.sitting.observe(None), table.cutter_at(table.sitting)
    locale = at_table(locale, table.game)
    rows = table.row.seats
    called = [waiting] if waiting else list(table.waits_for())
    users = tuple(row.user_id for row in called if row.user_id is not None)
    mentions = " ".join(f"<@{user}>" for user in users)
    steps = [step for step in table.steps if not isinstance(step.action, TurnUp)]  # the centre shows it
    told = story(steps, rows, locale, tricks_lie_open=table.game.tricks_lie_open)[-STORY_LINES:]
    told += [*notices(table, locale), *_enders(table, locale), *voters(table, locale)]
    embed = discord.Embed(
        title=_title(table, seen, locale),
        description=_description(table, seen, told, locale),
        colour=CLOTH,
    )
    embed.set_image(url="attachment://table.png")
    embed.set_footer(text=_table_footer(table, locale))
    return Message(
        embed,
        content=_content(table, seen, waiting, mentions, locale),
        picture=_picture(table, seen),
        alt=_alt(seen, locale),
        items=_items(table, seen, waiting, locale),
        pings=users,
    )


def _table_footer(table: Table, locale: str) -> str:
    if table.season is None:
        return say(locale, "table.footer", table=table.id, commit=commit(table))
    season = plain(table.season.name)
    return say(locale, "table.footer-season", table=table.id, season=season, commit=commit(table))


def _content(table: Table, seen: Observation, waiting: SeatRow | None, mentions: str, locale: str) -> str:
    if table.is_paused:
        return say(locale, "table.paused" if table.people else "table.deserted")
    if not mentions:
        return ""
    if waiting:
        return say(locale, "table.cut", who=mentions)
    return call(table, seen, mentions, locale, "table.turn")


def call(table: Table, seen: Observation, who: str, locale: str, plainly: str) -> str:
    """Whose turn it is: as the game asks it, or else as the sentence ``plainly`` says it."""
    asked = f"{'silent' if table.is_timed else 'asked'}.{seen.asked}" if seen.asked else plainly
    return say(locale, asked, who=who)


def _picture(table: Table, seen: Observation) -> bytes:
    game = table.game
    ranks = "".join(card.rank for card in game.pack.cards if card.suit is game.pack.cards[0].suit)
    names = [plain(row.name) for row in table.row.seats]
    return table_picture(seen, names, clockwise=game.clockwise, ranks=ranks)


def _title(table: Table, seen: Observation, locale: str) -> str:
    key = "table.title" if seen.deals else "table.title-open"
    key = key if seen.deal else "table.title-first"
    return say(locale, key, game=table.game.title, number=seen.deal, deals=seen.deals)


def finished_message(table: Table, deal: FinishedDeal, locale: str) -> Message:
    """A deal that is over, or an end between deals: told whole, nothing left to press."""
    locale = at_table(locale, table.game)
    seen, rows = deal.seen, table.row.seats
    key = "finished.title" if isinstance(deal.steps[0].action, NextDeal) else "finished.sitting"
    lines = story(deal.steps, rows, locale)
    if seen.phase == "over":
        lines += ["", say(locale, "event.places"), *_final(table, rows, locale)]
    embed = discord.Embed(
        title=say(locale, key, game=table.game.title, number=seen.deal),
        description="\n".join(lines)[: limits.EMBED_TEXT],
        colour=CLOTH,
    )
    embed.add_field(
        name=say(locale, "finished.records"), value=_by_seat(rows, [s.record for s in seen.seats])
    )
    if any(bonuses := [view.bonus or 0 for view in seen.seats]):
        embed.add_field(name=say(locale, "finished.bonuses"), value=_by_seat(rows, bonuses))
    embed.add_field(name=say(locale, "finished.pot"), value=amount(seen.pot))
    embed.set_footer(text="\n".join(_footer(table, seen, locale)))
    return Message(embed)


def _footer(table: Table, seen: Observation, locale: str) -> Iterator[str]:
    yield say(locale, "finished.footer", table=table.id, deal=seen.deal)
    if table.secret and table.secret.deal == seen.deal + 1:
        yield say(locale, "finished.next", commit=commit(table))


def _final(table: Table, rows: Sequence[SeatRow], locale: str) -> list[str]:
    assert table.sitting is not None
    places = table.sitting.places or ()
    results = table.game.amounts(table.sitting).get("results", table.sitting.records)
    ranking = sorted(zip(places, rows, results, strict=True), key=lambda each: each[0])
    return [
        say(locale, "finished.place", place=place, name=shown(row), units=amount(record))
        for place, row, record in ranking
    ]


def _by_seat(rows: Sequence[SeatRow], amounts: Sequence[int]) -> str:
    return "\n".join(f"{shown(row)} {amount(units)}" for row, units in zip(rows, amounts, strict=True))


def _description(table: Table, seen: Observation, told: Sequence[str], locale: str) -> str:
    rows = table.row.seats
    seats = [
        _seat(seen, row, view, locale) + until(table, row, locale)
        for row, view in zip(rows, seen.seats, strict=True)
    ]
    lines = [*seats, "", *centre(seen, rows, locale)]
    return "\n".join([*lines, "", *(f"-# {line}" for line in told)])[: limits.EMBED_TEXT]


def centre(seen: Observation, rows: Sequence[SeatRow], locale: str) -> Iterator[str]:
    """What lies in the middle of the table."""
    pot = amount(seen.pot)
    if seen.turn_up is None:
        yield say(locale, "table.pot", pot=pot)
    elif seen.trump is None:
        yield say(locale, "table.turned", pot=pot, card=seen.turn_up)
    else:
        yield say(locale, "table.trump", pot=pot, trump=seen.trump, card=seen.turn_up)
    for key, told in seen.notes:
        yield say(locale, f"note.{key}", **values(told, rows))
    if seen.trick:
        cards = " · ".join(f"{shown(rows[seat])} {symbols(cards)}" for seat, cards in seen.trick)
        yield say(locale, "table.trick", cards=cards)


def _seat(seen: Observation, row: SeatRow, view: SeatView, locale: str) -> str:
    marks = [amount(view.record)]
    if row.seat == seen.dealer:
        marks.append(say(locale, "seat.dealer"))
    if view.stance:
        marks.append(say(locale, f"seat.{view.stance}"))
    if view.put:
        marks.append(say(locale, "seat.put", units=amount(view.put)))
    if view.bonus:
        marks.append(say(locale, "seat.bonus", units=amount(view.bonus)))
    if view.drew is not None:
        marks.append(say(locale, "seat.drew", n=view.drew))
    if view.cards and view.put is None:  # where they bet, all hands are alike
        marks.append(say(locale, "seat.cards", n=view.cards))
    if view.tricks is not None:
        marks.append(say(locale, "seat.tricks", n=view.tricks))
    pointer = "▶" if row.seat in seen.to_act else "▫"
    return f"{pointer} {shown(row)} · {' · '.join(marks)}"


def _alt(seen: Observation, locale: str) -> str:
    return say(locale, "table.alt", number=seen.deal, pot=amount(seen.pot))


def _items(table: Table, seen: Observation, waiting: SeatRow | None, locale: str) -> tuple[Item, ...]:
    """What everybody may press. Nothing here may depend on a hand."""
    cuts = [("cut-now", table.seq), ("deal-on", table.seq)] if waiting else [("cut", None)]
    whats = [("hand", None), *cuts, *([("close", None)] if table.enders else [])]
    whats.append(("resume" if table.is_paused else "pause", None))
    items: list[Item] = [
        TableButton(TableAddress(table.id, what, seq), say(locale, f"button.{what}")) for what, seq in whats
    ]
    for action in () if table.is_paused else seen.offered:
        items.append(action_button(table, action, locale))
    return tuple(items)


def _enders(table: Table, locale: str) -> list[str]:
    """Who asked to end the sitting."""
    asking = [shown(row) for row in table.people if row.user_id in table.enders]
    return [say(locale, "table.enders", who=", ".join(asking))] if asking else []


def action_button(table: Table, action: Action, locale: str, row: int | None = None) -> ActionButton:
    """``locale`` is the table's."""
    verb, _, argument = str(action).partition(" ")
    key = f"button.{verb}-{argument}" if argument else f"button.{verb}"
    address = ActAddress(table.id, table.seq, verb, argument)
    return ActionButton(address, say(locale, key), row=row)


def commit(table: Table) -> str:
    return table.secret.commit_hex if table.secret else ""


def closed_message(table: Table, locale: str) -> Message:
    """A table that closed with nothing more to tell."""
    title = say(locale, "closed.title", game=table.game.title)
    text = "\n".join([*notices(table, locale), say(locale, "closed.text")])
    return Message(discord.Embed(title=title, description=text, colour=CLOTH))
