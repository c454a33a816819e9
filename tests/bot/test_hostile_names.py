"""Names can format nothing, ping nobody and break no limit of Discord's, whatever they are."""

import re
from pathlib import Path

import pytest
from evening import Evening, embed_text, words_of
from lots import seed_lots

NAMES = (
    "@everyone <#145607444398080000>",
    "**bold** __under__ ~~gone~~ `code`",
    "[click](https://evil.example) <h>",
    "\u202eRTL\u202c \u2066mark\u2069 \u200b\u200d",
    "👩\u200d👩\u200d👧\u200d👦" * 4,
    "|||spoiler||| > quote # head\n-# x",
    "_*~`|>[]()#-_*~`|>[]()#-_*~`|>[]",
    "<@&145607444398080000> <t:0:R>",
    "https://a.example/**b** @here",
)
FORMATTED = ("[click](", "**bold**", "~~gone~~", "|||spoiler", "<#1456", "<@&1456", "<t:0", "**b**", "`")
LIMITS = {"title": 256, "description": 4096, "footer": 2048, "field name": 256, "field value": 1024} | {
    "all": 6000
}


@pytest.fixture
async def crowd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest):  # type: ignore[no-untyped-def]
    """Players who are called such things, at one table."""
    seed_lots(monkeypatch, 3)
    evening = Evening(tmp_path / "levee.db", 0)
    evening.players = tuple(evening.member(name[:32]) for name in getattr(request, "param", NAMES[:7]))
    await evening.env.start()
    yield evening
    await evening.end()
    evening.env.raise_errors()


def sizes(embed: dict[str, object]) -> dict[str, int]:
    fields = embed.get("fields") or []
    assert isinstance(fields, list)
    footer = embed.get("footer") or {}
    assert isinstance(footer, dict)
    texts = {"title": str(embed.get("title", "")), "description": str(embed.get("description", ""))}
    texts["footer"] = str(footer.get("text", ""))
    texts |= {"field name": max((f["name"] for f in fields), key=len, default="")}
    texts |= {"field value": max((f["value"] for f in fields), key=len, default="")}
    lengths = {name: len(text) for name, text in texts.items()}
    every = sum(len(f["name"]) + len(f["value"]) for f in fields)
    return lengths | {"all": every + lengths["title"] + lengths["description"] + lengths["footer"]}


async def test_a_whole_sitting_of_seven(crowd: Evening) -> None:
    await crowd.start(deals=4)
    table = crowd.table
    await crowd.play_until(lambda: table.is_closed, daring=True)
    embeds = [
        embed
        for request in crowd.env.http_requests
        if isinstance(request.json, dict)
        for embed in (request.json.get("embeds") or ())
    ]
    assert len(embeds) > 100
    for embed in embeds:
        for name, size in sizes(embed).items():
            assert size <= LIMITS[name], (name, embed)
    assert sum("is over" in embed_text(message.embeds[0]) for message in crowd.messages()) == 4


async def test_names_ping_and_format_nothing(crowd: Evening) -> None:
    await crowd.start(deals=1)
    table = crowd.table
    await crowd.players[0].slash(crowd.channel, "table show")
    await crowd.play_until(lambda: table.is_closed)
    for message in crowd.env.backend.messages[crowd.channel.id].values():
        assert not message.mention_everyone
        assert not message.ping_role_ids
        assert set(message.ping_user_ids) <= {player.id for player in crowd.players}


SAID_TO_ONE: tuple[tuple[str, dict[str, object]], ...] = (
    ("table show", {}),
    ("ledger show", {}),
    ("ledger explain", {"deal": 1}),
    ("table join", {"seat": 2}),
)


@pytest.mark.parametrize("crowd", [NAMES[:7], NAMES[2:]], indirect=True)
@pytest.mark.parametrize(("name", "options"), SAID_TO_ONE)
async def test_answers_escape_names(crowd: Evening, name: str, options: dict[str, object]) -> None:
    await crowd.start(deals=2)
    await crowd.play_deal()
    check(words_of(await crowd.players[0].slash(crowd.channel, name, **options)))


async def test_a_taken_seat_escapes_its_name(crowd: Evening) -> None:
    await crowd.open()
    await crowd.players[0].slash(crowd.channel, "table leave")
    for seat in range(2, 8):
        check(words_of(await crowd.players[0].slash(crowd.channel, "table join", seat=seat)))


async def test_who_is_missing_to_close_is_escaped(crowd: Evening) -> None:
    await crowd.open()
    await crowd.players[0].slash(crowd.channel, "table leave")
    await crowd.players[1].slash(crowd.channel, "table start")
    said = words_of(await crowd.players[1].slash(crowd.channel, "table close"))
    assert "click" in said
    check(said)
    check(embed_text(crowd.table_message().embeds[0]))


async def test_whose_cut_it_is_is_escaped(crowd: Evening) -> None:
    await crowd.open()
    for member in crowd.players:
        await member.click(crowd.table_message(), label="Let me cut")
    await crowd.players[0].slash(crowd.channel, "table start")
    for member in crowd.players:
        form = await member.click(crowd.table_message(), label="Cut")
        assert form.modal is not None
        control = form.modal["components"][0]["components"][0]["custom_id"]
        row = crowd.bot.tables.cutter(crowd.table)
        if row is None or row.user_id == member.id:
            continue
        check(words_of(await member.submit_modal(form, {control: "x"})))


async def test_waiting_for_somebody_is_escaped(crowd: Evening) -> None:
    await crowd.start()
    for member in crowd.players:
        check(words_of(await member.slash(crowd.channel, "hand")))
        check(words_of(await member.slash(crowd.channel, "claim")))


def check(text: str) -> None:
    """Nothing of a name is left that Discord would read as anything but letters."""
    assert "@everyone" not in text.replace("@\u200beveryone", "")
    for formatted in FORMATTED:
        assert not re.search(rf"(?<!\\){re.escape(formatted)}", text), formatted
    assert "\u202e" not in text
    assert "\u2066" not in text


async def test_records_hold_names_as_one_word(crowd: Evening) -> None:
    await crowd.start(deals=1)
    table = crowd.table
    await crowd.play_until(lambda: table.is_closed)
    file = await crowd.bystander.slash(crowd.channel, "record file")
    assert file.response is not None
    header = (await file.response.attachments[0].read()).decode().splitlines()[3]
    assert header.startswith("Seats: p1=")
    assert len(header.split(" ")) == 8
