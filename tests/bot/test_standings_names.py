"""Names in standings and in their files: as people are called now, and harmless whatever they are."""

import csv
import io
import json
from collections.abc import Sequence

import pytest
from evening import Evening
from league_night import a_season
from standings_asked import STRANGER, a_sitting, asked, enter, file_of, ranked, text_of
from test_hostile_names import check

from bot.listing import Asked, Line, page_of
from bot.render.standings import standings_message
from data import people, privacy, seasons, standings
from engine.game import games
from engine.ledger import amount

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
        "fines": 1,
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
