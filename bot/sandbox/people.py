"""The people of the world: who there is, in which guilds, under which names, and how they go."""

import re
import secrets
import unicodedata
from collections.abc import Iterator
from typing import Any

from bot.sandbox.events import Event, Listener
from bot.sandbox.founding import brought_to_date, found, keep_member, members_of
from bot.sandbox.ids import Clock, Snowflakes
from bot.sandbox.objects import Channel, Guild, Member, Role, User
from bot.sandbox.store import Store

DELETED = "Deleted User"


class People:
    """Everybody and their guilds, in memory, written through to ``store``.

    ``listeners`` are called, in order, after each change. ``by_token`` has those who can still come in.
    """

    def __init__(self, store: Store, clock: Clock) -> None:
        self.store = store
        self.clock = clock
        self.ids = Snowflakes(clock)
        self.listeners: list[Listener] = []
        self.online: set[int] = set()
        known = store.get("world", 0)
        facts = brought_to_date(store, known) if known else found(store, self.ids, clock)
        self.bot_id: int = facts["bot_id"]
        self._home_id: int = facts["home_id"]
        self.users = {user.id: user for user in map(User.from_document, store.all("user"))}
        self.by_token = {user.token: user for user in self.users.values() if not user.deleted}
        self.guilds = {guild.id: guild for guild in map(Guild.from_document, store.all("guild"))}
        for guild in self.guilds.values():
            held = map(Member.from_document, store.all(members_of(guild.id)))
            guild.members = {member.user_id: member for member in held}
        for id in (*self.users, *self.guilds, self._home_id):
            self.ids.seen(id)

    @property
    def bot(self) -> User:
        return self.users[self.bot_id]

    @property
    def home(self) -> Guild:
        """The guild that the world began with. Raises KeyError once it is deleted."""
        return self.guilds[self._home_id]

    def tell(self, event: Event, subject: Any) -> None:
        for listener in self.listeners:
            listener(event, subject)

    def _keep(self, kind: str, thing: User | Role | Channel | Guild) -> None:
        self.store.put(kind, thing.id, thing.document())

    # coming

    def join(self, name: str, guild: Guild | None = None) -> User:
        """A new person called ``name``, who must be free (``name_is_taken``), in ``guild`` or at home."""
        user = User(self.ids.next(), name, self._username(name), secrets.token_urlsafe(24))
        self.users[user.id] = self.by_token[user.token] = user
        self._keep("user", user)
        self.enter(user, guild or self.home)
        return user

    def enter(self, user: User, guild: Guild) -> None:
        """Put ``user``, banned or not, into ``guild``, if he is not in it. The first person owns it."""
        if user.id in guild.members:
            return
        member = guild.members[user.id] = Member(guild.id, user.id, joined_s=self.clock())
        keep_member(self.store, member)
        self.tell(Event.MEMBER_ADD, member)
        if not guild.owner_id and not user.bot:
            self._hand_over(guild)

    def name_is_taken(self, name: str, by_other_than: int = 0) -> bool:
        wanted = name.casefold()
        return any(
            u.name.casefold() == wanted and u.id != by_other_than and not u.deleted
            for u in self.users.values()
        )

    def _username(self, name: str) -> str:
        """A handle as Discord's are: lower case, ASCII, unique."""
        plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
        stem = re.sub(r"[^a-z0-9_.]+", "", plain)[:24] or "player"
        taken = {user.username for user in self.users.values()}
        numbered = (stem if n == 1 else f"{stem}{n}" for n in range(1, len(taken) + 2))
        return next(handle for handle in numbered if handle not in taken)

    # going

    def leave(self, user: User, guild: Guild) -> None:
        """Take ``user`` out of ``guild``, if he is in it. He may come back by its invite."""
        member = guild.members.pop(user.id, None)
        if member is None:
            return
        self.store.drop(members_of(guild.id), user.id)
        self.tell(Event.MEMBER_REMOVE, member)
        if guild.owner_id == user.id:
            self._hand_over(guild)

    def ban(self, user: User, guild: Guild) -> None:
        """Take ``user`` out of ``guild`` and keep him out."""
        if user.id not in guild.banned:
            guild.banned.append(user.id)
            self._keep("guild", guild)
            self.tell(Event.BAN_ADD, (guild, user))
        self.leave(user, guild)

    def unban(self, user: User, guild: Guild) -> None:
        """Let ``user`` come back into ``guild``, if he wants to; nothing happens if he may."""
        if user.id in guild.banned:
            guild.banned.remove(user.id)
            self._keep("guild", guild)
            self.tell(Event.BAN_REMOVE, (guild, user))

    def delete_account(self, user: User) -> None:
        """``user`` is gone everywhere, for good. What he wrote stays, by somebody without a name."""
        for guild in list(self.guilds_of(user)):
            self.leave(user, guild)
        del self.by_token[user.token]
        user.name, user.username = DELETED, f"deleted_user_{secrets.token_hex(6)}"
        user.deleted, user.dms = True, False
        self._keep("user", user)
        self.tell(Event.ACCOUNT_DELETE, user)

    def _hand_over(self, guild: Guild) -> None:
        """The person who has been in ``guild`` longest owns it from now on."""
        people = [id for id in guild.members if not self.users[id].bot]
        guild.owner_id = min(people, key=lambda id: (guild.members[id].joined_s, id), default=0)
        self._keep("guild", guild)
        self.tell(Event.GUILD_UPDATE, guild)

    # being there

    def guilds_of(self, user: User) -> Iterator[Guild]:
        return (guild for guild in self.guilds.values() if user.id in guild.members)

    def memberships(self, user: User) -> list[Member]:
        return [guild.members[user.id] for guild in self.guilds_of(user)]

    def change_user(self, user: User, **changes: Any) -> None:
        """Change the account, as by ``name``; it is told in every guild that ``user`` is in."""
        for name, value in changes.items():
            setattr(user, name, value)
        self._keep("user", user)
        for member in self.memberships(user):
            self.tell(Event.MEMBER_UPDATE, member)

    def change_member(self, user: User, guild: Guild, **changes: Any) -> None:
        """Change what ``user`` is in ``guild`` alone: his ``nick``, his ``roles``."""
        member = guild.members[user.id]
        for name, value in changes.items():
            setattr(member, name, value)
        keep_member(self.store, member)
        self.tell(Event.MEMBER_UPDATE, member)

    def set_online(self, user_id: int, online: bool) -> None:
        if (user_id in self.online) != online:
            (self.online.add if online else self.online.discard)(user_id)
            for member in self.memberships(self.users[user_id]):
                self.tell(Event.PRESENCE, member)
