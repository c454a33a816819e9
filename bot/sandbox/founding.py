"""How a world begins: the guild, its roles, its first channels and the bot."""

import secrets
from typing import Any

from bot.sandbox.ids import Clock, Snowflakes
from bot.sandbox.objects import TEXT, Channel, Role, User
from bot.sandbox.permissions import MEMBER
from bot.sandbox.store import Store

GUILD_NAME = "Levée Club"
BOT_NAME = "Levée"
FIRST_CHANNELS = ("lounge", "table-1", "table-2")


def found(store: Store, ids: Snowflakes, clock: Clock) -> dict[str, Any]:
    """Store a new world and give its facts. The owner's id waits for the first person who joins."""
    guild_id, owner_id, bot_id, role_id = (ids.next() for _ in range(4))
    for role in (
        Role(guild_id, "@everyone", int(MEMBER)),
        Role(role_id, BOT_NAME, int(MEMBER), managed=True),
    ):
        store.put("role", role.id, role.document())
    token = f"{secrets.token_urlsafe(18)}.{secrets.token_urlsafe(4)}.{secrets.token_urlsafe(24)}"
    bot = User(bot_id, BOT_NAME, BOT_NAME, token, bot=True, roles=[role_id], joined_s=clock())
    store.put("user", bot_id, bot.document())
    for position, name in enumerate(FIRST_CHANNELS):
        channel = Channel(ids.next(), TEXT, name, position=position)
        store.put("channel", channel.id, channel.document())
    facts = {"guild_id": guild_id, "owner_id": owner_id, "bot_id": bot_id, "locale": "en-US"}
    facts["invite"] = secrets.token_urlsafe(18)
    store.put("world", 0, facts)
    return facts
