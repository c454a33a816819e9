"""A sitting as its record tells it, in fractions: what it brought, and to whom.

Only the engine's replay is asked. The season gives points by ``PLACES``, and substitutes share by deals.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from fractions import Fraction
from typing import Any

from engine.replay import replayed

PLACES = (2, 1, 1)
"""Points for the first, second and third place."""


@dataclass(frozen=True)
class Moved:
    """Chips of a deal that staff gave from a seat to another."""

    deal: int
    giver: int
    taker: int
    chips: Fraction


@dataclass(frozen=True)
class Handed:
    """Within ``deal`` the seat becomes the user's."""

    deal: int
    seat: int
    user: int


@dataclass(frozen=True)
class Sat:
    """``brought`` by seat and deal, whether that was finished or not. By seat too, ``held`` says who had it
    in each finished deal, and ``fined`` in which deals it paid a fine.
    """

    table: int
    over_at: datetime
    brought: tuple[Mapping[int, Fraction], ...]
    finished: tuple[int, ...]
    held: tuple[Mapping[int, int], ...]
    fined: tuple[frozenset[int], ...]

    def moved(self, change: Moved) -> "Sat":
        brought = [dict(each) for each in self.brought]
        brought[change.giver][change.deal] -= change.chips
        brought[change.taker][change.deal] += change.chips
        return replace(self, brought=tuple(brought))

    @property
    def nets(self) -> tuple[Fraction, ...]:
        return tuple(sum(each.values(), Fraction()) for each in self.brought)

    @property
    def places(self) -> tuple[int, ...]:
        return tuple(1 + sum(other > own for other in self.nets) for own in self.nets)


@dataclass(frozen=True)
class Result:
    """What a sitting brought a user."""

    user: int
    place: int
    points: Fraction
    net: Fraction
    deals: int
    won: bool
    fines: int


def read_sitting(
    table: int, over_at: datetime, record: str, started: Sequence[int], handed: Iterable[Handed]
) -> Sat:
    """``started`` is who had each seat first."""
    replay, fault = replayed(record.splitlines(keepends=True))
    assert fault is None
    assert replay is not None
    told: Any = replay.json()
    brought = [dict.fromkeys((deal["number"] for deal in told["deals"]), Fraction()) for _ in started]
    fined: list[set[int]] = [set() for _ in started]
    for deal, account, cause, chips in _postings(told):
        if account in told["seats"] and cause != "opening":
            brought[told["seats"].index(account)][deal] += chips
        if cause == "bourre" and chips < 0:
            fined[told["seats"].index(account)].add(deal)
    finished = tuple(deal["number"] for deal in told["deals"] if deal["complete"])
    held = _held(finished, started, handed)
    sat = Sat(table, over_at, tuple(brought), finished, held, tuple(map(frozenset, fined)))
    if told["complete"]:
        assert told["places"] == dict(zip(told["seats"], sat.places, strict=True))
    return sat


def _postings(told: Any) -> Iterator[tuple[int, str, str, Fraction]]:
    for deal in told["deals"]:
        for account, cause, chips in deal["postings"]:
            yield deal["number"], account, cause, Fraction(chips)


def _held(
    finished: Iterable[int], started: Iterable[int], handed: Iterable[Handed]
) -> tuple[dict[int, int], ...]:
    held = tuple(dict.fromkeys(finished, user) for user in started)
    for each in handed:
        held[each.seat].update((deal, each.user) for deal in held[each.seat] if deal >= each.deal)
    return held


def results(sat: Sat) -> list[Result]:
    sharing = Counter(sat.places)
    found = []
    for place, net, brought, held, fined in zip(
        sat.places, sat.nets, sat.brought, sat.held, sat.fined, strict=True
    ):
        last = held[sat.finished[-1]]
        earned = sum((*PLACES, *[0] * 8)[place - 1 : place - 1 + sharing[place]])
        for user in dict.fromkeys(held.values()):
            own = [deal for deal in sat.finished if held[deal] == user]
            others = [deal for deal in sat.finished if held[deal] != user]
            share = Fraction(earned, sharing[place]) * len(own) / len(sat.finished)
            won = sum((brought[deal] for deal in own), Fraction())
            mine = net - sum(brought[deal] for deal in others) if user == last else won
            found.append(
                Result(user, place, share, mine, len(own), place == 1 and user == last, len(fined & set(own)))
            )
    assert len({each.user for each in found}) == len(found), "nobody had two seats"
    return found
