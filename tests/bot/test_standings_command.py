"""`/standings`: the season at hand, page by page, now and as it stood."""

import json

import pytest
from evening import Evening
from league_night import DAY, a_season, say
from standings_asked import a_sitting, asked, enter, file_of, labels, ranked, refused, text_of

from data import seasons, standings
from data.seasons import NewSeason
from engine.ledger import amount

# ---- which list


async def test_without_a_season_and_a_deal(evening: Evening) -> None:
    shown = await asked(evening, evening.bystander)
    assert "Bourré · all times" in text_of(shown)
    assert "Nobody has finished a deal of Bourré here yet." in text_of(shown)
    assert not shown.attachments


async def test_without_a_season_totals_of_all_times(evening: Evening) -> None:
    await a_sitting(evening, rules="series deals=2")
    shown = await asked(evening, evening.bystander)
    lines = ranked(shown)
    assert len(lines) == 3
    assert "net" in lines[0]
    assert text_of(shown).count("2 deals") == 3
    assert [file.filename for file in shown.attachments] == ["table.png"]
    assert "Bourré" in (shown.attachments[0].description or "")


async def test_a_season_without_anybody(evening: Evening) -> None:
    await say(evening, evening.owner, "season create", name="Winter")
    shown = await asked(evening, evening.bystander)
    assert "Nobody is in this season yet." in text_of(shown)
    assert ranked(shown) == []


async def test_a_sitting_is_counted(evening: Evening) -> None:
    season = await a_season(evening)
    await a_sitting(evening, season="Winter")
    shown = await asked(evening, evening.bystander)
    rows = await standings.standings(evening.bot.database, season.id)
    names = {member.id: member.user.global_name for member in evening.players}
    assert len(rows) == 3
    for row, line in zip(rows, ranked(shown), strict=True):
        assert line.startswith(f"**{row.rank}.** **{names[row.user_id]}** · points **{amount(row.points)}**")
        assert amount(row.net) in line
    assert text_of(shown).count("1 sitting ") == 3
    assert "Winter · standings" in text_of(shown)
    assert "Winter" in (shown.attachments[0].description or "")


async def test_the_season_of_the_channels_table(evening: Evening) -> None:
    await a_season(evening)
    await say(evening, evening.owner, "season create", name="Summer")
    assert "Summer" in text_of(await asked(evening, evening.bystander))
    await evening.players[0].slash(evening.channel, "table open", game="bourre", season="Winter")
    assert "Winter" in text_of(await asked(evening, evening.bystander))
    assert "Summer" in text_of(await asked(evening, evening.bystander, season="summer"))


async def test_totals_can_be_asked_for(evening: Evening) -> None:
    await a_season(evening)
    choices = await evening.bystander.autocomplete(evening.channel, "standings", "season", "")
    assert [choice["value"] for choice in choices][:2] == ["Winter", "All times: Bourré"]
    assert "Bourré · all times" in text_of(
        await asked(evening, evening.bystander, season="All times: Bourré")
    )


async def test_no_more_choices_than_discord_takes(evening: Evening) -> None:
    for number in range(30):
        new = NewSeason(
            evening.guild.id, f"S{number}", "bourre", "series", 0, None, "UTC", "net", "deals", 1, number
        )
        await seasons.create(evening.bot.database, new)
    choices = await evening.bystander.autocomplete(evening.channel, "standings", "season", "")
    assert [choice["value"] for choice in choices] == [f"S{number}" for number in range(29, 4, -1)]
    typed = await evening.bystander.autocomplete(evening.channel, "standings", "season", "all")
    assert len(typed) == 3


async def test_a_season_may_be_called_like_totals(evening: Evening) -> None:
    await say(evening, evening.owner, "season create", name="All times: Bourré")
    shown = await asked(evening, evening.bystander, season="All times: Bourré")
    assert "All times: Bourré · standings" in text_of(shown)


async def test_an_unknown_season(evening: Evening) -> None:
    await a_season(evening)
    assert "Spring" in await refused(evening, season="Spring")


# ---- pages


@pytest.mark.parametrize(("guests", "pages"), [(1, 1), (26, 3), (300, 30)])
async def test_pages(evening: Evening, guests: int, pages: int) -> None:
    season = await a_season(evening, evening.players[0])
    await say(evening, evening.players[0], "season leave")
    await enter(evening, season.id, guests)
    shown = await asked(evening, evening.bystander)
    seen = ranked(shown)
    assert f"Page 1 of {pages} · players: {guests}" in text_of(shown)
    assert labels(shown) == (["‹", "›"] if pages > 1 else []) + ["CSV", "JSON"]
    for number in range(2, min(pages, 3) + 1):
        await evening.bystander.click(shown, label="›")
        (shown,) = [message for message in evening.messages() if message.id == shown.id]
        assert f"Page {number} of {pages}" in text_of(shown)
        assert not shown.attachments, "the picture is of the first page"
        seen += ranked(shown)
    assert len(set(seen)) == min(guests, 30)


async def test_back_to_the_first_page_after_a_restart(evening: Evening) -> None:
    season = await a_season(evening)
    await enter(evening, season.id, 26)
    shown = await asked(evening, evening.bystander)
    first = text_of(shown)
    await evening.bystander.click(shown, label="›")
    await evening.restart()
    (turned,) = [message for message in evening.messages() if message.id == shown.id]
    assert text_of(turned) != first
    await evening.players[0].click(turned, label="‹")
    (back,) = [message for message in evening.messages() if message.id == shown.id]
    assert ranked(back)[:10] == ranked(shown)[:10]
    assert [file.filename for file in back.attachments] == ["table.png"]
    assert len(evening.messages()) == 1


async def test_the_own_line_is_always_there(evening: Evening) -> None:
    season = await a_season(evening)
    await enter(evening, season.id, 26)
    await a_sitting(evening, season="Winter")
    last = "Guest 25"
    assert last not in text_of(await asked(evening, evening.bystander))
    late = evening.member("Late")
    await late.slash(evening.channel, "season join")
    shown = await asked(evening, late)
    assert len(ranked(shown)) == 11
    assert "**Late**" in ranked(shown)[-1]
    assert len(ranked(await asked(evening, evening.players[0]))) == 10
    await evening.players[0].click(shown, label="›")
    (turned,) = [message for message in evening.messages() if message.id == shown.id]
    assert "**Ana**" in ranked(turned)[-1]


# ---- as of a day


async def test_as_of_a_day(evening: Evening) -> None:
    await a_season(evening, timezone="America/New_York", start="2025-12-01")
    await evening.env.advance_time(DAY)
    await a_sitting(evening, season="Winter")
    await evening.env.advance_time(DAY)
    now = ranked(await asked(evening, evening.bystander))
    before = await asked(evening, evening.bystander, as_of="2026-01-01 12:00")
    assert "As of <t:1767286800:f>:" in text_of(before)
    assert text_of(before).count("no sitting yet") == 3
    for later in ("2026-01-01", "2026-01-01 19:00", "2026-01-02"):
        assert ranked(await asked(evening, evening.bystander, as_of=later)) == now


async def test_a_page_keeps_its_day(evening: Evening) -> None:
    season = await a_season(evening, timezone="UTC")
    await enter(evening, season.id, 26)
    await evening.env.advance_time(DAY)
    await a_sitting(evening, season="Winter")
    shown = await asked(evening, evening.bystander, as_of="2026-01-01")
    await evening.bystander.click(shown, label="›")
    (turned,) = [message for message in evening.messages() if message.id == shown.id]
    assert "As of" in text_of(turned)
    result = await evening.bystander.click(turned, label="JSON")
    kept = json.loads(await file_of(result))
    assert kept["as_of"] == "2026-01-01T23:59:59.999000+00:00"
    assert {player["sittings"] for player in kept["players"]} == {0}


@pytest.mark.parametrize(
    ("as_of", "told"),
    [("2026-01-02", "still to come"), ("2026-01-01 20:00", "still to come"), ("yesterday", "yesterday")],
)
async def test_what_is_no_past_day(evening: Evening, as_of: str, told: str) -> None:
    await a_season(evening, timezone="UTC")
    assert told in await refused(evening, as_of=as_of)


async def test_totals_have_no_past(evening: Evening) -> None:
    assert "season" in await refused(evening, as_of="2026-01-01")
