"""Which cards a user may know of a table, from its record and from who held its seats meanwhile."""

from collections import defaultdict
from collections.abc import Iterable

from tests.soak.books import Stored
from tests.whole.knowledge import Known
from tests.whole.panel import two_by_two


class OpenCards(Known):
    """What every game lays open: a showdown all hands of the deal, an announcement the hand announced."""

    def __init__(self) -> None:
        super().__init__([])

    def read(self, line: str) -> None:
        self._read(line.split())

    def _read(self, words: list[str]) -> None:
        super()._read(words)
        match words:
            case ["=", "point" | "brelan", *_]:
                for (deal, _), cards in list(self.held.items()):
                    if deal == self.deal:
                        self.public[deal] |= cards
            case ["=", "announced", seat, _]:
                self.public[self.deal] |= self.held[self.deal, seat]


class Followed:
    """A table, read on and on: ``lines`` are all that were stored so far."""

    def __init__(self, stored: Stored) -> None:
        self.stored = stored
        self.lines: list[str] = []
        self.open_cards = OpenCards()
        self._played_for = stored.played_for
        self._hands: defaultdict[tuple[int, int], set[str]] = defaultdict(set)
        """By deal and user."""

    def go_on(self, now: Stored, lines: Iterable[str]) -> list[str]:
        """Read ``lines``, which were stored since; a hand is for who held the seat then or holds it now."""
        before, self.stored = self.stored, now
        self._played_for = before.played_for | now.played_for
        new = list(lines)
        for line in new:
            self.open_cards.read(line)
            match line.split():
                case ["d", "deal", seat, cards]:
                    for each in (before, now):
                        self._deal(each, seat, set(two_by_two(cards)))
        for seat, user_id in now.holders.items():
            if before.holders.get(seat) != user_id or (seat in before.played_for) != (seat in now.played_for):
                self._deal(now, seat, self.open_cards.held[self.open_cards.deal, seat])
        self.lines += new
        return new

    def _deal(self, table: Stored, seat: str, cards: set[str]) -> None:
        if seat not in table.played_for and (user_id := table.holders.get(seat)):
            self._hands[self.open_cards.deal, user_id] |= cards

    def may_know(self, user_id: int, deal: int | None) -> set[str]:
        """In what tells of ``deal``, which may be of a choice in the one before that did not come about; what
        does not say of which it tells is of the running one or the one before.
        """
        running = self.open_cards.deal
        deals = (running, running - 1) if deal is None else (deal,)
        own = self._hands[(deal or running) - 1, user_id]
        return own.union(*(self.open_cards.public[each] | self._hands[each, user_id] for each in deals))

    def may_act_unasked(self, seat: str) -> bool:
        """Whether the bot may have acted at the seat just now: for a computer, or by the clock."""
        return seat in self._played_for or self.stored.clock is not None
