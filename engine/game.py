"""What every game offers, and the register of the games. Nothing outside a game's folder knows it by name."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Final, Protocol, Self

from engine.actions import Action, Legal
from engine.cards import Card, Pack, Suit
from engine.dealer import Due
from engine.events import Event
from engine.hearing import Heard
from engine.options import Rules
from engine.seats import Seat


@dataclass(frozen=True, slots=True)
class SeatView:
    """What everybody may know of a seat. ``stance`` is a key for words, such as ``passed``, or empty.

    ``drew`` and ``tricks`` are None where the deal has not come to them; ``record`` is in units.
    """

    cards: int
    stance: str
    drew: int | None
    tricks: int | None
    record: int
    put: int | None = None
    """What the seat has put into the pot in this deal, where betting goes on."""
    bonus: int | None = None
    """The seat's account beside its record, where there is one."""
    plays: bool | None = None
    """Has the seat said that it plays this deal, or is it out of it? None: neither, or nobody is asked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Observation:
    """What one seat, or a bystander (``seat is None``), may know. Amounts are in units.

    ``hand`` is as people hold cards, ``legal`` what the seat may do now; both are empty for a bystander.
    A trick is (seat, cards) in the order played. ``phase`` is a key for words.
    """

    seat: Seat | None
    deal: int
    deals: int | None
    """How many deals the sitting has; None if that is open."""
    dealer: Seat
    phase: str
    to_act: tuple[Seat, ...]
    hand: tuple[Card, ...]
    legal: tuple[Legal, ...]
    trump: Suit | None
    turn_up: Card | None
    pot: int
    trick: tuple[tuple[Seat, tuple[Card, ...]], ...]
    past: tuple[tuple[tuple[Seat, tuple[Card, ...]], ...], ...]
    """The finished tricks that may be looked at again, oldest first."""
    seats: tuple[SeatView, ...]
    offered: tuple[Action, ...] = ()
    """What the seat on turn may do as far as everybody can know it, whatever it holds."""
    notes: tuple[tuple[str, Mapping[str, object]], ...] = ()
    """What else everybody may know, as keys and values of the sentences ``note.<key>``."""
    mistakes: bool = False
    """More than the legal cards is accepted, at the player's own risk."""
    sealed: Action | None = None
    """What the seat has chosen in secret."""
    broken: str = ""
    """The clause that the seat's last card breaks, while it may still be taken back."""
    asked: str = ""
    """What the seat on turn is asked, as a key for words, where a turn alone does not say it."""
    silence: Action | None = None
    """What the seat on turn says by saying nothing for a while. Like ``asked``, whatever anybody holds."""
    ahead: tuple[Action, ...] = ()
    """What the seat may choose now, to be done as soon as it is lawful, if that comes about."""
    meanwhile: Action | None = None
    """What the seat says at once by choosing ahead."""


@dataclass(frozen=True, slots=True)
class DealReport:
    """What ``replay --json`` tells of a deal besides its postings. ``tricks``: None where a game has none."""

    number: int
    dealer: Seat
    turn_up: Card | None
    pot: int
    tricks: dict[Seat, int] | None
    complete: bool


class Sitting(Protocol):
    """One evening at a table, from the first ante to the places: a machine without clock or dice."""

    @property
    def seats(self) -> int: ...

    @property
    def records(self) -> tuple[int, ...]:
        """Each seat's record in units."""

    @property
    def pot(self) -> int: ...

    @property
    def places(self) -> tuple[int, ...] | None:
        """By seat; None until the sitting is over."""

    @property
    def cutter(self) -> Seat:
        """Who cuts for the next deal."""

    def to_act(self) -> tuple[Seat, ...]:
        """The seats the game waits for; none while the dealer's hands are due, or when it is over."""

    def due(self) -> Due | None:
        """What the dealer's hands do next."""

    def legal(self, seat: Seat) -> tuple[Legal, ...]: ...

    def apply(self, actor: Seat, action: Action) -> tuple[Event, ...]:
        """Apply ``action`` and say what followed.

        Raises IllegalAction with the clause it breaks; then nothing has changed.
        """

    def observe(self, seat: Seat | None) -> Observation: ...

    def report(self) -> DealReport | None:
        """The current or last deal; None before the first."""

    def copy(self) -> Self: ...


class Chooser(Protocol):
    """A source of choices: a number from 0 to ``n - 1``."""

    def below(self, n: int) -> int: ...


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb people use: its slash command and what the command takes.

    ``option`` names the command's one option (None: it has none) and ``takes`` how its text is read:
    ``cards``, ``amount`` or ``word``. ``then`` is a verb the option belongs to when it follows this one:
    ``/stay discard`` is ``stay`` and then ``draw``.
    """

    name: str
    option: str | None = None
    takes: str | None = None
    required: bool = False
    then: str | None = None


def forgetful(seen: Observation, heard: Iterable[Heard]) -> Observation:
    """A player of a game in which an observation tells all that is worth remembering."""
    return seen


def _nothing_more(sitting: Sitting) -> Mapping[str, tuple[int, ...]]:
    return {}


@dataclass(frozen=True, slots=True)
class Game:
    """A game as the house knows it. ``folder`` holds its rule book ``rules.md`` and ``words.*.toml``."""

    key: str
    title: str
    pack: Pack
    rules: type[Rules]
    players: Callable[[Rules], int | None]
    """How many seats the rules say; None if they leave it open."""
    seated: Callable[[Rules, int], Rules]
    """The rules for so many at the table. Raises BadRules."""
    open: Callable[[Rules, int, Seat], Sitting]
    """Rules, seats and first dealer → a sitting before its first deal."""
    parse: Callable[[str, str], Action | None]
    """A seat's verb and the rest of its words → the action, or None. Raises BadCard, BadAmount."""
    verbs: tuple[Verb, ...]
    rule_player: Callable[[Observation, Chooser], Action]
    absent: Callable[[Observation], Action]
    """What is done for a seat that is to act and whose time is up."""
    folder: Path
    listening: Callable[[Observation, Iterable[Heard]], Observation] = forgetful
    """What a seat observes and the running deal's acts as the table heard them → what its computer player
    knows. People get no such thing."""
    clockwise: bool = True
    """Which way the seats' numbers run around the table."""
    tricks_lie_open: bool = True
    """May the tricks of a running deal be looked at again?"""
    seldom: frozenset[str] = frozenset()
    """Verbs that a random player says now and then only, lest no deal go far."""
    fine: str = ""
    """The cause of the fine that standings count; empty: there is none."""
    takes_part: frozenset[str] = frozenset()
    """Verbs by which a seat stays in a deal; empty: whoever is dealt in plays it."""
    stands_out: str = ""
    """The verb by which somebody who leaves the table before speaking stands out of the running deal."""
    early: str = ""
    """The verb that says another one before its turn, where a table's conduct lets that be said."""
    amounts: Callable[[Sitting], Mapping[str, tuple[int, ...]]] = _nothing_more
    """What ``replay --json`` tells of each seat besides its record: units by seat, by name."""


FOLDERS: Final = ["engine.bourre", "engine.bura", "engine.bouillotte"]
"""The register: a game is a folder, whose module has it as ``GAME``, and a line here."""


def games() -> dict[str, Game]:
    """The games of the house by key, in the register's order."""
    return dict(_in(tuple(FOLDERS)))


@cache
def _in(folders: tuple[str, ...]) -> dict[str, Game]:
    """Found once: every sentence that is said asks for them."""
    found: list[Game] = [import_module(folder).GAME for folder in folders]
    return {game.key: game for game in found}
