"""House rules and clauses over real HTTP and WebSocket: saved by the owner, used and looked up by a guest."""

import pytest

from bot import Levee
from tests.sandbox.person import Person, Refusal
from tests.sandbox.reading import text_of
from tests.whole.playing import CHANNEL


async def test_house_rules_at_the_page(levee: Levee, people: list[Person]) -> None:
    owner, guest, *_ = people
    assert "settings" not in [command["name"] for command in guest.commands]
    rules = "series conduct=honour"
    saved = await owner.slash(
        CHANNEL, "settings house-rules save", name="Friday **night**", game="bourre", rules=rules
    )
    assert saved.status == "done"
    assert r"Friday \*\*night\*\*" in saved.text
    listed = await owner.slash(CHANNEL, "settings house-rules list")
    assert "Honour conduct: plays against the rules are possible (B-8)" in listed.text
    offered = await guest.autocomplete(CHANNEL, "table open", "rules", "fri", game="bourre")
    assert [each["name"] for each in offered] == [f"Friday **night** — {rules}"]
    opened = await guest.slash(CHANNEL, "table open", game="bourre", rules=offered[0]["value"])
    assert f"rules `{rules}`" in opened.text
    (table,) = levee.tables
    assert str(table.rules) == rules


async def test_a_guest_cannot_settle_anything(levee: Levee, people: list[Person]) -> None:
    owner, guest, *_ = people
    guest.commands = owner.commands
    with pytest.raises(Refusal, match="not available"):
        await guest.slash(CHANNEL, "settings house-rules save", name="x", game="bourre", rules="series")


async def test_a_refusal_opens_its_clause(levee: Levee, people: list[Person]) -> None:
    guest = people[1]
    refused = await guest.slash(CHANNEL, "table open", game="bura", deals=6)
    assert "deals: 6 does not go with Bura" in refused.text
    assert refused.message is not None
    since = len(guest.seen)
    await guest.click(refused.message, label="Rule U-6.1")
    opened = await guest.wait_for_message(
        lambda message: "Bura · U-6 Series" in text_of(message), since=since
    )
    assert "> **U-6.1** A series is over" in text_of(opened)
    assert opened["id"] != refused.message["id"], "the refusal stays"
    for other in (people[0], *people[2:]):
        assert not [frame for frame in other.seen if "U-6.1" in str(frame)], "only who asks is told"
