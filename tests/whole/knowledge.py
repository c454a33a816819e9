"""Which cards each person may know, read from the record's lines, and which of them a page was told."""

import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final

from tests.whole.panel import two_by_two

Json = dict[str, Any]

SUITS: Final = dict(zip("♣♦♥♠", "cdhs", strict=True))
UNREAD: Final = frozenset({"id", "url", "proxy_url", "commands", "nonce", "timestamp", "color", "invite"})
"""Parts of a frame that tell no words; what commands are called and take is the same for everybody."""
_SHOWN: Final = re.compile(r"(?<![0-9A-Za-z])(10|[2-9TJQKA])([♣♦♥♠])")
_WRITTEN: Final = re.compile(r"(?<![0-9A-Za-z])(?:(?:10|[2-9TJQKA])[cdhs])+(?![0-9A-Za-z])")
_DEAL: Final = re.compile(r"deal (\d+)")
_POINTS: Final = re.compile(r"(\d+) points")
_CHOICE: Final = re.compile(r"\b(stays|passes|passed)\b")


class Known:
    """By deal: the cards that everybody has seen, and those that each seat held at some time.

    ``deal`` is the running one, or the last. A bystander is the seat ``""``.
    """

    def __init__(self, lines: Iterable[str]) -> None:
        self.public: defaultdict[int, set[str]] = defaultdict(set)
        self.held: defaultdict[tuple[int, str], set[str]] = defaultdict(set)
        self.deal = 0
        for line in lines:
            self._read(line.split())

    def _read(self, words: list[str]) -> None:
        match words:
            case ["deal", number]:
                self.deal = int(number)
            case ["d", "deal", seat, cards]:
                self.held[self.deal, seat].update(two_by_two(cards))
            case ["d", "turn", card]:
                self.public[self.deal].add(card)
            case [_, "play", cards]:
                self.public[self.deal].update(two_by_two(cards))

    def may_know(self, seat: str, deal: int | None) -> set[str]:
        """In what tells of ``deal``; without a number it may tell of the running one and the one before."""
        deals = (self.deal, self.deal - 1) if deal is None else (deal,)
        return set().union(*(self.public[deal] | self.held[deal, seat] for deal in deals))


class KnownByShowdown(Known):
    """Bouillotte: a deal's hands are everybody's after a showdown, and never without one (O-4.3)."""

    def _read(self, words: list[str]) -> None:
        super()._read(words)
        if words[:2] in (["=", "point"], ["=", "brelan"]):
            for (deal, _), cards in list(self.held.items()):
                if deal == self.deal:
                    self.public[deal] |= cards


class KnownFaceDown(Known):
    """Bura: while a deal runs nobody is shown a trick again once somebody has gone on (U-2.4).

    ``now`` is what lies open, ``hands`` what each seat holds, ``left`` what it held when the deal before
    ended: that it had chosen a lead that never came is told to it then. ``points`` are those told by claims.
    """

    def __init__(self, lines: Iterable[str]) -> None:
        self.hands: defaultdict[str, set[str]] = defaultdict(set)
        self.left: dict[str, set[str]] = {}
        self.shown: dict[str, set[str]] = {}
        self.turned: set[str] = set()
        self.trick: list[str] = []
        self.is_taken = False
        self.points: set[int] = set()
        self.is_over = False
        super().__init__(lines)

    def _read(self, words: list[str]) -> None:
        super()._read(words)
        if words[0].startswith("p") and self.is_taken:
            self.trick, self.shown, self.is_taken = [], {}, False
        match words:
            case ["deal", _]:
                self._clear()
            case ["d", "deal", seat, cards]:
                self.hands[seat].update(two_by_two(cards))
            case ["d", "turn", card]:
                self.turned = {card}
            case [seat, "play", cards]:
                self.trick += two_by_two(cards)
                self.hands[seat].difference_update(two_by_two(cards))
            case ["=", "announced", seat, _]:
                self.shown[seat] = set(self.hands[seat])
                self.public[self.deal] |= self.hands[seat]
            case ["=", "trick", _]:
                self.is_taken = True
            case ["=", "claimed", _, points]:
                self.points.add(int(points))
            case ["=", "records", *_]:
                self.is_over = True

    def _clear(self) -> None:
        self.left = {seat: set(cards) for seat, cards in self.hands.items()}
        self.hands.clear()
        self.shown, self.turned, self.trick = {}, set(), []
        self.is_taken = self.is_over = False

    @property
    def now(self) -> set[str]:
        return self.turned.union(self.trick, *self.shown.values())

    def may_know(self, seat: str, deal: int | None) -> set[str]:
        """What does not say of which deal it tells is of the running one."""
        if self.is_over or deal not in (None, self.deal):
            return super().may_know(seat, deal)
        return self.now | self.hands[seat] | self.left.get(seat, set())


class KnownByHonour(Known):
    """Bourré with sealed choices and by honour: who has chosen so far, and who played the last card."""

    def __init__(self, lines: Iterable[str]) -> None:
        self.chosen: dict[str, str] = {}
        self.last_played = ""
        super().__init__(lines)

    def _read(self, words: list[str]) -> None:
        super()._read(words)
        match words:
            case ["deal", _]:
                self.chosen, self.last_played = {}, ""
            case [seat, "stay" | "pass" as choice]:
                self.chosen[seat] = choice
            case [seat, "play", _]:
                self.last_played = seat


def leaks(frames: Iterable[Json], known: Sequence[Known], seat: str) -> list[str]:
    """Everything in ``frames`` that tells a card which ``seat`` may not know by now.

    ``known`` are the states that a frame may tell of: an act's beginning and its end.
    """
    return [
        f"{seat} in deal {known[-1].deal}: {sorted(cards)} in {words_in(part)}"
        for frame in frames
        for part in parts(frame)
        if (cards := cards_in(part).difference(*(each.may_know(seat, deal_of(part)) for each in known)))
    ]


def points_told(frames: Iterable[Json], known: Sequence[Known], seat: str) -> list[str]:
    """U-2.4: every number of points besides the 31 of a claim, and those that a claim has opened."""
    told = {int(points) for frame in frames for points in _POINTS.findall(words_in(frame))}
    opened = set().union(*(each.points for each in known if isinstance(each, KnownFaceDown)))
    return [f"{seat}: {points} points" for points in told - opened - {31}]


def choices_told(seats: int) -> Callable[[Iterable[Json], Sequence[Known], str], list[str]]:
    """B-3.10: what tells another's choice in the running deal before all ``seats`` have chosen."""

    def told(frames: Iterable[Json], known: Sequence[Known], seat: str) -> list[str]:
        is_open = any(isinstance(each, KnownByHonour) and len(each.chosen) == seats for each in known)
        deal = known[-1].deal
        return [
            f"{seat}: {words_in(part)}"
            for frame in frames
            for part in parts(frame)
            if not is_open and deal_of(part) in (None, deal) and _is_choice(part, known[-1], seat)
        ]

    return told


def _is_choice(part: Json, known: Known, seat: str) -> bool:
    assert isinstance(known, KnownByHonour)
    words = words_in(part)
    return bool(_CHOICE.search(words)) or ("You have chosen to" in words and seat not in known.chosen)


def broken_rules_told(frames: Iterable[Json], known: Sequence[Known], seat: str) -> list[str]:
    """B-8.1: what tells of a pending irregularity to others than who played the last card."""
    owners = [each.last_played for each in known if isinstance(each, KnownByHonour)]
    found = [words for frame in frames if "Your card breaks" in (words := words_in(frame))]
    return [f"{seat}: {words}" for words in found if seat not in owners]


def words_in(node: Any) -> str:
    """All that ``node`` says, in its ids too."""
    return json.dumps(_read_parts(node), ensure_ascii=False)


def _read_parts(node: Any) -> Any:
    if isinstance(node, dict):
        return {name: _read_parts(value) for name, value in node.items() if name not in UNREAD}
    return [_read_parts(item) for item in node] if isinstance(node, list) else node


def parts(node: Any) -> Iterator[Json]:
    """Every message in ``node`` without the messages inside it, and the rest of it."""
    if isinstance(node, list):
        for item in node:
            yield from parts(item)
    elif isinstance(node, dict) and node.get("t") != "commands_update":
        inner = ("d", "answer", "channels", "guilds", "referenced_message")
        yield {name: value for name, value in node.items() if name not in inner}
        for name in inner:
            yield from parts(node.get(name))


def deal_of(part: Json) -> int | None:
    titles = [embed.get("title") or "" for embed in part.get("embeds", [])]
    found = _DEAL.search(" ".join(titles))
    return int(found[1]) if found else None


def cards_in(node: Any) -> set[str]:
    """The cards that the words in ``node`` name, as records write them."""
    if isinstance(node, dict):
        return set().union(*(cards_in(value) for name, value in node.items() if name not in UNREAD))
    if isinstance(node, list):
        return set().union(*map(cards_in, node))
    return set(_cards(node)) if isinstance(node, str) else set()


def _cards(text: str) -> Iterator[str]:
    for rank, suit in _SHOWN.findall(text):
        yield rank.replace("10", "T") + SUITS[suit]
    for run in _WRITTEN.findall(text):
        yield from two_by_two(run.replace("10", "T"))
