"""What happens to the bot: messages and channels go, rights are revoked, lines break, it is killed."""

import asyncio
import random
import signal
from collections.abc import Callable
from typing import Final

from bot.sandbox import messages
from bot.sandbox.faults import Faults
from bot.sandbox.objects import TEXT, THREAD, Message, Overwrite
from bot.sandbox.permissions import Permission
from tests.soak import audit, play_steps
from tests.soak.soak import Soak

FEWEST_CHANNELS: Final = 2
"""In a server."""
MOST_CHANNELS: Final = 9
LINES: Final = (*("drop", "reconnect", "resumable") * 3, "invalid")
"""What happens to the gateway. Whoever has to begin anew waits five seconds, so that is rare."""
REVOCABLE: Final = (
    Permission.SEND_MESSAGES | Permission.SEND_MESSAGES_IN_THREADS,
    Permission.EMBED_LINKS,
    Permission.VIEW_CHANNEL,
    Permission.ATTACH_FILES,
)

Spoil = Callable[[Faults, random.Random], None]
FAULTS: Final[dict[str, Spoil]] = {
    "slow": lambda faults, dice: faults.slow(0.1, share=0.5, dice=dice),
    "500": lambda faults, dice: faults.fail(500, times=2, share=0.5, dice=dice),
    "502, done": lambda faults, dice: faults.fail(502, after=True, times=2, share=0.5, dice=dice),
    "429": lambda faults, dice: faults.limit(0.2, times=4, share=0.5, dice=dice),
    "429 everywhere": lambda faults, dice: faults.limit(0.2, everywhere=True, times=2, dice=dice),
    "cut": lambda faults, dice: faults.cut(times=3, share=0.5, dice=dice),
    "cut, done": lambda faults, dice: faults.cut(after=True, times=3, share=0.5, dice=dice),
}
"""What happens to calls, by name; of those that are “done” only the answer is lost."""


async def delete_message(soak: Soak, dice: random.Random) -> str | None:
    """Somebody deletes what the bot posted, be it the table."""
    world = soak.house.sandbox.world
    shown = [m for held in world.messages.values() for m in held.values() if _is_public(soak, m)]
    if not shown:
        return None
    message = dice.choice(shown[-5:])
    messages.delete(world, message)
    return f"message {message.id} is deleted in {message.channel_id}"


def _is_public(soak: Soak, message: Message) -> bool:
    return message.author_id == soak.house.sandbox.world.bot_id and not message.only_for


async def new_channel(soak: Soak, dice: random.Random) -> str | None:
    """Or a thread."""
    world, name = soak.house.sandbox.world, f"room-{dice.randrange(1000)}"
    if len(soak.channels()) >= MOST_CHANNELS:
        return None
    beside = dice.choice([channel for channel in soak.channels() if channel.type != THREAD])
    guild = world.guilds[beside.guild_id]
    if dice.random() < 0.5:
        made = world.add_channel(TEXT, name, guild)
    else:
        made = world.add_channel(THREAD, name, guild, parent_id=beside.id, owner_id=guild.owner_id)
    return f"{name} is made, {made.id}, beside {beside.id}"


async def delete_channel(soak: Soak, dice: random.Random) -> str | None:
    guild = dice.choice([*soak.house.sandbox.world.guilds.values()])
    channels = soak.house.sandbox.world.channels_of(guild)
    if len(channels) <= FEWEST_CHANNELS:
        return None
    channel = dice.choice(channels[1:])
    soak.house.sandbox.world.delete_channel(channel)
    return f"channel {channel.id} is deleted"


async def revoke(soak: Soak, dice: random.Random) -> str | None:
    """A right of the bot in a channel goes; those that went before come back."""
    restore(soak)
    channel = dice.choice([each for each in soak.channels() if each.type != THREAD])
    right = dice.choice(REVOCABLE)
    bot_id = soak.house.sandbox.world.bot_id
    soak.house.sandbox.world.set_overwrite(channel, Overwrite(bot_id, 1, 0, int(right)))
    return f"the bot may not {right!r} in {channel.id}"


async def give_back(soak: Soak, dice: random.Random) -> str | None:
    return "rights come back" if restore(soak) else None


def restore(soak: Soak) -> bool:
    world, changed = soak.house.sandbox.world, False
    for channel in soak.channels():
        if any(overwrite.deny for overwrite in channel.overwrites):
            world.set_overwrite(channel, Overwrite(world.bot_id, 1, 0, 0))
            changed = True
    return changed


async def cut_line(soak: Soak, dice: random.Random) -> str | None:
    """The gateway's connection breaks, or its session, in the middle of a few acts."""
    gateway, how = soak.house.sandbox.gateway, dice.choice(LINES)
    with soak.house.disturbed():
        lines = soak.house.lines()
        acting = asyncio.create_task(play_steps.bustle(soak, dice))
        await asyncio.sleep(dice.uniform(0, 0.02))
        match how:
            case "drop":
                await gateway.drop()
            case "reconnect":
                gateway.ask_to_reconnect()
            case _:
                gateway.invalidate(resumable=how == "resumable")
        said = await acting
        await soak.house.connected(lines)
    return f"gateway: {how}, while {said}"


async def fault(soak: Soak, dice: random.Random) -> str | None:
    """Some of the bot's next calls go wrong, and people go on meanwhile."""
    name, spoil = dice.choice(sorted(FAULTS.items()))
    with soak.house.disturbed():
        spoil(soak.house.sandbox.faults, random.Random(dice.random()))
        said = [await play_steps.bustle(soak, dice) for _ in range(2)]
        soak.house.sandbox.faults.clear()
    return f"{name}, while {said}"


async def trouble(soak: Soak, dice: random.Random) -> str | None:
    """The gateway tells some events twice, late, or in another order."""
    gateway, own = soak.house.sandbox.gateway, random.Random(dice.random())
    name = dice.choice(("twice", "twice, later", "late", "out of order"))
    with soak.house.disturbed():
        if name.startswith("twice"):
            gateway.duplicate(0.7, later_s=0.1 if "later" in name else 0.0, dice=own)
        else:
            gateway.delay(0.3, 0.5, in_order=name == "late", dice=own)
        said = [await play_steps.bustle(soak, dice) for _ in range(2)]
        gateway.delivery.clear()
    return f"{name}, while {said}"


async def restart(soak: Soak, dice: random.Random) -> str | None:
    """The bot is ended or killed, perhaps in the middle of a few acts, and starts again."""
    number = dice.choice((signal.SIGTERM, signal.SIGKILL, signal.SIGKILL))
    with soak.house.disturbed():
        acting = asyncio.create_task(play_steps.bustle(soak, dice))
        await asyncio.sleep(dice.uniform(0, 0.04))
        await soak.house.restart(number)
        said = await acting
    await audit.look_over(soak)
    return f"{number.name} while {said}"
