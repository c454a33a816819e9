"""Discord is slow, refuses, fails, or does not tell that it did what it was asked: the table comes right."""

import asyncio
import logging
import random
from pathlib import Path

import pytest
from aiohttp import web
from aiohttp.typedefs import Handler

from bot import Levee, create_bot
from bot.render.story import symbols
from bot.sandbox import Sandbox
from tests.sandbox.api import Api
from tests.sandbox.conftest import Join, StartBot
from tests.sandbox.person import Person
from tests.sandbox.reading import components_of, text_of
from tests.sandbox.waiting import until
from tests.whole.catching_up import caught_up
from tests.whole.panel import is_panel
from tests.whole.playing import CHANNEL, Json, Player, a_choice, lines_of, play, seated, whose_turn
from tests.whole.shown import tables_shown

POST = {"method": "POST", "route": "/channels/{channel_id}/messages"}
EDIT = {"method": "PATCH", "route": "/channels/{channel_id}/messages/{message_id}"}
PANEL = {"method": "PATCH", "route": "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}"}
CALLBACK = {"method": "POST", "route": "/interactions/{interaction_id}/{interaction_token}/callback"}

LINK = "Back to the table"


@pytest.fixture
async def players(levee: Levee, people: list[Person], monkeypatch: pytest.MonkeyPatch) -> list[Player]:
    """Three, who need not wait long until it is tried again."""
    monkeypatch.setattr("bot.newest.WAITS_S", (0.2,) * 20)
    return await seated(people[:3])


async def one_act(players: list[Player], dice: random.Random) -> None:
    """By command, so that it is told whatever becomes of panels."""
    player = await whose_turn(players)
    assert player is not None
    assert (await player.command(a_choice(player, dice))).refusal == ""


@pytest.mark.parametrize("after", [False, True], ids=["not done", "done, not told"])
@pytest.mark.parametrize("which", [POST, EDIT], ids=["posts", "edits"])
async def test_an_outage_is_made_up_for_without_anybodys_help(
    levee: Levee, sandbox: Sandbox, players: list[Player], which: dict[str, str], after: bool
) -> None:
    """503 discord.py gives up on at once."""
    dice = random.Random(11)
    sandbox.faults.fail(503, after=after, times=3, **which)
    (table,) = levee.tables
    assert table.sitting is not None
    while table.sitting.observe(None).deal == 1:
        await one_act(players, dice)
    await caught_up(levee, players)
    assert len(await tables_shown(players[0].person)) == 1
    said = [text_of(m) for m in await players[0].person.messages(CHANNEL)]
    assert sum("deal 1 is over" in text for text in said) == 1


@pytest.mark.parametrize("after", [False, True], ids=["not done", "done, not told"])
async def test_cut_connections(levee: Levee, sandbox: Sandbox, players: list[Player], after: bool) -> None:
    """On every call to the channel and by direct message, by chance."""
    dice = random.Random(12)
    for which in (POST, EDIT):
        sandbox.faults.cut(after=after, share=0.3, dice=random.Random(13), **which)
    for _ in range(25):
        await one_act(players, dice)
    sandbox.faults.clear()
    await caught_up(levee, players)
    assert len(await tables_shown(players[0].person)) == 1


async def test_an_answer_that_was_cut_off_is_given_again(sandbox: Sandbox, players: list[Player]) -> None:
    sandbox.faults.cut(times=1, **PANEL)
    await players[0].open_hand()


@pytest.mark.parametrize("after", [False, True], ids=["not done", "done, not told"])
async def test_an_acknowledgement_that_failed_is_given_again(
    sandbox: Sandbox, players: list[Player], after: bool
) -> None:
    player = await whose_turn(players)
    assert player is not None
    sandbox.faults.cut(after=after, times=1, **CALLBACK)
    assert (await player.press(a_choice(player, random.Random(19)))).refusal == ""


async def test_a_press_that_cannot_be_acknowledged_does_nothing(
    levee: Levee, sandbox: Sandbox, players: list[Player], caplog: pytest.LogCaptureFixture
) -> None:
    player = await whose_turn(players)
    assert player is not None
    player.look()
    before = await lines_of(levee)
    sandbox.faults.cut(**CALLBACK)
    assert player.panel is not None
    outcome = await player.person.click(player.panel, custom_id=first_act(player.panel))
    assert outcome.status == "failed"
    sandbox.faults.clear()
    assert await lines_of(levee) == before
    assert "did not take an acknowledgement" in caplog.text


async def test_a_hand_is_shown_anew_where_what_was_pressed_has_gone_meanwhile(
    levee: Levee, sandbox: Sandbox, players: list[Player], api: Api
) -> None:
    player = await whose_turn(players)
    assert player is not None
    player.look()
    assert player.panel is not None
    pressed, before = player.panel["id"], await lines_of(levee)
    held = Held()
    sandbox.middlewares.append(held)
    pressing = asyncio.ensure_future(player.person.click(player.panel, custom_id=first_act(player.panel)))
    await held.asked.wait()
    assert await lines_of(levee) != before, "it is stored"
    (token,) = {i.token for i in sandbox.world.interactions.values() if str(i.message_id) == pressed}
    path = f"/webhooks/{sandbox.world.bot_id}/{token}/messages/@original"
    assert (await api("DELETE", path)).status == 204
    held.may_go.set()
    await pressing
    await player.person.wait_for_message(lambda m: is_panel(m) and m["id"] != pressed)


class Held:
    """Keeps back the changes of panels, once somebody has asked, until they may go."""

    def __init__(self) -> None:
        self.asked, self.may_go = asyncio.Event(), asyncio.Event()
        self.__middleware_version__ = 1

    async def __call__(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        if request.method == "PATCH" and "webhook_token" in request.match_info:
            self.asked.set()
            await self.may_go.wait()
        return await handler(request)


def first_act(panel: Json) -> str:
    return str(
        next(c["custom_id"] for c in components_of(panel) if c.get("custom_id", "").startswith("act:"))
    )


@pytest.mark.parametrize("everywhere", [False, True], ids=["a route", "all routes"])
async def test_rate_limits_are_waited_for(
    levee: Levee, sandbox: Sandbox, players: list[Player], everywhere: bool
) -> None:
    dice = random.Random(14)
    sandbox.faults.limit(0.2, everywhere=everywhere, times=10, share=0.5, dice=random.Random(15))
    await play(players, dice, acts=20)
    await caught_up(levee, players)
    assert len(await tables_shown(players[0].person)) == 1


async def test_a_panel_that_could_not_be_changed_is_changed_later(
    levee: Levee, sandbox: Sandbox, players: list[Player], caplog: pytest.LogCaptureFixture
) -> None:
    """Of those who do nothing themselves: who acts gets an answer of its own."""
    caplog.set_level(logging.INFO, "bot.panels")
    player = await whose_turn(players)
    assert player is not None
    assert random.Random(2).random() > 0.95, "his own answer arrives"
    sandbox.faults.cut(times=4, share=0.95, dice=random.Random(2), **PANEL)
    await player.command(a_choice(player, random.Random(16)))
    await until(lambda: "was not changed" in caplog.text)
    await caught_up(levee, players)


async def test_one_hand_by_direct_message_though_its_answer_was_lost(
    levee: Levee, sandbox: Sandbox, people: list[Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.newest.WAITS_S", (0.2,) * 20)
    sandbox.faults.fail(503, after=True, times=6, **POST)
    players = await seated(people[:3])
    await play(players, random.Random(17), acts=6)
    (table,) = levee.tables
    assert table.sitting is not None
    for seat, player in enumerate(players):
        held = symbols(table.sitting.observe(seat).hand)
        await player.person.wait_for_message(lambda m, held=held: LINK in text_of(m) and held in text_of(m))
        assert len([m for m in await player.person.messages("@me") if LINK in text_of(m)]) == 1


async def test_a_post_whose_answer_was_lost_is_found_again_by_the_next_start(
    start_bot: StartBot, database: Path, join: Join, sandbox: Sandbox
) -> None:
    first = create_bot({"DATABASE": database})
    await start_bot(first)
    ana = await join("Ana")
    sandbox.faults.cut(after=True, times=1, **POST)
    await ana.slash(CHANNEL, "table open", game="bourre")
    assert len(await tables_shown(ana)) == 1
    await first.close()
    second = create_bot({"DATABASE": database})
    await start_bot(second)
    (table,) = second.tables
    await until(lambda: table.row.message_id)
    assert [m["id"] for m in await tables_shown(ana)] == [str(table.row.message_id)]


async def test_a_long_outage_fills_no_log(
    levee: Levee, sandbox: Sandbox, players: list[Player], caplog: pytest.LogCaptureFixture
) -> None:
    dice = random.Random(18)
    sandbox.faults.fail(503, **EDIT)
    sandbox.faults.fail(503, **POST)
    before = len(caplog.records)
    for _ in range(15):
        await one_act(players, dice)
    warned = [r for r in caplog.records[before:] if r.levelno >= logging.WARNING and r.name.startswith("bot")]
    assert len(warned) <= 1 + len(players), [r.getMessage() for r in warned]
    sandbox.faults.clear()
    await asyncio.gather(*(player.open_hand() for player in players))
    await caught_up(levee, players)


async def test_a_table_that_closed_during_an_outage_says_so_afterwards(
    levee: Levee, sandbox: Sandbox, players: list[Player], caplog: pytest.LogCaptureFixture
) -> None:
    sandbox.faults.fail(503, **EDIT)
    await players[0].person.slash(CHANNEL, "table close")
    assert not list(levee.tables)
    await until(lambda: "table 1 could not be shown" in caplog.text)
    sandbox.faults.clear()
    await players[1].person.wait_for_message(lambda m: "deal 1 is over" in text_of(m))
    assert not await tables_shown(players[0].person)
