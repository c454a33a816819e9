"""Several servers outlast a restart, and a world that was kept as one server becomes one of several."""

from pathlib import Path
from typing import Any

from bot.sandbox import Sandbox
from bot.sandbox.permissions import MEMBER
from bot.sandbox.store import Store
from tests.sandbox.person import Person

Json = dict[str, Any]
OTHER = "Other Club"


async def test_guilds_are_there_after_a_restart(world_file: Path) -> None:
    sandbox = Sandbox(world_file)
    await sandbox.start()
    other, gone = sandbox.world.add_guild(OTHER), sandbox.world.add_guild("Gone Club")
    ana = await Person.join(sandbox, "Ana", other.invite)
    sandbox.world.change_member(sandbox.world.users[int(ana.id)], other, nick="Annie")
    sandbox.world.delete_guild(gone)
    before = await ana.request("GET", "/state")
    await ana.close()
    await sandbox.close()
    again = Sandbox(world_file)
    await again.start()
    ana = await Person.come_back(again, ana.token)
    after = await ana.request("GET", "/state")
    assert [after[part] for part in ("guilds", "channels")] == [
        before[part] for part in ("guilds", "channels")
    ]
    assert ana.member(OTHER, ana.id)["nick"] == "Annie"
    assert ana.member(OTHER, ana.id)["owner"]
    assert set(again.world.guilds) == {again.world.home.id, other.id}
    await ana.close()
    await again.close()


def old_world(path: Path) -> None:
    """What a world of one server left behind, before there could be several."""
    store = Store(path)
    facts = {
        "guild_id": 1 << 30,
        "owner_id": 2 << 30,
        "bot_id": 3 << 30,
        "locale": "en-US",
        "invite": "welcome",
    }
    store.put("world", 0, facts)
    for id, name, managed in ((1 << 30, "@everyone", False), (4 << 30, "Levée", True)):
        role = {"id": id, "name": name, "permissions": int(MEMBER), "managed": managed}
        store.put("role", id, role)
    people = ((3 << 30, "Levée", "bot-token", True), (2 << 30, "Ana", "ana-token", False))
    for id, name, token, bot in people:
        user = {"id": id, "name": name, "username": name.lower(), "token": token, "bot": bot, "dms": True}
        user |= {"locale": "fr", "roles": [4 << 30] if bot else [], "joined_s": 1_800_000_000.0}
        store.put("user", id, user)
    for id, type, name in ((5 << 30, 0, "lounge"), (6 << 30, 1, "")):
        channel: Json = {"id": id, "type": type, "name": name, "topic": None, "parent_id": 0, "owner_id": 0}
        channel |= {"recipient_id": (2 << 30) * type, "last_message_id": 0, "message_count": 0}
        channel |= {"archived": False, "locked": False, "auto_archive_minutes": 1440, "position": 0}
        store.put("channel", id, {**channel, "overwrites": []})
    store.put(
        "message", 7 << 30, {"id": 7 << 30, "channel_id": 5 << 30, "author_id": 2 << 30, "content": "hi"}
    )
    store.close()


async def test_a_world_of_one_guild_still_opens(world_file: Path) -> None:
    old_world(world_file)
    for _ in range(2):
        sandbox = Sandbox(world_file)
        await sandbox.start()
        home = sandbox.world.home
        assert (home.id, home.name, sandbox.bot_token) == (1 << 30, "Levée Club", "bot-token")
        assert sandbox.invite_url.endswith("/join/welcome")
        ana = await Person.come_back(sandbox, "ana-token")
        assert ana.member("Levée Club", ana.id)["owner"]
        assert ana.me["locale"] == "fr"
        assert [m["content"] for m in await ana.messages("lounge")] == ["hi"]
        assert ana.channel("@me") == str(6 << 30)
        assert home.members[sandbox.world.bot_id].roles == [4 << 30]
        await ana.close()
        await sandbox.close()
