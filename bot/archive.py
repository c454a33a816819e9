"""What is kept of tables, open or closed, for those who ask: records and proofs."""

from collections.abc import Iterator
from dataclasses import dataclass

from bot.errors import Refused
from data import journal
from data import tables as rows
from data.database import Database
from data.errors import UnknownTable
from data.proofs import Published
from data.rows import TableRow
from data.stints import starters
from engine.fair import proof_line
from engine.game import Game, games
from engine.record import Header, plain_name, text
from engine.shuffle import Proof


@dataclass(frozen=True, slots=True)
class Kept:
    """A table as it is kept. ``lines`` are those of the deals that are over.

    ``names`` are of those who sat there when it started, as its record has them.
    """

    row: TableRow
    names: tuple[str, ...]
    lines: tuple[str, ...]
    proofs: dict[int, Published]

    @property
    def game(self) -> Game:
        return games()[self.row.game]

    @property
    def finished(self) -> tuple[int, ...]:
        """The deals that are over."""
        return tuple(self.proofs)

    def record(self, deal: int | None = None) -> str:
        """The record of all deals that are over, or of one. Each carries its proof. Raises Refused."""
        if self.row.dealer is None or not self.lines:
            raise Refused("refused.no-record", table=self.row.id)
        if deal is not None and deal not in self.proofs:
            raise Refused("refused.no-deal", deal=deal, table=self.row.id)
        names = tuple(plain_name(name, seat) for seat, name in enumerate(self.names))
        rules = self.game.rules.parse(self.row.rules)
        header = Header(self.game, rules, self.row.rules, names, self.row.dealer)
        return text(header, self._body()) if deal is None else "\n".join(self._deal(deal)) + "\n"

    def _body(self) -> Iterator[str]:
        for line in self.lines:
            yield line
            if line.startswith("deal "):
                yield proof_line(self.proof(int(line.removeprefix("deal "))))

    def _deal(self, deal: int) -> Iterator[str]:
        inside = False
        for line in self._body():
            if line.startswith("deal "):
                inside = line == f"deal {deal}"
            if inside:
                yield line

    def proof(self, deal: int) -> Proof:
        """Raises Refused for a deal that is not over."""
        kept = self.proofs.get(deal)
        if kept is None:
            raise Refused("refused.no-deal", deal=deal, table=self.row.id)
        return Proof(self.row.id, deal, kept.secret, kept.salt, kept.cut)


async def in_channel(database: Database, channel_id: int) -> Kept:
    """The channel's open table, or the last one it had. Raises Refused."""
    row = await rows.latest_in_channel(database, channel_id)
    if row is None:
        raise Refused("refused.no-table-ever")
    return await _kept(database, row)


async def by_number(database: Database, guild_id: int, table_id: int) -> Kept:
    """A table of this server. Raises Refused."""
    try:
        row = await rows.table(database, table_id)
    except UnknownTable:
        row = None
    if row is None or row.guild_id != guild_id:
        raise Refused("refused.unknown-table", table=table_id)
    return await _kept(database, row)


async def _kept(database: Database, row: TableRow) -> Kept:
    lines, proofs = await journal.kept(database, row.id)
    names = await starters(database, row.id)
    return Kept(row, names, tuple(line.text for line in lines), {proof.deal: proof for proof in proofs})
