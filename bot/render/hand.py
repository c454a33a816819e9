"""A hand, for its owner alone: an "only you" panel with what may be done, or a direct message without."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import discord

from bot import limits
from bot.components.address import ActAddress, AskAddress, PickAddress, TableAddress
from bot.components.buttons import ActionButton, AskButton, PickSelect, TableButton
from bot.render.message import Item, Message
from bot.render.names import shown
from bot.render.picture import hand_picture
from bot.render.rules import rule_buttons
from bot.render.story import symbols
from bot.render.table import CLOTH, action_button, call, centre, finished_message, table_message
from bot.table import Table
from bot.text import at_table, knows, say
from engine.actions import Legal, Span, laid
from engine.cards import Card, run
from engine.game import Observation
from engine.ledger import UNITS
from engine.seats import Seat

SPAN_ROW = 0
CARD_ROW = 1
ACT_ROW = 2
AMOUNT_ROW = 3
RULE_ROW = 4
ABOVE = "above.png"
"""What the table's picture is called where the hand's stands below it."""


def hand_panel(table: Table, seat: Seat, locale: str) -> Message:
    assert table.sitting is not None
    locale = at_table(locale, table.game)
    seen = table.sitting.observe(seat)
    lines = [_hand_line(seen, locale), _turn_line(table, seen, locale)]
    if seen.sealed:
        lines[-1] = say(locale, "hand.sealed", what=say(locale, f"may.{seen.sealed.verb}"))
    lines += _ahead_lines(table, seen, locale)
    if seen.broken:
        lines.insert(0, say(locale, "hand.broken", clause=seen.broken))
    title = say(locale, "hand.title" if seen.deal else "hand.title-first", number=seen.deal)
    embed = discord.Embed(title=title, description="\n".join(lines), colour=CLOTH)
    # the table itself is further up, and out of sight on a phone
    embed.add_field(name=say(locale, "hand.table"), value="\n".join(centre(seen, table.row.seats, locale)))
    embed.set_footer(text=say(locale, "hand.only-you"))
    above = _public(table, limits.EMBEDS - len(embed), locale) if table.is_unseen else ()
    refresh = TableButton(TableAddress(table.id, "hand"), say(locale, "button.refresh"), row=ACT_ROW)
    broken = rule_buttons([seen.broken], locale, RULE_ROW)
    items = (*_items(table, seen, locale), refresh, *broken)
    return replace(_with_picture(embed, seen, locale, items), above=above)


def _public(table: Table, room: int, locale: str) -> tuple[Message, ...]:
    """What everybody would see: how the last deal went, its end at least, and the table.

    ``room``: in so many characters.
    """
    public = replace(table_message(table, locale), file_name=ABOVE)
    public.embed.set_image(url=f"attachment://{ABOVE}")
    if not table.finished:
        return (public,)
    last = finished_message(table, table.finished[-1], locale)
    told = last.embed.description or ""
    last.embed.description = told[max(len(last.embed) + len(public.embed) - room, 0) :]
    return last, public


def hand_dm(table: Table, seat: Seat, place: str, link: str, locale: str) -> Message:
    """``place`` names server and channel; ``link`` leads to the table."""
    assert table.sitting is not None
    locale = at_table(locale, table.game)
    seen = table.sitting.observe(seat)
    lines = [_hand_line(seen, locale), say(locale, "hand.link", link=link)]
    embed = discord.Embed(
        title=say(locale, "hand.dm-title", place=place, number=seen.deal),
        description="\n".join(lines),
        colour=CLOTH,
    )
    return _with_picture(embed, seen, locale, ())


def hand_given_up(locale: str) -> Message:
    """What is left of a panel or a direct message when its seat has changed hands."""
    return Message(discord.Embed(description=say(locale, "hand.given-up"), colour=CLOTH))


def hand_played_on(locale: str) -> Message:
    """What is left of a panel while a computer player has its seat."""
    return Message(discord.Embed(description=say(locale, "refused.seat-left"), colour=CLOTH))


def _with_picture(embed: discord.Embed, seen: Observation, locale: str, items: tuple[Item, ...]) -> Message:
    if not seen.hand:
        return Message(embed, items=items)
    embed.set_image(url="attachment://table.png")
    playable = [card for each in open_to(seen) for card in laid(each)]
    picture = hand_picture(seen.hand, playable or seen.hand, seen.trump)
    return Message(embed, picture=picture, alt=symbols(seen.hand), items=items)


def _hand_line(seen: Observation, locale: str) -> str:
    if seen.hand:
        return say(locale, "hand.cards", cards=symbols(seen.hand))
    assert seen.seat is not None
    stance = seen.seats[seen.seat].stance
    return say(locale, f"hand.empty-{stance if knows(locale, f'hand.empty-{stance}') else 'yet'}")


def _turn_line(table: Table, seen: Observation, locale: str) -> str:
    if seen.legal:
        line = say(locale, "hand.may", what=may(open_to(seen), locale))
        if table.is_timed and seen.silence:
            line += " " + say(locale, "hand.silent", what=may([seen.silence], locale))
        return line
    waiting = ", ".join(shown(table.row.seats[seat]) for seat in seen.to_act)
    return call(table, seen, waiting, locale, "hand.waiting") if waiting else ""


def _ahead_lines(table: Table, seen: Observation, locale: str) -> Iterator[str]:
    """What the seat has chosen ahead or may choose so, and what did not come about of it."""
    assert seen.seat is not None
    if chosen := table.ahead.get(seen.seat):
        yield say(locale, "hand.chosen", what=may([chosen], locale))
    elif seen.ahead and seen.legal:
        yield say(locale, "hand.ahead")
    elif seen.ahead:
        yield say(locale, "hand.may-ahead", what=may(open_to(seen), locale))
    if forgone := table.forgone.get(seen.seat):
        yield say(locale, "hand.forgone", what=may([forgone], locale))


def open_to(seen: Observation) -> tuple[Legal, ...]:
    """What the seat may do or choose ahead; cards in the order in which the hand is held."""
    choices = (*seen.legal, *seen.ahead)
    return tuple(sorted(choices, key=lambda each: [seen.hand.index(card) for card in laid(each)]))


def may(legal: Sequence[Legal], locale: str) -> str:
    """What may be done, in words: ``stay or pass``; ``play 5♥ or A♥``."""
    plays = [each for each in legal if laid(each)]
    rest = [_in_words(each, locale) for each in legal if not laid(each)]
    if plays:
        cards = _either([symbols(laid(each)) for each in plays], locale)
        rest.insert(0, say(locale, f"may.{plays[0].verb}", cards=cards))
    return _either(rest, locale)


def _either(choices: Sequence[str], locale: str) -> str:
    *first, last = choices
    return say(locale, "may.or", first=", ".join(first), last=last) if first else last


def _in_words(legal: Legal, locale: str) -> str:
    if isinstance(legal, Span):
        return say(locale, f"may.{legal.verb}", low=legal.low, high=legal.high)
    verb, _, argument = str(legal).partition(" ")
    own = f"may.{verb}-{argument}"
    return say(locale, own if knows(locale, own) else f"may.{verb}", argument=argument)


def _items(table: Table, seen: Observation, locale: str) -> Iterator[Item]:
    yield from _play_items(table, seen, locale)
    for legal in seen.legal:
        if isinstance(legal, Span):
            yield from _span_items(table, seen, legal, locale)
        elif not laid(legal):
            yield action_button(table, legal, locale, ACT_ROW)


def _play_items(table: Table, seen: Observation, locale: str) -> Iterator[Item]:
    """A button for each card of the hand, and a list of plays of several cards."""
    plays = {laid(each): each.verb for each in open_to(seen) if laid(each)}
    alone = {cards[0] for cards in plays if len(cards) == 1}
    together = [cards for cards in plays if len(cards) > 1]
    for verb in dict.fromkeys(plays.values()):
        if alone:
            yield from (_card_button(table, seen, verb, card, card in alone) for card in seen.hand)
        if together:
            yield _together(table, verb, together, locale)


def _together(table: Table, verb: str, plays: Sequence[Sequence[Card]], locale: str) -> Item:
    options = [discord.SelectOption(label=symbols(cards), value=run(cards)) for cards in plays]
    address = PickAddress(table.id, table.seq, verb)
    placeholder = say(locale, f"pick.{verb}")
    return PickSelect(address, options[: limits.CHOICES], placeholder=placeholder, row=SPAN_ROW)


def _card_button(table: Table, seen: Observation, verb: str, card: Card, playable: bool) -> Item:
    """Where mistakes are possible every card can be pressed; the lawful ones stand out."""
    style = discord.ButtonStyle.success if playable else discord.ButtonStyle.secondary
    address = ActAddress(table.id, table.seq, verb, str(card))
    disabled = not playable and not seen.mistakes
    return ActionButton(address, card.symbol, style=style, disabled=disabled, row=CARD_ROW)


def _span_items(table: Table, seen: Observation, span: Span, locale: str) -> Iterator[Item]:
    takes = next(verb.takes for verb in table.game.verbs if verb.name == span.verb)
    return (_amounts if takes == "amount" else _discards)(table, seen, span, locale)


def _amounts(table: Table, seen: Observation, span: Span, locale: str) -> Iterator[Item]:
    """A family of stakes, in chips: the least, twice the pot, all, and a form for any other.

    All in stands out, as it is hard to take for another button and cannot be taken back.
    """
    offered = {span.low: "least", 2 * seen.pot // UNITS: "twice-pot", span.high: "all-in"}
    for chips, name in sorted(offered.items()):
        if span.low <= chips <= span.high:
            address = ActAddress(table.id, table.seq, span.verb, str(chips))
            label = say(locale, f"button.{name}", verb=say(locale, f"button.{span.verb}"), units=chips)
            style = discord.ButtonStyle.danger if chips == span.high else discord.ButtonStyle.primary
            yield ActionButton(address, label, style=style, row=AMOUNT_ROW)
    if span.low < span.high:
        ask = AskAddress(table.id, table.seq, span.verb, span.low, span.high)
        yield AskButton(ask, say(locale, "button.other"), row=AMOUNT_ROW)


def _discards(table: Table, seen: Observation, span: Span, locale: str) -> Iterator[Item]:
    """A family of card actions: a list to choose from, and a button for none."""
    options = [
        discord.SelectOption(label=card.symbol, value=str(card), description=_suit(card, seen, locale))
        for card in seen.hand
    ]
    yield PickSelect(
        PickAddress(table.id, table.seq, span.verb),
        options,
        most=min(span.high, len(options)),
        placeholder=say(locale, f"pick.{span.verb}"),
        row=SPAN_ROW,
    )
    if not span.low:
        address = ActAddress(table.id, table.seq, span.verb)
        yield ActionButton(address, say(locale, f"button.{span.verb}-none"), row=ACT_ROW)


def _suit(card: Card, seen: Observation, locale: str) -> str | None:
    return say(locale, "pick.trump") if card.suit is seen.trump and knows(locale, "pick.trump") else None
