"""People who come to a server and go: they leave, are banned, come back, or delete their accounts."""

import random

from bot.sandbox.objects import Guild
from tests.soak.guest import Guest
from tests.soak.soak import Soak

FEWEST = 6


async def leave(soak: Soak, dice: random.Random) -> str | None:
    """Anybody but the owner leaves a server, or is banned there."""
    guild, guest = dice.choice([*soak.house.sandbox.world.guilds.values()]), dice.choice(soak.guests)
    if guest.id not in guild.members or guest.id == guild.owner_id or len(guild.members) <= FEWEST:
        return None
    world, how = soak.house.sandbox.world, dice.choice(("leave", "ban"))
    (world.leave if how == "leave" else world.ban)(world.users[guest.id], guild)
    return f"{guest.name} {how}s {guild.name}"


async def come_back(soak: Soak, dice: random.Random) -> str | None:
    """Somebody who has left, or was banned, is let in again."""
    missing = [
        (guild, guest)
        for guild in soak.house.sandbox.world.guilds.values()
        for guest in soak.guests
        if guest.id not in guild.members
    ]
    return _let_in(soak, *dice.choice(missing)) if missing else None


def _let_in(soak: Soak, guild: Guild, guest: Guest) -> str:
    world = soak.house.sandbox.world
    world.unban(world.users[guest.id], guild)
    world.enter(world.users[guest.id], guild)
    return f"{guest.name} is back in {guild.name}"


async def delete_account(soak: Soak, dice: random.Random) -> str | None:
    """Somebody is gone for good, and somebody new comes."""
    guest = dice.choice(soak.guests[1:])
    world = soak.house.sandbox.world
    name = guest.name
    world.delete_account(world.users[guest.id])
    await soak.house.dismiss(guest)
    new = await soak.house.invite(f"{name.split()[0]} {len(world.users)}")
    return f"{name} deletes his account, {new.name} comes"
