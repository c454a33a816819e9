"""Which cards each person may know, read from the record's lines, and which of them a page was told."""

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any, Final

from tests.whole.playing import two_by_two

Json = dict[str, Any]

SUITS: Final = dict(zip("♣♦♥♠", "cdhs", strict=True))
UNREAD: Final = frozenset({"id", "url", "proxy_url", "commands", "nonce", "timestamp", "color", "invite"})
"""Parts of a frame that tell no words; what commands are called and take is the same for everybody."""
_SHOWN: Final = re.compile(r"(?<![0-9A-Za-z])(10|[2-9TJQKA])([♣♦♥♠])")
_WRITTEN: Final = re.compile(r"(?<![0-9A-Za-z])(?:(?:10|[2-9TJQKA])[cdhs])+(?![0-9A-Za-z])")
_DEAL: Final = re.compile(r"deal (\d+)")


class Known:
    """By deal: the cards that everybody has seen, and those that each seat held at some time."""

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
            case ["d", "turn", card] | [_, "play", card]:
                self.public[self.deal].add(card)

    def may_know(self, seat: str, deal: int | None) -> set[str]:
        """In what tells of ``deal``; without a number it may tell of the running one and the one before."""
        deals = (self.deal, self.deal - 1) if deal is None else (deal,)
        return set().union(*(self.public[deal] | self.held[deal, seat] for deal in deals))


def leaks(frames: Iterable[Json], known: Known, seat: str) -> list[str]:
    """Everything in ``frames`` that tells a card which ``seat`` may not know by now."""
    return [
        f"{seat} in deal {known.deal}: {sorted(cards)} in {json.dumps(part, ensure_ascii=False)}"
        for frame in frames
        for part in _parts(frame)
        if (cards := cards_in(part) - known.may_know(seat, _deal_of(part)))
    ]


def _parts(node: Any) -> Iterator[Json]:
    """Every message in ``node`` without the messages inside it, and the rest of it."""
    if isinstance(node, list):
        for item in node:
            yield from _parts(item)
    elif isinstance(node, dict) and node.get("t") != "commands_update":
        inner = ("d", "answer", "channels", "guild", "referenced_message")
        yield {name: value for name, value in node.items() if name not in inner}
        for name in inner:
            yield from _parts(node.get(name))


def _deal_of(part: Json) -> int | None:
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
