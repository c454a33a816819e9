"""Every key that is said has a sentence that can be filled, and no sentence is left over."""

import ast
import re
import string
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from discord import app_commands
from evening import Evening

import bot
from bot import limits
from bot.components.address import ActAddress, PickAddress, TableAddress
from bot.text import FOLDER, LOCALES, at_table, knows, say, sentences
from engine import words
from engine.actions import Action, Secret
from engine.bourre.refusals import BourreRefusal
from engine.errors import Refusal
from engine.events import Event
from engine.game import Game, games

HOME = Path(bot.__file__).parent
SOURCES = [file for file in HOME.rglob("*.py") if "sandbox" not in file.parts]
PICTURES = {"table.png"}
SAYING = {"say", "Refused", "Stale", "described", "knows"}


def calls() -> Iterator[tuple[Path, ast.Call, str]]:
    """Every call that names a sentence: where it is, the call, and what it calls."""
    for file in SOURCES:
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in SAYING:
                yield file, node, node.func.id


def keys_of(call: ast.Call, name: str) -> list[tuple[str, bool]]:
    """The keys a call may name, and whether each is the whole key or only its beginning."""
    place = 1 if name in ("say", "knows") else 0
    prefix = "command." if name == "described" else ""
    return [(prefix + key, whole) for key, whole in _texts(call.args[place])]


def _texts(node: ast.expr) -> Iterator[tuple[str, bool]]:
    match node:
        case ast.Constant(value=str(text)):
            yield text, True
        case ast.IfExp(body=body, orelse=orelse):
            yield from _texts(body)
            yield from _texts(orelse)
        case ast.JoinedStr(values=[ast.Constant(value=str(text)), *_]):
            yield text, False
        case _:
            return


SAID = [(file, call, key, whole) for file, call, name in calls() for key, whole in keys_of(call, name)]


def fields_of(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name}


def forms(locale: str, key: str) -> list[str]:
    """The sentences of a key, in all its forms."""
    known = sentences(locale)
    return [known[each] for each in (key, *(f"{key}.{n}" for n in ("zero", "one", "other"))) if each in known]


def test_the_scan_finds_what_is_said() -> None:
    keys = {key for _, _, key, _ in SAID}
    assert {"refused.no-table", "refused.stale", "done.joined", "command.table-open"} <= keys
    assert len(SAID) > 120


@pytest.mark.parametrize("locale", LOCALES)
def test_every_key_has_a_sentence(locale: str) -> None:
    said = [(file.name, call.lineno, key) for file, call, key, whole in SAID if whole]
    missing = [each for each in said if not forms(locale, each[2])]
    assert not missing


@pytest.mark.parametrize("locale", LOCALES)
def test_keys_in_variables_have_sentences_too(locale: str) -> None:
    """Whatever looks like a key of the bot's own is one."""
    rooms = {key.partition(".")[0] for key in words.load(FOLDER / "en.toml")}
    like_a_key = re.compile(rf"(?:{'|'.join(sorted(rooms))})\.[a-z][a-z.-]*[a-z]")
    found = {text for text in _named_elsewhere() if like_a_key.fullmatch(text)} - PICTURES
    assert len(found) > 80
    assert not [key for key in found if not forms(locale, key)]


@pytest.mark.parametrize("locale", LOCALES)
def test_every_field_is_filled(locale: str) -> None:
    """A call's keywords are what its sentence needs; ``n`` alone may only choose the form."""
    for file, call, key, whole in SAID:
        keywords = {keyword.arg for keyword in call.keywords}
        if not whole or None in keywords or getattr(call.func, "id", "") in ("described", "knows"):
            continue
        for sentence in forms(locale, key):
            place = f"{file.name}:{call.lineno} {key}"
            if getattr(call.func, "id", "") == "Stale" or key.startswith("refused.stale"):
                continue  # said with more by who catches it
            assert fields_of(sentence) <= keywords, place


def test_no_keyword_hides_a_parameter() -> None:
    """A sentence's field may not be called as the functions' own parameters are."""
    for locale in LOCALES:
        for key, sentence in sentences(locale).items():
            assert not fields_of(sentence) & {"words", "key", "locale", "self"}, key


def test_no_sentence_is_left_over() -> None:
    own = set(words.load(FOLDER / "en.toml"))
    whole = {key for _, _, key, complete in SAID if complete} | set(_named_elsewhere())
    begun = tuple(key for _, _, key, complete in SAID if not complete)
    unused = [key for key in own if _stem(key, own) not in whole and not key.startswith(begun)]
    assert not unused


def _stem(key: str, own: set[str]) -> str:
    stem, _, form = key.rpartition(".")
    return stem if form in ("zero", "one", "other") and f"{stem}.other" in own else key


def _named_elsewhere() -> Iterator[str]:
    """Keys that reach ``say`` by a variable."""
    for file in SOURCES:
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value:
                yield node.value


@pytest.mark.parametrize("locale", LOCALES)
def test_what_depends_on_the_game_has_its_sentence(locale: str) -> None:
    """Keys that are put together from what a game says of itself: its own file has them, or ours."""
    for game in games().values():
        at = at_table(locale, game)
        for verb in game.verbs:
            assert knows(at, f"command.{verb.name}")
            assert knows(at, f"may.{verb.name}")
            if verb.option:
                assert knows(at, f"command.{verb.name}-{verb.option}")
                assert verb.required or knows(at, f"command.{verb.name}-none")
            else:
                assert knows(at, f"button.{verb.name}")
        if game.early:
            assert knows(at, "hand.early")
            assert knows(at, "button.early")


SPEAKERS = [
    (game, key)
    for game in games().values()
    for key in words.load(game.folder / f"words.{words.DEFAULT}.toml")
    if key.partition(".")[0] in ("button", "may", "seat", "hand", "pick")
]


@pytest.mark.parametrize(("game", "key"), SPEAKERS, ids=lambda each: getattr(each, "key", each))
def test_a_table_says_its_own_game_s_words(game: Game, key: str) -> None:
    """Whatever another game calls the same act."""
    said = words.load(game.folder / f"words.{words.DEFAULT}.toml")[key]
    assert sentences(at_table(words.DEFAULT, game))[key] == said


def test_games_that_share_a_verb_take_the_same_with_it() -> None:
    """There is one command for it."""
    verbs = {verb for game in games().values() for verb in game.verbs}
    assert len(verbs) == len({verb.name for verb in verbs})


def test_a_verb_is_described_by_its_games(evening: Evening) -> None:
    told = {command.name: command.description for command in evening.bot.tree.get_commands()}  # type: ignore[union-attr]
    assert told["stay"] == "Stay in this deal"
    assert told["play"] == "Play from your hand"
    assert told["claim"] == "In Bourré, Bura, each by its own rules: see /rules"


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("refusal", [*Refusal, *BourreRefusal])
def test_every_refusal_of_a_game(locale: str, refusal: Refusal) -> None:
    assert forms(locale, f"refused.{refusal.value}")


def _all(kind: type[Any]) -> Iterator[type[Any]]:
    for sub in kind.__subclasses__():
        yield sub
        yield from _all(sub)


EVENTS = [kind for kind in _all(Event) if "key" in vars(kind)]
ACTS = [kind for kind in _all(Action) if "verb" in vars(kind) and not issubclass(kind, Secret)]


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("kind", EVENTS, ids=lambda kind: kind.__name__)
def test_every_event(locale: str, kind: type[Event]) -> None:
    sentences_of_it = forms(locale, f"event.{kind.key}")
    assert sentences_of_it
    for sentence in sentences_of_it:
        assert fields_of(sentence) <= {field.name for field in fields(kind)}  # type: ignore[arg-type]


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("kind", ACTS, ids=lambda kind: kind.__name__)
def test_every_act_that_is_told(locale: str, kind: type[Action]) -> None:
    """A play is told with its trick."""
    found = forms(locale, f"told.{kind.verb}")
    assert found or kind.verb == "play"
    for sentence in found:
        assert fields_of(sentence) <= {"seat", "n", "number", "card", "units", "answer", "kind"}


@pytest.mark.parametrize("locale", LOCALES)
def test_every_cause_of_a_posting(locale: str) -> None:
    for cause in ("opening", "ante", "win", "bourre", "share", "void"):
        assert forms(locale, f"cause.{cause}")


def test_an_unknown_locale_is_english() -> None:
    assert say("xx-YY", "done.closed") == say("en", "done.closed") == say("en-GB", "done.closed")


def test_lengths_of_commands(evening: object) -> None:
    """Discord's: names to 32, descriptions to 100 characters, 25 choices and options."""
    tree = evening.bot.tree  # type: ignore[attr-defined]
    for command in tree.walk_commands():
        assert 1 <= len(command.name) <= 32
        assert 1 <= len(command.description) <= 100
        assert command.description != "…", command.qualified_name
        if isinstance(command, app_commands.Command):
            assert len(command.parameters) <= 25
            for parameter in command.parameters:
                assert 1 <= len(str(parameter.description)) <= 100
                assert str(parameter.description) != "…", f"{command.qualified_name} {parameter.name}"


def test_lengths_of_addresses() -> None:
    table, seq = 10**18 - 1, 10**9 - 1
    longest = ActAddress(table, seq, "v" * 20, "AhKhQhJhTh9h8h7h6h5h4h3h2hAsKsQsJsTs9s8s")
    for address in (longest, PickAddress(table, seq, "v" * 20), TableAddress(table, "w" * 20)):
        assert len(str(address)) <= limits.CHOICE
