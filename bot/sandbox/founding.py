"""How a world begins: the first guild, and the bot; and how any guild begins: roles and channels.

A world that was kept when there was only one guild is brought to today's shape.
"""

import secrets
from dataclasses import dataclass
from typing import Any

from bot.sandbox.ids import Clock, Snowflakes
from bot.sandbox.objects import DIRECT, TEXT, Channel, Guild, Member, Role, User
from bot.sandbox.permissions import MEMBER
from bot.sandbox.store import Store

HOME_NAME = "Levée Club"
BOT_NAME = "Levée"
FIRST_CHANNELS = ("lounge", "table-1", "table-2")


@dataclass(frozen=True, slots=True)
class Founded:
    """A new guild with what is in it from the first: @everyone, the bot and its role, the channels."""

    guild: Guild
    roles: list[Role]
    channels: list[Channel]


def guild_with(name: str, bot_id: int, ids: Snowflakes, now_s: float) -> Founded:
    guild = Guild(ids.next(), name, secrets.token_urlsafe(18))
    role = Role(ids.next(), BOT_NAME, int(MEMBER), managed=True, guild_id=guild.id)
    guild.members[bot_id] = Member(guild.id, bot_id, [role.id], now_s)
    everyone = Role(guild.id, "@everyone", int(MEMBER), guild_id=guild.id)
    channels = [
        Channel(ids.next(), TEXT, channel, guild.id, position=position)
        for position, channel in enumerate(FIRST_CHANNELS)
    ]
    return Founded(guild, [everyone, role], channels)


def keep(store: Store, founded: Founded) -> None:
    """Store all of it; the guild itself last, so that no guild is ever found half."""
    for role in founded.roles:
        store.put("role", role.id, role.document())
    for channel in founded.channels:
        store.put("channel", channel.id, channel.document())
    for member in founded.guild.members.values():
        keep_member(store, member)
    store.put("guild", founded.guild.id, founded.guild.document())


def keep_member(store: Store, member: Member) -> None:
    store.put(members_of(member.guild_id), member.user_id, member.document())


def members_of(guild_id: int) -> str:
    """The kind of document that the members of a guild are, by the user's id."""
    return f"member of {guild_id}"


def found(store: Store, ids: Snowflakes, clock: Clock) -> dict[str, Any]:
    """Store a new world and give its facts."""
    token = f"{secrets.token_urlsafe(18)}.{secrets.token_urlsafe(4)}.{secrets.token_urlsafe(24)}"
    bot = User(ids.next(), BOT_NAME, BOT_NAME, token, bot=True)
    store.put("user", bot.id, bot.document())
    home = guild_with(HOME_NAME, bot.id, ids, clock())
    keep(store, home)
    facts = {"home_id": home.guild.id, "bot_id": bot.id}
    store.put("world", 0, facts)
    return facts


def brought_to_date(store: Store, facts: dict[str, Any]) -> dict[str, Any]:
    """``facts`` of a stored world. One of a single guild gets that guild, and everybody is in it."""
    if "home_id" in facts:
        return facts
    id, users = facts["guild_id"], list(store.all("user"))
    owner_id = facts["owner_id"] if any(user["id"] == facts["owner_id"] for user in users) else 0
    guild = Guild(id, HOME_NAME, facts["invite"], owner_id, facts["locale"])
    for user in users:
        guild.members[user["id"]] = Member(id, user["id"], user["roles"], user["joined_s"])
    roles = [Role.from_document({**role, "guild_id": id}) for role in store.all("role")]
    channels = [Channel.from_document(document) for document in store.all("channel")]
    for channel in channels:
        channel.guild_id = 0 if channel.type == DIRECT else id
    keep(store, Founded(guild, roles, channels))
    facts = {"home_id": id, "bot_id": facts["bot_id"]}
    store.put("world", 0, facts)
    return facts
