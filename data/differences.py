"""Where what is stored is not what it has to be."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import KW_ONLY, dataclass

from engine.ledger import Posting


@dataclass(frozen=True, slots=True)
class Difference:
    """``key`` is what was compared, for words: ``line``, ``proof``, ``deal``, ``posting``, ``credit``,
    ``season-total``, ``standing`` or ``total``; ``what`` the part of it, such as ``p1 ante`` or ``points``.

    ``stored`` and ``computed`` are empty where there is nothing. Amounts are units. ``unread-table``
    and ``unread-totals`` are so damaged that nothing could be compared; ``what`` is the fault then.
    """

    key: str
    what: str
    stored: str
    computed: str
    _: KW_ONLY
    table_id: int | None = None
    deal: int | None = None
    season_id: int | None = None
    user_id: int | None = None
    correction_id: int | None = None
    game: str | None = None


def unread(part: str, fault: Exception, table_id: int | None = None) -> Difference:
    return Difference(f"unread-{part}", f"{type(fault).__name__}: {fault}", "", "", table_id=table_id)


def of_fields(
    stored: Mapping[str, object] | None, computed: Mapping[str, object] | None
) -> Iterator[tuple[str, str, str]]:
    """What differs between two rows of the same columns: its name, as it is stored and as it has to be.

    A row that is missing differs in its first column alone.
    """
    names = list(stored or computed or {})
    for name in names if stored and computed else names[:1]:
        there, due = (stored or {}).get(name, ""), (computed or {}).get(name, "")
        if there != due:
            yield name, str(there), str(due)


def of_postings(
    stored: Iterable[Posting],
    computed: Iterable[Posting],
    table_id: int,
    deal: int,
    correction_id: int | None,
) -> Iterator[Difference]:
    there, due = _by_account(stored), _by_account(computed)
    for what in sorted(there.keys() | due.keys()):
        if there.get(what) != due.get(what):
            yield Difference(
                "posting",
                what,
                _told(there.get(what, [])),
                _told(due.get(what, [])),
                table_id=table_id,
                deal=deal,
                correction_id=correction_id,
            )


def _by_account(booked: Iterable[Posting]) -> dict[str, list[int]]:
    units: defaultdict[str, list[int]] = defaultdict(list)
    for posting in booked:
        units[f"{posting.account} {posting.cause}"].append(posting.units)
    return units


def _told(units: Iterable[int]) -> str:
    return ", ".join(str(each) for each in units)
