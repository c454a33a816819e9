"""House rules are saved by name, chosen by name at ``/table open``, and told in words wherever they show."""

import re

import discord
import pytest
import simcord
from evening import Evening, embed_text, words_of

from bot import house_rules, limits
from data import house_rules as rows
from data.house_rules import HouseRules
from engine.bourre.options import BourreRules

Options = dict[str, object]


@pytest.fixture
def staff(evening: Evening) -> simcord.MemberActor:
    role = evening.guild.create_role("staff", permissions=discord.Permissions(manage_guild=True))
    return evening.member("Sam", roles=(role,))


async def ask(evening: Evening, member: simcord.MemberActor, path: str, /, **options: object) -> str:
    return words_of(await member.slash(evening.channel, f"settings {path}", **options))


async def save(
    evening: Evening, member: simcord.MemberActor, name: str, rules: str, game: str = "bourre"
) -> str:
    return await ask(evening, member, "house-rules save", name=name, game=game, rules=rules)


async def opened(evening: Evening, rules: str, **options: object) -> str:
    """What the opener is told; a table that was opened stays."""
    options = {"game": "bourre", "rules": rules, **options}
    return words_of(await evening.players[0].slash(evening.channel, "table open", **options))


async def offered(evening: Evening, current: str, game: str = "bourre") -> dict[str, str]:
    choices = await evening.players[0].autocomplete(
        evening.channel, "table open", "rules", current, game=game
    )
    assert len(choices) <= limits.CHOICES
    for choice in choices:
        assert 1 <= len(choice["name"]) <= limits.CHOICE
        assert 1 <= len(choice["value"]) <= limits.CHOICE
    return {choice["value"]: choice["name"] for choice in choices}


async def kept(evening: Evening) -> list[tuple[str, str, str]]:
    found = await rows.of_guild(evening.bot.database, evening.guild.id)
    return [(each.game, each.name, each.rules) for each in found]


async def fill(evening: Evening, game: str, count: int) -> None:
    for number in range(count):
        new = HouseRules(evening.guild.id, game, f"Evening {number:03}", "series", 1, 1)
        await rows.save(evening.bot.database, new, house_rules.MOST)


# ---- saving, choosing, deleting


async def test_saved_rules_open_a_table(evening: Evening, staff: simcord.MemberActor) -> None:
    said = await save(evening, staff, "Friday", "series conduct=honour pot_limit=6")
    assert "**Friday** is saved for Bourré: `series pot_limit=6 conduct=honour`" in said
    assert "• A fine is 6 chips at the most (B-6.6)" in said
    said = await opened(evening, "friday")
    assert "rules `series pot_limit=6 conduct=honour`" in said
    assert "• Honour conduct: plays against the rules are possible (B-8)" in said
    assert str(evening.table.rules) == "series pot_limit=6 conduct=honour"
    text = evening.table_text()
    assert "• Honour conduct: plays against the rules are possible (B-8)" in text
    assert "Friday" not in text, "a table has rules, not their name"


@pytest.mark.parametrize(
    "typed", ["Friday night deals=3", "  FRIDAY   night  deals=3 ", "friday Night deals=3"]
)
async def test_what_is_typed_goes_before_what_is_saved(
    evening: Evening, staff: simcord.MemberActor, typed: str
) -> None:
    await save(evening, staff, "Friday night", "wiki deals=8 ante=2")
    await opened(evening, typed, seats=6)
    assert str(evening.table.rules) == "wiki players=6 ante=2 deals=3"


async def test_saved_rules_are_kept_over_a_restart(evening: Evening, staff: simcord.MemberActor) -> None:
    await save(evening, staff, "Friday", "wiki deals=8")
    await evening.restart()
    await opened(evening, "friday")
    assert str(evening.table.rules) == "wiki deals=8"


async def test_a_name_is_one_game_s(evening: Evening, staff: simcord.MemberActor) -> None:
    await save(evening, staff, "Short", "series pots=1", "bura")
    said = await opened(evening, "Short")
    assert "There is no preset “Short”" in said
    assert evening.bot.tables.find(evening.channel.id) is None
    await save(evening, staff, "Short", "series deals=1")
    said = await ask(evening, staff, "house-rules delete", name="Short")
    assert "Several games have house rules called “Short”" in said
    assert len(await kept(evening)) == 2
    said = await ask(evening, staff, "house-rules delete", name="short", game="bura")
    assert "**Short** is deleted; it stood for Bura with `series pots=1`" in said
    assert await kept(evening) == [("bourre", "Short", "series deals=1")]


async def test_saving_again_replaces(evening: Evening, staff: simcord.MemberActor) -> None:
    await save(evening, staff, "Friday", "series deals=6")
    said = await save(evening, staff, "FRIDAY", "Friday ante=2")
    assert "now stands for other rules of Bourré: `series ante=2 deals=6`" in said
    assert "It stood for `series deals=6`" in said
    assert await kept(evening) == [("bourre", "FRIDAY", "series ante=2 deals=6")]


async def test_a_table_goes_on_without_its_name(evening: Evening, staff: simcord.MemberActor) -> None:
    await save(evening, staff, "Friday", "series deals=6")
    await opened(evening, "Friday")
    await ask(evening, staff, "house-rules delete", name="Friday")
    assert str(evening.table.rules) == "series deals=6"
    assert "No house rules are called “Friday”" in await ask(
        evening, staff, "house-rules delete", name="Friday"
    )


# ---- who may


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("show", {}),
        ("house-rules list", {}),
        ("house-rules save", {"name": "x", "game": "bourre", "rules": "series"}),
        ("house-rules delete", {"name": "x"}),
    ],
)
async def test_they_are_offered_to_staff_alone(
    evening: Evening, staff: simcord.MemberActor, name: str, options: Options
) -> None:
    path = f"settings {name}"
    assert path in staff.available_commands(evening.channel)
    assert path in evening.owner.available_commands(evening.channel)
    assert path not in evening.players[0].available_commands(evening.channel)
    await ask(evening, staff, name, **options)


async def test_a_member_to_whom_a_server_offers_them_may_look_only(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord lets a server offer a command to whom it likes."""
    for command in evening.env.backend.visible_commands(
        user_id=evening.owner.id, channel_id=evening.channel.id
    ):
        if command["name"] == "settings":
            command["default_member_permissions"] = None
    member = evening.players[0]
    for name, options in (("save", {"game": "bourre", "rules": "series"}), ("delete", {})):
        said = await ask(evening, member, f"house-rules {name}", name="x", **options)
        assert "(Manage Server)" in said
    assert await kept(evening) == []


# ---- names


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("x" * 33, "1 to 32 characters, and this one has 33"),
        ("series", "“series” is a preset of Bourré"),
        ("SERIES", "is a preset of Bourré"),
        ("wiki", "is a preset of Bourré"),
        ("deals=6", "reads like an option"),
        ("my deals=6", "reads like an option"),
        ("Deals", "reads like an option"),
        ("\u200b\u200d", "Nothing of this name can be seen"),
        ("\u2800", "Nothing of this name can be seen"),
    ],
)
async def test_names_that_are_refused(
    evening: Evening, staff: simcord.MemberActor, name: str, told: str
) -> None:
    assert told in await save(evening, staff, name, "series deals=6")
    assert await kept(evening) == []


HOSTILE = (
    "@everyone <#145607444398080000>",
    "**bold** ~~gone~~ `code`",
    "[click](https://e.example) <h>",
    "\u202eRTL\u202c \u2066mark\u2069",
    "|||spoiler||| > quote # head",
    "ערב שישי",
    "Soirée du vendredi",
    "!!!",
    "x" * 32,
)


@pytest.mark.parametrize("name", HOSTILE)
async def test_names_as_people_type_them(evening: Evening, staff: simcord.MemberActor, name: str) -> None:
    """Each is shown as letters, found again, and deleted by what was typed."""
    said = [await save(evening, staff, name, "series deals=6")]
    said.append(await ask(evening, staff, "house-rules list"))
    (value,) = [
        each for each in await offered(evening, name[:3]) if each not in ("series", "classic", "wiki")
    ]
    assert "deals=6" in (await offered(evening, name[:3]))[value]
    said.append(await opened(evening, f"{name} ante=2"))
    assert str(evening.table.rules) == "series ante=2 deals=6"
    said.append(await ask(evening, staff, "house-rules delete", name=name))
    said.append(await ask(evening, staff, "house-rules delete", name=name))
    assert await kept(evening) == []
    for text in said:
        assert "@everyone" not in text.replace("@\u200beveryone", "")
        for formatted in ("[click](", "**bold**", "~~gone~~", "|||spoiler", "<#1456"):
            assert not re.search(rf"(?<!\\){re.escape(formatted)}", text), formatted
        assert "\u202e" not in text
        assert "`code" not in text.replace("\\`code", "")
    for message in evening.env.backend.messages[evening.channel.id].values():
        assert not message.mention_everyone


# ---- lists


@pytest.mark.parametrize("count", [0, 1, 26, 100])
async def test_lists(evening: Evening, staff: simcord.MemberActor, count: int) -> None:
    for game in ("bourre", "bura", "bouillotte")[: 3 if count == 100 else 1]:
        await fill(evening, game, count)
    result = await staff.slash(evening.channel, "settings house-rules list")
    assert result.response is not None
    said = words_of(result)
    if result.response.attachments:
        said += (await result.response.attachments[0].read()).decode()
    total = len(await kept(evening))
    assert said.count("Evening ") == total
    told = {0: "No house rules are saved yet", 1: "One set of house rules"}
    assert told.get(total, f"{total} sets of house rules") in said
    assert all(len(embed.description or "") <= limits.EMBED_TEXT for embed in result.response.embeds)
    shown = await ask(evening, staff, "show")
    assert f"House rules of Bourré: {count} of 100" in shown
    assert len([value for value in await offered(evening, "") if "Evening" in value]) == min(count, 25)
    names = await staff.autocomplete(evening.channel, "settings house-rules delete", "name", "")
    assert len(names) == min(total, limits.CHOICES)


async def test_a_list_of_one_game(evening: Evening, staff: simcord.MemberActor) -> None:
    await save(evening, staff, "Short", "series pots=1", "bura")
    await save(evening, staff, "Friday", "series")
    said = await ask(evening, staff, "house-rules list", game="bura")
    assert "**Short** · Bura · `series pots=1` · One pot decides (U-6.1)" in said
    assert "Friday" not in said
    assert "nothing differs from the preset" in await ask(evening, staff, "house-rules list", game="bourre")


async def test_one_too_many(evening: Evening, staff: simcord.MemberActor) -> None:
    await fill(evening, "bourre", 100)
    said = await save(evening, staff, "Friday", "series deals=6")
    assert "This server has 100 house rules for Bourré, and more it cannot keep" in said
    assert len(await kept(evening)) == 100
    assert "now stands for" in await save(evening, staff, "evening 007", "series deals=6")
    assert "is saved for Bura" in await save(evening, staff, "Friday", "series", "bura")


async def test_rules_that_cannot_be_read_any_more(evening: Evening, staff: simcord.MemberActor) -> None:
    """From a version that had other options."""
    for game, line in (("bourre", "series jokers=2"), ("whist", "series")):
        await rows.save(evening.bot.database, HouseRules(evening.guild.id, game, "Old", line, 1, 1), 9)
    said = await ask(evening, staff, "house-rules list")
    assert said.count("cannot be read any more") == 2
    assert "There is no option “jokers=2”" in await opened(evening, "Old")
    assert "**Old** is deleted" in await ask(evening, staff, "house-rules delete", name="old", game="bourre")
    assert "whist" in await ask(evening, staff, "house-rules delete", name="old")


@pytest.mark.parametrize(
    "rules", ["casino", "series ante=2 pot_limit=1", "series players=9", "wiki players=8"]
)
async def test_rules_no_table_could_have_are_not_saved(
    evening: Evening, staff: simcord.MemberActor, rules: str
) -> None:
    assert "B-" in await save(evening, staff, "Friday", rules)
    assert await kept(evening) == []


# ---- completion


async def test_names_come_before_presets_and_options(evening: Evening, staff: simcord.MemberActor) -> None:
    await save(evening, staff, "Friday", "series conduct=honour")
    found = await offered(evening, "")
    assert list(found)[:4] == ["Friday", "series", "classic", "wiki"]
    assert found["Friday"] == "Friday — series conduct=honour"
    assert found["series"] == "series — 2 to 7 players, usually five; twelve deals; records from 100"
    assert list(found)[4] == "players=2"
    assert {value.partition("=")[0] for value in list(found)[4:]} == BourreRules.CHOICES.keys()
    assert not {"players=5", "conduct=strict", "deals=12"} & found.keys(), "these change nothing"
    assert list(await offered(evening, "fr")) == ["Friday"]
    lines = await offered(evening, "Friday con")
    assert lines["Friday conduct=strict"].endswith("Strict conduct: what the rules forbid is refused (B-8)")
    assert "Friday" not in await offered(evening, "", game="bura")


async def test_only_possible_lines_are_offered(evening: Evening) -> None:
    found = await offered(evening, "series ante=5 pot_limit=")
    assert "series ante=5 pot_limit=5" in found
    assert "series ante=5 pot_limit=2" not in found
    assert await offered(evening, "nonsense ante=") == {}


async def test_what_differs_is_told_at_the_table(evening: Evening) -> None:
    await opened(evening, "series")
    assert "•" not in evening.table_text()
    await evening.owner.slash(evening.channel, "table close")
    said = await opened(evening, "wiki cinch=off", seats=6, conduct="honour")
    text = embed_text(evening.table_message().embeds[0])
    for line in ("6 players (B-1)", "No cinch: no duty", "Honour conduct"):
        assert f"• {line}" in said
        assert f"• {line}" in text
