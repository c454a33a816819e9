"""How fast the engine plays by chance through its public face, as ratios to peers timed in the same run.

The main peer is a bare playout probe of one game, whose state deals in its constructor; here dealing is
applied too. Where the probe is missing, the peer is a loop that draws cards from a list.
"""

import timeit
from collections.abc import Callable
from importlib.util import find_spec
from random import Random, random
from statistics import median
from time import process_time
from types import ModuleType
from typing import Final

from bench import report
from bench.report import Row
from engine.actions import Action, DealCards, NextDeal, Shuffle, Span, TurnUp
from engine.bouillotte.actions import Open, Raise
from engine.bourre.actions import PACK, Draw
from engine.bourre.sitting import BourreSitting
from engine.cards import Card
from engine.dealer import CardsDue, DealDue, Due, ShuffleDue, TurnUpDue
from engine.game import Game, Sitting, games
from engine.ledger import UNITS
from engine.record import Header
from engine.replay import Replay, replayed
from engine.seats import CHANCE, Seat

ROUNDS: Final = 9
ROUND_S: Final = 0.25
SELDOM: Final = 12
"""One time in so many a verb is said that its game wants said seldom."""
RULES: Final = {"bourre": "series deals=open", "bura": "series pots=99", "bouillotte": "series deals=open"}
STAKES: Final = {"open": Open, "raise": Raise}
PAT: Final = Draw(())


class QuickDealer:
    """Draws the pile only as far down as it is asked for, from a source that nobody can check."""

    def __init__(self, game: Game) -> None:
        self.pack = game.pack.cards
        self.begin(self.pack)

    def begin(self, cards: tuple[Card, ...]) -> None:
        self.left = list(cards)
        self.pile: list[Card] = []

    def at(self, places: tuple[int, ...]) -> tuple[Card, ...]:
        pile, left = self.pile, self.left
        for _ in range(len(pile), max(places) + 1):
            pile.append(left.pop(int(random() * len(left))))
        return tuple([pile[place] for place in places])

    def answer(self, due: Due) -> Action:
        if isinstance(due, CardsDue):
            return DealCards(due.seat, self.at(due.places))
        if isinstance(due, TurnUpDue):
            return TurnUp(*self.at((due.place,)))
        if isinstance(due, ShuffleDue):
            self.begin(due.cards)
            return Shuffle()
        self.begin(self.pack)
        return NextDeal(due.number)


def opened(game: Game) -> Sitting:
    rules = game.rules.parse(RULES[game.key])
    return game.open(rules, game.players(rules) or 0, 0)


def one_of(span: Span, playing: Sitting, seat: Seat) -> Action:
    """Any of a family. Of cards as the probe chooses: first how many, then which."""
    count = span.low + int(random() * (span.high - span.low + 1))
    if stake := STAKES.get(span.verb):
        return stake(count * UNITS)
    if not count:
        return PAT
    assert isinstance(playing, BourreSitting)
    assert playing.deal
    hand = list(PACK.in_mask(playing.deal.hands[seat]))
    while len(hand) > count:
        hand.pop(int(random() * len(hand)))
    return Draw(tuple(hand))


def play_a_deal(playing: Sitting, dealer: QuickDealer, seldom: frozenset[str]) -> tuple[int, int]:
    """Play one deal by chance through the public face; how many choices were made, and acts of chance."""
    to_act, legal, apply = playing.to_act, playing.legal, playing.apply
    choices = dealt = 0
    while True:
        while acting := to_act():
            seat = acting[0]
            may = legal(seat)
            choice = may[int(random() * len(may))]
            while choice.verb in seldom and random() * SELDOM >= 1:
                choice = may[int(random() * len(may))]
            apply(seat, one_of(choice, playing, seat) if isinstance(choice, Span) else choice)
            choices += 1
        due = playing.due()
        if choices and (due is None or isinstance(due, DealDue)):
            return choices, dealt
        assert due
        apply(CHANCE, dealer.answer(due))
        dealt += 1


def deals_of(game: Game, *, dealing: bool) -> Callable[[], int]:
    """A deal; its choices are counted, and if ``dealing`` what the dealer's hands did too."""
    playing, dealer = opened(game), QuickDealer(game)

    def play() -> int:
        nonlocal playing
        if playing.places:
            playing = opened(game)
        choices, dealt = play_a_deal(playing, dealer, game.seldom)
        return choices + dealt if dealing else choices

    return play


def draws() -> int:
    """As many cards as a deal of five has, drawn one by one from a pack."""
    left = list(range(52))
    for _ in range(25):
        left.pop(int(random() * len(left)))
    return 25


def probe_deals(probe: ModuleType) -> Callable[[], int]:
    chips = [0] * 5
    carried = 0

    def play() -> int:
        nonlocal carried
        carried, actions = probe.hand_slots(0, carried, chips, random, 0.5)
        return int(actions)

    return play


def euchre_deals() -> Callable[[], int]:
    """A deal of OpenSpiel's euchre, driven from here, its choices counted."""
    import pyspiel  # type: ignore[import-not-found]  # not among our dependencies

    game = pyspiel.load_game("euchre")
    chance = Random(1)

    def play() -> int:
        state, choices = game.new_initial_state(), 0
        while not state.is_terminal():
            choices += not state.is_chance_node()
            state.apply_action(chance.choice(state.legal_actions()))
        return choices

    return play


def rate(play: Callable[[], int]) -> float:
    """Choices a CPU second."""
    choices, begun = 0, process_time()
    while (spent := process_time() - begun) < ROUND_S:
        for _ in range(20):
            choices += play()
    return choices / spent


def compare(ours: Callable[[], int], peer: Callable[[], int]) -> tuple[float, float, float]:
    """Medians of our rate, of the peer's, and of their ratio in each of the rounds taken in turn."""
    rounds = [(rate(ours), rate(peer)) for _ in range(ROUNDS)]
    return (
        median(ours for ours, _ in rounds),
        median(peer for _, peer in rounds),
        median(ours / peer for ours, peer in rounds),
    )


def peer_row(
    what: str, own: Callable[[], int], peer: Callable[[], int], floor: str = "-", aim: str = "-"
) -> Row:
    ours, theirs, ratio = compare(own, peer)
    return Row(what, "1/s", ours, theirs, ratio, floor, aim)


def copy_us(game: Game) -> float:
    """Microseconds a copy of a sitting in the middle of a deal takes."""
    playing, dealer = opened(game), QuickDealer(game)
    while not any(view.cards for view in playing.observe(None).seats) or not playing.to_act():
        due = playing.due()
        if due:
            playing.apply(CHANCE, dealer.answer(due))
        else:
            seat = playing.to_act()[0]
            playing.apply(seat, next(each for each in playing.legal(seat)[::-1] if isinstance(each, Action)))
    return (
        median(timeit.repeat(playing.copy, number=20_000, repeat=ROUNDS, timer=process_time)) / 20_000 * 1e6
    )


def replay_ms(game: Game) -> float:
    """Milliseconds to replay a sitting of twelve deals from its text, read and checked line by line."""
    dealer = QuickDealer(game)
    rules = game.rules.parse("series")
    header = Header(game, rules, "series", ("A", "B", "C", "D", "E")[: game.players(rules)], 0)
    played = Replay(header)
    while played.sitting.places is None:
        due = played.sitting.due()
        if due:
            played.apply(CHANCE, dealer.answer(due))
            continue
        (seat,) = played.sitting.to_act()
        choice = played.sitting.legal(seat)[0]
        played.apply(seat, choice if isinstance(choice, Action) else Draw(()))
    lines = played.text().splitlines()
    return (
        median(timeit.repeat(lambda: replayed(lines), number=5, repeat=ROUNDS, timer=process_time)) / 5 * 1e3
    )


def rows() -> list[Row]:
    probe = report.peer("bourre_probe")
    peer, name = (probe_deals(probe), "the slots probe") if probe else (draws, "bare draws of cards")
    floor, aim = ("0.30", "0.50") if probe else ("-", "-")
    table = []
    for game in games().values():
        acts, choices = deals_of(game, dealing=True), deals_of(game, dealing=False)
        table.append(peer_row(f"{game.title}: all that is applied, to {name}", acts, peer, floor, aim))
        table.append(peer_row(f"{game.title}: players' choices alone, to {name}", choices, peer))
        if find_spec("pyspiel"):
            what = f"{game.title}: players' choices, to OpenSpiel's euchre"
            table.append(peer_row(what, choices, euchre_deals(), aim="0.90"))
        copying = copy_us(game)
        table.append(
            Row(
                f"{game.title}: a copy in mid-deal", "µs", copying, floor="3 µs", aim="1.5 µs", has_peer=False
            )
        )
    table.append(Row("Bourré: replay of twelve deals", "ms", replay_ms(games()["bourre"]), has_peer=False))
    return table
