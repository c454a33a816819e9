"""``/rules`` and ``/help``, and answers that are too long for a message."""

from itertools import pairwise
from pathlib import Path

import discord
import pytest
from evening import Evening, words_of
from lots import seed_lots

from bot import rulebook
from engine.game import games
from engine.replay import replayed

BOOK = rulebook.topics(games()["bourre"])


async def test_the_first_topic_by_itself(evening: Evening) -> None:
    said = words_of(await evening.bystander.slash(evening.channel, "rules"))
    assert next(iter(BOOK)) in said


@pytest.mark.parametrize("heading", BOOK)
async def test_every_topic_of_the_rule_book(evening: Evening, heading: str) -> None:
    said = words_of(await evening.bystander.slash(evening.channel, "rules", game="bourre", topic=heading))
    assert heading in said
    assert BOOK[heading] in said, "the passage is shown whole"


@pytest.mark.parametrize("clause", ["B-3.5", "B-4.3", "B-5.9", "B-9.4"])
async def test_a_clause(evening: Evening, clause: str) -> None:
    said = words_of(await evening.bystander.slash(evening.channel, "rules", topic=clause.lower()))
    assert clause in said


def test_a_paragraph_is_one_line_whatever_the_width_of_the_screen() -> None:
    for game in games().values():
        for heading, passage in rulebook.topics(game).items():
            lines = passage.splitlines()
            for line, below in pairwise(lines):
                assert not line or not below or below.startswith("- "), f"{heading}: {below}"
    assert "turned face up and makes its suit trumps" in BOOK["In one minute"]


@pytest.mark.parametrize("typed", ["b-4.", "b4.", "B 4.", "B4."])
def test_clauses_are_offered_however_they_are_begun(typed: str) -> None:
    values = [value for _, value in rulebook.offered(list(games().values()), typed)]
    assert values == [f"B-4.{n}" for n in range(1, 9)]


async def test_a_topic_that_is_not_there(evening: Evening) -> None:
    said = words_of(await evening.bystander.slash(evening.channel, "rules", topic="castling"))
    assert "nothing on “castling”" in said
    assert all(heading in said for heading in BOOK)


async def test_a_topic_that_another_book_has(evening: Evening) -> None:
    said = words_of(await evening.bystander.slash(evening.channel, "rules", game="bura", topic="B-4"))
    assert "Bura's rule book has nothing on “B-4”. Its topics: In one minute, U-1 Cards" in said


async def test_topics_are_completed(evening: Evening) -> None:
    heading = list(BOOK)[-1]
    offered = await evening.bystander.autocomplete(evening.channel, "rules", "topic", heading[:6].upper())
    assert heading in [choice["value"] for choice in offered]


@pytest.mark.parametrize(
    "topic", ["start", "playing", "hand", "fairness", "ledger", "seasons", "privacy", "commands"]
)
async def test_every_help(evening: Evening, topic: str) -> None:
    said = words_of(await evening.bystander.slash(evening.channel, "help", topic=topic))
    assert len(said) > 100


async def test_part_of_a_heading(evening: Evening) -> None:
    heading = list(BOOK)[2]
    said = words_of(await evening.bystander.slash(evening.channel, "rules", topic=heading[:-1]))
    assert heading in said


@pytest.mark.parametrize("name", ["record show", "fair", "ledger explain"])
async def test_finished_deals_are_offered(evening: Evening, name: str) -> None:
    assert await evening.bystander.autocomplete(evening.channel, name, "deal", "") == []
    await evening.start()
    await evening.play_until(lambda: evening.deal == 3)
    offered = await evening.bystander.autocomplete(evening.channel, name, "deal", "")
    assert {choice["value"] for choice in offered} >= {1, 2}
    assert all(choice["value"] <= 3 for choice in offered)


async def test_help_names_no_command_that_is_not_there(evening: Evening) -> None:
    said = words_of(await evening.bystander.slash(evening.channel, "help", topic="commands"))
    offered = evening.bystander.available_commands(evening.channel)
    for name in offered:
        root, *rest = name.split(" ")
        assert f"/{root}" in said
        assert all(word in said for word in rest)


@pytest.fixture
async def crowd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):  # type: ignore[no-untyped-def]
    """Seven players with the longest names there are, each letter of which has to be escaped."""
    seed_lots(monkeypatch, 5)
    evening = Evening(tmp_path / "levee.db", 0)
    evening.players = tuple(evening.member("_" * 31 + letter) for letter in "*~`|<>_")
    await evening.env.start()
    yield evening
    await evening.end()
    evening.env.raise_errors()


async def test_a_deal_of_seven_is_explained_to_the_last_chip(crowd: Evening) -> None:
    await crowd.start(deals=3)
    table = crowd.table
    await crowd.play_until(lambda: table.is_closed, daring=True)
    for deal in (1, 2, 3):
        said = words_of(await crowd.bystander.slash(crowd.channel, "ledger explain", deal=deal))
        _, before, *causes, after = said.strip().split("\n")
        assert before.startswith("Before it: records ")
        assert after.startswith("After it: records ")
        assert len(causes) >= 2
        assert all(cause.endswith("Sum 0.") for cause in causes)


async def test_a_deal_too_long_to_show_comes_as_a_file(crowd: Evening) -> None:
    await crowd.start(deals=1)
    table = crowd.table
    await crowd.play_until(lambda: table.is_closed, daring=True)
    said = await crowd.bystander.slash(crowd.channel, "record show")
    assert said.response is not None
    if said.response.attachments:
        text = (await said.response.attachments[0].read()).decode()
    else:
        text = said.response.content.strip("`\n")
    assert text.startswith("deal 1\n")
    file = await crowd.bystander.slash(crowd.channel, "record file")
    assert file.response is not None
    whole = (await file.response.attachments[0].read()).decode()
    assert text.strip() in whole
    _, fault = replayed(whole.splitlines())
    assert fault is None


async def test_results_of_somebody_else(evening: Evening) -> None:
    await evening.start(deals=1)
    table = evening.table
    await evening.play_until(lambda: table.is_closed)
    said = words_of(await evening.bystander.slash(evening.channel, "ledger show", player=evening.players[1]))
    assert "**Ben** on this server" in said
    assert "in one deal" in said
    said = words_of(await evening.bystander.slash(evening.channel, "ledger show"))
    assert "No deal played yet." in said


async def test_permissions_that_are_really_missing(evening: Evening) -> None:
    """A channel in which the bot may read but not write, as a server sets it up."""
    role = evening.guild.default_role
    closed = discord.PermissionOverwrite(send_messages=False)
    channel = evening.guild.create_text_channel("closed", overwrites={role: closed})
    said = words_of(await evening.players[0].slash(channel, "table open", game="bourre"))
    assert "could not post the table here" in said
    table = evening.bot.tables.find(channel.id)
    assert table is not None
    assert table.in_lobby
