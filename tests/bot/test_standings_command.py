"""`/standings`: the season at hand, page by page, as a picture and as files; now and as it stood."""

import csv
import io
import json
from collections.abc import Sequence

import pytest
import simcord
from evening import Evening, embed_text, words_of
from league_night import DAY, a_season, say
from test_hostile_names import LIMITS, check, sizes

from bot.listing import Asked, Line, page_of
from bot.render.standings import standings_message
from data import people, privacy, seasons, standings
from engine.game import games
from engine.ledger import amount

STRANGER = 5_000_000


async def a_sitting(evening: Evening, **options: object) -> None:
    """Everybody plays one, to its end."""
    first, *others = evening.players
    await first.slash(evening.channel, "table open", game="bourre", **options)
    for member in others:
        await member.slash(evening.channel, "table join")
    await first.slash(evening.channel, "table start")
    table = evening.table
    await evening.play_until(lambda: table.is_closed)


async def enter(evening: Evening, season_id: int, count: int) -> None:
    """Players who have never done anything."""
    for user_id in range(STRANGER, STRANGER + count):
        await seasons.enter(evening.bot.database, season_id, user_id, 1)
        await people.note(evening.bot.database, evening.guild.id, user_id, f"Guest {user_id - STRANGER}")


async def asked(evening: Evening, member: simcord.MemberActor, **options: object) -> simcord.ResponseMessage:
    """The public answer."""
    result = await member.slash(evening.channel, "standings", **options)
    assert result.response is not None, words_of(result)
    assert not result.response.ephemeral
    return result.response


async def refused(evening: Evening, **options: object) -> str:
    """What the asker alone is told; the channel sees nothing of it."""
    before = len(evening.messages())
    result = await evening.players[0].slash(evening.channel, "standings", **options)
    assert len(evening.messages()) == before
    return words_of(result)


def text_of(message: simcord.ResponseMessage) -> str:
    for name, size in sizes(message.embeds[0].to_dict()).items():
        assert size <= LIMITS[name]
    return embed_text(message.embeds[0])


def ranked(message: simcord.ResponseMessage) -> list[str]:
    """The lines that begin with a rank."""
    return [line for line in text_of(message).splitlines() if line.startswith("**") and line[2].isdigit()]


def labels(message: simcord.ResponseMessage) -> list[str]:
    return [button["label"] for row in message.components for button in row["components"]]


async def file_of(result: simcord.InteractionResult) -> str:
    files = [
        file for message in (result.response, *result.followups) if message for file in message.attachments
    ]
    assert words_of(result), "for the caller alone"
    (file,) = files
    return (await file.read()).decode()


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
    assert "The first" not in (shown.attachments[0].description or "")
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
    last = f"Guest {25}"
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


# ---- names


async def test_names_follow_renames(evening: Evening) -> None:
    await a_season(evening)
    assert "**Ana**" in text_of(await asked(evening, evening.bystander))
    evening.env.backend.edit_member(evening.guild.id, evening.players[0].id, {"nick": "Anastasia"})
    await evening.env.advance_time(11 * 60)
    assert "**Anastasia**" in text_of(await asked(evening, evening.bystander))


async def test_who_acts_is_called_by_the_new_name_at_once(evening: Evening) -> None:
    await a_season(evening)
    evening.env.backend.edit_member(evening.guild.id, evening.players[0].id, {"nick": "Anastasia"})
    await evening.players[0].slash(evening.channel, "hand")
    assert "**Anastasia**" in text_of(await asked(evening, evening.bystander))


async def test_discord_is_asked_for_names_now_and_then(evening: Evening) -> None:
    season = await a_season(evening)
    await enter(evening, season.id, 26)

    def asks() -> int:
        return sum("/members/" in str(request.path) for request in evening.env.http_requests)

    await asked(evening, evening.bystander)
    assert 0 < asks() <= 11
    before = asks()
    await asked(evening, evening.bystander)
    assert asks() == before


async def test_who_has_left_the_server_stays(evening: Evening) -> None:
    await a_season(evening)
    await a_sitting(evening, season="Winter")
    evening.guild.remove_member(evening.players[0])
    assert "**Ana**" in text_of(await asked(evening, evening.bystander))


async def test_who_was_forgotten_is_nobody(evening: Evening) -> None:
    await a_season(evening)
    await a_sitting(evening, season="Winter")
    await asked(evening, evening.bystander)
    await privacy.forget(evening.bot.database, evening.players[0].id, evening.bot.tables.now_ms())
    shown = await asked(evening, evening.bystander)
    assert "**Former player 1**" in text_of(shown)
    assert "Ana" not in text_of(shown)
    assert len(ranked(shown)) == 3
    assert "Ana" not in await file_of(await evening.bystander.click(shown, label="CSV"))


async def test_names_are_the_last_known_while_discord_does_not_answer(evening: Evening) -> None:
    await a_season(evening)
    evening.env.backend.edit_member(evening.guild.id, evening.players[0].id, {"nick": "Anastasia"})
    evening.env.inject_error("GET", "/guilds/*/members/*", status=500, code=0, times=None)
    assert "**Ana**" in text_of(await asked(evening, evening.bystander))


HOSTILE = (
    "@everyone",
    "**b** [click](https://evil.test)",
    "\u202eRTL",
    "=1+1",
    "+A1",
    "-A1",
    "@SUM(A1)",
)


def a_page(names: Sequence[str], decided_by: str | None = None) -> tuple[Asked, tuple[Line, ...]]:
    cells = {
        "sittings": 1,
        "points": "7",
        "net": "-13/5",
        "bourres": 1,
        "sittings_won": 0,
        "deals": 4,
        "best": None,
        "rating": "0.3",
        "decided_by": decided_by,
    }
    season = seasons.Season(
        1, 1, "**W** @here", "bourre", "series", 0, None, "UTC", "net", "deals", 1, 0, None
    )
    lines = tuple(Line(user_id, user_id, cells, played=True) for user_id, _ in enumerate(names, start=1))
    return Asked(1, games()["bourre"], season), lines


def test_hostile_names_on_a_page() -> None:
    asked, lines = a_page(HOSTILE)
    message = standings_message(page_of(asked, lines, 0, 0), dict(enumerate(HOSTILE, start=1)), "en")
    check("\n".join([message.embed.title or "", message.embed.description or ""]))
    assert "\u202e" not in message.alt


@pytest.mark.parametrize("tie_break", standings.TIE_BREAKS)
def test_a_tie_break_is_told(tie_break: str) -> None:
    asked, lines = a_page(("Ana", "Ben"), tie_break)
    message = standings_message(page_of(asked, lines, 0, 0), {1: "Ana", 2: "Ben"}, "en")
    told = {"net": "net record", "head-to-head": "head-to-head", "wins": "sittings won"}[tie_break]
    assert (message.embed.description or "").count(f"*by {told}*") == 2


def test_somebody_without_a_name_is_mentioned() -> None:
    asked, lines = a_page(("Ana",))
    message = standings_message(page_of(asked, lines, 0, 0), {}, "en")
    assert "<@1>" in (message.embed.description or "")


def test_a_game_without_fines_counts_none() -> None:
    asked, lines = a_page(("Ana",))
    bura = Asked(1, games()["bura"], asked.season)
    told = standings_message(page_of(bura, lines, 0, 0), {}, "en").embed.description or ""
    assert "bourré" not in told
    assert "bourré" in (standings_message(page_of(asked, lines, 0, 0), {}, "en").embed.description or "")


# ---- files


async def test_files_by_option_and_by_button(evening: Evening) -> None:
    season = await a_season(evening)
    await a_sitting(evening, season="Winter")
    rows = await standings.standings(evening.bot.database, season.id)
    by_option = await file_of(await evening.bystander.slash(evening.channel, "standings", file="csv"))
    shown = await asked(evening, evening.bystander)
    assert await file_of(await evening.bystander.click(shown, label="CSV")) == by_option
    table = list(csv.DictReader(io.StringIO(by_option)))
    assert [int(line["player_id"]) for line in table] == [row.user_id for row in rows]
    assert [line["points"] for line in table] == [amount(row.points) for row in rows]
    assert {line["player"] for line in table} == {"Ana", "Ben", "Cleo"}
    kept = json.loads(await file_of(await evening.bystander.click(shown, label="JSON")))
    assert kept["season"] == "Winter"
    assert [player["net"] for player in kept["players"]] == [amount(row.net) for row in rows]


async def test_files_of_three_hundred(evening: Evening) -> None:
    season = await a_season(evening)
    await enter(evening, season.id, 297)
    text = await file_of(await evening.bystander.slash(evening.channel, "standings", file="csv"))
    assert len(list(csv.DictReader(io.StringIO(text)))) == 300


async def test_a_file_of_nobody(evening: Evening) -> None:
    text = await file_of(await evening.bystander.slash(evening.channel, "standings", file="csv"))
    assert list(csv.DictReader(io.StringIO(text))) == []


async def test_no_name_is_a_formula(evening: Evening) -> None:
    season = await a_season(evening)
    for user_id, name in enumerate(HOSTILE, start=STRANGER):
        await seasons.enter(evening.bot.database, season.id, user_id, 1)
        await people.note(evening.bot.database, evening.guild.id, user_id, name)
    text = await file_of(await evening.bystander.slash(evening.channel, "standings", file="csv"))
    names = [line["player"] for line in csv.DictReader(io.StringIO(text))]
    assert "'=1+1" in names
    assert not [name for name in names if name[0] in "=+-@"]
    assert "\u202e" not in text
