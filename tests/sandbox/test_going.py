"""People who leave a server, are banned from it, or delete their account; who come back; who change names."""

import discord
import pytest

from bot.sandbox import Sandbox
from bot.sandbox.objects import User
from tests.sandbox.api import Api
from tests.sandbox.bots import QuietBot
from tests.sandbox.conftest import Join, StartBot
from tests.sandbox.person import Person, Refusal
from tests.sandbox.waiting import until


def intents(**wanted: bool) -> discord.Intents:
    chosen = discord.Intents.default()
    for name, value in wanted.items():
        setattr(chosen, name, value)
    return chosen


class Watcher(QuietBot):
    """Remembers who came, went, changed and was banned, in words."""

    def __init__(self, wanted: discord.Intents) -> None:
        super().__init__(intents=wanted)
        self.told: list[str] = []

    async def on_member_join(self, member: discord.Member) -> None:
        self.told.append(f"{member.display_name} came")

    async def on_raw_member_remove(self, payload: discord.RawMemberRemoveEvent) -> None:
        self.told.append(f"{payload.user.display_name} went")

    async def on_member_update(self, before: discord.Member, after: discord.Member) -> None:
        if before.nick != after.nick:
            self.told.append(f"{before.display_name} is {after.display_name}")

    async def on_user_update(self, before: discord.User, after: discord.User) -> None:
        self.told.append(f"{before.display_name} is {after.display_name}")

    async def on_member_ban(self, guild: discord.Guild, user: discord.User) -> None:
        self.told.append(f"{user.display_name} is banned")

    async def on_member_unban(self, guild: discord.Guild, user: discord.User) -> None:
        self.told.append(f"{user.display_name} may come back")


def user_of(sandbox: Sandbox, person: Person) -> User:
    return sandbox.world.users[int(person.id)]


def direct(user: User) -> dict[str, str]:
    return {"recipient_id": str(user.id)}


async def out_of_everything(person: Person, since: int = 0) -> None:
    await person.wait_for(lambda f: f["t"] == "state" and not f["d"]["guilds"], since=since)


async def test_who_leaves_is_no_member(sandbox: Sandbox, api: Api, join: Join) -> None:
    ana, ben = await join("Ana"), await join("Ben")
    world, member = sandbox.world, f"/guilds/{sandbox.world.home.id}/members/{ben.id}"
    assert (await api("GET", member)).status == 200
    world.leave(user_of(sandbox, ben), world.home)
    gone = await api("GET", member)
    assert (gone.status, gone.code) == (404, 10007)
    assert (await api("GET", f"/users/{ben.id}")).body["global_name"] == "Ben"
    await out_of_everything(ben)
    await ana.wait_for(lambda f: f["t"] == "member_remove" and f["d"]["id"] == ben.id)
    assert "Ben" not in {member["global_name"] for member in ana.members.values()}
    with pytest.raises(Refusal) as refused:
        await ben.say(ana.channel("lounge"), "still there?")
    assert refused.value.status == 404


async def test_who_comes_back_is_the_same(sandbox: Sandbox, start_bot: StartBot, join: Join) -> None:
    bot = Watcher(intents(members=True))
    await start_bot(bot)
    ana, ben = await join("Ana"), await join("Ben")
    await ben.say("lounge", "before")
    sandbox.world.leave(user_of(sandbox, ben), sandbox.world.home)
    await out_of_everything(ben)
    await ben.close()
    again = await Person.come_back(sandbox, ben.token)
    assert (again.id, again.guilds) == (ben.id, {})
    await again.enter(sandbox.world.home.invite)
    assert [m["content"] for m in await again.messages("lounge")] == ["before"]
    await again.say("lounge", "after")
    await ana.wait_for_message(lambda m: m["content"] == "after" and m["author"]["id"] == ben.id)
    await until(lambda: len(bot.told) == 4)
    assert bot.told == ["Ana came", "Ben came", "Ben went", "Ben came"]
    await again.close()


async def test_what_the_bot_hears_hangs_on_its_intents(
    sandbox: Sandbox, start_bot: StartBot, join: Join
) -> None:
    bot = Watcher(intents(moderation=False))
    await start_bot(bot)
    ana, ben = await join("Ana"), await join("Ben")
    sandbox.world.ban(user_of(sandbox, ben), sandbox.world.home)
    await ana.say("lounge", "the last word")
    await until(lambda: bot.heard)
    assert bot.told == []


async def test_a_ban_lasts_until_it_is_lifted(sandbox: Sandbox, start_bot: StartBot, join: Join) -> None:
    bot = Watcher(intents(members=True))
    await start_bot(bot)
    await join("Ana")
    ben, world = await join("Ben"), sandbox.world
    await until(lambda: len(bot.told) == 2)
    world.ban(user_of(sandbox, ben), world.home)
    await out_of_everything(ben)
    with pytest.raises(Refusal, match="banned from this server"):
        await ben.enter(world.home.invite)
    await ben.close()
    world.unban(user_of(sandbox, ben), world.home)
    ben = await Person.come_back(sandbox, ben.token)
    await ben.enter(world.home.invite)
    await until(lambda: len(bot.told) == 6)
    assert sorted(bot.told[2:4]) == ["Ben is banned", "Ben went"]
    assert bot.told[4:] == ["Ben may come back", "Ben came"]
    await ben.close()


async def test_a_deleted_account(sandbox: Sandbox, start_bot: StartBot, api: Api, join: Join) -> None:
    bot = Watcher(intents(members=True))
    await start_bot(bot)
    ana, ben = await join("Ana"), await join("Ben")
    await ben.say("lounge", "remember me")
    user = user_of(sandbox, ben)
    opened = (await api("POST", "/users/@me/channels", direct(user))).body["id"]
    sandbox.world.delete_account(user)
    await ben.wait_for(lambda f: f["t"] == "account_delete")
    await until(lambda: bot.told[-1:] == ["Ben went"])
    [told] = await ana.messages("lounge")
    assert (told["author"]["id"], told["author"]["global_name"]) == (ben.id, "Deleted User")
    known = (await api("GET", f"/users/{ben.id}")).body
    assert known["global_name"] is None
    assert known["username"].startswith("deleted_user_")
    refused = [
        await api("GET", f"/guilds/{sandbox.world.home.id}/members/{ben.id}"),
        await api("POST", f"/channels/{opened}/messages", {"content": "x"}),
        await api("POST", "/users/@me/channels", direct(user)),
    ]
    assert [(a.status, a.code) for a in refused] == [(404, 10007), (403, 50278), (400, 50033)]
    with pytest.raises(Refusal, match="not known here"):
        await ben.request("GET", "/state")
    assert (await join("Ben")).id != ben.id


async def test_no_direct_message_without_a_server_in_common(sandbox: Sandbox, api: Api, join: Join) -> None:
    ana, world = await join("Ana"), sandbox.world
    other = world.add_guild("Other Club")
    await ana.enter(other.invite)
    channel = (await api("POST", "/users/@me/channels", direct(user_of(sandbox, ana)))).body["id"]
    path = f"/channels/{channel}/messages"
    world.leave(user_of(sandbox, ana), world.home)
    assert (await api("POST", path, {"content": "x"})).status == 200
    world.leave(world.bot, other)
    refused = await api("POST", path, {"content": "x"})
    assert (refused.status, refused.code) == (403, 50278)


async def test_names_of_the_account_and_of_the_server(
    sandbox: Sandbox, start_bot: StartBot, join: Join
) -> None:
    bot = Watcher(intents(members=True))
    await start_bot(bot)
    ana, ben = await join("Ana"), await join("Ben")
    await until(lambda: len(bot.told) == 2)
    await ben.settings(name="Benno")
    await until(lambda: bot.told[2:] == ["Ben is Benno"])
    sandbox.world.change_member(user_of(sandbox, ben), sandbox.world.home, nick="The Dealer")
    await until(lambda: bot.told[3:] == ["Benno is The Dealer"])
    seen = await ana.wait_for(lambda f: f["t"] == "member_update" and f["d"]["nick"] == "The Dealer")
    assert seen["d"]["global_name"] == "Benno"
    sandbox.world.change_member(user_of(sandbox, ben), sandbox.world.home, nick=None)
    await until(lambda: bot.told[4:] == ["The Dealer is Benno"])


async def test_a_server_passes_to_who_has_been_there_longest(
    sandbox: Sandbox, start_bot: StartBot, join: Join
) -> None:
    bot = await start_bot(QuietBot())
    people = [await join(name) for name in ("Ana", "Ben", "Cid")]
    await until(lambda: bot.guilds[0].owner_id == int(people[0].id))
    sandbox.world.leave(user_of(sandbox, people[0]), sandbox.world.home)
    await until(lambda: bot.guilds[0].owner_id == int(people[1].id))
    assert sandbox.world.home.owner_id == int(people[1].id)


async def test_their_connection_outlives_them_without_harm(
    sandbox: Sandbox, start_bot: StartBot, join: Join
) -> None:
    """A page that stays open while its person is out hears nothing of the server."""
    await start_bot(QuietBot())
    ana, ben = await join("Ana"), await join("Ben")
    sandbox.world.leave(user_of(sandbox, ben), sandbox.world.home)
    await out_of_everything(ben)
    since = len(ben.seen)
    await ana.say("lounge", "among ourselves")
    await ana.wait_for_message(lambda m: m["content"] == "among ourselves")
    await ben.enter(sandbox.world.home.invite)
    heard = [frame.get("t") for frame in ben.seen[since:]]
    assert "message_create" not in heard
    assert heard[-1] == "state" or "state" in heard
