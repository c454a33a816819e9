"""Opening, joining, filling and starting."""

import pytest
import simcord
from evening import Evening, words_of


async def say(evening: Evening, member: simcord.MemberActor, name: str, **options: object) -> str:
    return words_of(await member.slash(evening.channel, name, **options))


# ---- opening


async def test_one_table_a_channel(evening: Evening) -> None:
    first, second, _ = evening.players
    await first.slash(evening.channel, "table open", game="bourre")
    assert "has a table already" in await say(evening, second, "table open", game="bourre")
    assert len(tuple(evening.bot.tables)) == 1


async def test_another_channel_has_its_own(evening: Evening) -> None:
    await evening.start()
    other = evening.guild.create_text_channel("other")
    await evening.open(channel=other)
    assert len(tuple(evening.bot.tables)) == 2
    first = evening.bot.tables.find(evening.channel.id)
    second = evening.bot.tables.find(other.id)
    assert first is not None
    assert second is not None
    assert first.seq
    assert second.in_lobby


@pytest.mark.parametrize(
    ("options", "clause"),
    [
        ({"rules": "casino"}, "There is no preset “casino”"),
        ({"rules": "wiki players=8"}, "players=8"),
        ({"rules": "series conduct=loose"}, "conduct=loose"),
        ({"rules": "series players=9"}, "players=9"),
        ({"rules": "series players=8"}, "players=8"),
        ({"rules": "series players=1"}, "players=1"),
        ({"rules": "series deals=0"}, "deals=0"),
        ({"rules": "deals=6 deals=7"}, "given twice"),
        ({"rules": "series deals=6", "deals": 7}, "given twice"),
        ({"rules": "series cinch"}, "There is no option “cinch”"),
        ({"rules": "series pot_limit=0"}, "pot_limit=0"),
        ({"rules": "series colour=blue"}, "There is no option “colour=blue”"),
        ({"rules": "series ante=1/2"}, "ante=1/2"),
    ],
)
async def test_rules_that_are_refused(evening: Evening, options: dict[str, object], clause: str) -> None:
    said = await say(evening, evening.players[0], "table open", game="bourre", **options)
    assert clause in said
    assert said.endswith(".")
    assert "\n" not in said
    assert evening.bot.tables.find(evening.channel.id) is None
    assert not evening.messages()


async def test_rules_are_completed(evening: Evening) -> None:
    typed = {"": "series", "series dea": "series deals=6", "deals=6 pla": "deals=6 players=5"}
    for current, wanted in typed.items():
        offered = await evening.players[0].autocomplete(
            evening.channel, "table open", "rules", current, game="bourre"
        )
        assert wanted in [choice["value"] for choice in offered]
        assert len(offered) <= 25
        for choice in offered:
            assert evening.bot.tables.find(evening.channel.id) is None
            assert len(choice["name"]) <= 100


async def test_an_unplayed_game_cannot_be_chosen(evening: Evening) -> None:
    with pytest.raises(simcord.OptionError):
        await evening.players[0].slash(evening.channel, "table open", game="poker")


@pytest.mark.parametrize("seats", [1, 9])
async def test_the_number_of_seats_is_bounded(evening: Evening, seats: int) -> None:
    with pytest.raises(simcord.OptionError):
        await evening.players[0].slash(evening.channel, "table open", game="bourre", seats=seats)


# ---- the lobby


async def test_seats_taken_and_full(evening: Evening) -> None:
    first, second, third = evening.players
    await first.slash(evening.channel, "table open", game="bourre", seats=2)
    assert "Seat 1 is" in await say(evening, second, "table join", seat=1)
    assert "no seat 3" in await say(evening, second, "table join", seat=3)
    assert "sit at this table already" in await say(evening, first, "table join")
    await second.slash(evening.channel, "table join", seat=2)
    before = evening.table.row.seats
    assert "All 2 seats are taken" in await say(evening, third, "table join")
    assert "All 2 seats are taken" in await say(evening, third, "table fill")
    pressed = await third.click(evening.table_message(), label="Sit down")
    assert "All 2 seats are taken" in words_of(pressed)
    assert evening.table.row.seats == before


async def test_filling_with_too_many(evening: Evening) -> None:
    await evening.players[0].slash(evening.channel, "table open", game="bourre", seats=3)
    said = await say(evening, evening.players[0], "table fill", count=3)
    assert said == "There are only 2 free seats, not 3."
    await evening.players[0].slash(evening.channel, "table fill", count=1)
    said = await say(evening, evening.players[0], "table fill", count=2)
    assert said == "There is only one free seat, not 2."
    assert [row.computer for row in evening.table.row.seats] == [False, True]


async def test_starting_alone_or_without_people(evening: Evening) -> None:
    first, second, _ = evening.players
    await first.slash(evening.channel, "table open", game="bourre")
    assert "2 to 7 players" in await say(evening, first, "table start")
    await first.slash(evening.channel, "table fill", count=3)
    assert "do not sit" in await say(evening, second, "table start")
    await first.slash(evening.channel, "table leave")
    assert "Nobody but computers" in await say(evening, first, "table start")
    assert evening.table.in_lobby
    assert evening.table.sitting is None


async def test_free_seats_are_closed_up_at_the_start(evening: Evening) -> None:
    first, second, third = evening.players
    await first.slash(evening.channel, "table open", game="bourre")
    await second.slash(evening.channel, "table join", seat=5)
    await third.slash(evening.channel, "table join", seat=4)
    await first.slash(evening.channel, "table start")
    assert [row.user_id for row in evening.table.row.seats] == [first.id, third.id, second.id]
    assert [row.seat for row in evening.table.row.seats] == [0, 1, 2]


async def test_leaving_the_lobby(evening: Evening) -> None:
    await evening.open()
    first, second, _ = evening.players
    await second.slash(evening.channel, "table leave")
    assert "do not sit" in await say(evening, second, "table leave")
    assert "Your seat is free again" in await say(evening, first, "table leave")
    assert [row.seat for row in evening.table.row.seats] == [2]
    assert "*free*" in evening.table_text()


async def test_a_started_table_takes_nobody(evening: Evening) -> None:
    await evening.start()
    before = evening.table.row.seats
    assert "playing already" in await say(evening, evening.bystander, "table join")
    assert "playing already" in await say(evening, evening.bystander, "table fill")
    assert "playing already" in await say(evening, evening.players[0], "table start")
    assert "sit at this table already" in await say(evening, evening.players[0], "table join")
    assert evening.table.row.seats == before
