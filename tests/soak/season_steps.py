"""Leagues: staff begin seasons, draw rounds, correct and close; people enter, leave, and play for them."""

import random
from typing import Final

from tests.soak.soak import Soak, answer_to
from tests.whole.panel import ids_of

GAMES: Final = {
    "bourre": "series deals=1",
    "bura": "series pots=1",
    "bouillotte": "series deals=1",
}
POINTS: Final = ("places 5 3 1", "net", "places 10 5 + net")


async def create(soak: Soak, dice: random.Random) -> str | None:
    channel = dice.choice(soak.channels())
    game, name = dice.choice(sorted(GAMES)), f"League {dice.randrange(100)}"
    options = {"game": game, "rules": GAMES[game], "points": dice.choice(POINTS)}
    owner = soak.owner(channel.id)
    answer = await soak.house.slash(owner, str(channel.id), "season create", name=name, **options)
    soak.seasons.append((channel.guild_id, name, game))
    return f"{owner.name} begins {name} {options} → {answer_to(answer)}"


async def use(soak: Soak, dice: random.Random) -> str | None:
    """Somebody enters a season, leaves it, looks at it, or opens a table that counts in it."""
    if not soak.seasons:
        return None
    guild_id, name, game = dice.choice(soak.seasons)
    guest, what = (
        dice.choice(soak.guests),
        dice.choice(("join", "join", "join", "leave", "show", "open", "open")),
    )
    channels = [channel for channel in soak.channels() if channel.guild_id == guild_id]
    channel = str(dice.choice(channels).id)
    if channel not in guest.person.channels:
        return None
    match what:
        case "open":
            answer = await soak.house.slash(guest, channel, "table open", game=game, season=name)
        case "show":
            answer = await soak.house.slash(guest, channel, "standings", season=name)
        case _:
            answer = await soak.house.slash(guest, channel, f"season {what}", season=name)
    return f"{guest.name}: {what} {name} → {answer_to(answer)}"


async def manage(soak: Soak, dice: random.Random) -> str | None:
    """The owner draws a round, or rarely closes a season."""
    if not soak.seasons:
        return None
    guild_id, name, game = dice.choice(soak.seasons)
    channel = dice.choice([channel for channel in soak.channels() if channel.guild_id == guild_id]).id
    owner = soak.owner(channel)
    if dice.random() < 0.2:
        soak.seasons.remove((guild_id, name, game))
        answer = await soak.house.slash(owner, str(channel), "season close", season=name)
    else:
        options = {"computers": True, "force": True}
        answer = await soak.house.slash(owner, str(channel), "season schedule", season=name, **options)
    return f"{owner.name} manages {name} → {answer_to(answer)}"


async def correct(soak: Soak, dice: random.Random) -> str | None:
    """The owner moves chips of a deal, or voids a sitting, once he has seen what that does."""
    closed = [table.stored for table in soak.tables.values() if table.stored.state == "closed"]
    if not closed:
        return None
    table, channel = dice.choice(closed), dice.choice(soak.channels()).id
    owner = soak.owner(channel)
    options: dict[str, object] = {"table": table.id, "reason": "A miscount"}
    if dice.random() < 0.3:
        options |= {"void": True}
    else:
        options |= {"deal": 1, "from": 1, "to": 2, "amount": dice.choice(("5", "1/3"))}
    answer = await soak.house.slash(owner, str(channel), "season correct", **options)
    asked = (
        [id for id in sorted(ids_of(answer.message)) if id.startswith("confirm:")] if answer.message else []
    )
    if answer.message and asked:
        answer = await soak.house.press(owner, answer.message, dice.choice(asked))
    return f"{owner.name} corrects {options} → {answer_to(answer)}"
