"""People, roles, channels and the guild as Discord's JSON."""

from typing import Any

from bot.sandbox.founding import GUILD_NAME
from bot.sandbox.ids import created_s, iso
from bot.sandbox.objects import DIRECT, TEXT, THREAD, Channel, Role, User
from bot.sandbox.world import World

Json = dict[str, Any]
COLORS = ("#5865f2", "#3ba55d", "#faa61a", "#ed4245", "#eb459e", "#00a8a8", "#9b59b6", "#e67e22")


def user(who: User) -> Json:
    return {
        "id": str(who.id),
        "username": who.username,
        "global_name": None if who.bot else who.name,
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
        "owner": who.id == world.owner_id,
        "dms": who.dms,
        "locale": who.locale,
    }


def member(who: User) -> Json:
    return {
        "user": user(who),
        "nick": None,
        "avatar": None,
        "banner": None,
        "roles": [str(role) for role in who.roles],
        "joined_at": iso(who.joined_s),
        "premium_since": None,
        "deaf": False,
        "mute": False,
        "flags": 0,
        "pending": False,
        "communication_disabled_until": None,
    }


def presence(world: World, who: User) -> Json:
    status = "online" if who.id in world.online else "offline"
    return {
        "user": {"id": str(who.id)},
        "guild_id": str(world.guild_id),
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
        "guild_id": str(world.guild_id),
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


def guild(world: World) -> Json:
    """The guild by itself, as ``GET /guilds/{id}`` gives it."""
    return {
        **dict.fromkeys(_GUILD_HAS_NO),
        **dict.fromkeys(_GUILD_ZERO, 0),
        **dict.fromkeys(("widget_enabled", "premium_progress_bar_enabled", "nsfw"), False),
        "id": str(world.guild_id),
        "name": GUILD_NAME,
        "owner_id": str(world.owner_id),
        "region": "deprecated",
        "afk_timeout": 300,
        "preferred_locale": world.locale,
        "max_members": 500_000,
        "max_stage_video_channel_users": 50,
        "max_video_channel_users": 25,
        "features": [],
        "emojis": [],
        "stickers": [],
        "roles": [role(what) for what in world.roles.values()],
    }


def guild_create(world: World, *, members: bool) -> Json:
    """The guild as the gateway opens it: what the bot may see; all ``members`` if it asked for presences."""
    seen = [c for c in world.channels.values() if c.type != DIRECT and world.can_view(world.bot, c)]
    people = list(world.users.values()) if members else [world.bot]
    return {
        **guild(world),
        "joined_at": iso(world.bot.joined_s),
        "large": False,
        "unavailable": False,
        "member_count": len(world.users),
        "members": [member(who) for who in people],
        "channels": [channel(world, c) for c in seen if c.type == TEXT],
        "threads": [channel(world, c) for c in seen if c.type == THREAD and not c.archived],
        "presences": [presence(world, who) for who in people if members and who.id in world.online],
        "voice_states": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }
