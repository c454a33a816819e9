"""People, roles, channels and guilds as Discord's JSON."""

from typing import Any

from bot.sandbox.ids import created_s, iso
from bot.sandbox.objects import DIRECT, TEXT, THREAD, Channel, Guild, Member, Role, User
from bot.sandbox.world import World

Json = dict[str, Any]
COLORS = ("#5865f2", "#3ba55d", "#faa61a", "#ed4245", "#eb459e", "#00a8a8", "#9b59b6", "#e67e22")


def user(who: User) -> Json:
    return {
        "id": str(who.id),
        "username": who.username,
        "global_name": None if who.bot or who.deleted else who.name,
        "discriminator": "2001" if who.bot else "0",
        "avatar": None,
        "bot": who.bot,
        "system": False,
        "banner": None,
        "accent_color": None,
        "public_flags": 0,
        "flags": 0,
        "avatar_decoration_data": None,
        "collectibles": None,
        "primary_guild": None,
    }


def person(world: World, who: User) -> Json:
    """A user as the page sees him."""
    return {
        "id": str(who.id),
        "username": who.username,
        "global_name": who.name,
        "bot": who.bot,
        "online": who.id in world.online,
        "color": COLORS[(who.id >> 22) % len(COLORS)],
        "dms": who.dms,
        "locale": who.locale,
    }


def guild_person(world: World, guild: Guild, what: Member) -> Json:
    """A member of ``guild`` as the page of another one sees him."""
    about = person(world, world.users[what.user_id])
    return {**about, "guild_id": str(guild.id), "nick": what.nick, "owner": what.user_id == guild.owner_id}


def member(world: World, what: Member) -> Json:
    return {"user": user(world.users[what.user_id]), **member_of_message(what)}


def member_of_message(what: Member) -> Json:
    """A member where the user stands beside it."""
    return {
        "nick": what.nick,
        "avatar": None,
        "banner": None,
        "roles": [str(role) for role in what.roles],
        "joined_at": iso(what.joined_s),
        "premium_since": None,
        "deaf": False,
        "mute": False,
        "flags": 0,
        "pending": False,
        "communication_disabled_until": None,
    }


def presence(world: World, what: Member) -> Json:
    status = "online" if what.user_id in world.online else "offline"
    return {
        "user": {"id": str(what.user_id)},
        "guild_id": str(what.guild_id),
        "status": status,
        "activities": [],
        "client_status": {"web": status} if status == "online" else {},
    }


def role(what: Role) -> Json:
    return {
        "id": str(what.id),
        "name": what.name,
        "permissions": str(what.permissions),
        "position": int(what.managed),
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": what.managed,
        "mentionable": False,
        "icon": None,
        "unicode_emoji": None,
        "flags": 0,
    }


def channel(world: World, what: Channel) -> Json:
    shared = {
        "id": str(what.id),
        "type": what.type,
        "flags": 0,
        "last_message_id": str(what.last_message_id) if what.last_message_id else None,
    }
    if what.type == DIRECT:
        return {**shared, "recipients": [user(world.users[what.recipient_id])]}
    shared |= {
        "guild_id": str(what.guild_id),
        "name": what.name,
        "parent_id": str(what.parent_id) if what.parent_id else None,
        "rate_limit_per_user": 0,
    }
    return {**shared, **(_thread(world, what) if what.type == THREAD else _text_channel(what))}


def _text_channel(what: Channel) -> Json:
    return {
        "topic": what.topic,
        "position": what.position,
        "nsfw": False,
        "permission_overwrites": [
            {"id": str(o.id), "type": o.type, "allow": str(o.allow), "deny": str(o.deny)}
            for o in what.overwrites
        ],
    }


def _thread(world: World, what: Channel) -> Json:
    created = iso(created_s(what.id))
    return {
        "owner_id": str(what.owner_id),
        "message_count": what.message_count,
        "total_message_sent": what.message_count,
        "member_count": len({what.owner_id, world.bot_id}),
        "thread_metadata": {
            "archived": what.archived,
            "archive_timestamp": created,
            "auto_archive_duration": what.auto_archive_minutes,
            "locked": what.locked,
            "create_timestamp": created,
        },
    }


_GUILD_HAS_NO = [
    "icon",
    "description",
    "home_header",
    "splash",
    "discovery_splash",
    "banner",
    "application_id",
    "afk_channel_id",
    "system_channel_id",
    "widget_channel_id",
    "vanity_url_code",
    "max_presences",
    "rules_channel_id",
    "safety_alerts_channel_id",
    "public_updates_channel_id",
    "incidents_data",
]
_GUILD_ZERO = [
    "system_channel_flags",
    "verification_level",
    "default_message_notifications",
    "mfa_level",
    "explicit_content_filter",
    "premium_tier",
    "premium_subscription_count",
    "nsfw_level",
]


def guild(world: World, what: Guild) -> Json:
    """The guild by itself, as ``GET /guilds/{id}`` gives it."""
    return {
        **dict.fromkeys(_GUILD_HAS_NO),
        **dict.fromkeys(_GUILD_ZERO, 0),
        **dict.fromkeys(("widget_enabled", "premium_progress_bar_enabled", "nsfw"), False),
        "id": str(what.id),
        "name": what.name,
        "owner_id": str(what.owner_id),
        "region": "deprecated",
        "afk_timeout": 300,
        "preferred_locale": what.locale,
        "max_members": 500_000,
        "max_stage_video_channel_users": 50,
        "max_video_channel_users": 25,
        "features": [],
        "emojis": [],
        "stickers": [],
        "roles": [role(held) for held in world.roles_of(what)],
    }


def guild_create(world: World, what: Guild, *, members: bool) -> Json:
    """The guild as the gateway opens it: all ``members`` if the bot asked for presences, else itself.

    All text channels, as Discord tells them, with what hides them; only the threads it may see.
    """
    channels = world.channels_of(what)
    threads = [c for c in channels if c.type == THREAD and world.can_view(world.bot, c)]
    me = what.members[world.bot_id]
    people = list(what.members.values()) if members else [me]
    return {
        **guild(world, what),
        "joined_at": iso(me.joined_s),
        "large": False,
        "unavailable": False,
        "member_count": len(what.members),
        "members": [member(world, who) for who in people],
        "channels": [channel(world, c) for c in channels if c.type == TEXT],
        "threads": [channel(world, c) for c in threads if not c.archived],
        "presences": [presence(world, who) for who in people if members and who.user_id in world.online],
        "voice_states": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }
