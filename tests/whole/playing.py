"""People who play at a table through the embedded server, and see of it what their page shows."""

import asyncio
import random
import re
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import aiohttp

from bot import Levee
from data import journal
from engine.game import games
from tests.sandbox.person import Person
from tests.sandbox.reading import Outcome, text_of
from tests.whole.panel import (
    ACT,
    ASK,
    EPHEMERAL,
    choices_of,
    component_for,
    ids_of,
    is_panel,
    two_by_two,
    values_of,
)

Json = dict[str, Any]

CHANNEL: Final = "table-1"
NAMES: Final = ("Ana", "Ben", "Cleo", "Dan", "Eve")
PATIENCE_S: Final = 15.0
MOST_ACTS: Final = 1000
LOOK_S: Final = 0.003
VERBS: Final = {verb.name: verb for game in games().values() for verb in game.verbs}
SELDOM: Final = frozenset({"claim", "abandon", "retract"})
"""Said by chance now and then only, lest no deal go far."""
PLACES: Final = re.compile(r"^\*\*1\.\*\* ", re.MULTILINE)
"""How the message of the last deal begins to tell the places."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of an act: ``refusal`` is the sentence that said no, empty if it was done."""

    interaction_id: int
    refusal: str


class Player:
    """A person at the table of ``channel``.

    ``panel`` is the hand he has open and ``table`` the newest message of the table, as they were shown last;
    ``is_over``: he was told how the sitting ended.
    """

    def __init__(self, person: Person, channel: str = CHANNEL) -> None:
        self.person = person
        self.channel = channel
        self.panel: Json | None = None
        self.table: Json | None = None
        self.is_over = False
        self._read = 0

    def look(self) -> None:
        """Take in what arrived at the page."""
        seen = self.person.seen
        while self._read < len(seen):
            frame = seen[self._read]
            self._read += 1
            if frame.get("t") not in ("message_create", "message_update"):
                continue
            here = frame["d"]["channel_id"] == self.person.channel(self.channel)
            if here and is_panel(frame["d"]):
                self.panel = frame["d"]
            elif PLACES.search(text_of(frame["d"])):
                self.is_over = True
            elif here and self._is_of_table(frame["d"]):
                self.table = frame["d"]

    def _is_of_table(self, message: Json) -> bool:
        newest = self.table is None or int(message["id"]) >= int(self.table["id"])
        return newest and not message["flags"] & EPHEMERAL

    async def open_hand(self) -> Json:
        """By command: a new panel, which the bot keeps up to date from now on."""
        outcome = await self.person.slash(self.channel, "hand")
        assert outcome.message is not None
        assert is_panel(outcome.message), outcome.text
        return outcome.message

    def choices(self) -> list[str]:
        """What the panel lets him do, as a record would write it; a choice of cards as one card.

        Amounts that a form asks for are a range: ``open 1-98``.
        """
        self.look()
        return list(choices_of(self.panel)) if self.panel else []

    async def press(self, words: str) -> Answer:
        """Do it on the panel, and wait for what comes of it: a sentence, or a panel that no longer asks this.

        The panel may change for other reasons meanwhile; that alone does not answer the press.
        """
        panel, since = self.panel, len(self.person.seen)
        assert panel is not None
        used = component_for(panel, words)["custom_id"]
        outcome = await self._use(panel, used, words)
        shown = await self.person.wait_for_message(
            lambda m: _origin(m) == outcome.id or (m["id"] == panel["id"] and used not in ids_of(m)),
            since=since,
        )
        return Answer(int(outcome.id), shown["content"] if is_panel(shown) else text_of(shown))

    async def _use(self, panel: Json, used: str, words: str) -> Outcome:
        argument = words.partition(" ")[2]
        if ACT.fullmatch(used):
            return await self.person.click(panel, custom_id=used)
        if ASK.fullmatch(used):
            form = await self.person.click(panel, custom_id=used)
            assert form.modal is not None
            (row,) = form.modal["components"]
            (field,) = row["components"]
            return await self.person.submit_modal(form, {field["custom_id"]: argument}, self.channel)
        values = [argument] if argument in values_of(panel, used) else two_by_two(argument)
        return await self.person.select(panel, *values, custom_id=used)

    async def command(self, words: str) -> Answer:
        """Do it by slash command; the answer is a new panel, or the refusal."""
        outcome = await self.person.slash(self.channel, words.partition(" ")[0], **options_of(words))
        assert outcome.message is not None, outcome.status
        refusal = outcome.message["content"] if is_panel(outcome.message) else outcome.text
        return Answer(int(outcome.id), refusal)


def options_of(words: str) -> dict[str, object]:
    """What stands behind a verb as the option of its command."""
    verb, _, rest = words.partition(" ")
    takes = VERBS[verb]
    if takes.option is None or takes.then:
        return {}
    return {takes.option: int(rest) if takes.takes == "amount" else rest or "none"}


def _origin(message: Json) -> str | None:
    return (message.get("interaction_metadata") or {}).get("id")


async def seated(
    people: Sequence[Person], channel: str = CHANNEL, game: str = "bourre", **rules: object
) -> list[Player]:
    """The first one opens a table, the others sit down, the last one starts; all have their hands open."""
    first, *others = people
    await first.slash(channel, "table open", game=game, **rules)
    for person in others:
        outcome = await person.slash(channel, "table join")
        assert outcome.text.startswith("You have seat"), outcome.text
    await people[-1].slash(channel, "table start")
    players = [Player(person, channel) for person in people]
    await asyncio.gather(*(player.open_hand() for player in players))
    return players


async def whose_turn(players: Sequence[Player], timeout_s: float = PATIENCE_S) -> Player | None:
    """The player whose panel lets him act, as soon as one does; None once the table is closed."""
    until = time.monotonic() + timeout_s
    while time.monotonic() < until:
        for player in players:
            if player.choices():
                return player
        if any(player.is_over for player in players):
            return None
        await asyncio.sleep(LOOK_S)
    raise TimeoutError("it is nobody's turn")


async def table_message(person: Person, channel: str = CHANNEL) -> Json:
    """The last message that everybody can see."""
    return next(m for m in reversed(await person.messages(channel)) if not m["flags"] & EPHEMERAL)


async def downloaded(person: Person, channel: str = CHANNEL) -> str:
    """The record, through the address that the page shows."""
    outcome = await person.slash(channel, "record file")
    assert outcome.message is not None, outcome.status
    (file,) = outcome.message["attachments"]
    async with aiohttp.ClientSession(person.address) as http, http.get(file["url"]) as response:
        assert response.status == 200
        return (await response.read()).decode()


def a_choice(player: Player, dice: random.Random) -> str:
    return one_of(player.choices(), dice)


def one_of(choices: Sequence[str], dice: random.Random) -> str:
    """Any of them, but staying more often than passing, so that there is something to play."""
    if "stay" in choices and dice.random() < 0.8:
        return "stay"
    common = [words for words in choices if words.partition(" ")[0] not in SELDOM or dice.random() < 0.05]
    return an_amount(dice.choice(common or choices), dice)


def an_amount(words: str, dice: random.Random) -> str:
    """Of a range any number, but mostly a low one."""
    verb, _, rest = words.partition(" ")
    low, dash, high = rest.partition("-")
    if not dash:
        return words
    most = int(high) if dice.random() < 0.1 else min(int(low) + 4, int(high))
    return f"{verb} {dice.randint(int(low), most)}"


async def act(player: Player, words: str, dice: random.Random) -> None:
    """By command or on the panel; after a command a fresh panel is open."""
    answer = await (player.press if dice.random() < 0.6 else player.command)(words)
    assert answer.refusal == ""


async def play(players: list[Player], dice: random.Random, *, acts: int = MOST_ACTS) -> int:
    """Play on for so many acts, or to the end of the sitting; how many it took."""
    for done in range(acts):
        player = await whose_turn(players)
        if player is None:
            return done
        await act(player, a_choice(player, dice), dice)
    assert acts < MOST_ACTS, "this sitting does not end"
    return acts


async def lines_of(bot: Levee) -> list[str]:
    return [line.text for line in await journal.lines(bot.database, 1)]
