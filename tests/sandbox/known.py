"""What a person knows by the page: the guilds he is in, their people, channels and commands."""

from typing import Any

Json = dict[str, Any]


class Known:
    """``guilds`` and ``channels`` are by id; ``me`` is the account. All empty until the page has said so."""

    def __init__(self) -> None:
        self.me: Json = {}
        self.guilds: dict[str, Json] = {}
        self.channels: dict[str, Json] = {}
        self.commands: list[Json] = []
        self._members: dict[tuple[str, str], Json] = {}

    def learn(self, kind: str, data: Any) -> None:
        """Take in a frame."""
        match kind:
            case "ready" | "state":
                self._learn_all(data)
            case "channel_create" | "channel_update":
                self.channels[data["id"]] = data
            case "channel_delete":
                self.channels.pop(data["id"], None)
            case "member_update":
                self._members[data["guild_id"], data["id"]] = data
            case "member_remove":
                self._members.pop((data["guild_id"], data["id"]), None)
            case "commands_update":
                self.commands = data

    def _learn_all(self, state: Json) -> None:
        self.me, self.commands = state["me"], state["commands"]
        self.channels = {channel["id"]: channel for channel in state["channels"]}
        self.guilds = {guild["id"]: guild for guild in state["guilds"]}
        everybody = [member for guild in state["guilds"] for member in guild["members"]]
        self._members = {(member["guild_id"], member["id"]): member for member in everybody}

    @property
    def members(self) -> dict[str, Json]:
        """Everybody in any of the guilds, by id."""
        return {id: member for (_, id), member in self._members.items()}

    def member(self, guild: str, id: str) -> Json:
        """A person as a member of the guild with that name."""
        return self._members[self.guild(guild), id]

    def guild(self, name: str) -> str:
        """The id of the guild called ``name``."""
        return next(id for id, guild in self.guilds.items() if guild["name"] == name)

    def channel(self, named: str | Json, guild: str = "") -> str:
        """The id of a channel given by name, id or whole; ``@me`` is the direct messages with the bot.

        ``guild`` is the name of the guild to look in; without it the first channel of the name is meant.
        """
        if isinstance(named, dict):
            return str(named["id"])
        if named.isdigit():
            return named
        if named == "@me":
            return next(id for id, channel in self.channels.items() if channel["type"] == 1)
        within = {self.guild(guild)} if guild else set(self.guilds)
        return next(
            id for id, c in self.channels.items() if c.get("name") == named and c.get("guild_id") in within
        )
