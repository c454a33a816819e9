"""Presses from elsewhere: of another channel, of another server; and one user at tables in two servers."""

import random

import pytest

from bot import Levee
from bot.sandbox import Sandbox
from bot.sandbox.objects import Guild
from tests.sandbox.person import Person
from tests.whole.at_once import all_heard, forged, heard, lines, on_turn, state
from tests.whole.playing import CHANNEL, a_choice, seated, table_message

OTHER = "Other Club"


@pytest.fixture
def other(sandbox: Sandbox) -> Guild:
    return sandbox.world.add_guild(OTHER)


async def test_a_table_is_pressed_at_in_its_own_channel_alone(
    levee: Levee, people: list[Person], sandbox: Sandbox, other: Guild
) -> None:
    """Whatever address a changed client sends from elsewhere, and whoever he is there, nothing happens."""
    ana, ben, cleo, dan, _ = people
    players = await seated([ana, ben])
    player = await on_turn(players)
    for person in (dan, ana, ben):  # the first is the owner there
        await person.enter(other.invite)
    there = dan.channel(CHANNEL, OTHER)
    await dan.slash(there, "table open", game="bouillotte")
    await cleo.slash("table-2", "table open", game="bura")
    before = state(levee), await lines(levee)
    here = levee.tables.find(int(ana.channel(CHANNEL)))
    assert here is not None
    whats = [
        "join",
        "leave",
        "fill",
        "start",
        "hand",
        "close",
        "pause",
        "resume",
        "cut",
        f"deal-on:{here.seq}",
    ]
    addresses = [f"table:{here.id}:{what}" for what in whats]
    addresses += [f"act:{here.id}:{here.seq}:{verb}" for verb in ("stay", "pass")]
    for person, channel in ((dan, there), (player.person, there), (player.person, "table-2")):
        for address in addresses:
            message = forged(sandbox, await table_message(person, channel), address)
            said = await heard(person, person.click(message, custom_id=address))
            assert "a table in another channel" in said, address
    assert (state(levee), await lines(levee)) == before


async def test_a_form_for_a_table_of_elsewhere(levee: Levee, people: list[Person], sandbox: Sandbox) -> None:
    ana, ben, *_ = people
    players = await seated([ana, ben, *people[2:4]], game="bouillotte")
    player = await on_turn(players)
    (here,) = levee.tables
    await ben.slash("table-2", "table open", game="bura")
    before = state(levee), await lines(levee)
    elsewhere = await table_message(player.person, "table-2")
    for address in (f"ask:{here.id}:{here.seq}:open:1:98", f"table:{here.id}:cut-now:{here.seq}"):
        form = await player.person.click(forged(sandbox, elsewhere, address), custom_id=address)
        assert form.modal is not None
        (row,) = form.modal["components"]
        (field,) = row["components"]
        submit = player.person.submit_modal(form, {field["custom_id"]: "5"}, "table-2")
        assert "a table in another channel" in await heard(player.person, submit)
    assert (state(levee), await lines(levee)) == before


async def test_at_two_tables_in_two_servers(levee: Levee, people: list[Person], other: Guild) -> None:
    """Both panels are open, and each acts at its own table; what is typed is meant for where it is typed."""
    ana, ben, *_ = people
    for person in (ana, ben):
        await person.enter(other.invite)
    there = ana.channel(CHANNEL, OTHER)
    here_players = await seated([ana, ben])
    there_players = await seated([ana, ben], there)
    one, two = sorted(levee.tables, key=lambda table: table.id)
    for table, players in ((one, here_players), (two, there_players)):
        player = await on_turn(players)
        before = {each.id: await lines(levee, each.id) for each in (one, two)}
        assert (await player.press("stay")).refusal == ""
        for each in (one, two):
            assert (await lines(levee, each.id) != before[each.id]) is (each is table)
    for table, players in ((one, here_players), (two, there_players)):
        player = await on_turn(players)
        person, word = player.person, a_choice(player, random.Random(1)).partition(" ")[0]
        before = {each.id: await lines(levee, each.id) for each in (one, two)}
        lounge = person.channel("lounge", OTHER if table is two else "Levée Club")
        said = await all_heard(
            (person, person.slash(lounge, word, **({"cards": "Ah"} if word == "play" else {})))
        )
        assert f"yours is in <#{table.row.channel_id}>" in said[0]
        assert {each.id: await lines(levee, each.id) for each in (one, two)} == before
    direct = [m for m in await ana.messages("@me")]
    assert len(direct) == 2
    assert not any(message["components"] for message in direct)
