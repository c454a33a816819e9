"""``/season correct``: previewed, confirmed, booked once, and told to everybody."""

from typing import Any

import pytest
import simcord
from counted_sitting import a_counted_sitting, ask, labels
from evening import Evening, embed_text, words_of
from league_night import a_season, say
from test_standings_command import enter

from bot.table import Table
from data import corrections, ledger, standings
from data.corrections import Correction
from data.seasons import Season
from data.standings import Row
from engine.ledger import UNITS

MOVE = {"deal": 1, "from": 1, "to": 2, "amount": "3", "reason": "Misdealt, *said* @everyone"}
LATE_S = 15 * 60


@pytest.fixture
async def counted(evening: Evening) -> tuple[Season, Table]:
    return await a_counted_sitting(evening)


async def wish(evening: Evening, member: simcord.MemberActor, on: Table, /, **options: Any) -> Any:
    return await ask(evening, member, "season correct", **{"table": on.id, **options})


async def made(evening: Evening, season: Season) -> tuple[Correction, ...]:
    return await corrections.corrections(evening.bot.database, season.id)


async def rows(evening: Evening, season: Season, as_of_ms: int | None = None) -> dict[int, Row]:
    found = await standings.standings(evening.bot.database, season.id, as_of_ms)
    return {row.user_id: row for row in found}


async def test_a_move_is_shown_then_booked_then_told(evening: Evening, counted: tuple[Season, Table]) -> None:
    season, table = counted
    before, moment = await rows(evening, season), int(evening.env.now().timestamp() * 1000)
    await evening.env.advance_time(60)
    shown = await wish(evening, evening.owner, table, **MOVE)
    loser, winner = (table.seats[seat].user_id for seat in (0, 1))
    text = embed_text(shown.embeds[0])
    assert f"Deal 1 of table {table.id}: **3** from" in text
    assert "Standings of “Winter”, before → after:" in text
    changed = [line for line in text.splitlines() if line.startswith(("Ana: ", "Ben: ", "Cleo: "))]
    assert 2 <= len(changed) <= 3
    assert all(" → " in line for line in changed)
    assert labels(shown) == ["Book this correction", "Cancel"]
    assert await rows(evening, season) == before
    assert not await made(evening, season), "a preview books nothing"
    result = await evening.owner.click(shown, label="Book this correction")
    assert result.response is not None
    assert "It is booked" in result.response.content
    assert labels(result.response) == []
    after = await rows(evening, season)
    assert loser is not None
    assert winner is not None
    assert after[loser].net == before[loser].net - 3 * UNITS
    assert after[winner].net == before[winner].net + 3 * UNITS
    assert await rows(evening, season, moment) == before, "the past stays as it was"
    (correction,) = await made(evening, season)
    assert (correction.user_id, correction.reason) == (evening.owner.id, MOVE["reason"])
    told = evening.channel.history()[-1]
    assert "**Corrected** by" in told.content
    assert r"\*said\*" in told.content
    assert not told.mention_everyone
    assert not told.mentions
    assert "Misdealt" in await say(evening, evening.bystander, "season show")
    explained = await say(evening, evening.bystander, "ledger explain", deal=1)
    assert "**Corrected** <t:" in explained
    assert "Misdealt" in explained
    assert "all equal" in await say(evening, evening.bystander, "ledger verify")


async def test_a_sitting_is_voided_once(evening: Evening, counted: tuple[Season, Table]) -> None:
    season, table = counted
    shown = await wish(evening, evening.owner, table, void=True, reason="Seats were sold")
    text = embed_text(shown.embeds[0])
    assert "the whole sitting is voided" in text
    assert text.count(" → ") == 4
    await evening.owner.click(shown, label="Void the sitting")
    assert {row.sittings for row in (await rows(evening, season)).values()} == {0}
    assert "whole sitting is voided" in evening.channel.history()[-1].content
    assert "Seats were sold" in await say(evening, evening.bystander, "season show")
    assert "**Voided** <t:" in await say(evening, evening.bystander, "ledger explain", deal=1)
    again = await wish(evening, evening.owner, table, **MOVE)
    assert "is voided. Nothing more" in again.content
    assert "all equal" in await say(evening, evening.bystander, "ledger verify")


async def test_cancelling_changes_nothing(evening: Evening, counted: tuple[Season, Table]) -> None:
    season, table = counted
    shown = await wish(evening, evening.owner, table, **MOVE)
    result = await evening.owner.click(shown, label="Cancel")
    assert result.response is not None
    assert result.response.content == "Nothing was changed."
    assert not await made(evening, season)


async def test_a_question_is_answered_in_time(evening: Evening, counted: tuple[Season, Table]) -> None:
    season, table = counted
    shown = await wish(evening, evening.owner, table, **MOVE)
    await evening.env.advance_time(LATE_S)
    said = words_of(await evening.owner.click(shown, label="Book this correction"))
    assert "too old, or was answered" in said
    assert not await made(evening, season)


async def test_after_a_restart_it_is_asked_again(evening: Evening, counted: tuple[Season, Table]) -> None:
    season, table = counted
    shown = await wish(evening, evening.owner, table, **MOVE)
    await evening.restart()
    assert "too old, or was answered" in words_of(
        await evening.owner.click(shown, label="Book this correction")
    )
    assert not await made(evening, season)


async def test_what_was_shown_is_what_is_done(evening: Evening, counted: tuple[Season, Table]) -> None:
    """Two of the staff at the same sitting: the second sees that it would be something else now."""
    season, table = counted
    first = await wish(evening, evening.owner, table, **MOVE)
    second = await wish(evening, evening.owner, table, **MOVE)
    await evening.owner.click(first, label="Book this correction")
    said = words_of(await evening.owner.click(second, label="Book this correction"))
    assert "Something was booked since" in said
    assert len(await made(evening, season)) == 1


async def test_who_is_no_longer_staff_books_nothing(evening: Evening, counted: tuple[Season, Table]) -> None:
    season, table = counted
    role = evening.guild.create_role("Bankers")
    banker = evening.member("Bea", roles=[role])
    await say(evening, evening.owner, "settings staff-role", role=role)
    shown = await wish(evening, banker, table, **MOVE)
    assert labels(shown) == ["Book this correction", "Cancel"]
    await say(evening, evening.owner, "settings staff-role")
    assert "Only staff" in words_of(await banker.click(shown, label="Book this correction"))
    assert not await made(evening, season)


async def test_a_substitute_leaves_the_standings_with_a_voided_sitting(evening: Evening) -> None:
    """He has sat once only, and who has not sat is listed if he is a player."""
    first, second, third = evening.players
    season = await a_season(evening, first, second)
    await say(evening, third, "season join", substitute=True)
    _, table = await a_counted_sitting(evening, season)
    assert third.id in await rows(evening, season)
    shown = await wish(evening, evening.owner, table, void=True, reason="Seats were sold")
    (line,) = [line for line in embed_text(shown.embeds[0]).splitlines() if line.startswith("Cleo: ")]
    assert line.endswith("→ not there")
    await evening.owner.click(shown, label="Void the sitting")
    assert third.id not in await rows(evening, season)


async def test_who_is_concerned_stands_first_among_300(
    evening: Evening, counted: tuple[Season, Table]
) -> None:
    season, table = counted
    await enter(evening, season.id, 300)
    shown = await wish(evening, evening.owner, table, void=True, reason="Seats were sold")
    text = embed_text(shown.embeds[0])
    rows_told = [line for line in text.splitlines() if " points, " in line]
    assert {line.partition(":")[0] for line in rows_told[:3]} == {"Ana", "Ben", "Cleo"}
    assert f"and {303 - len(rows_told)} more" in text
    assert labels(shown) == ["Void the sitting", "Cancel"]


async def test_only_staff_correct(evening: Evening, counted: tuple[Season, Table]) -> None:
    _, table = counted
    assert "Only staff" in (await wish(evening, evening.players[0], table, **MOVE)).content


@pytest.mark.parametrize(
    ("options", "clause"),
    [
        ({"reason": "  "}, "Say why"),
        ({"deal": 7}, "Deal 7 of table 1 is not over"),
        ({"to": 1}, "two different numbers from 1 to 3"),
        ({"to": 8}, "two different numbers from 1 to 3"),
        ({"amount": "0"}, "“0” is no number of chips above 0"),
        ({"amount": "-3"}, "no number of chips"),
        ({"amount": "1.5"}, "no number of chips"),
        ({"amount": "2/4"}, "no number of chips"),
        ({"amount": "1/9"}, "no number of chips"),
        ({"amount": "9" * 20}, "no number of chips"),
        ({"amount": None}, "name `deal`, `from`, `to` and `amount`"),
        ({"from": None}, "name `deal`, `from`, `to` and `amount`"),
        ({"void": True}, "needs no deal, seats or amount"),
        ({"table": 99}, "no table 99"),
        ({"amount": "999999999999999"}, "moves 1099511627776 chips at most"),
    ],
)
async def test_what_cannot_be_corrected(
    evening: Evening, counted: tuple[Season, Table], options: dict[str, Any], clause: str
) -> None:
    season, table = counted
    wished = {key: value for key, value in {**MOVE, **options}.items() if value is not None}
    assert clause in (await wish(evening, evening.owner, table, **wished)).content
    assert not await made(evening, season)


async def test_what_counts_in_no_season_is_not_corrected(evening: Evening) -> None:
    await evening.start(deals=2)
    table = evening.table
    assert "counts in no season" in (await wish(evening, evening.owner, table, **MOVE)).content


async def test_a_sitting_that_is_not_over_is_not_corrected(evening: Evening) -> None:
    first, *others = evening.players
    await say(evening, evening.owner, "season create", name="Winter", rules="series deals=2")
    for member in evening.players:
        await say(evening, member, "season join")
    await first.slash(evening.channel, "table open", game="bourre", season="Winter")
    for member in others:
        await member.slash(evening.channel, "table join")
    await first.slash(evening.channel, "table start")
    await evening.play_deal()
    said = (await wish(evening, evening.owner, evening.table, **MOVE)).content
    assert "its sitting is not over" in said


async def test_where_nobody_can_be_told_it_is_booked_all_the_same(
    evening: Evening, counted: tuple[Season, Table]
) -> None:
    season, table = counted
    shown = await wish(evening, evening.owner, table, **MOVE)
    evening.env.inject_error("POST", f"/channels/{evening.channel.id}/messages", status=403, code=50013)
    result = await evening.owner.click(shown, label="Book this correction")
    assert result.response is not None
    assert "could not tell it" in result.response.content
    assert len(await made(evening, season)) == 1


async def test_seats_and_deals_are_offered_to_staff(evening: Evening, counted: tuple[Season, Table]) -> None:
    _, table = counted
    for option in ("from", "to"):
        offered = await evening.owner.autocomplete(
            evening.channel, "season correct", option, "", table=table.id
        )
        names = [f"{row.seat + 1}: {row.name}" for row in table.row.seats]
        assert [(each["name"], each["value"]) for each in offered] == list(zip(names, (1, 2, 3), strict=True))
    deals = await evening.owner.autocomplete(evening.channel, "season correct", "deal", "", table=table.id)
    assert [each["value"] for each in deals] == [1]
    player = evening.players[0]
    assert not await player.autocomplete(evening.channel, "season correct", "from", "", table=table.id)
    assert not await evening.owner.autocomplete(evening.channel, "season correct", "from", "", table=99)


async def test_a_move_between_who_played_then(evening: Evening, counted: tuple[Season, Table]) -> None:
    """Postings of the deal go to the accounts of the seats, to the chip."""
    _, table = counted
    before = await ledger.postings(evening.bot.database, table.id)
    shown = await wish(evening, evening.owner, table, **{**MOVE, "amount": "1/8"})
    await evening.owner.click(shown, label="Book this correction")
    after = await ledger.postings(evening.bot.database, table.id)
    booked = [(each.posting.account, each.posting.units, each.deal) for each in after[len(before) :]]
    assert booked == [("p1", -105, 1), ("p2", 105, 1)]


async def test_the_longest_reason_is_told_whole(evening: Evening, counted: tuple[Season, Table]) -> None:
    _, table = counted
    shown = await wish(evening, evening.owner, table, **{**MOVE, "reason": "*" * 300})
    await evening.owner.click(shown, label="Book this correction")
    for command, options in (("season show", {}), ("ledger explain", {"deal": 1})):
        (field,) = (await ask(evening, evening.bystander, command, **options)).embeds[0].fields
        assert str(field.value).count(r"\*") == 300


async def test_many_corrections_are_told_as_far_as_they_fit(
    evening: Evening, counted: tuple[Season, Table]
) -> None:
    season, table = counted
    for number in range(8):
        shown = await wish(evening, evening.owner, table, **{**MOVE, "reason": f"{number} " + "why " * 70})
        await evening.owner.click(shown, label="Book this correction")
    assert len(await made(evening, season)) == 8
    (field,) = (await ask(evening, evening.bystander, "season show")).embeds[0].fields
    assert field.name == "8 corrections"
    assert str(field.value).splitlines()[-1] == "and 6 more"
    embed = (await ask(evening, evening.bystander, "ledger explain", deal=1)).embeds[0]
    (field,) = embed.fields
    assert field.name == "Corrected afterwards"
    assert "more" in str(field.value).splitlines()[-1]
    assert len(embed) <= 6000
    assert "all equal" in await say(evening, evening.bystander, "ledger verify")
