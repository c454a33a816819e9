"""What a season asks of its tables: when they may be opened, who may sit there, how rounds are drawn.

Knows no Discord.
"""

import asyncio
from collections.abc import Sequence
from functools import partial
from random import Random

from bot.errors import Refused
from bot.render.names import escaped, is_somebody
from bot.table import Table
from bot.times import stamp
from data import fixtures, pairing, rounds, seasons
from data.database import Database
from data.fixtures import Fixture
from data.pairing import NoSeating
from data.season_errors import AlreadyEntered, SeasonClosed
from data.seasons import Season
from engine.errors import BadRules
from engine.game import Game, games
from engine.options import Rules
from engine.seats import Seat

MOST_SEATS = 8
NAMED = 10
"""How many seasons a refusal names."""


async def named(database: Database, guild_id: int, name: str | None) -> Season:
    """The season of this name or, without one, the only one that is not closed. Raises Refused."""
    if name is not None:
        if found := await seasons.by_name(database, guild_id, name.strip()):
            return found
        raise Refused("refused.no-season", season=escaped(name))
    running = [each for each in await seasons.of_guild(database, guild_id) if each.closed_at_ms is None]
    if not running:
        raise Refused("refused.no-season-open")
    if len(running) > 1:
        names = ", ".join(escaped(each.name) for each in running[:NAMED])
        raise Refused("refused.which-season", names=names)
    return running[0]


def check_open(season: Season, now_ms: int) -> None:
    """Raises Refused before it has started, after its end, and once it is closed."""
    name = escaped(season.name)
    if season.closed_at_ms is not None:
        raise Refused("refused.season-closed", season=name)
    if now_ms < season.starts_at_ms:
        raise Refused("refused.season-early", season=name, time=stamp(season.starts_at_ms))
    check_not_over(season, now_ms)


def check_not_over(season: Season, now_ms: int) -> None:
    """Raises Refused."""
    if season.ends_at_ms is not None and now_ms >= season.ends_at_ms:
        raise Refused("refused.season-over", season=escaped(season.name), time=stamp(season.ends_at_ms))


async def entered(database: Database, season_id: int) -> dict[int, bool]:
    """Who is in the season and has not left it, in the order of joining; whether as a substitute."""
    found = await seasons.entries(database, season_id)
    return {entry.user_id: entry.substitute for entry in found if entry.left_at_ms is None}


async def check_entered(database: Database, season: Season, user_id: int) -> None:
    """Raises Refused."""
    if user_id not in await entered(database, season.id):
        raise Refused("refused.not-entered", season=escaped(season.name))


async def enter_substitute(database: Database, season: Season, user_id: int, now_ms: int) -> None:
    """Enter as a substitute whoever is not in the season. Raises Refused."""
    if user_id in await entered(database, season.id):
        return
    try:
        await seasons.enter(database, season.id, user_id, now_ms, substitute=True)
    except AlreadyEntered:
        pass  # somebody else has just done it
    except SeasonClosed:
        raise Refused("refused.season-closed", season=escaped(season.name)) from None


# ---- drawn tables


def drawn_seats(fixture: Fixture) -> dict[int, Seat]:
    """The seat that each player of a drawn table has there.

    So a substitute sits in the seat of whom he stands for, also where that one has never come.
    """
    return {user_id: seat for seat, user_id in enumerate(fixture.players)}


async def own_seat(database: Database, table: Table, user_id: int, wanted: Seat | None) -> Seat | None:
    """Which seat a user may take; None: any. Raises Refused for who may not sit at a season's table."""
    if table.season is None:
        return wanted
    await check_entered(database, table.season, user_id)
    if table.fixture is None:
        return wanted
    own = drawn_seats(table.fixture).get(user_id)
    if own is None:
        raise Refused("refused.not-drawn")
    if wanted not in (None, own):
        raise Refused("refused.drawn-seat", seat=own + 1)
    if own in table.seats:
        raise Refused("refused.replaced", name=table.seats[own])
    return own


def due_ms(table: Table) -> int | None:
    """Until when a drawn table is to be played; None: its season is open-ended."""
    assert table.fixture is not None
    assert table.season is not None
    return table.fixture.due_at_ms or table.season.ends_at_ms


def check_start(table: Table, staff: bool, now_ms: int) -> None:
    """Raises Refused after the season's end, and while players of a drawn table are awaited."""
    if table.season is not None:
        check_not_over(table.season, now_ms)
    if table.fixture is None or staff:
        return
    drawn = drawn_seats(table.fixture).items()
    missing = [user for user, seat in drawn if is_somebody(user) and seat not in table.seats]
    due = table.fixture.due_at_ms
    if missing and (due is None or now_ms < due):
        key = "refused.drawn-missing" if due is None else "refused.drawn-missing-yet"
        names = ", ".join(f"<@{user}>" for user in missing)
        raise Refused(key, names=names, time="" if due is None else stamp(due))


# ---- rounds


def sizes(game: Game, rules: Rules) -> tuple[int, ...]:
    """How many may sit at a table with these rules."""
    return tuple(seats for seats in range(2, MOST_SEATS + 1) if _seats(game, rules, seats))


def _seats(game: Game, rules: Rules, seats: int) -> bool:
    try:
        game.seated(rules, seats)
    except BadRules:
        return False
    return True


async def unplayed(database: Database, season: Season) -> tuple[Fixture, ...]:
    """Drawn tables that nobody has played."""
    opened = await rounds.opened(database, season.id)
    drawn = await fixtures.of_season(database, season.id)
    return tuple(each for each in drawn if each.id not in opened or not opened[each.id].played)


async def scheduled(database: Database, season: Season) -> list[int]:
    """Who is to be drawn, in the order of joining."""
    entries = await entered(database, season.id)
    return [user_id for user_id, substitute in entries.items() if not substitute]


async def draw(
    database: Database,
    season: Season,
    players: Sequence[int],
    channel_id: int,
    due_at_ms: int | None,
    computers: bool,
) -> tuple[Fixture, ...]:
    """Draw the next round and store it. Raises Refused."""
    game = games()[season.game]
    rules = game.rules.parse(season.rules)
    possible = sizes(game, rules)
    seed = season.id * 1000 + len(await fixtures.of_season(database, season.id))
    find = partial(
        pairing.seating,
        players,
        await fixtures.meetings(database, season.id),
        possible,
        computers=computers,
        preferred=game.players(rules),
        seed=seed,
    )
    try:
        tables = await asyncio.to_thread(find)
    except NoSeating as none:
        raise _no_seating(none, computers) from None
    dice = Random(seed)
    seated = [
        (tuple(dice.sample(table, len(table))), next(size for size in possible if size >= len(table)))
        for table in tables
    ]
    try:
        return await fixtures.add_round(database, season.id, seated, channel_id, due_at_ms)
    except SeasonClosed:
        raise Refused("refused.season-closed", season=escaped(season.name)) from None


def _no_seating(none: NoSeating, computers: bool) -> Refused:
    key = "refused.too-few-players" if none.too_few or computers else "refused.no-seating"
    return Refused(key, n=none.players, sizes=", ".join(map(str, none.sizes)))
