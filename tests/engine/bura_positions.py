"""Positions of Bura by the way a table gets there. p2 deals and p1 leads first, unless a case says not."""

from collections.abc import Iterable

from engine.bura.actions import PACK
from engine.bura.deal import Deal
from engine.bura.observing import BuraObservation
from engine.bura.sitting import BuraSitting
from engine.cards import parse_cards
from engine.record import Header, read_header
from engine.replay import Replay


def header(rules: str = "series", dealer: str = "p2") -> Header:
    values = {"Record": "1", "Game": "bura", "Rules": rules, "Seats": "p1=Ana p2=Ben", "Dealer": dealer}
    return read_header(values.__getitem__)


def feed(replay: Replay, lines: Iterable[str]) -> Replay:
    for line in lines:
        replay.feed(line)
    return replay


def dealt(first: str, second: str, turn: str = "6h", rules: str = "series") -> Replay:
    """p1's hand, p2's, and the turned card."""
    lines = ["deal 1", f"d deal p1 {first}", f"d deal p2 {second}", f"d turn {turn}"]
    return feed(Replay(header(rules)), lines)


def leading(first: str, second: str, turn: str = "6h") -> Replay:
    """Both have waived."""
    return feed(dealt(first, second, turn), ["p1 waive", "p2 waive"])


def sitting_of(replay: Replay) -> BuraSitting:
    assert isinstance(replay.sitting, BuraSitting)
    return replay.sitting


def deal_of(replay: Replay) -> Deal:
    deal = sitting_of(replay).deal
    assert deal is not None
    return deal


def seen_by(replay: Replay, seat: int | None) -> BuraObservation:
    seen = replay.sitting.observe(seat)
    assert isinstance(seen, BuraObservation)
    return seen


def with_stock(replay: Replay, left: int) -> Replay:
    """The same with a stock of so many cards, the turned one included; the rest lie in p2's tricks."""
    deal = deal_of(replay)
    gone = [card for card in PACK.bits(deal.stock) if card != deal.turn_up][: deal.stock.bit_count() - left]
    for card in gone:
        deal.stock ^= card
        deal.captured[1] ^= card
    return replay


def with_tricks(replay: Replay, cards: str, seat: int = 0) -> Replay:
    """The same with these cards of the stock in the tricks of ``seat``, and as many more in the other's."""
    deal = deal_of(replay)
    taken = PACK.mask(parse_cards(cards))
    assert not taken & ~deal.stock
    deal.stock ^= taken
    deal.captured[seat] |= taken
    rest = [card for card in PACK.bits(deal.stock) if card != deal.turn_up]
    if deal.stock.bit_count() % 2:
        deal.stock ^= rest[0]
        deal.captured[1 - seat] |= rest[0]
    return replay


def told(replay: Replay, seat: int) -> set[str]:
    """What the seat may do, in a record's words."""
    return set(replay.legal().get(f"p{seat + 1}", []))


def lines_since(replay: Replay, start: str) -> list[str]:
    """The body after the last line that begins so."""
    at = max(i for i, line in enumerate(replay.body) if line.startswith(start))
    return replay.body[at + 1 :]


def played_out(replay: Replay) -> Replay:
    """Play the deal to its last window: everybody waives, leads his first card and throws his first ones.

    ``replay`` is in a window; the cards that are drawn come in the pack's order, the turned one last.
    """
    while (
        any(view.cards for view in seen_by(replay, None).seats) or seen_by(replay, None).phase != "deciding"
    ):
        if acting := replay.sitting.to_act():
            name = f"p{acting[0] + 1}"
            replay.feed(f"{name} {replay.legal()[name][0]}")
        else:
            draw(replay)
    return replay


def draw(replay: Replay) -> None:
    """One card for a hand, from the stock's low end."""
    deal = deal_of(replay)
    due = str(replay.sitting.due())
    cards = [card for card in PACK.in_mask(deal.stock) if PACK.bit[card] != deal.turn_up]
    wanted = int(due.split()[4])
    given = [*cards, PACK.card[deal.turn_up]][:wanted]
    replay.feed(f"{' '.join(due.split()[:3])} {''.join(map(str, given))}")
