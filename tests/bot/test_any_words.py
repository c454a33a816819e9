"""Whatever is typed, chosen or set: a result, or a refusal with its sentence; ids come back whole."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.answers import told
from bot.commands.verbs import words
from bot.components import address, appeal, buttons, confirm, fixture_button, standings_button
from bot.components.address import ActAddress, AskAddress, PickAddress, RuleAddress, TableAddress
from bot.config import BadSetting, Settings
from bot.errors import Refused
from bot.limits import CHOICE
from bot.reading import read_action, read_cards
from bot.render.names import escaped, in_line, plain
from bot.render.quoting import quoted
from bot.rules_line import completions, compose_rules
from bot.tables import table_games
from bot.text import say
from bot.times import read_time, stamp, zone_named, zones_like
from bot.turn_clock import TurnClock, read_clock
from data.house_rules import folded
from data.scheme import Scheme
from data.season_errors import BadScheme
from engine.cards import run
from engine.errors import BadRules
from engine.game import Game

GAMES = st.sampled_from(list(table_games().values()))
VERBS = st.sampled_from([verb for game in table_games().values() for verb in game.verbs])
LETTERS = st.sampled_from("AKQJT1098765432cdhsCDHS♥♠ ,;+:-.=/Zß١ſİ\u200b\u202e\0`*_<@>")
TEXTS = st.text(LETTERS, max_size=20) | st.text(max_size=60)
DATES = st.from_regex(r"[0-9]{4}-[0-9]{2}-[0-9]{2}([ T][0-9]{2}:[0-9]{2}(Z|[+-][0-9]{2}:[0-9]{2})?)?\Z")
ZONES = st.sampled_from(["UTC", "Europe/Paris", "America/Havana", "Pacific/Apia"])


def sentence(refused: Exception) -> str:
    """What the caller is told."""
    if isinstance(refused, Refused):
        return say("en-US", refused.key, **told(refused.values))
    return str(refused)


def either(read: Callable[[str], Any], text: str, *faults: type[Exception]) -> Any:
    """What ``read`` makes of ``text``; None, once a refusal turned out to be a sentence of bounded length."""
    try:
        return read(text)
    except faults as refused:
        said = sentence(refused)
    assert 10 < len(said) < 2000
    return None


@given(text=TEXTS)
def test_cards(text: str) -> None:
    cards = either(read_cards, text, Refused)
    assert cards is None or read_cards(run(cards)) == cards


@given(game=GAMES, verb=VERBS, text=TEXTS)
def test_actions(game: Game, verb: Any, text: str) -> None:
    for said in either(lambda each: words(verb, each), text, Refused) or [text]:
        action = either(lambda each: read_action(game, each), said, Refused)
        assert action is None or str(read_action(game, str(action))) == str(action)


@given(game=GAMES, head=TEXTS, rest=TEXTS, saved=st.dictionaries(TEXTS, st.just("series"), max_size=3))
def test_rules(game: Game, head: str, rest: str, saved: dict[str, str]) -> None:
    text = f"{head} {rest}"
    rules = either(lambda each: compose_rules(game, each, saved), text, Refused, BadRules)
    assert rules is None or compose_rules(game, str(rules), {}) == rules
    for name, value in completions(game, text, saved, "en-US"):
        assert len(name) <= CHOICE
        assert len(value) <= CHOICE


@given(text=TEXTS | DATES, zone=ZONES, ends=st.booleans())
def test_times(text: str, zone: str, ends: bool) -> None:
    at_ms = either(lambda each: read_time(each, zone_named(zone), ends=ends), text, Refused)
    assert at_ms is None or re.fullmatch(r"<t:[0-9]{9,12}:f>", stamp(at_ms))


@given(text=TEXTS)
def test_zones(text: str) -> None:
    zone = either(zone_named, text, Refused)
    assert zone is None or zone.key.casefold() == text.strip().casefold()
    assert len(zones_like(text)) <= 25


@given(text=TEXTS | st.from_regex(r"[0-9]{1,7}( ?\+ ?[0-9]{1,7})?", fullmatch=True))
def test_clocks(text: str) -> None:
    clock = either(read_clock, text, Refused)
    assert clock is None or TurnClock.stored(str(clock)) == read_clock(str(clock)) == clock


@given(text=TEXTS | st.from_regex(r"places( [0-9]{1,5}){1,9}( \+ net)?", fullmatch=True))
def test_schemes(text: str) -> None:
    scheme = either(Scheme.parse, text, BadScheme)
    assert scheme is None or Scheme.parse(str(scheme)) == scheme


@given(text=st.text(max_size=1000))
def test_names_and_quotes(text: str) -> None:
    """What people are called and write, wherever it is shown."""
    for shown in (escaped(text), in_line(text), plain(text), folded(text), quoted(text)):
        assert "\n@everyone" not in shown
        assert not re.search(r"<@[0-9]", shown.replace("<@\u200b", ""))


SETTINGS = re.findall(
    r"^#?([A-Z_]+)=", (Path(__file__).parents[2] / ".env.example").read_text(), re.MULTILINE
)
LONG = st.sampled_from(["0" * 9 + "9" * 9, "0" * 5000, "9" * 5000])
NUMBERS = st.text("0123456789.,-+e _١\n", max_size=14) | LONG


@given(values=st.dictionaries(st.sampled_from(SETTINGS), NUMBERS | TEXTS, max_size=4))
def test_settings(values: dict[str, str]) -> None:
    settings = either(lambda _: Settings.read(values), "", BadSetting)
    if settings is not None:
        assert 0 <= settings.sandbox_port <= 65535
        assert 0 <= settings.health_port <= 65535
        assert 1 <= settings.backup_keep <= 1000
        assert 0 <= settings.backup_every_h <= 720
        assert set(settings.shard_ids) <= set(range(settings.shard_count))


KINDS: tuple[tuple[str, Any], ...] = (
    (address.ACT, buttons.ActionButton),
    (address.PICK, buttons.PickSelect),
    (address.ASK, buttons.AskButton),
    (address.TABLE, buttons.TableButton),
    (address.RULE, buttons.RuleButton),
    (appeal.APPEAL, appeal.AppealButton),
    (appeal.VERDICT, appeal.VerdictButton),
    (confirm.CONFIRM, confirm.ConfirmButton),
    (fixture_button.FIXTURE, fixture_button.FixtureButton),
    (standings_button.STANDINGS, standings_button.StandingsButton),
)


def without_zeros(custom_id: str) -> str:
    return re.sub(r":0+(?=[0-9])", ":", custom_id)


@given(data=st.data(), kind=st.sampled_from(KINDS))
async def test_any_custom_id(data: st.DataObject, kind: tuple[str, Any]) -> None:
    """What fits its template becomes the component that has this id again, but for zeros before numbers."""
    template, component = kind
    text = data.draw(st.from_regex(rf"\A{template}\Z"))
    match = re.fullmatch(template, text)
    assert match is not None
    item = await component.from_custom_id(None, None, match)
    assert without_zeros(item.custom_id) == without_zeros(text)
    assert len(text) <= 100


@pytest.mark.parametrize("text", ["000000000999999999", "0" * 5000, "9" * 5000, "١", "1_0"])
def test_a_number_is_read_whole(text: str) -> None:
    with pytest.raises(BadSetting, match="HEALTH_PORT="):
        Settings.read({"HEALTH_PORT": text})


@given(table=st.integers(0, 10**18 - 1), seq=st.integers(0, 10**9 - 1), low=st.integers(0, 10**9 - 1))
def test_addresses_fit_their_templates(table: int, seq: int, low: int) -> None:
    for template, made in (
        (address.ACT, ActAddress(table, seq, "announce", "molodka")),
        (address.PICK, PickAddress(table, seq, "draw")),
        (address.ASK, AskAddress(table, seq, "raise", low, low)),
        (address.TABLE, TableAddress(table, "deal-on")),
        (address.RULE, RuleAddress("bouillotte", "O-4.3")),
    ):
        assert re.fullmatch(template, str(made))
        assert len(str(made)) <= 100
