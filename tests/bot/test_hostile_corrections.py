"""Names and reasons of any kind in appeals, corrections, checks and exports: they do nothing."""

import csv
import io
import re
from pathlib import Path

import pytest
from counted_sitting import a_counted_sitting, ask, labels
from evening import Evening, embed_text, words_of
from lots import seed_lots
from test_hostile_names import NAMES, sizes

SHEETS = ("=cmd|' /C calc'!A0", "-1+A0", "@SUM(A1)")
WORKING = (
    "[click](",
    "**bold**",
    "~~gone~~",
    "`code`",
    "<#145607444398080000>",
    "<@1>",
    "@everyone",
    "\u202e",
)
REASON = "`code` **bold** [click](https://evil.example) <@1> @everyone \u202eRTL"


@pytest.fixture
async def crowd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):  # type: ignore[no-untyped-def]
    seed_lots(monkeypatch, 3)
    evening = Evening(tmp_path / "levee.db", 0)
    evening.players = tuple(evening.member(name[:32]) for name in (*NAMES[:2], *SHEETS))
    await evening.env.start()
    yield evening
    await evening.end()
    evening.env.raise_errors()


def check(text: str) -> None:
    """Nothing that somebody typed works once what is escaped is left out."""
    bare = re.sub(r"\\.", "", text)
    assert not [each for each in WORKING if each in bare], text


async def test_what_is_told_of_a_correction(crowd: Evening) -> None:
    _, table = await a_counted_sitting(crowd)
    shown = await ask(
        crowd, crowd.owner, "season correct", table=table.id, deal=1, amount="1", reason=REASON,
        **{"from": 1, "to": 2},
    )  # fmt: skip
    check(str(shown.embeds[0].description))
    await crowd.owner.click(shown, label="Book this correction")
    told = crowd.channel.history()[-1]
    assert "**Corrected** by" in told.content
    check(told.content)
    assert not told.mentions
    assert not told.mention_everyone
    explained = (await ask(crowd, crowd.players[0], "ledger explain", deal=1)).embeds[0]
    check(embed_text(explained))
    assert sizes(explained.to_dict())["all"] <= 6000
    (season,) = (await ask(crowd, crowd.players[0], "season show")).embeds[0].fields
    assert str(season.value).endswith("everyone RTL")
    check(str(season.value))


async def test_what_staff_read_of_an_appeal(crowd: Evening) -> None:
    await a_counted_sitting(crowd)
    office = crowd.guild.create_text_channel("office")
    await crowd.owner.slash(crowd.channel, "settings appeals-channel", channel=office)
    for member in crowd.players[:3]:
        shown = await ask(crowd, member, "ledger explain", deal=1)
        form = await member.click(shown, label="Appeal this deal")
        assert form.modal is not None
        (field,) = [each for row in form.modal["components"] for each in row["components"]]
        assert "with the staff" in words_of(await member.submit_modal(form, {field["custom_id"]: REASON}))
    _, *posted = office.history()
    assert len(posted) == 3
    for message in posted:
        check(embed_text(message.embeds[0]))
        assert not message.mentions


async def test_no_name_is_computed_by_a_spreadsheet(crowd: Evening) -> None:
    await a_counted_sitting(crowd)
    shown = await ask(crowd, crowd.owner, "ledger export", format="csv")
    rows = list(csv.DictReader(io.StringIO((await shown.attachments[0].read()).decode())))
    names = {row["name"] for row in rows}
    assert {f"'{name}" for name in SHEETS} <= names
    assert not [name for name in names if name.startswith(tuple("=+-@"))]


async def test_a_difference_names_whom_it_is_about(crowd: Evening) -> None:
    await a_counted_sitting(crowd)
    for member in crowd.players:
        await crowd.bot.database.write(
            lambda writer, member=member: writer.execute(
                f"UPDATE total SET deals = 7 WHERE user_id = {member.id}"
            )
        )
    said = await ask(crowd, crowd.bystander, "ledger verify")
    assert labels(said) == []
    assert "**5 differences**" in said.content
    check(said.content)
    assert len(said.content) <= 2000
