"""What is typed and chosen makes a table's rules, or is refused naming both; each option has words."""

import re

import pytest
import simcord
from evening import Evening, words_of

from bot import rulebook
from bot.errors import Refused
from bot.rules_line import completions, compose_rules, differences, option_words, summary
from bot.text import LOCALES, say
from engine.errors import BadRules
from engine.game import Game, games

GAMES = games()
BOURRE, BURA, BOUILLOTTE = GAMES["bourre"], GAMES["bura"], GAMES["bouillotte"]
SAVED = {"Friday": "series ante=2 deals=6", "Big night": "classic players=8 hand_size=4"}

COMPOSED = {
    ("", ()): "series",
    ("deals=6", ()): "series deals=6",
    ("Wiki deals=6", ()): "wiki deals=6",
    ("Deals=6", ()): "series deals=6",
    ("Series Conduct=Honour", (("conduct", "honour"),)): "series conduct=honour",
    ("wiki", (("players", 6),)): "wiki players=6",
    ("Friday", ()): "series ante=2 deals=6",
    ("friday deals=3 cinch=off", ()): "series ante=2 cinch=off deals=3",
    ("friday", (("deals", 12), ("conduct", "honour"))): "series ante=2 conduct=honour",
    ("big  NIGHT", (("players", 7),)): "classic players=7 hand_size=4",
    ("series deals=6", (("deals", 6),)): "series deals=6",
}


@pytest.mark.parametrize(("said", "line"), COMPOSED.items(), ids=str)
def test_rules_are_composed(said: tuple[str, tuple[tuple[str, object], ...]], line: str) -> None:
    text, chosen = said
    assert str(compose_rules(BOURRE, text, SAVED, **dict(chosen))) == line  # type: ignore[arg-type]


def test_seats_that_a_game_always_has_may_be_said() -> None:
    assert str(compose_rules(BURA, "", {}, players=2)) == "series"
    assert str(compose_rules(BOUILLOTTE, "series deals=3", {}, players=4)) == "series deals=3"


CONTRADICTIONS: list[tuple[str, dict[str, object], tuple[str, ...]]] = [
    ("bourre", {"rules": "series players=8"}, ("players=8", "with series", "classic seats 8", "B-1")),
    ("bourre", {"rules": "wiki", "seats": 8}, ("players=8", "with wiki", "classic seats 8", "B-1")),
    ("bourre", {"rules": "series players=5", "seats": 6}, ("players=5", "seats: 6", "keep one", "B-1")),
    ("bourre", {"rules": "deals=6", "deals": 7}, ("deals=6", "deals: 7", "keep one", "B-1")),
    ("bourre", {"rules": "series deals=open", "deals": 7}, ("deals=open", "deals: 7", "keep one", "B-1")),
    (
        "bourre",
        {"rules": "conduct=strict", "conduct": "honour"},
        ("conduct=strict", "conduct: honour", "keep one", "B-1"),
    ),
    ("bourre", {"rules": "series wiki"}, ("series and wiki", "both presets", "keep one", "B-1")),
    ("bourre", {"rules": "deals=6 deals=7"}, ("deals=6", "deals=7", "keep one", "B-1")),
    ("bourre", {"rules": "ante=5 pot_limit=4"}, ("ante=5", "pot_limit=4", "Raise the limit to 5", "B-6.6")),
    ("bourre", {"rules": "series pots=3"}, ("pots=3", "options are players", "B-1")),
    ("bura", {"seats": 3}, ("seats: 3", "Bura", "always for two", "U-2.1")),
    ("bura", {"rules": "series players=3"}, ("players=3", "Bura", "always for two", "U-2.1")),
    ("bura", {"deals": 6}, ("deals: 6", "Bura", "pots=3", "U-6.1")),
    ("bura", {"rules": "deals=6"}, ("deals=6", "Bura", "pots=3", "U-6.1")),
    ("bura", {"conduct": "honour"}, ("conduct: honour", "Bura", "always refused", "U-4.2")),
    ("bura", {"rules": "wiki"}, ("wiki", "Presets are series", "U-6.1")),
    ("bura", {"rules": "ante=2"}, ("ante=2", "options are pots", "U-6.1")),
    ("bouillotte", {"seats": 5}, ("seats: 5", "Bouillotte", "always for four", "O-1")),
    ("bouillotte", {"conduct": "strict"}, ("conduct: strict", "Bouillotte", "always refused", "O-1")),
    ("bouillotte", {"rules": "deals=6", "deals": 7}, ("deals=6", "deals: 7", "keep one", "O-1")),
    ("bouillotte", {"rules": "refill=never"}, ("refill=never", "always or ask", "O-1")),
    ("bouillotte", {"rules": "series pots=3"}, ("pots=3", "options are deals, refill", "O-1")),
]


@pytest.mark.parametrize(("game", "options", "told"), CONTRADICTIONS, ids=str)
async def test_options_that_do_not_go_together(
    evening: Evening, game: str, options: dict[str, object], told: tuple[str, ...]
) -> None:
    """Both are named, with what goes instead; the last of ``told`` is the clause, which a button opens."""
    member = evening.players[0]
    result = await member.slash(evening.channel, "table open", game=game, **options)
    said = words_of(result)
    assert all(each in said for each in told), said
    assert "\n" not in said
    assert evening.bot.tables.find(evening.channel.id) is None
    assert not evening.messages()
    assert result.response is not None
    opened = await member.click(result.response, label=f"Rule {told[-1]}")
    assert GAMES[game].title in words_of(opened)


async def test_too_many_or_few_at_the_start(evening: Evening) -> None:
    """Where the preset leaves the seats open, whoever sits there counts."""
    first = evening.players[0]
    await first.slash(evening.channel, "table open", game="bourre", rules="classic")
    result = await first.slash(evening.channel, "table start")
    assert "needs 2 to 8 players, and 1 sit here (B-1)" in words_of(result)
    assert result.response is not None
    assert "B-1" in words_of(await first.click(result.response, label="Rule B-1"))
    assert evening.table.in_lobby


@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize("hand_size", [4, 5])
def test_whatever_can_be_chosen_can_be_dealt(players: int, hand_size: int) -> None:
    """B-1: so no pair of these is refused for want of cards."""
    assert str(compose_rules(BOURRE, f"classic players={players} hand_size={hand_size}", {}))
    assert players * hand_size <= len(BOURRE.pack.cards)


def test_a_record_may_have_what_no_table_begins_with() -> None:
    assert str(BOURRE.rules.parse("series ante=5 pot_limit=4")) == "series ante=5 pot_limit=4"
    with pytest.raises(BadRules):
        compose_rules(BOURRE, "series ante=5 pot_limit=4", {})
    assert str(compose_rules(BOURRE, "series ante=5 pot_limit=5", {}))


def test_what_is_saved_is_named_where_a_name_is_wrong() -> None:
    with pytest.raises(Refused) as refused:
        compose_rules(BOURRE, "Saturday", SAVED)
    said = say("en", refused.value.key, **refused.value.values)
    assert "“Saturday”" in said
    assert "series, classic, wiki" in said
    assert "**Friday**, **Big night**" in said
    with pytest.raises(Refused) as refused:
        compose_rules(BOURRE, "x", {f"name {n}": "series" for n in range(26)})
    assert "**name 9** …" in say("en", refused.value.key, **refused.value.values)


# ---- words

EVERY = [
    (game, key, text)
    for game in GAMES.values()
    for key, choice in game.rules.CHOICES.items()
    for text in choice.samples()
]


def cited(sentence: str) -> list[str]:
    return re.findall(r"\b[A-Z]-\d+(?:\.\d+)?\b", sentence)


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize(("game", "key", "text"), EVERY, ids=lambda each: getattr(each, "key", each))
def test_every_option_has_words_and_a_clause_of_its_game(
    locale: str, game: Game, key: str, text: str
) -> None:
    said = option_words(game, key, text, locale)
    assert not said[0].islower()
    assert "{" not in said
    (clause,) = cited(said)
    assert said.endswith(f"({clause})")
    assert clause in rulebook.clauses(game)
    assert game.rules.CLAUSE in rulebook.clauses(game)


def test_each_value_of_an_option_says_something_else() -> None:
    said = [(game.key, option_words(game, key, text, "en")) for game, key, text in EVERY]
    assert len(set(said)) == len(said)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_preset_has_words(game: Game) -> None:
    for preset, rules in game.rules.PRESETS.items():
        assert differences(game, rules, "en") == []
        names = dict(completions(game, preset, {}, "en"))
        assert preset in names.values()
        assert any(name.startswith(f"{preset} — ") for name in names)


def test_one_sentence_an_option_in_the_canon_s_order() -> None:
    rules = compose_rules(BOURRE, "series players=4 conduct=honour ante=1 pot_limit=1 deals=open", {})
    assert summary(BOURRE, rules, "en") == [
        "• 4 players (B-1)",
        "• A fine is one chip at the most (B-6.6)",
        "• Deals until the players agree to stop (B-9.4)",
        "• Honour conduct: plays against the rules are possible (B-8)",
    ]


def test_options_begun_with_a_capital_are_completed() -> None:
    assert [value for _, value in completions(BOURRE, "Conduct=H", {}, "en")] == ["conduct=honour"]
    assert "Wiki deals=3" in dict(completions(BOURRE, "Wiki Deals=", {}, "en")).values()


async def test_every_option_at_once_fits_the_lobby(evening: Evening) -> None:
    rules = (
        "classic players=8 hand_size=4 declare=simultaneous undertrump=required ante=1000000 ante_by=dealer"
        " second_ante=on pot_limit=1000000 cinch=off deals=999 start=1000000 conduct=honour"
    )
    result: simcord.InteractionResult = await evening.players[0].slash(
        evening.channel, "table open", game="bourre", rules=rules
    )
    said = words_of(result)
    assert said.count("•") == 12
    assert evening.table_text().count("•") == 12
