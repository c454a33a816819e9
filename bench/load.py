"""Many tables at once on the embedded server: how soon presses are acknowledged, and how fast it all goes.

Three processes share the machine: the bot as it is started everywhere (``python -m bot``), the embedded
server, and here the people, five at each table of Bourré, each with a page of his own: he joins, sits down by
slash commands, and plays by the buttons of his panel.

At up to BUSY tables they play: each move is thought over for THINK_S, half as long or half as long again, as
people do who play cards in a chat. Then nobody thinks, and so it goes as fast as it can. At all other tables
people have sat down, begun, and closed their pages; tables leave memory after IDLE_MIN. While they play
Discord's rate limits hold; tables are opened without, or that alone would take a quarter of an hour.
"""

import asyncio
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from statistics import quantiles
from typing import Any, Final

import aiohttp

from bench.load_people import Load, Visitor
from bench.load_processes import Bot, Server, raise_file_limit
from bench.report import Row, scratch

Json = dict[str, Any]

SIZES: Final = (50, 500, 2000)
BUSY: Final = 500
SEATS: Final = 5
THINK_S: Final = 20.0
MEASURED_S: Final = 20.0
IDLE_MIN: Final = 0.5
AT_ONCE: Final = 16
"""So many tables are opened at the same time."""


def rows() -> Iterator[Row]:
    raise_file_limit()
    for size in SIZES:
        with scratch() as folder:
            yield from asyncio.run(_measure(size, folder))


async def _measure(size: int, folder: Path) -> list[Row]:
    async with AsyncExitStack() as opened:
        server = await opened.enter_async_context(Server.started())
        bot = await opened.enter_async_context(Bot.started(server, folder, IDLE_MIN))
        connector = aiohttp.TCPConnector(limit=0)
        load = Load(
            await opened.enter_async_context(aiohttp.ClientSession(server.address, connector=connector))
        )
        before_mib = bot.memory_mib()
        busy = await _open_tables(load, server, size)
        await server.ask("limit")
        paced = await _played(load, server, busy, THINK_S)
        paced |= {"memory": bot.memory_mib() - before_mib, "awake": await bot.tables_in_memory()}
        fastest = await _played(load, server, busy, 0.0)
        await asyncio.gather(*(person.close() for person in busy))
    return list(_rows(size, paced, fastest))


async def _open_tables(load: Load, server: Server, size: int) -> list[Visitor]:
    """All that are to be there; the people of those at which is played."""
    doors = asyncio.Semaphore(AT_ONCE)

    async def one(number: int) -> list[Visitor]:
        async with doors:
            people = await _open_table(load, await server.ask("room"), number)
            if number < BUSY:
                await asyncio.gather(*(person.slash("hand") for person in people))
                return people
            await asyncio.gather(*(person.close() for person in people))
            return []

    tables = await asyncio.gather(*(one(number) for number in range(size)))
    return [person for people in tables for person in people]


async def _open_table(load: Load, room: Json, number: int) -> list[Visitor]:
    names = [f"P{number} {seat}" for seat in range(SEATS)]
    people = [await Visitor.join(load, room["invite"], room["channel"], name) for name in names]
    await people[0].slash("table open", game="bourre", rules="series deals=open")
    for person in people[1:]:
        await person.slash("table join")
    await people[0].slash("table start")
    return people


async def _played(load: Load, server: Server, people: list[Visitor], think_s: float) -> Json:
    """What was measured over MEASURED_S, once everybody is in the midst of it.

    The bot's time is the server's, from telling it of a press to its answer; the person's is his own.
    """
    load.begin(think_s)
    for person in people:
        person.think()
    await asyncio.sleep(1.5 * think_s + 2)
    await server.ask("measured")
    load.begin(think_s)
    await asyncio.sleep(MEASURED_S)
    seen = await server.ask("measured")
    load.think_s = None
    measured = {"bot": _cuts(seen["acknowledged_ms"]), "person": _cuts(load.taken_ms)}
    return measured | {"rate": load.moves / MEASURED_S, "lost": load.lost}


def _cuts(times_ms: list[float]) -> tuple[float, float]:
    """What half of them, and 99 of 100, do not exceed."""
    cuts = quantiles(times_ms, n=100)
    return cuts[49], cuts[98]


def _rows(size: int, paced: Json, fastest: Json) -> Iterator[Row]:
    def row(what: str, unit: str, ours: float, floor: str = "-", aim: str = "-") -> Row:
        return Row(f"{size} tables: {what}", unit, ours, floor=floor, aim=aim, has_peer=False)

    for how, measured in (("", paced), ("no thinking: ", fastest)):
        bounds = ("1000 ms", "150 ms") if size == BUSY and measured is paced else ()
        yield row(f"{how}acknowledged, half of all", "ms", measured["bot"][0])
        yield row(f"{how}acknowledged, 99 of 100", "ms", measured["bot"][1], *bounds)
        yield row(f"{how}until the page knows, half of all", "ms", measured["person"][0])
        yield row(f"{how}until the page knows, 99 of 100", "ms", measured["person"][1])
        yield row(f"{how}moves", "1/s", measured["rate"])
        yield row(f"{how}not acknowledged in time", "presses", measured["lost"])
    yield row("in memory", "tables", paced["awake"])
    yield row("the bot's memory", "KiB/table", paced["memory"] * 1024 / size)
