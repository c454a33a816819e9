"""Waiting until every page shows the table, and every open hand, as they stand."""

import asyncio
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from bot import Levee
from bot.render.hand import hand_panel
from bot.render.message import Message
from bot.render.table import table_message
from bot.table import Table
from tests.whole.panel import Json, ids_of
from tests.whole.playing import PATIENCE_S, Player

LOCALE: Final = "en-US"
LOOK_S: Final = 0.003


async def caught_up(bot: Levee, players: Sequence[Player], bystanders: Sequence[Player] = ()) -> None:
    """``players`` are by seat. Where the sitting is over, everybody has been told its end."""
    until = time.monotonic() + PATIENCE_S
    expected: list[Message] = []
    shown: tuple[int, bool] | None = None
    while time.monotonic() < until:
        table = bot.tables.find(int(players[0].person.channel(players[0].channel)))
        for player in (*players, *bystanders):
            player.look()
        if table is None:
            if all(player.is_over for player in (*players, *bystanders)):
                return
        else:
            if shown != (now := (table.seq, table.is_unseen)):
                shown, expected = now, list(_as_it_stands(table, len(players)))
            if _all_show(expected, players, bystanders):
                return
        await asyncio.sleep(LOOK_S)
    raise TimeoutError("what the pages show does not catch up with the table")


def _as_it_stands(table: Table, seats: int) -> Iterator[Message]:
    """The message of the table, then each seat's hand."""
    yield table_message(table, LOCALE)
    for seat in range(seats):
        yield hand_panel(table, seat, LOCALE)


def _all_show(expected: list[Message], players: Sequence[Player], bystanders: Sequence[Player]) -> bool:
    public, *hands = expected
    return all(_shows(each.table, public) for each in (*players, *bystanders)) and all(
        _shows(player.panel, hand) for player, hand in zip(players, hands, strict=True)
    )


def _shows(message: Json | None, wanted: Message) -> bool:
    if message is None:
        return False
    told = [_words_of(embed) for embed in message["embeds"]]
    ids = {getattr(item, "custom_id", "") or item.item.custom_id for item in wanted.items}
    return told == [_words_of(embed.to_dict()) for embed in wanted.embeds] and ids_of(message) - {""} == ids


def _words_of(embed: Mapping[str, Any]) -> tuple[str, list[str]]:
    return embed.get("description") or "", [field["value"] for field in embed.get("fields", [])]
