"""The deals a user has played in a guild, each with what it brought him: what `stats` adds up.

A deal is his who held the seat at its last line. Deals that are void, and sittings that staff have voided,
are nobody's.
"""

import sqlite3
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from data import stints
from data.ledger import NOT_A_RESULT, WIN
from engine.game import games
from engine.seats import Seat, seat_name

_SEATS: Final = """
    SELECT id, seat, game, state = 'closed'
    FROM (SELECT table_id, seat FROM seat WHERE user_id = :user
          UNION SELECT table_id, seat FROM stint WHERE user_id = :user)
    JOIN game_table ON id = table_id
    WHERE guild_id = :guild AND game = coalesce(:game, game)
      AND NOT EXISTS (SELECT 1 FROM correction WHERE correction.table_id = game_table.id AND kind = 'void')
    ORDER BY id, seat"""
_DEALS: Final = f"""
    SELECT deal, proof.seq, void,
           coalesce(sum(units) FILTER (WHERE account IN (:record, :bonus) AND cause NOT IN
               ({", ".join(f"'{cause}'" for cause in sorted(NOT_A_RESULT))})), 0),
           count(*) FILTER (WHERE cause = '{WIN}' AND account = :record AND units > 0),
           count(*) FILTER (WHERE cause = '{WIN}'),
           count(*) FILTER (WHERE cause = :fine AND account = :record AND units < 0)
    FROM proof LEFT JOIN posting USING (table_id, deal)
    WHERE table_id = :table
    GROUP BY deal
    ORDER BY deal"""


@dataclass(frozen=True, slots=True)
class PlayedDeal:
    """``net`` is in units; the last deal's has the share of what was left in the pot.

    ``over``: the sitting is. ``stayed``: he took part in the deal beyond being dealt in; ``tied``: he did,
    and nobody won the pot.
    """

    table_id: int
    game: str
    deal: int
    over: bool
    net: int
    stayed: bool
    won: bool
    tied: bool
    fined: bool


def played(
    reader: sqlite3.Connection, guild_id: int, user_id: int, game: str | None = None
) -> tuple[PlayedDeal, ...]:
    """Of one game or of all, in the order in which the tables were opened."""
    asked = {"guild": guild_id, "user": user_id, "game": game}
    seats = reader.execute(_SEATS, asked).fetchall()
    return tuple(deal for seat in seats for deal in _of_seat(reader, user_id, *seat))


def _of_seat(
    reader: sqlite3.Connection, user_id: int, table_id: int, seat: Seat, game: str, over: int
) -> list[PlayedDeal]:
    """The deals the user held this seat in."""
    holders = stints.holders(reader, table_id)
    played = games()[game]
    takes_part = played.takes_part
    said = _verbs(reader, table_id, seat) if takes_part else {}
    account = seat_name(seat)
    asked = {"table": table_id, "record": account, "bonus": f"bonus:{account}", "fine": played.fine}
    rows = reader.execute(_DEALS, asked)
    deals: list[PlayedDeal] = []
    mine = False
    for deal, seq, void, net, won, winners, fined in rows:
        if void and mine:
            # what the void deal moved is taken back; the pot that lay there before is shared out in it
            deals[-1] = replace(deals[-1], net=deals[-1].net + net)
        elif not void and (mine := holders.at(seat, seq or 0) == user_id):
            stayed = not takes_part or bool(won) or bool(takes_part & said[deal])
            tied = stayed and not winners
            deals.append(
                PlayedDeal(table_id, game, deal, bool(over), net, stayed, bool(won), tied, bool(fined))
            )
    return deals


def _verbs(reader: sqlite3.Connection, table_id: int, seat: Seat) -> Mapping[int, set[str]]:
    """What the seat has done in each deal, by the first words of its lines."""
    query = "SELECT text FROM line WHERE table_id = ? AND (text GLOB 'deal *' OR text GLOB ?) ORDER BY seq"
    said: defaultdict[int, set[str]] = defaultdict(set)
    deal = 0
    for (text,) in reader.execute(query, (table_id, f"{seat_name(seat)} *")):
        actor, word, *_ = text.split(" ")
        if actor == "deal":
            deal = int(word)
        else:
            said[deal].add(word)
    return said
