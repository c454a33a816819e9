"""A deal of Bouillotte, read off the words of O-1 to O-4 slowly: no phases, every chip by itself.

``Table.play`` is a generator. It yields whose turn it is and what he may do, as a record's words, and is sent
what he did. It shares no code with the engine. Amounts are whole chips, seats 0 to 3, cards are texts.
"""

from collections.abc import Generator, Sequence

RANKS = "89QKA"
VALUES = {"A": 11, "K": 10, "Q": 10, "9": 9, "8": 8}
Turn = Generator[tuple[int, set[str]], str, None]


class Table:
    """``out`` are the seats without a cave; ``cards`` are the four hands and the turned card, once dealt."""

    def __init__(self, dealer: int, caves: Sequence[int], carried: int) -> None:
        self.order = [(dealer + step) % 4 for step in (1, 2, 3, 4)]
        self.caves = list(caves)
        self.carried = carried
        self.put = [0] * 4
        self.bonus = [0] * 4
        self.live = {seat for seat in range(4) if caves[seat]}
        self.left_over = 0
        self.hands: list[list[str]] = []
        self.turned = ""

    def pay(self, seat: int, chips: int) -> None:
        self.caves[seat] -= chips
        self.put[seat] += chips

    def pot(self) -> int:
        return self.carried + sum(self.put)

    def right_of(self, seat: int) -> list[int]:
        return [(seat + step) % 4 for step in (1, 2, 3)]

    def play(self) -> Turn:
        dealer = self.order[3]
        self.pay(dealer, 1)
        if len(self.live) == 1:
            self.caves[dealer] += self.pot()
            return
        doubled = yield from self.carres()
        yield -1, {"cards"}
        yield from self.bets(dealer, doubled)

    def carres(self) -> Generator[tuple[int, set[str]], str, int | None]:
        last = None
        for seat in self.order:
            if self.caves[seat]:
                may = {"decline", "carre"} if self.caves[seat] >= self.pot() else {"decline"}
                if (yield seat, may) == "decline":
                    break
                self.pay(seat, self.pot())
                last = seat
        return last

    def nothing_left_to_say(self) -> bool:
        rich = [seat for seat in self.live if self.caves[seat] > 0]
        return not rich or (len(rich) == 1 and self.put[rich[0]] == max(self.put))

    def totals(self, verb: str, seat: int, least: int) -> set[str]:
        most = self.put[seat] + self.caves[seat]
        return {f"{verb} {least}-{most}"} if most >= least else set()

    def bets(self, dealer: int, doubled: int | None) -> Turn:
        if self.nothing_left_to_say():
            self.settle(self.live)
            return
        first = dealer if doubled is None else doubled
        speaker = None
        for seat in [*self.right_of(first), first]:
            if seat in self.live and self.caves[seat] and seat != doubled:
                least = max(max(self.put), self.put[seat] + 1)
                said = yield seat, {"pass"} | self.totals("open", seat, least)
                if said != "pass":
                    self.pay(seat, int(said.split()[1]) - self.put[seat])
                    speaker = seat
                    break
        if speaker is None:
            self.unopened(doubled)
        while speaker is not None:
            speaker = yield from self.answers(speaker)

    def unopened(self, doubled: int | None) -> None:
        rest = {seat for seat in self.live if seat == doubled or not self.caves[seat]}
        if not rest:
            self.left_over = self.pot()
        elif len(rest) == 1:
            self.caves[rest.pop()] += self.pot()
        else:
            self.settle(rest)

    def answers(self, speaker: int) -> Generator[tuple[int, set[str]], str, int | None]:
        """One round of answers and last chances; the new speaker, if there was a raise."""
        for seat in self.right_of(speaker):
            if self.nothing_left_to_say() or len(self.live) == 1:
                break
            if seat in self.live and self.caves[seat]:
                said = yield seat, {"call", "fold"} | self.totals("raise", seat, max(self.put) + 1)
                if said.startswith("raise"):
                    self.pay(seat, int(said.split()[1]) - self.put[seat])
                    return seat
                if said == "fold":
                    self.live.remove(seat)
                else:
                    self.pay(seat, min(self.caves[seat], max(self.put) - self.put[seat]))
                    if len(self.live) == 2:
                        self.settle(self.live)
                        return None
        for seat in self.right_of(speaker):
            if self.nothing_left_to_say() or len(self.live) == 1:
                break
            if seat in self.live and self.caves[seat]:
                said = yield seat, {"done"} | self.totals("raise", seat, max(self.put) + 1)
                if said != "done":
                    self.pay(seat, int(said.split()[1]) - self.put[seat])
                    return seat
        self.settle(self.live)
        return None

    # ---- who wins

    def settle(self, contenders: set[int]) -> None:
        """Chip by chip: the n-th chip of everybody goes to the best of those who put in n chips."""
        if len(contenders) == 1:
            (seat,) = contenders
            self.caves[seat] += self.pot()
            return
        best_suits: list[str] | None = None
        for chip in range(1, max(self.put) + 1):
            chips = sum(put >= chip for put in self.put) + (self.carried if chip == 1 else 0)
            reached = [seat for seat in self.order if seat in contenders and self.put[seat] >= chip]
            winner, suits = self.best(reached, best_suits)
            if chip == 1:
                best_suits = suits
            self.caves[winner] += chips
        for seat in range(4):
            for other in range(4):
                self.bonus[seat] += self.claim(seat) - self.claim(other)

    def claim(self, seat: int) -> int:
        ranks = {card[0] for card in self.hands[seat]}
        if len(ranks) > 1:
            return 0
        return 2 if self.turned[0] in ranks else 1

    def best(self, seats: list[int], main: list[str] | None) -> tuple[int, list[str] | None]:
        """The winner, and the order of suits if these decided. ``main`` is the order of the main pot."""
        holders = [seat for seat in seats if self.claim(seat)]
        if holders:
            strength = {seat: (self.claim(seat), RANKS.index(self.hands[seat][0][0])) for seat in holders}
            return max(holders, key=strength.__getitem__), None
        suits = main if main is not None else self.suits(seats)
        for suit in suits:
            for rank in reversed(RANKS):
                for seat in seats:
                    if rank + suit in self.hands[seat]:
                        return seat, suits
        raise AssertionError("nobody holds a card")

    def suits(self, seats: list[int]) -> list[str]:
        shown = [card for hand in self.hands for card in hand] + [self.turned]
        total = {suit: sum(VALUES[card[0]] for card in shown if card[1] == suit) for suit in "cdhs"}

        def owner(suit: str) -> int:
            for rank in reversed(RANKS):
                for place, seat in enumerate(seats):
                    if rank + suit in self.hands[seat]:
                        return place
            return 9

        return sorted("cdhs", key=lambda suit: (-total[suit], owner(suit), suit))
