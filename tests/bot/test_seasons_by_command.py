"""Seasons: who creates, enters, shows and closes them, and what their tables ask for."""

from zoneinfo import ZoneInfo

import pytest
from evening import Evening, words_of
from league_night import DAY, a_season, ms, only_season, say

from bot.errors import Refused
from bot.times import read_time
from data import results, seasons, settings
from data.seasons import NewSeason

PARIS = ZoneInfo("Europe/Paris")

# ---- times


@pytest.mark.parametrize(
    ("text", "zone", "ends", "moment"),
    [
        ("2026-12-31", "Europe/Paris", False, "2026-12-31T00:00+01:00"),
        ("2026-12-31", "Europe/Paris", True, "2027-01-01T00:00+01:00"),
        ("2026-10-25", "Europe/Paris", False, "2026-10-25T00:00+02:00"),
        ("2026-10-25", "Europe/Paris", True, "2026-10-26T00:00+01:00"),
        ("2026-03-29", "Europe/Paris", True, "2026-03-30T00:00+02:00"),
        ("2026-11-01", "America/Chicago", True, "2026-11-02T00:00-06:00"),
        # clocks there are changed at midnight: to 1:00 in spring; from 1:00 to a second midnight in autumn
        ("2026-03-28", "Asia/Beirut", True, "2026-03-29T00:00+02:00"),
        ("2026-10-31", "America/Havana", True, "2026-11-01T00:00-04:00"),
        (" 2026-10-25  20:00 ", "Europe/Paris", True, "2026-10-25T20:00+01:00"),
        ("2026-10-25T20:00", "Europe/Paris", False, "2026-10-25T20:00+01:00"),
        ("2026-10-25 02:30+01:00", "Europe/Paris", False, "2026-10-25T02:30+01:00"),
        ("2026-10-25 02:30+02:00", "Europe/Paris", False, "2026-10-25T02:30+02:00"),
        ("2026-10-25 02:30Z", "Europe/Paris", False, "2026-10-25T02:30+00:00"),
        ("2028-02-29", "UTC", True, "2028-03-01T00:00+00:00"),
    ],
)
def test_times_that_are_read(text: str, zone: str, ends: bool, moment: str) -> None:
    assert read_time(text, ZoneInfo(zone), ends=ends) == ms(moment)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "tomorrow",
        "31.12.2026",
        "2026-02-29",
        "2026-13-01",
        "2026-12-31 25:00",
        "2026-12-31 20",
        "1999-01-01",
        "٢٠٢٦-12-31",
        "2026-12-31 20:00+99:00",
        "2026-12-31 20:00:61",
        "9999-12-31",
    ],
)
def test_times_that_are_not(text: str) -> None:
    with pytest.raises(Refused) as refused:
        read_time(text, PARIS, ends=True)
    assert refused.value.key == "refused.bad-time"


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("2026-03-29 02:00", "refused.time-skipped"),
        ("2026-03-29 02:59", "refused.time-skipped"),
        ("2026-10-25 02:00", "refused.time-twice"),
        ("2026-10-25 02:59", "refused.time-twice"),
    ],
)
def test_times_the_clock_leaps_over_or_repeats(text: str, key: str) -> None:
    with pytest.raises(Refused) as refused:
        read_time(text, PARIS)
    assert refused.value.key == key


@pytest.mark.parametrize(
    "text", ["2026-03-29 01:59", "2026-03-29 03:00", "2026-10-25 01:59", "2026-10-25 03:00"]
)
def test_times_just_beside(text: str) -> None:
    assert read_time(text, PARIS)


# ---- creating


async def test_a_season_is_as_it_was_wished(evening: Evening) -> None:
    said = await say(
        evening,
        evening.owner,
        "season create",
        name="Winter",
        game="bura",
        start="2026-02-01",
        end="2026-10-25",
        timezone="europe/paris",
        points="Places 5 3 1+net",
        credit="starter",
    )
    season = await only_season(evening)
    assert season.game == "bura"
    assert season.starts_at_ms == ms("2026-02-01T00:00+01:00")
    assert season.ends_at_ms == ms("2026-10-26T00:00+01:00"), "the whole day, and that one has 25 hours"
    assert (season.timezone, season.points, season.credit) == (
        "Europe/Paris",
        "places 5 3 1 + net",
        "starter",
    )
    assert f"<t:{season.ends_at_ms // 1000}:f>" in said


async def test_what_is_not_said(evening: Evening) -> None:
    await settings.change(evening.bot.database, evening.guild.id, timezone="Asia/Tokyo")
    now = evening.env.now()
    await say(evening, evening.owner, "season create", name="Winter")
    season = await only_season(evening)
    assert (season.game, season.timezone, season.credit) == ("bourre", "Asia/Tokyo", "deals")
    assert season.starts_at_ms == int(now.timestamp() * 1000)
    assert season.ends_at_ms is None


@pytest.mark.parametrize(
    ("options", "clause"),
    [
        ({"name": "WINTER"}, "a season “WINTER” already"),
        ({"name": "\u200b\u2800"}, "Nothing of this name can be seen"),
        ({"end": "2025-12-31"}, "before it starts"),
        ({"start": "2025-01-01", "end": "2025-12-31"}, "is over already"),
        ({"start": "2026-06-02", "end": "2026-06-01"}, "before it starts"),
        ({"end": "soon"}, "cannot read “soon” as a time"),
        ({"timezone": "Mars/Olympus"}, "no time zone “Mars/Olympus”"),
        (
            {"timezone": "Europe/Paris", "start": "2026-03-29 02:30"},
            "2026-03-29 02:30 never comes in Europe/Paris",
        ),
        (
            {"timezone": "Europe/Paris", "end": "2026-10-25 02:30"},
            "Write `2026-10-25 02:30+02:00` or `2026-10-25 02:30+01:00`",
        ),
        ({"points": "places 3 5"}, "no points scheme"),
        ({"points": "chips"}, "no points scheme"),
        ({"rules": "casino"}, "no preset “casino”"),
    ],
)
async def test_what_cannot_be(evening: Evening, options: dict[str, object], clause: str) -> None:
    await a_season(evening, evening.players[0])
    said = await say(evening, evening.owner, "season create", **{"name": "Spring", **options})
    assert clause in said
    assert len(await seasons.of_guild(evening.bot.database, evening.guild.id)) == 1


async def test_staff_only(evening: Evening) -> None:
    season = await a_season(evening)
    player = evening.players[0]
    for command in ("season create", "season close", "season schedule"):
        options = {"name": "Mine"} if command == "season create" else {}
        assert "Only staff" in await say(evening, player, command, **options)
    role = evening.guild.create_role("Stewards")
    steward = evening.member("Sue", roles=[role])
    assert "Only staff" in await say(evening, steward, "season close")
    await settings.change(evening.bot.database, evening.guild.id, staff_role_id=role.id)
    assert "is closed" in await say(evening, steward, "season close")
    assert (await seasons.season(evening.bot.database, season.id)).closed_at_ms is not None


async def test_a_hostile_name(evening: Evening) -> None:
    await say(evening, evening.owner, "season create", name="**@everyone** <#1>\u202e=1+1")
    season = await only_season(evening)
    assert "\u202e" not in season.name
    for text in (
        await say(evening, evening.owner, "season show"),
        await say(evening, evening.owner, "season list"),
    ):
        assert "@everyone" not in text
        assert "**@" not in text
        assert "\\<#1>" in text


async def test_names_and_zones_are_completed(evening: Evening) -> None:
    for number in range(30):
        await say(evening, evening.owner, "season create", name=f"Season {number}")
    player = evening.players[0]
    offered = await player.autocomplete(evening.channel, "season join", "season", "")
    assert len(offered) == 25
    assert offered[0]["value"] == "Season 29"
    offered = await player.autocomplete(evening.channel, "season show", "name", "SEASON 7")
    assert [each["value"] for each in offered] == ["Season 7"]
    zones = await evening.owner.autocomplete(evening.channel, "season create", "timezone", "new york")
    assert "America/New_York" in [each["value"] for each in zones]
    assert "which season" in await say(evening, player, "season join")


@pytest.mark.parametrize("count", [0, 1, 26, 300])
async def test_any_number_of_seasons_is_listed(evening: Evening, count: int) -> None:
    for number in range(count):
        new = NewSeason(
            evening.guild.id, f"Season {number}", "bura", "series", 1_000, 9_000, "UTC", "net", "deals", 1, 10
        )
        await seasons.create(evening.bot.database, new)
    said = await say(evening, evening.bystander, "season list")
    assert ("no season yet" in said) == (count == 0)
    assert (f"**Season {count - 1}** · Bura · <t:1:f> – <t:9:f> · over" in said) == (count > 0)
    assert ("more" in said) == (count > 26)


# ---- entering


async def test_joining_and_leaving(evening: Evening) -> None:
    first, second, third = evening.players
    assert "No season is open here" in await say(evening, first, "season join")
    await a_season(evening, first)
    assert "in the season “Winter” already" in await say(evening, first, "season join")
    assert "no season “Summer”" in await say(evening, second, "season join", season="Summer")
    assert "as a substitute" in await say(evening, second, "season join", season="winter", substitute=True)
    assert "not in the season" in await say(evening, third, "season leave")
    assert "You have left" in await say(evening, first, "season leave")
    shown = await say(evening, third, "season show")
    assert "One substitute: Ben" in shown
    assert "One has left: Ana" in shown
    assert "will be drawn" in await say(evening, first, "season join")
    await say(evening, evening.owner, "season close")
    assert "is closed" in await say(evening, third, "season join", season="Winter")
    assert "is closed" in await say(evening, first, "season leave", season="Winter")


@pytest.mark.parametrize("count", [0, 1, 26, 300])
async def test_a_season_of_any_size_is_shown(evening: Evening, count: int) -> None:
    season = await a_season(evening, evening.players[0])
    await say(evening, evening.players[0], "season leave")
    for user in range(count):
        await seasons.enter(evening.bot.database, season.id, 10**17 + user, 10 + user)
    if count > 1:
        await say(evening, evening.owner, "season schedule", computers=True)
    shown = await say(evening, evening.owner, "season show")
    assert "One has left: Ana" in shown
    assert ("Nobody has entered" in shown) == (count == 0)
    assert (f"{count} players" in shown) == (count > 1)
    assert ("more" in shown) == (count > 1)
    assert len(shown) < 4200


async def test_a_reminder_of_its_terms(evening: Evening) -> None:
    await a_season(evening, points="net", credit="finisher", end="2026-12-31")
    shown = await say(evening, evening.bystander, "season show", name="winter")
    for part in (
        "by the rules “series”, but deals 1;",
        "`net`",
        "who sat there last",
        "zone UTC",
        "3 players: Ana, Ben, Cleo",
    ):
        assert part in shown
    assert f"<t:{ms('2027-01-01T00:00+00:00') // 1000}:f>" in shown


# ---- tables


async def test_a_table_takes_the_rules_of_its_season(evening: Evening) -> None:
    season = await a_season(evening)
    first, second, third = evening.players
    said = await say(evening, first, "table open", game="bourre", season="winter")
    assert "counts in the season “Winter”" in said
    assert "Fill" not in said, "only staff seat computers there"
    assert str(evening.table.rules) == "series deals=1"
    assert "Season: Winter" in evening.table_text()
    for member in (second, third):
        await member.slash(evening.channel, "table join")
    await first.slash(evening.channel, "table start")
    assert "Winter" in evening.table_text()
    assert evening.table.row.season_id == season.id


@pytest.mark.parametrize(
    ("options", "clause"),
    [
        ({"rules": "series"}, "leave out `rules`"),
        ({"seats": 3, "deals": 4}, "leave out `seats`, `deals`"),
        ({"conduct": "honour"}, "leave out `conduct`"),
        ({"game": "bura"}, "plays Bourré"),
        ({"season": "Summer"}, "no season “Summer”"),
    ],
)
async def test_a_table_that_cannot_count(evening: Evening, options: dict[str, object], clause: str) -> None:
    await a_season(evening)
    given = {"game": "bourre", "season": "Winter", **options}
    assert clause in await say(evening, evening.players[0], "table open", **given)
    assert evening.bot.tables.find(evening.channel.id) is None


async def test_only_who_has_entered_sits_there(evening: Evening) -> None:
    first, second, third = evening.players
    await a_season(evening, first)
    await say(evening, second, "season join", substitute=True)
    opening = {"game": "bourre", "season": "Winter"}
    assert "not in the season" in await say(evening, third, "table open", **opening)
    await first.slash(evening.channel, "table open", **opening)
    assert "You have seat 2" in await say(evening, second, "table join")
    assert "not in the season" in await say(evening, third, "table join")
    assert "not in the season" in words_of(await third.click(evening.table_message(), label="Sit down"))
    assert "only staff seat computer players" in await say(evening, first, "table fill")
    assert "One computer player" in await say(evening, evening.owner, "table fill", count=1)


async def test_before_the_start_and_after_the_end(evening: Evening) -> None:
    first, second, _ = evening.players
    await a_season(evening, start="2026-01-03", end="2026-01-05")
    opening = {"game": "bourre", "season": "Winter"}
    assert "starts <t:" in await say(evening, first, "table open", **opening)
    await evening.env.advance_time(5 * DAY - 1800)
    await first.slash(evening.channel, "table open", **opening)
    await second.slash(evening.channel, "table join")
    await evening.env.advance_time(3000)
    assert "would not count" in await say(evening, first, "table start")
    assert evening.table.in_lobby
    await say(evening, first, "table close")
    assert "would not count" in await say(evening, first, "table open", **opening)
    assert "would not count" in await say(evening, evening.bystander, "season join")


async def test_a_sitting_that_started_in_time_counts(evening: Evening) -> None:
    season = await a_season(evening, end="2026-01-05")
    await _start(evening)
    await evening.env.advance_time(9 * DAY)
    await evening.play_until(lambda: evening.bot.tables.find(evening.channel.id) is None)
    totals = await evening.bot.database.read(lambda reader: results.recompute(reader, season.id))
    assert {user: total.sittings for user, total in totals.items()} == {
        each.id: 1 for each in evening.players
    }


async def _start(evening: Evening) -> None:
    first, *others = evening.players
    await first.slash(evening.channel, "table open", game="bourre", season="Winter")
    for member in others:
        await member.slash(evening.channel, "table join")
    await first.slash(evening.channel, "table start")


async def test_its_opener_alone_cannot_end_it(evening: Evening) -> None:
    await a_season(evening)
    await _start(evening)
    first, second, third = evening.players
    assert "ends when they ask for it too" in await say(evening, first, "table close")
    await say(evening, second, "table close")
    assert not evening.table.is_closed
    await say(evening, third, "table close")
    assert evening.bot.tables.find(evening.channel.id) is None


async def test_staff_can_end_it_and_its_opener_in_the_lobby(evening: Evening) -> None:
    await a_season(evening)
    await evening.players[0].slash(evening.channel, "table open", game="bourre", season="Winter")
    assert "closed" in await say(evening, evening.players[0], "table close")
    await _start(evening)
    assert "closed" in await say(evening, evening.owner, "table close")
    assert evening.bot.tables.find(evening.channel.id) is None


async def test_a_season_closes_after_its_tables(evening: Evening) -> None:
    await a_season(evening)
    await _start(evening)
    said = await say(evening, evening.owner, "season close")
    assert evening.channel.mention in said
    await say(evening, evening.owner, "table close")
    assert "is closed" in await say(evening, evening.owner, "season close")
    assert "No season is open" in await say(evening, evening.owner, "season close")
    opening = {"game": "bourre", "season": "Winter"}
    assert "is closed" in await say(evening, evening.players[0], "table open", **opening)


async def test_a_restart_keeps_a_table_in_its_season(evening: Evening) -> None:
    season = await a_season(evening)
    await _start(evening)
    await evening.restart()
    assert evening.table.season == season
    await evening.play_until(lambda: evening.bot.tables.find(evening.channel.id) is None)
    totals = await evening.bot.database.read(lambda reader: results.recompute(reader, season.id))
    assert len(totals) == 3
