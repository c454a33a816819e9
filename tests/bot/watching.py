"""What everybody at an evening gets to see, message by message and edit by edit, and what each may know."""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import pytest
from evening import Evening

from data import journal
from engine.cards import Card, parse_cards

_RANK = r"(?:10|[2-9TJQKA])"
_SYMBOL = re.compile(rf"({_RANK})([♣♦♥♠])")
_RUN = re.compile(r"(?<![0-9A-Za-z])((?:[2-9TJQKA][cdhs])+)(?![0-9A-Za-z])")
_SUITS = dict(zip("♣♦♥♠", "cdhs", strict=True))


def cards_in(text: str) -> set[Card]:
    """Every card a text names, as records write it or as people read it."""
    found = {Card.parse(rank.replace("10", "T") + _SUITS[suit]) for rank, suit in _SYMBOL.findall(text)}
    for run in _RUN.findall(text):
        found.update(Card.parse(run[i : i + 2]) for i in range(0, len(run), 2))
    return found


@dataclass(frozen=True)
class Seen:
    """Something that the bot sent. ``user_id`` is who alone sees it; None: everybody in the channel."""

    user_id: int | None
    text: str


class Watch:
    """Reads all that the bot says to Discord, each once: messages, edits, answers, choices, forms, names."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self._read = 0

    def news(self) -> list[Seen]:
        requests = self.evening.env.http_requests
        new, self._read = requests[self._read :], len(requests)
        return [
            Seen(self._audience(request.path), json.dumps(request.json, ensure_ascii=False))
            for request in new
            if request.method in ("POST", "PATCH", "PUT")
            and request.json
            and not _is_of_commands(request.path)
        ]

    def _audience(self, path: str) -> int | None:
        backend = self.evening.env.backend
        _, kind, first, *rest = path.split("/")
        if kind == "interactions":
            return backend.interactions[int(first)].user_id
        if kind == "webhooks":
            return backend.interaction_by_token(rest[0]).user_id
        owners = {channel: user for user, channel in backend.dm_channels.items()}
        return owners.get(int(first)) if kind == "channels" else None


def _is_of_commands(path: str) -> bool:
    """The commands' descriptions, given at the start, name cards as examples."""
    return path.startswith("/applications/")


@dataclass
class Known:
    """What may be known of one deal, read off its record lines. ``hidden`` is what else was dealt."""

    public: set[Card] = field(default_factory=set)
    hands: dict[int, set[Card]] = field(default_factory=dict)
    dealt: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, lines: Iterable[str]) -> "Known":
        known = cls()
        for line in lines:
            match line.split(" "):
                case ["d", "turn", card]:
                    known.public.add(Card.parse(card))
                case ["d", "deal", seat, cards]:
                    known.hands.setdefault(int(seat[1:]) - 1, set()).update(parse_cards(cards))
                    known.dealt.append(cards)
                case [_, "play" | "lay", card]:
                    known.public.add(Card.parse(card))
                case _:
                    pass
        return known

    def to(self, seat: int | None) -> set[Card]:
        return self.public | (self.hands.get(seat, set()) if seat is not None else set())


def deals(lines: Iterable[str]) -> Iterator[list[str]]:
    """The lines of each deal, in order."""
    deal: list[str] = []
    for line in lines:
        if line.startswith("deal ") and deal:
            yield deal
            deal = []
        deal.append(line)
    yield deal


class Sweep:
    """Looks around after every act of a sitting."""

    def __init__(self, evening: Evening, log: pytest.LogCaptureFixture) -> None:
        self.evening = evening
        self.log = log
        self.watch = Watch(evening)
        self.looked_at = 0

    async def look(self) -> None:
        *_, before, running = [Known(), *map(Known.of, deals(await self.evening.lines()))]
        secret = await self.secrets()
        self._at_messages(before, running, secret)
        self._at_logs(secret)
        self._at_disk(running, secret)

    def _at_messages(self, before: Known, running: Known, secret: list[str]) -> None:
        for seen in self.watch.news():
            self.looked_at += 1
            seat = None if seen.user_id is None else self.evening.table.seat_of(seen.user_id)
            deal = before if self._is_of_last_deal(seen.text) else running
            assert cards_in(seen.text) <= deal.to(seat), seen
            assert not [each for each in secret if each in seen.text], seen

    def _is_of_last_deal(self, text: str) -> bool:
        assert self.evening.table.sitting is not None
        number = re.search(r'"title": "[^"]*deal (\d+)', text)
        return bool(number and int(number[1]) < self.evening.deal)

    async def secrets(self) -> list[str]:
        """What determines the cards still to be dealt; but for cuts that could be any number."""
        secret = await journal.secret(self.evening.bot.database, self.evening.table.id)
        assert secret is not None
        assert secret.cut is not None
        hexes = [secret.secret.hex(), secret.salt.hex()]
        return [*hexes, *map(str.upper, hexes), *([secret.cut] if len(secret.cut) > 6 else [])]

    def _at_logs(self, secret: list[str]) -> None:
        text = self.log.text
        self.log.clear()
        assert not cards_in(text)
        assert not [each for each in secret if each in text]

    def _at_disk(self, running: Known, secret: list[str]) -> None:
        sealed = self.evening.table.secret
        assert sealed is not None
        kept = b"".join(file.read_bytes() for file in self.evening.database.parent.iterdir())
        hidden = [sealed.secret, sealed.salt, *(cards.encode() for cards in running.dealt if len(cards) > 6)]
        assert not [each for each in (*hidden, *map(str.encode, secret)) if each in kept]


async def ends_the_sitting(evening: Evening) -> bool:
    """Whether the coming act does; from then on everything is known."""
    assert evening.table.sitting is not None
    trial = evening.table.sitting.copy()
    trial.apply(evening.seat(evening.turn()), evening.choice())
    return trial.places is not None
