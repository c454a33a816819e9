"""People who play at a table through the embedded server, and see of it what their page shows."""

import asyncio
import random
import re
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import aiohttp

from bot import Levee
from data import journal
from tests.sandbox.person import Person
from tests.sandbox.reading import Outcome, components_of, text_of

Json = dict[str, Any]

CHANNEL: Final = "table-1"
NAMES: Final = ("Ana", "Ben", "Cleo", "Dan", "Eve")
EPHEMERAL: Final = 64
PATIENCE_S: Final = 15.0
MOST_ACTS: Final = 1000
LOOK_S: Final = 0.003
CARDS_OPTION: Final = {"stay": "discard", "draw": "discard", "play": "cards"}
"""The option of each command that takes cards."""
PLACES: Final = re.compile(r"^\*\*1\.\*\* ", re.MULTILINE)
"""How the message of the last deal begins to tell the places."""
_ACT: Final = re.compile(r"act:\d+:\d+:(?P<verb>[a-z-]+)(?::(?P<argument>\w+))?")
_PICK: Final = re.compile(r"pick:\d+:\d+:(?P<verb>[a-z-]+)")


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of an act: ``refusal`` is the sentence that said no, empty if it was done."""

    interaction_id: int
    refusal: str


class Player:
    """A person at the table of ``channel``.

    ``panel`` is the hand he has open, as it was shown last; ``is_over``: he was told how the sitting ended.
    """

    def __init__(self, person: Person, channel: str = CHANNEL) -> None:
        self.person = person
        self.channel = channel
        self.panel: Json | None = None
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
            if is_panel(frame["d"]):
                self.panel = frame["d"]
            elif PLACES.search(text_of(frame["d"])):
                self.is_over = True

    async def open_hand(self) -> Json:
        """By command: a new panel, which the bot keeps up to date from now on."""
        outcome = await self.person.slash(self.channel, "hand")
        assert outcome.message is not None
        assert is_panel(outcome.message), outcome.text
        return outcome.message

    def choices(self) -> list[str]:
        """What the panel lets him do, as a record would write it; a choice of cards as one card."""
        self.look()
        return list(_choices(self.panel)) if self.panel else []

    async def press(self, words: str) -> Answer:
        """Do it on the panel, and wait for what comes of it: a sentence, or a panel that no longer asks this.

        The panel may change for other reasons meanwhile; that alone does not answer the press.
        """
        panel, since = self.panel, len(self.person.seen)
        assert panel is not None
        used = _component(panel, words)["custom_id"]
        outcome = await self._use(panel, used, words)
        shown = await self.person.wait_for_message(
            lambda m: _origin(m) == outcome.id or (m["id"] == panel["id"] and used not in _ids(m)),
            since=since,
        )
        return Answer(int(outcome.id), shown["content"] if is_panel(shown) else text_of(shown))

    async def _use(self, panel: Json, used: str, words: str) -> Outcome:
        if _ACT.fullmatch(used):
            return await self.person.click(panel, custom_id=used)
        return await self.person.select(panel, *two_by_two(words.partition(" ")[2]), custom_id=used)

    async def command(self, words: str) -> Answer:
        """Do it by slash command; the answer is a new panel, or the refusal."""
        verb, _, cards = words.partition(" ")
        options = {CARDS_OPTION[verb]: cards or "none"} if verb in CARDS_OPTION and verb != "stay" else {}
        outcome = await self.person.slash(self.channel, verb, **options)
        assert outcome.message is not None, outcome.status
        refusal = outcome.message["content"] if is_panel(outcome.message) else outcome.text
        return Answer(int(outcome.id), refusal)


def is_panel(message: Json) -> bool:
    """Whether it shows a hand to its owner alone."""
    ids = (c.get("custom_id", "") for c in components_of(message))
    return bool(message["flags"] & EPHEMERAL) and any(re.fullmatch(r"table:\d+:hand", id) for id in ids)


def _match(pattern: re.Pattern[str], component: Json) -> re.Match[str] | None:
    return None if component.get("disabled") else pattern.fullmatch(component.get("custom_id", ""))


def _words(component: Json) -> str | None:
    found = _match(_ACT, component)
    return f"{found['verb']} {found['argument'] or ''}".rstrip() if found else None


def _component(panel: Json, words: str) -> Json:
    """The button that says it; else the list of its verb."""
    for component in components_of(panel):
        if _words(component) == words:
            return component
    verb = words.partition(" ")[0]
    return next(c for c in components_of(panel) if (m := _match(_PICK, c)) and m["verb"] == verb)


def _ids(message: Json) -> set[str]:
    return {component.get("custom_id", "") for component in components_of(message)}


def _choices(panel: Json) -> Iterator[str]:
    for component in components_of(panel):
        if words := _words(component):
            yield words
        elif found := _match(_PICK, component):
            yield from (f"{found['verb']} {option['value']}" for option in component["options"])


def _origin(message: Json) -> str | None:
    return (message.get("interaction_metadata") or {}).get("id")


def two_by_two(cards: str) -> list[str]:
    return [cards[at : at + 2] for at in range(0, len(cards), 2)]


async def seated(people: Sequence[Person], channel: str = CHANNEL, **rules: object) -> list[Player]:
    """The first one opens a table, the others sit down, the last one starts; all have their hands open."""
    first, *others = people
    await first.slash(channel, "table open", **{"game": "bourre", **rules})
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
    """Any that is open to him, but staying more often than passing, so that there is something to play."""
    choices = player.choices()
    if "stay" in choices and dice.random() < 0.8:
        return "stay"
    return dice.choice(choices)


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
