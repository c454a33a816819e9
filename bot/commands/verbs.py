"""The verbs of the games as slash commands, made from what each game says of its verbs; and ``/hand``."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import discord
from discord import app_commands

from bot import limits
from bot.answers import answering
from bot.errors import Refused
from bot.reading import read_cards
from bot.render.hand import open_to
from bot.table import Table
from bot.tables import table_games
from bot.text import at_table, described, say
from engine.actions import laid
from engine.cards import Card, run
from engine.game import Verb
from engine.words import DEFAULT

Interaction = discord.Interaction[Any]
Choices = list[app_commands.Choice[str]]


@app_commands.command(name="hand", description=described("hand"))
@app_commands.guild_only()
async def hand(interaction: Interaction) -> None:
    async with answering(interaction, "hand") as answer:
        table = interaction.client.presses.table_here(interaction)
        await interaction.client.presses.show_hand(answer, table)


def verb_commands() -> Iterator[app_commands.Command[Any, ..., None]]:
    """One command a verb; games that share a verb share its command."""
    verbs = {verb.name: verb for game in table_games().values() for verb in game.verbs}
    for verb in verbs.values():
        yield app_commands.guild_only()(_with_option(verb) if verb.option else _plain(verb))


def _described(verb: Verb, key: str) -> str:
    """What the verb's games say of it; if they do not agree, which games these are."""
    games = [game for game in table_games().values() if verb in game.verbs]
    told = {say(at_table(DEFAULT, game), f"command.{key}") for game in games}
    if len(told) == 1:
        return told.pop()
    return described("shared", games=", ".join(game.title for game in games))


def _plain(verb: Verb) -> app_commands.Command[Any, ..., None]:
    async def callback(interaction: Interaction) -> None:
        await _act(interaction, verb, None)

    return app_commands.Command(name=verb.name, description=_described(verb, verb.name), callback=callback)


def _with_option(verb: Verb) -> app_commands.Command[Any, ..., None]:
    assert verb.option is not None

    async def optional(interaction: Interaction, text: app_commands.Range[str, 0, 60] | None = None) -> None:
        await _act(interaction, verb, text)

    async def required(interaction: Interaction, text: app_commands.Range[str, 1, 60]) -> None:
        await _act(interaction, verb, text)

    async def chips(interaction: Interaction, text: app_commands.Range[int, 1, 10**9]) -> None:
        await _act(interaction, verb, str(text))

    async def complete(interaction: Interaction, current: str) -> Choices:
        table = interaction.client.tables.find(interaction.channel_id)
        if table is None:
            return []
        await table.wake()
        return completions(table, interaction.user.id, verb, current)

    callback: Any = chips if verb.takes == "amount" else required if verb.required else optional
    callback = app_commands.rename(text=verb.option)(callback)
    callback = app_commands.describe(text=_described(verb, f"{verb.name}-{verb.option}"))(callback)
    if verb.takes != "amount":
        callback = app_commands.autocomplete(text=complete)(callback)
    return app_commands.Command(name=verb.name, description=_described(verb, verb.name), callback=callback)


async def _act(interaction: Interaction, verb: Verb, text: str | None) -> None:
    there = interaction.client.tables.find(interaction.channel_id)
    seen = there.seq if there else None  # what comes about before this is done may ask something else
    async with answering(interaction, "act") as answer:
        table = interaction.client.presses.table_here(interaction)
        await interaction.client.presses.act_at(answer, table, words(verb, text), seen=seen)


def words(verb: Verb, text: str | None) -> list[str]:
    """What was typed as the words of one or two actions. Raises Refused for what are no cards."""
    if text is None:
        return [verb.name]
    if verb.takes != "cards":
        return [f"{verb.name} {text.strip().lower()}"]
    cards = run(read_cards(text))
    if verb.then:
        return [verb.name, f"{verb.then} {cards}".rstrip()]
    return [f"{verb.name} {cards}".rstrip()]


def completions(table: Table, user_id: int, verb: Verb, current: str) -> Choices:
    """Cards to go on with: those that may be played now, or those of the hand that may be discarded."""
    seat = table.seat_of(user_id)
    if seat is None or table.sitting is None or verb not in table.game.verbs:
        return []
    seen = table.sitting.observe(seat)
    if verb.takes != "cards":
        offered = [str(each).partition(" ")[2] for each in open_to(seen) if each.verb == verb.name]
        return [app_commands.Choice(name=each, value=each) for each in offered if current.lower() in each]
    playable = [laid(each) for each in open_to(seen) if laid(each) and each.verb == verb.name]
    if playable:
        return _choices(playable, current)
    if verb.required:
        return []
    return _choices(_growing(seen.hand, current), current, none=described(f"{verb.name}-none"))


def _growing(hand: Sequence[Card], current: str) -> Iterable[tuple[Card, ...]]:
    """What was typed so far, and that with one card more."""
    try:
        chosen = read_cards(current)
    except Refused:
        chosen = ()
    chosen = tuple(card for card in chosen if card in hand)
    if chosen:
        yield chosen
    for card in hand:
        if card not in chosen:
            yield (*chosen, card)


def _choices(runs: Iterable[Sequence[Card]], current: str, none: str = "") -> Choices:
    """``none``, if given, is what choosing no cards is called."""
    wanted = current.strip().lower()
    found = [
        app_commands.Choice(name=" ".join(card.symbol for card in cards), value=run(cards)) for cards in runs
    ]
    if none:
        found.insert(0, app_commands.Choice(name=none, value="none"))
        return found[: limits.CHOICES]
    return [choice for choice in found if wanted in choice.value.lower() or wanted in choice.name.lower()][
        : limits.CHOICES
    ]
