"""A clause that is named can be opened: exactly that clause, between its neighbours, for who asks alone."""

import re

import pytest
import simcord
from evening import Evening, state, words_of

from bot import limits, rulebook
from bot.components.address import RuleAddress
from engine.bourre.actions import Play
from engine.game import Game, games
from engine.words import clause_of, load

GAMES = games()
BOURRE = GAMES["bourre"]
STATED = [(game, clause) for game in GAMES.values() for clause in rulebook.clauses(game)]
CLAUSE = re.compile(rulebook.CLAUSE)


async def look(evening: Evening, topic: str, **options: object) -> str:
    return words_of(await evening.bystander.slash(evening.channel, "rules", topic=topic, **options))


# ---- the books


@pytest.mark.parametrize(("game", "clause"), STATED, ids=lambda each: getattr(each, "key", each))
def test_a_clause_is_found_exactly(game: Game, clause: str) -> None:
    found = rulebook.find(list(GAMES.values()), clause)
    assert found is not None
    assert found == rulebook.clause(clause) == rulebook.clauses(game)[clause]
    assert found.game is game
    if "." in clause:
        assert f"> **{clause}** " in found.text
        assert found.text.count("> **") == 1, "the others are not quoted"
        section, _, number = clause.partition(".")
        for neighbour in (int(number) - 1, int(number) + 1):
            beside = f"{section}.{neighbour}"
            assert (f"**{beside}** " in found.text) == (beside in rulebook.clauses(game))
    else:
        assert found.text == rulebook.topics(game)[found.heading]
    assert len(found.text) <= limits.EMBED_TEXT


def test_no_two_books_state_the_same_clause() -> None:
    assert len({clause for _, clause in STATED}) == len(STATED)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_clause_a_game_cites_is_in_its_book(game: Game) -> None:
    """In refusals, which are written in the code, and in its words: events, causes, options."""
    code = "\n".join(file.read_text("utf-8") for file in game.folder.glob("*.py"))
    cited = set(re.findall(rf"[\"(]({rulebook.CLAUSE})[)\"]", code))
    said = load(game.folder / "words.en.toml").values()
    cited |= {clause for sentence in said for clause in CLAUSE.findall(sentence)}
    assert len(cited) > 15
    assert cited <= rulebook.clauses(game).keys()


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_book_begins_with_a_minute_and_has_examples(game: Game) -> None:
    heading, *sections = rulebook.topics(game)
    assert heading == "In one minute"
    assert len(rulebook.topics(game)[heading].split()) < 300, "a minute's reading"
    played = [section for section in sections if "*Example.*" in rulebook.topics(game)[section]]
    assert len(played) >= 3


def test_a_book_refers_to_clauses_it_has() -> None:
    for game in GAMES.values():
        book = (game.folder / "rules.md").read_text("utf-8")
        assert set(CLAUSE.findall(book)) <= rulebook.clauses(game).keys()


# ---- /rules


@pytest.mark.parametrize("typed", ["B-4.3", "b-4.3", " B-4.3 ", "b4.3", "B 4.3", "B-4.3."])
async def test_a_clause_as_people_type_it(evening: Evening, typed: str) -> None:
    said = await look(evening, typed)
    assert "Bourré · B-4 Play" in said
    assert "> **B-4.3** Follow the suit led" in said
    assert "**B-4.2**" in said
    assert "**B-4.4**" in said
    assert "B-4.5" not in said


@pytest.mark.parametrize("typed", ["B-4.33", "B-4.0", "B-12", "Z-1.1", "U-9"])
async def test_a_clause_that_is_not_there(evening: Evening, typed: str) -> None:
    said = await look(evening, typed)
    assert f"nothing on “{typed}”" in said
    assert "Topics of Bourré: In one minute" in said


async def test_a_clause_of_another_game(evening: Evening) -> None:
    assert "Bura · U-4 Before each lead" in await look(evening, "U-4.1")
    assert "nothing on “U-4.1”" in await look(evening, "U-4.1", game="bourre")
    assert "Bura · " in await look(evening, "molodka")
    assert "Bouillotte · In one minute" in await look(evening, "Bouillotte · In one minute")


async def offered(evening: Evening, typed: str, **options: object) -> dict[str, str]:
    found = await evening.bystander.autocomplete(evening.channel, "rules", "topic", typed, **options)
    assert len(found) <= limits.CHOICES
    return {choice["value"]: choice["name"] for choice in found}


async def test_the_topics_of_all_games_are_offered(evening: Evening) -> None:
    found = await offered(evening, "")
    assert list(found)[:2] == ["In one minute", "B-1 Table and options"]
    assert {"Bura · U-4 Before each lead", "Bouillotte · O-5 The series"} <= found.keys()
    assert len(found) == sum(len(rulebook.topics(game)) for game in GAMES.values())
    for value in found:
        assert (await look(evening, value)).startswith(("\nBourré · ", "\nBura · ", "\nBouillotte · ")), value


async def test_the_table_s_game_comes_first(evening: Evening) -> None:
    await evening.players[0].slash(evening.channel, "table open", game="bura")
    assert "Bura · In one minute" in await look(evening, "In one minute")
    assert "Bourré · In one minute" in await offered(evening, "minute")


@pytest.mark.parametrize(
    ("typed", "first"),
    [("B-3.1", "B-3.1"), ("b-5.", "B-5.1"), ("U-", "Bura · U-1 Cards"), ("o-4.", "O-4.1")],
)
async def test_clauses_are_offered(evening: Evening, typed: str, first: str) -> None:
    found = await offered(evening, typed)
    assert next(iter(found)) == first
    clauses = [value for value in found if CLAUSE.fullmatch(value)]
    assert clauses
    for clause in clauses:
        assert clause.startswith(typed.upper())
        assert found[clause].startswith(f"{clause} ")
        assert f"> **{clause}** " in await look(evening, clause)


# ---- refusals


async def read(evening: Evening, member: simcord.MemberActor, result: simcord.InteractionResult) -> str:
    """What the button of a refusal opens; nothing changes by it."""
    shown = result.followups[-1] if result.followups else result.response
    assert shown is not None
    clause = shown.content.partition(":")[0]
    before = state(evening)
    opened = await member.click(shown, label=f"Rule {clause}")
    assert state(evening) == before
    said = words_of(opened)
    assert f"**{clause}** " in said or f"· {clause} " in said
    return said


async def test_a_command_that_is_refused(evening: Evening) -> None:
    await evening.start()
    member = evening.not_on_turn()
    said = await read(evening, member, await member.slash(evening.channel, "stay"))
    assert "> **B-3.1** From the dealer's left" in said


async def test_a_press_at_the_table_that_is_refused(evening: Evening) -> None:
    await evening.start()
    member = evening.not_on_turn()
    result = await member.click(evening.table_message(), label="Stay")
    assert "> **B-3.1**" in await read(evening, member, result)


async def test_a_press_on_a_hand_that_is_refused(evening: Evening) -> None:
    """The hand stays as it is, and so does the refusal: the clause comes below."""
    await evening.start()
    member = evening.turn()
    panel = await evening.panel(member)
    before = (panel.content, panel.embeds)
    address = f"act:{evening.table.id}:{evening.table.seq}:claim"
    stored = evening.env.backend.get_message(evening.channel.id, panel.id)
    stored.components[0]["components"][0]["custom_id"] = address
    result = await member.click(panel, custom_id=address)
    (refused,) = result.followups
    text = refused.content
    assert "this is not possible at this point" in text
    assert "> **B-3.1**" in await read(evening, member, result)
    assert (panel.content, panel.embeds) == before
    assert refused.content == text


async def test_a_play_that_is_refused(evening: Evening) -> None:
    await evening.start(deals=200)
    await evening.play_until(
        lambda: evening.phase == "playing" and "must-follow" in evening.wrong_plays(), daring=True
    )
    member, play = evening.turn(), evening.wrong_plays()["must-follow"]
    assert isinstance(play, Play)
    result = await member.slash(evening.channel, "play", cards=str(play.card))
    assert "> **B-4.3** Follow the suit led" in await read(evening, member, result)


async def test_it_opens_after_a_restart(evening: Evening) -> None:
    await evening.start()
    member = evening.not_on_turn()
    result = await member.slash(evening.channel, "stay")
    await evening.restart()
    assert "> **B-3.1**" in await read(evening, member, result)


async def test_what_is_stale_names_no_clause(evening: Evening) -> None:
    await evening.start()
    member = evening.turn()
    press = evening.aim(member, "Pass")
    await member.slash(evening.channel, "stay")
    said = await press()
    assert said.response is not None
    labels = [each.get("label", "") for row in said.response.components for each in row["components"]]
    assert labels, "a hand is shown"
    assert not [label for label in labels if label.startswith("Rule ")]


async def test_speaking_early_can_be_looked_up_before(evening: Evening) -> None:
    await evening.start(conduct="honour")
    member = evening.not_on_turn()
    result = await member.slash(evening.channel, "stay")
    assert "announce it anyway?" in words_of(result)
    assert "> **B-3.1**" in await read(evening, member, result)


def unlawful(evening: Evening) -> Play | None:
    """A card that may not be played, and is taken all the same."""
    seat, sitting = evening.seat(evening.turn()), evening.table.sitting
    assert sitting is not None
    for card in sitting.observe(seat).hand:
        action = evening.table.game.parse("play", str(card))
        tried = sitting.copy()
        assert isinstance(action, Play)
        tried.apply(seat, action)
        if tried.observe(seat).broken:
            return action
    return None


async def test_a_card_against_the_rules_can_be_looked_up(evening: Evening) -> None:
    """By honour: its player alone is told, on his panel."""
    await evening.start(deals=200, conduct="honour")
    await evening.play_until(
        lambda: evening.phase == "playing" and unlawful(evening) is not None, daring=True
    )
    member, play = evening.turn(), unlawful(evening)
    assert play is not None
    result = await member.slash(evening.channel, "play", cards=str(play.card))
    assert result.response is not None
    clause = re.search(r"Your card breaks (\S+)\.", words_of(result))
    assert clause is not None
    opened = await member.click(result.response, label=f"Rule {clause[1]}")
    assert f"> **{clause[1]}** " in words_of(opened)


async def test_an_explained_deal_opens_its_clauses(evening: Evening) -> None:
    await evening.start(deals=1)
    table = evening.table
    await evening.play_until(lambda: table.is_closed, daring=True)
    result = await evening.bystander.slash(evening.channel, "ledger explain", deal=1)
    assert result.response is not None
    clauses = dict.fromkeys(re.findall(rf"\*\* \(({rulebook.CLAUSE})\)", words_of(result)))
    assert len(clauses) >= 2
    for clause in clauses:
        opened = await evening.bystander.click(result.response, label=f"Rule {clause}")
        assert f"> **{clause}** " in words_of(opened)


def test_an_address_fits_a_button() -> None:
    assert str(RuleAddress("bourre", "B-4.3")) == "rule:bourre:B-4.3"
    assert len(str(RuleAddress("g" * 30, "B-44.44"))) <= limits.CHOICE


@pytest.mark.parametrize("address", ["rule:whist:W-1.1", "rule:bourre:B-44.4"])
async def test_a_clause_of_another_version(evening: Evening, address: str) -> None:
    """A game or a clause that is not there any more."""
    await evening.start()
    member = evening.not_on_turn()
    result = await member.slash(evening.channel, "stay")
    assert result.response is not None
    stored = evening.env.backend.get_message(evening.channel.id, result.response.id)
    stored.components[0]["components"][0]["custom_id"] = address
    said = words_of(await member.click(result.response, custom_id=address))
    assert "This button is from another version of me" in said


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_cause_in_the_ledger_has_its_clause(game: Game) -> None:
    own = {
        key.removeprefix("cause.") for key in load(game.folder / "words.en.toml") if key.startswith("cause.")
    }
    for cause in {*own, "opening", "ante", "win", "void"}:
        assert clause_of(game, cause) in rulebook.clauses(game), cause
