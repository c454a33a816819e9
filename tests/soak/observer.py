"""Looks through all that each user receives for cards that are not his to know."""

import re
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from tests.sandbox.reading import components_of, text_of
from tests.soak.cards import Followed
from tests.whole.knowledge import cards_in, deal_of, parts, words_in

Json = dict[str, Any]

_ADDRESS: Final = re.compile(r"(?:act|pick|ask|table):(\d+):")
_FOOTER: Final = re.compile(r"^Table (\d+) ·")
_LINK: Final = re.compile(r"/channels/\d+/(\d+)\)")
_QUOTED: Final = re.compile(r"“[^”]*”|such as [^.]*\.|\bAs (?=[a-z])")
"""What somebody typed, what he could have typed, and a word that looks like the ace of spades."""
REMEMBERED: Final = 100
RECORDS: Final = frozenset({"record show", "record file"})
"""Commands that tell deals that are over, line by line."""


class Observer:
    """``tables`` are all followed by id, ``finished`` reads the lines of a table that everybody may read."""

    def __init__(self, tables: dict[int, Followed], finished: Callable[[int], list[str]]) -> None:
        self._tables = tables
        self._finished = finished
        self.cards_told = 0
        self._read: OrderedDict[tuple[str, ...], set[str]] = OrderedDict()

    def leaks(self, user_id: int, frames: Iterable[Json], asked_in: int) -> Iterator[str]:
        """What ``frames`` told ``user_id`` wrongly; ``asked_in`` is the channel in which he asked last."""
        for frame in frames:
            for part in parts(frame):
                if part.get("author", {}).get("bot", True):
                    yield from self._of_part(user_id, part, asked_in)

    def _of_part(self, user_id: int, part: Json, asked_in: int) -> Iterator[str]:
        cards = self._cards({**part, "content": _QUOTED.sub("", part.get("content", ""))})
        if not cards:
            return
        self.cards_told += len(cards)
        told_of = self._told_of(part, asked_in)
        if (part.get("interaction_metadata") or {}).get("name") in RECORDS:
            yield from self.unfinished(text_of(part), told_of)
            return
        for piece, told in _pieces(part, cards):
            deal = deal_of(piece)
            allowed = set().union(*(table.may_know(user_id, deal) for table in told_of))
            if wrong := told - allowed:
                where = [table.stored.id for table in told_of]
                found = f"user {user_id} was told {sorted(wrong)} of tables {where}, deal {deal}"
                yield f"{found}: {words_in(part)}"

    def _cards(self, part: Json) -> set[str]:
        """What everybody is told alike is read once."""
        if "edited_timestamp" not in part:
            return cards_in(part)
        key = (part["id"], str(part["edited_timestamp"]), part["content"], str(part.get("pings_me")))
        if key not in self._read:
            self._read[key] = cards_in(part)
            if len(self._read) > REMEMBERED:
                self._read.popitem(last=False)
        return self._read[key]

    def unfinished(self, text: str, told_of: Iterable[Followed]) -> Iterator[str]:
        """Lines of a record that are not of a deal that is over."""
        over = {line for table in told_of for line in self._finished(table.stored.id)}
        for line in text.splitlines():
            if re.match(r"(d|p\d) ", line) and line not in over:
                yield f"a record tells “{line}”, which is not over"

    def _told_of(self, part: Json, asked_in: int) -> list[Followed]:
        """The tables that a part may tell of: the one it names, else the last two of its channel."""
        ids = [c.get("custom_id", "") for c in components_of(part)] if "components" in part else []
        named = [int(found[1]) for each in ids if (found := _ADDRESS.match(each))]
        footers = [(embed.get("footer") or {}).get("text", "") for embed in part.get("embeds", [])]
        named += [int(found[1]) for each in footers if (found := _FOOTER.match(each))]
        if named:
            return [self._tables[id] for id in dict.fromkeys(named) if id in self._tables]
        links = [_LINK.search(embed.get("description") or "") for embed in part.get("embeds", [])]
        channels = {int(link[1]) for link in links if link} or {int(part.get("channel_id", asked_in))}
        return [table for table in self._tables.values() if table.stored.channel_id in channels][-2:]


def _pieces(part: Json, cards: set[str]) -> Iterator[tuple[Json, set[str]]]:
    """``part``, which names ``cards``. One that tells of several deals does so in an embed for each."""
    embeds = part.get("embeds", [])
    if len(embeds) < 2:
        yield part, cards
        return
    for piece in ({**part, "embeds": []}, *({"embeds": [embed]} for embed in embeds)):
        yield piece, cards_in(piece)
