"""The books for beancount, whose ``bean-check`` adds them up again.

The commodity is 1/840 chip, so that every amount is whole. A deal's postings of one cause are a transaction;
what was corrected is one of its own.
"""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Final

from data.books import Books, Entered
from data.export import clause, moment, one_line
from engine.ledger import BANK, POT

COMMODITY: Final = "UNIT840"
_OF_TABLES: Final = {POT: "Pot", BANK: "Bank"}


def as_beancount(books: Books) -> str:
    parts = [f'option "title" {_text(f"Levée {books.guild_id}")}\n']
    if books.entered:
        parts += _accounts(books)
    reasons = {row["id"]: str(row["reason"]) for row in books.corrections}
    for _, together in groupby(sorted(books.entered, key=_transaction_of), key=_transaction_of):
        parts.append(_transaction(tuple(together), reasons))
    return "\n".join(parts)


def _transaction_of(entered: Entered) -> tuple[int, int, int, str]:
    return entered.sitting.table_id, entered.correction_id or 0, entered.deal, entered.posting.cause


def _accounts(books: Books) -> Iterator[str]:
    """The commodity and every account, opened on the first day; who an account is of stands below it."""
    first = _day(min(entered.at_ms for entered in books.entered))
    yield f"{first} commodity {COMMODITY}\n"
    names = {_account(entered): books.name(entered) for entered in books.entered}
    for account, name in sorted(names.items()):
        called = f"  name: {_text(name)}\n" if name else ""
        yield f"{first} open {account} {COMMODITY}\n{called}"


def _transaction(together: tuple[Entered, ...], reasons: dict[str | int | None, str]) -> str:
    first = together[0]
    title = f"table {first.sitting.table_id}, deal {first.deal}: {first.posting.cause}"
    told = {
        "table": str(first.sitting.table_id),
        "deal": str(first.deal),
        "cause": first.posting.cause,
        "clause": clause(first),
        "correction": str(first.correction_id or ""),
        "reason": reasons.get(first.correction_id, ""),
    }
    lines = [f"{_day(together[-1].at_ms)} * {_text(title)}"]
    lines += [f"  {key}: {_text(value)}" for key, value in told.items() if value]
    return "\n".join([*lines, *_postings(together)]) + "\n"


def _postings(together: Iterable[Entered]) -> Iterator[str]:
    for entered in together:
        yield f"  {_account(entered)}  {entered.posting.units} {COMMODITY}"
        yield f"    seat: {_text(entered.posting.account)}"


def _account(entered: Entered) -> str:
    """A name made of ids alone: beancount is strict about letters, people are not."""
    table = f"T{entered.sitting.table_id}"
    if entered.seat is None:
        return f"Equity:Tables:{table}:{_OF_TABLES[entered.posting.account]}"
    bonus = ":Bonus" if entered.posting.account.startswith("bonus:") else ""
    if entered.user_id is None:
        return f"Assets:Computers:{table}:P{entered.seat + 1}{bonus}"
    kind = "Former" if entered.user_id < 0 else "Players"
    return f"Assets:{kind}:{abs(entered.user_id)}{bonus}"


def _day(at_ms: int) -> str:
    return moment(at_ms).date().isoformat()


def _text(text: str) -> str:
    escaped = one_line(text).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
