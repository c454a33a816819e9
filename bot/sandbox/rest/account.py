"""The bot's account, its commands, its guilds and their members."""

from typing import Any

from aiohttp import web

from bot.sandbox import wire
from bot.sandbox.command_limits import check_commands
from bot.sandbox.context import context, reply
from bot.sandbox.errors import missing_access, unknown_command, unknown_member, unknown_user
from bot.sandbox.ids import as_id
from bot.sandbox.rest import access
from bot.sandbox.rest.body import read_json
from bot.sandbox.wire_interaction import application, myself
from bot.sandbox.world import World

Command = dict[str, Any]


async def users_me(request: web.Request) -> web.Response:
    return reply(myself(context(request).world))


async def get_user(request: web.Request) -> web.Response:
    who = context(request).world.users.get(as_id(request.match_info["user_id"]))
    if who is None:
        raise unknown_user()
    return reply(wire.user(who))


async def my_application(request: web.Request) -> web.Response:
    return reply(application(context(request).world))


async def gateway(request: web.Request) -> web.Response:
    return reply({"url": context(request).gateway.address})


async def gateway_bot(request: web.Request) -> web.Response:
    limit = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}
    url = context(request).gateway.address
    return reply({"url": url, "shards": 1, "session_start_limit": limit})


def _scope(world: World, request: web.Request) -> int:
    """0 for the commands known everywhere, else the guild whose commands they are."""
    if as_id(request.match_info["application_id"]) != world.bot_id:
        raise missing_access()
    if "guild_id" not in request.match_info:
        return 0
    guild = world.guilds.get(as_id(request.match_info["guild_id"]))
    if guild is None or world.bot_id not in guild.members:
        raise missing_access()
    return guild.id


async def list_commands(request: web.Request) -> web.Response:
    world = context(request).world
    return reply(world.commands[_scope(world, request)])


async def get_command(request: web.Request) -> web.Response:
    world = context(request).world
    held = world.commands[_scope(world, request)]
    found = next((c for c in held if c["id"] == request.match_info["command_id"]), None)
    if found is None:
        raise unknown_command()
    return reply(found)


async def put_commands(request: web.Request) -> web.Response:
    """Replaces all commands of the scope; one that keeps its name keeps its id."""
    world = context(request).world
    scope = _scope(world, request)
    sent = check_commands(await read_json(request), "PUT commands")
    known = {command["name"]: command for command in world.commands[scope]}
    world.set_commands(scope, [_registered(world, scope, c, known.get(c["name"])) for c in sent])
    return reply(world.commands[scope])


def _registered(world: World, scope: int, sent: Command, known: Command | None) -> Command:
    permissions = sent.get("default_member_permissions")
    command: Command = {
        "id": known["id"] if known else str(world.ids.next()),
        "application_id": str(world.bot_id),
        "version": str(world.ids.next()),
        "type": 1,
        "name": sent["name"],
        "name_localizations": sent.get("name_localizations"),
        "description": sent["description"],
        "description_localizations": sent.get("description_localizations"),
        "default_member_permissions": None if permissions is None else str(permissions),
        "dm_permission": sent.get("dm_permission") is not False,
        "contexts": sent.get("contexts"),
        "integration_types": sent.get("integration_types") or [0],
        "nsfw": False,
        "options": [_option(option) for option in sent.get("options") or []],
    }
    return {**command, "guild_id": str(scope)} if scope else command


def _option(sent: Command) -> Command:
    option = {name: value for name, value in sent.items() if value is not None}
    if "options" in option:
        option["options"] = [_option(inner) for inner in option["options"]]
    return option


async def get_guild(request: web.Request) -> web.Response:
    world = context(request).world
    guild = access.guild(world, request)
    counts = {}
    if request.query.get("with_counts", "false").lower() in ("1", "true"):
        counts["approximate_member_count"] = len(guild.members)
        counts["approximate_presence_count"] = len(world.online & guild.members.keys())
    return reply({**wire.guild(world, guild), **counts})


async def get_member(request: web.Request) -> web.Response:
    world = context(request).world
    member = access.guild(world, request).members.get(as_id(request.match_info["user_id"]))
    if member is None:
        raise unknown_member()
    return reply(wire.member(world, member))


async def list_members(request: web.Request) -> web.Response:
    world = context(request).world
    held = access.guild(world, request).members
    after, limit = as_id(request.query.get("after", "0")), as_id(request.query.get("limit", "1"))
    people = sorted(id for id in held if id > after)
    return reply([wire.member(world, held[id]) for id in people[:limit]])


async def list_roles(request: web.Request) -> web.Response:
    world = context(request).world
    guild = access.guild(world, request)
    return reply([wire.role(role) for role in world.roles_of(guild)])


_APPLICATION = "/applications/{application_id}"
_GUILD_COMMANDS = _APPLICATION + "/guilds/{guild_id}/commands"
ROUTES = [
    web.get("/gateway", gateway),
    web.get("/gateway/bot", gateway_bot),
    web.get("/users/@me", users_me),
    web.get("/users/{user_id}", get_user),
    web.get("/oauth2/applications/@me", my_application),
    web.get("/applications/@me", my_application),
    web.get(_APPLICATION + "/commands", list_commands),
    web.put(_APPLICATION + "/commands", put_commands),
    web.get(_APPLICATION + "/commands/{command_id}", get_command),
    web.get(_GUILD_COMMANDS, list_commands),
    web.put(_GUILD_COMMANDS, put_commands),
    web.get(_GUILD_COMMANDS + "/{command_id}", get_command),
    web.get("/guilds/{guild_id}", get_guild),
    web.get("/guilds/{guild_id}/members", list_members),
    web.get("/guilds/{guild_id}/members/{user_id}", get_member),
    web.get("/guilds/{guild_id}/roles", list_roles),
]
