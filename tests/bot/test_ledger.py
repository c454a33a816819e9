"""``/ledger explain``, ``verify`` and ``export``: every chip is told, checked, and taken away."""

import gzip
import json
import random
import re
from fractions import Fraction
from typing import Any

import pytest
import simcord
from beancount import loader
from counted_sitting import a_counted_sitting, ask, besides_rules
from evening import Evening, embed_text
from league_night import a_season, say
from test_all_games import play_on

from bot import verifying
from bot.errors import Refused
from bot.render.files import packed
from data import ledger
from engine.ledger import UNITS

SUM = re.compile(r"(Before|After) it: records (\S+) and pot (\S+), in all (\S+)\.")


def sums(text: str) -> dict[str, tuple[Fraction, ...]]:
    found = SUM.findall(text)
    return {when: tuple(map(Fraction, amounts)) for when, *amounts in found}


async def explained(evening: Evening, member: simcord.MemberActor, **options: Any) -> str:
    return embed_text((await ask(evening, member, "ledger explain", **options)).embeds[0])


# ---- explain


async def test_the_chips_of_the_table_before_and_after_each_deal(evening: Evening) -> None:
    await evening.start(deals=3)
    table = evening.table
    await evening.play_until(lambda: table.is_closed)
    booked = await ledger.postings(evening.bot.database, table.id)
    after = None
    for deal in (1, 2, 3):
        told = sums(await explained(evening, evening.bystander, deal=deal))
        for records, pot, total in told.values():
            assert records + pot == total
        assert after in (None, told["Before"]), "each deal goes on from the one before it"
        after = told["After"]
        upto = [each.posting for each in booked if each.deal <= deal]
        pot = sum(each.units for each in upto if each.account == "pot")
        records = sum(each.units for each in upto if each.account.startswith("p") and each.account != "pot")
        assert after == (Fraction(records, UNITS), Fraction(pot, UNITS), Fraction(records + pot, UNITS))


@pytest.mark.parametrize(
    ("game", "rules", "people", "computers"),
    [("bura", "series pots=1", 2, 0), ("bouillotte", "series deals=3", 3, 1)],
)
async def test_every_game_is_explained(
    evening: Evening, game: str, rules: str, people: int, computers: int
) -> None:
    first, *others = evening.players[:people]
    await first.slash(evening.channel, "table open", game=game, rules=rules)
    for member in others:
        await member.slash(evening.channel, "table join")
    if computers:
        await first.slash(evening.channel, "table fill", count=computers)
    await first.slash(evening.channel, "table start")
    table = evening.bot.tables.find(evening.channel.id)
    assert table is not None
    await play_on(evening, table, random.Random(rules))
    booked = await ledger.postings(evening.bot.database, table.id)
    finished = max(each.deal for each in booked) - (not table.is_closed)
    assert finished
    for deal in range(1, finished + 1):
        told = await explained(evening, evening.bystander, deal=deal)
        (before, after) = sums(told).values()
        from_bank = [
            each.posting.units for each in booked if (each.deal, each.posting.account) == (deal, "bank")
        ]
        assert after[2] == before[2] - Fraction(sum(from_bank), UNITS)
        assert not re.search(r"\bp[1-8]\b|bonus:|\bopening\b", told), "accounts and causes are told in words"


async def test_a_deal_of_another_table_by_its_number(evening: Evening) -> None:
    await evening.start(deals=1)
    table = evening.table
    await evening.play_until(lambda: table.is_closed)
    other = evening.guild.create_text_channel("other")
    told = await evening.bystander.slash(other, "ledger explain", deal=1, table=table.id)
    assert told.response is not None
    assert f"Deal 1 of table {table.id}" in embed_text(told.response.embeds[0])
    missing = await evening.bystander.slash(other, "ledger explain", deal=1, table=999)
    assert missing.response is not None
    assert "no table 999" in missing.response.content
    nothing = await evening.bystander.slash(other, "ledger explain", deal=9, table=table.id)
    assert nothing.response is not None
    assert f"Deal 9 of table {table.id} is not over" in nothing.response.content


async def test_a_deal_is_told_with_who_played_it(evening: Evening) -> None:
    """Not with who has the seat now."""
    await evening.start(deals=3)
    await evening.play_deal()
    first, *_ = evening.players
    seat = evening.seat(first)
    await evening.owner.slash(evening.channel, "table substitute", **{"out": first, "in": evening.bystander})
    assert evening.table.seats[seat].user_id == evening.bystander.id
    told = await explained(evening, evening.bystander, deal=1)
    assert "**Ana**" in told
    assert "Zoe" not in told
    assert besides_rules(await ask(evening, evening.bystander, "ledger explain", deal=1)) == []
    assert besides_rules(await ask(evening, first, "ledger explain", deal=1)) == ["Appeal this deal"]


async def test_only_its_players_can_appeal_a_deal_and_once_it_is_over(evening: Evening) -> None:
    await evening.start(deals=2)
    await evening.play_deal()
    for member in evening.players:
        assert besides_rules(await ask(evening, member, "ledger explain", deal=1)) == ["Appeal this deal"]
        assert besides_rules(await ask(evening, member, "ledger explain", deal=2)) == []
    assert besides_rules(await ask(evening, evening.bystander, "ledger explain", deal=1)) == []


# ---- verify


async def test_nothing_is_equal_to_nothing(evening: Evening) -> None:
    assert "0 deals, 0 postings, all equal." in await say(evening, evening.bystander, "ledger verify")


async def test_everything_stored_is_checked(evening: Evening) -> None:
    _, table = await a_counted_sitting(evening)
    booked = await ledger.postings(evening.bot.database, table.id)
    said = await say(evening, evening.bystander, "ledger verify")
    assert f"One deal, {len(booked)} postings, all equal." in said


async def tamper(evening: Evening, statement: str) -> None:
    """As somebody with the file and without respect would."""
    await evening.bot.database.write(lambda writer: writer.execute(statement))


async def test_a_difference_is_told(evening: Evening) -> None:
    season, _ = await a_counted_sitting(evening)
    first = evening.players[0]
    await tamper(evening, f"UPDATE season_total SET points = points + 840 WHERE user_id = {first.id}")
    await tamper(evening, f"UPDATE total SET deals = 7 WHERE user_id = {first.id}")
    shown = await ask(evening, evening.bystander, "ledger verify")
    assert "differences**" in shown.content
    assert f"Season {season.name}, points of Ana" in shown.content
    assert "Bourré, deals of Ana in all: 7 is stored, due is 1." in shown.content
    listed = (await shown.attachments[0].read()).decode()
    assert "deals of Ana in all: 7 is stored" in listed


async def test_a_table_that_cannot_be_read_is_told(evening: Evening) -> None:
    _, table = await a_counted_sitting(evening)
    await tamper(evening, f"UPDATE game_table SET game = 'whist' WHERE id = {table.id}")
    said = await say(evening, evening.bystander, "ledger verify")
    assert f"Table {table.id} is damaged and could not be checked" in said
    assert "whist, deals of Ana in all: 0 is stored, due is 1." in said


async def test_many_differences_come_as_a_file(evening: Evening) -> None:
    await a_counted_sitting(evening)
    rows = ", ".join(f"({evening.guild.id}, 'bourre', {user}, 3, 840, 1)" for user in range(1000, 1300))
    await tamper(evening, f"INSERT INTO total VALUES {rows}")
    shown = await ask(evening, evening.bystander, "ledger verify")
    assert len(shown.content) <= 2000
    assert "more" in shown.content
    listed = (await shown.attachments[0].read()).decode().splitlines()
    assert len(listed) == 900  # deals, units and wins of 300 people


async def test_one_check_at_a_time(evening: Evening) -> None:
    await a_counted_sitting(evening)
    running = evening.bot.verifying._running
    running.add(evening.guild.id)
    assert "right now" in await say(evening, evening.bystander, "ledger verify")
    running.clear()
    assert "all equal" in await say(evening, evening.bystander, "ledger verify")
    assert not running


async def test_how_far_a_long_check_is_gets_told(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """Any check is long for who wants to hear of it at once."""
    await a_counted_sitting(evening)
    monkeypatch.setattr(verifying, "TOLD_EVERY_S", 0.0)
    since = len(evening.env.http_requests)
    assert "all equal" in await say(evening, evening.bystander, "ledger verify")
    edits = [str(request.json) for request in evening.env.http_requests[since:]]
    told = [re.search(r"Checking: (\d+) of (\d+) …", edit) for edit in edits]
    assert any(told)
    assert "all equal" in edits[-1]


async def test_a_check_goes_on_if_its_progress_cannot_be_told(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    await a_counted_sitting(evening)
    monkeypatch.setattr(verifying, "TOLD_EVERY_S", 0.0)
    evening.env.inject_error("PATCH", "/webhooks/*", status=400)
    assert "all equal" in await say(evening, evening.bystander, "ledger verify")


# ---- export


async def files_of(message: Any) -> dict[str, str]:
    return {each.filename: (await each.read()).decode() for each in message.attachments}


async def test_staff_get_all_the_books(evening: Evening) -> None:
    _, table = await a_counted_sitting(evening)
    files = await files_of(await ask(evening, evening.owner, "ledger export"))
    assert set(files) == {"levee.csv", "levee.json", "levee.beancount"}
    booked = await ledger.postings(evening.bot.database, table.id)
    assert len(files["levee.csv"].splitlines()) == len(booked) + 1
    assert len(json.loads(files["levee.json"])["postings"]) == len(booked)
    _, errors, _ = loader.load_string(files["levee.beancount"])
    assert not errors


@pytest.mark.parametrize("format", ["csv", "json", "beancount"])
async def test_one_format(evening: Evening, format: str) -> None:
    season, _ = await a_counted_sitting(evening)
    files = await files_of(await ask(evening, evening.owner, "ledger export", format=format, season="winter"))
    assert list(files) == [f"levee-season-{season.id}.{format}"]


async def test_players_get_the_books_of_their_season(evening: Evening) -> None:
    await a_counted_sitting(evening)
    await say(evening, evening.owner, "season create", name="Other")
    player = evening.players[0]
    assert "Name a `season` that you are in" in await say(evening, player, "ledger export")
    assert "not in the season “Other”" in await say(evening, player, "ledger export", season="Other")
    stranger = await say(evening, evening.bystander, "ledger export", season="Winter")
    assert "not in the season “Winter”" in stranger
    assert len(await files_of(await ask(evening, player, "ledger export", season="Winter"))) == 3
    await say(evening, player, "season leave", season="Winter")
    assert len(await files_of(await ask(evening, player, "ledger export", season="Winter"))) == 3


async def test_the_books_of_a_season_without_a_sitting(evening: Evening) -> None:
    await a_season(evening)
    files = await files_of(await ask(evening, evening.players[0], "ledger export", season="Winter"))
    assert len(files) == 3


def test_files_too_large_are_packed() -> None:
    text = "levee " * 1000
    assert packed({"a": text}, len(text)) == {"a": text.encode()}
    (name, content), *_ = packed({"a": text, "b": text}, len(text)).items()
    assert name == "a.gz"
    assert gzip.decompress(content).decode() == text
    with pytest.raises(Refused) as refused:
        packed({"a": text}, 20)
    assert refused.value.key == "refused.files-too-large"
