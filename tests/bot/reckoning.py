"""A season's table reckoned a second time, plainly, from its sittings and corrections."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from itertools import combinations
from typing import Any

from openskill.models import PlackettLuce
from sitting_read import Moved, Result, Sat, results

LEVELS = ("points", "net", "head-to-head", "wins")


@dataclass(frozen=True)
class Corrected:
    """Without ``moved`` the sitting was voided."""

    at: datetime
    table: int
    moved: Moved | None


@dataclass(frozen=True)
class Line:
    rank: int
    user: int
    sittings: int
    points: Fraction
    net: Fraction
    fines: int
    wins: int
    deals: int
    best: Fraction | None
    rating: str
    decided_by: str


def standing(sittings: Iterable[Sat], changes: Iterable[Corrected], at: datetime | None) -> list[Sat]:
    """The sittings that count at that moment, as they were corrected until then."""
    kept = {sat.table: sat for sat in sittings if at is None or sat.over_at <= at}
    for change in changes:
        if at is not None and change.at > at:
            continue
        if change.moved is None:
            del kept[change.table]
        else:
            kept[change.table] = kept[change.table].moved(change.moved)
    return list(kept.values())


# ---- the table

Key = tuple[Fraction, Fraction, int, int]
By = dict[int, list[Result]]


def reckon(
    sittings: Iterable[Sat], changes: Iterable[Corrected], entered: Iterable[int], at: datetime | None = None
) -> list[Line]:
    """``entered``: who is listed also without a sitting."""
    counted = [results(sat) for sat in standing(sittings, changes, at)]
    by: By = defaultdict(list)
    for each in counted:
        for result in each:
            by[result.user].append(result)
    ratings = _ratings(counted)
    keys = _keys(by, counted)
    lines = [
        Line(
            rank=1 + sum(other > key for other in keys.values()),
            user=user,
            sittings=len(by[user]),
            points=key[0],
            net=key[1],
            fines=sum(each.fines for each in by[user]),
            wins=key[3],
            deals=sum(each.deals for each in by[user]),
            best=max(each.net for each in by[user]),
            rating=ratings[user],
            decided_by=_decided_by(key, set(keys.values())),
        )
        for user, key in keys.items()
    ]
    nothing = Fraction()
    waiting = [
        Line(len(lines) + 1, user, 0, nothing, nothing, 0, 0, 0, None, "", "")
        for user in entered
        if user not in keys
    ]
    return sorted([*lines, *waiting], key=lambda line: (line.rank, line.user))


def _keys(by: By, counted: Iterable[Iterable[Result]]) -> dict[int, Key]:
    sums = {
        user: (sum((each.points for each in own), Fraction()), sum((each.net for each in own), Fraction()))
        for user, own in by.items()
    }
    leads = dict.fromkeys(by, 0)
    for sitting in counted:
        for one, other in combinations(sitting, 2):
            if sums[one.user] == sums[other.user]:
                leads[one.user] += (one.place < other.place) - (one.place > other.place)
                leads[other.user] += (other.place < one.place) - (other.place > one.place)
    return {user: (*sums[user], leads[user], sum(each.won for each in own)) for user, own in by.items()}


def _decided_by(key: Key, keys: set[Key]) -> str:
    """The deepest level that was needed against who stands next above, and next below, with equal points."""
    beside = [min((other for other in keys if other > key), default=None)]
    beside += [max((other for other in keys if other < key), default=None)]
    needed = [_level(key, other) for other in beside if other is not None and other[0] == key[0]]
    return LEVELS[max(needed)] if needed else ""


def _level(key: Key, other: Key) -> int:
    return next(level for level in range(len(key)) if key[level] != other[level])


def _ratings(counted: Iterable[list[Result]]) -> dict[int, str]:
    model = PlackettLuce()
    ratings: dict[int, Any] = defaultdict(model.rating)
    for sitting in counted:
        before = [[ratings[each.user]] for each in sitting]
        after = model.rate(before, ranks=[float(each.place) for each in sitting])
        ratings |= {each.user: rating for each, (rating,) in zip(sitting, after, strict=True)}
    return {user: f"{each.mu - 3 * each.sigma:z.1f}" for user, each in ratings.items()}
