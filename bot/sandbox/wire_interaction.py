"""Interactions, and what the bot may know of itself, as Discord's JSON."""

from typing import Any

from bot.sandbox.ids import as_id
from bot.sandbox.limits import FILE_SIZE
from bot.sandbox.objects import Channel, Interaction, User
from bot.sandbox.permissions import MEMBER
from bot.sandbox.wire import Json, channel, member, member_of_message, role, user
from bot.sandbox.wire_message import message
from bot.sandbox.world import World

APPLICATION_FLAGS = (1 << 13) | (1 << 15) | (1 << 19) | (1 << 23)
"""Presences, members and message content as a small bot may have them, and that it has commands."""
USER_OPTION, CHANNEL_OPTION, ROLE_OPTION, MENTIONABLE_OPTION = 6, 7, 8, 9


def interaction(world: World, what: Interaction, base: str) -> Json:
    where, who = world.channels[what.channel_id], world.users[what.user_id]
    body: Json = {
        "id": str(what.id),
        "application_id": str(world.bot_id),
        "type": what.type,
        "token": what.token,
        "version": 1,
        "data": {**what.data, **_resolved(world, where, what.data)},
        "channel_id": str(where.id),
        "channel": {**channel(world, where), "permissions": str(world.permissions(who, where))},
        "app_permissions": str(world.permissions(world.bot, where)),
        "locale": who.locale,
        "entitlements": [],
        "attachment_size_limit": FILE_SIZE,
        **_place(world, where, who),
    }
    source = world.messages[where.id].get(what.message_id)
    if source is not None:
        body["message"] = message(world, source, base)
    return body


def installed_in(where: Channel) -> str:
    """For whom the application is installed: the guild; in direct messages Discord says 0."""
    return str(where.guild_id)


def _place(world: World, where: Channel, who: User) -> Json:
    owners = {"authorizing_integration_owners": {"0": installed_in(where)}}
    guild = world.guild_of(where)
    if guild is None:
        return {**owners, "context": 1, "user": user(who)}
    return {
        **owners,
        "context": 0,
        "guild_id": str(guild.id),
        "guild": {"id": str(guild.id), "features": [], "locale": guild.locale},
        "guild_locale": guild.locale,
        "member": {
            **member(world, guild.members[who.id]),
            "permissions": str(world.permissions(who, where)),
        },
    }


def _resolved(world: World, where: Channel, data: Json) -> Json:
    """The people, channels and roles that options or a select name, with all the bot may want of them."""
    named = [*_named_by_options(data.get("options", [])), *_named_by_select(data)]
    found: dict[str, Json] = {}
    for id in named:
        _resolve(world, where, as_id(id), found)
    return {"resolved": found} if found else {}


def _resolve(world: World, where: Channel, id: int, found: dict[str, Json]) -> None:
    if id in world.users:
        found.setdefault("users", {})[str(id)] = user(world.users[id])
        guild = world.guild_of(where)
        if guild is not None and id in guild.members:
            partial = member_of_message(guild.members[id])
            del partial["deaf"], partial["mute"]
            partial["permissions"] = str(world.permissions(world.users[id], where))
            found.setdefault("members", {})[str(id)] = partial
    elif id in world.channels:
        shown = {**channel(world, world.channels[id]), "permissions": str(int(MEMBER))}
        found.setdefault("channels", {})[str(id)] = shown
    elif id in world.roles:
        found.setdefault("roles", {})[str(id)] = role(world.roles[id])


def _named_by_options(options: list[Json]) -> list[Any]:
    named: list[Any] = []
    for option in options:
        if option["type"] in (USER_OPTION, CHANNEL_OPTION, ROLE_OPTION, MENTIONABLE_OPTION):
            named.append(option["value"])
        named += _named_by_options(option.get("options", []))
    return named


def _named_by_select(data: Json) -> list[Any]:
    own = data.get("values", []) if data.get("component_type") in (5, 6, 7, 8) else []
    inner = [
        part
        for row in data.get("components", [])
        for part in row.get("components", [row.get("component", {})])
    ]
    return [*own, *(value for part in inner if part.get("type") in (5, 6, 7, 8) for value in part["values"])]


def application(world: World) -> Json:
    """``GET /oauth2/applications/@me``."""
    first = next(iter(world.guilds.values()), None)
    owner = world.users.get(first.owner_id if first else 0, world.bot)
    return {
        "id": str(world.bot_id),
        "name": world.bot.name,
        "icon": None,
        "description": "",
        "type": None,
        "summary": "",
        "bot": user(world.bot),
        "bot_public": False,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "flags": APPLICATION_FLAGS,
        "flags_new": str(APPLICATION_FLAGS),
        "redirect_uris": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "owner": user(owner),
        "approximate_guild_count": len(list(world.guilds_of(world.bot))),
        "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0,
        "explicit_content_filter": 0,
        "team": None,
        "eligible_oauth2_scopes": [],
        "integration_types_config": {"0": {}},
    }


def myself(world: World) -> Json:
    """``GET /users/@me``."""
    private = {"mfa_enabled": False, "locale": "en-US", "verified": True, "email": None}
    return {**user(world.bot), **private}
