"""From what people type and choose to a table's rules, and from rules to words. Knows no Discord."""

from collections.abc import Iterator, Mapping

from bot import limits
from bot.errors import Refused
from bot.render.names import escaped, in_line, plain
from bot.text import at_table, knows, say
from data.house_rules import folded
from engine.errors import BadRules
from engine.game import Game
from engine.options import Rules
from engine.words import DEFAULT

Saved = Mapping[str, str]
"""A server's house rules for a game: name → Rules line."""

CHOSEN = {"players": "seats", "deals": "deals", "conduct": "conduct"}
"""The options of rules that a command has options of its own for, and what it calls them."""
MOST_NAMED = 10
"""How many saved names a refusal lists."""
UNBEGUN = 2
"""How many values are offered of an option that nobody has begun to type."""


def compose_rules(game: Game, text: str, saved: Saved, **chosen: str | int | None) -> Rules:
    """Rules from a preset or saved name, what was typed behind it, and the command's ``chosen`` options.

    What is saved gives way to what is typed and chosen. Raises BadRules or Refused.
    """
    head, typed = _parted(text)
    texts = {key: str(value) for key, value in chosen.items() if value is not None}
    options = {key: text for key, text in texts.items() if not _goes_without_saying(game, key, text)}
    named = {word.partition("=")[0]: word for word in typed}
    for key, word in named.items():
        _check_settled(game, key, word)
    for key, value in options.items():
        _check_chosen(game, key, value, named)
    begun = _begun(game, head, saved)
    kept = [word for word in begun[1:] if word.partition("=")[0] not in {*named, *options}]
    said = [f"{key}={value}" for key, value in options.items() if key not in named]
    rules = game.rules.parse(" ".join([*begun[:1], *kept, *typed, *said]))
    rules.check_opening()
    return rules


def _parted(text: str) -> tuple[str, list[str]]:
    """The preset or name, which may be several words, and the options behind it.

    A phone begins with a capital letter whatever is typed.
    """
    words = text.split()
    first = next((at for at, word in enumerate(words) if "=" in word), len(words))
    return " ".join(words[:first]), [word.lower() for word in words[first:]]


def _begun(game: Game, head: str, saved: Saved) -> list[str]:
    """The words of a Rules line to begin with."""
    presets = game.rules.PRESETS
    if not head:
        return [next(iter(presets))]
    for name, line in saved.items():
        if folded(name) == folded(plain(head)):
            return line.split()
    first, *more = head.split()
    if first.lower() in presets:
        return [first.lower(), *more]
    names = ", ".join(f"**{escaped(name)}**" for name in list(saved)[:MOST_NAMED])
    raise Refused(
        "refused.no-house-rules",
        n=len(saved),
        name=escaped(head),
        presets=", ".join(presets),
        names=names + (" …" if len(saved) > MOST_NAMED else ""),
        clause=game.rules.CLAUSE,
    )


def _check_settled(game: Game, key: str, said: str) -> None:
    """Raises Refused for an option of other games that this one settles by itself."""
    settled = f"settled.{game.key}.{key}"
    if knows(DEFAULT, f"{settled}.why"):
        raise Refused(f"{settled}.why", said=said, clause=say(DEFAULT, f"{settled}.clause"))


def _check_chosen(game: Game, key: str, value: str, typed: Mapping[str, str]) -> None:
    """Raises Refused if the command's own option is settled by the game, or typed otherwise."""
    said = f"{CHOSEN[key]}: {value}"
    _check_settled(game, key, said)
    if typed.get(key, f"{key}={value}") != f"{key}={value}":
        both = {"option": key, "typed": typed[key], "chosen": said}
        raise Refused("refused.said-twice", **both, clause=game.rules.CLAUSE)


def _goes_without_saying(game: Game, key: str, value: str) -> bool:
    """So many seats as the game always has."""
    preset = next(iter(game.rules.PRESETS.values()))
    return key == "players" and key not in game.rules.CHOICES and value == str(game.players(preset))


def differences(game: Game, rules: Rules, locale: str) -> list[str]:
    """What differs from the preset: a sentence an option, with its clause."""
    return [option_words(game, key, text, locale) for key, text in rules.changes().items()]


def summary(game: Game, rules: Rules, locale: str) -> list[str]:
    """The differences as lines of a message."""
    return [f"• {each}" for each in differences(game, rules, locale)]


def option_words(game: Game, key: str, text: str, locale: str) -> str:
    """``conduct=honour`` in words: a value has its own sentence, or its number stands in the option's."""
    locale = at_table(locale, game)
    own = f"option.{key}.{text}"
    return say(locale, own) if knows(locale, own) else say(locale, f"option.{key}", n=int(text))


def completions(game: Game, current: str, saved: Saved, locale: str) -> list[tuple[str, str]]:
    """How what was typed can go on, as a choice's name and value: saved names, presets, options."""
    offered = [*_names(game, current, saved, locale), *_options(game, current, saved, locale)]
    return [(_cut(name), value) for name, value in offered if len(value) <= limits.CHOICE]


def _names(game: Game, current: str, saved: Saved, locale: str) -> Iterator[tuple[str, str]]:
    typed = folded(plain(current)) if current.strip() else ""
    for name, line in saved.items():
        if folded(name).startswith(typed):
            yield f"{in_line(name)} — {line}", name
    for preset in game.rules.PRESETS:
        if preset.startswith(typed):
            yield f"{preset} — {say(at_table(locale, game), f'preset.{preset}')}", preset


def _options(game: Game, current: str, saved: Saved, locale: str) -> Iterator[tuple[str, str]]:
    """``key=value`` of options not yet named, where the line stays possible.

    Of an option that nobody has begun to type, a few values that change something: so all options have room.
    """
    *before, last = current.split(" ")
    last = last.lower()
    stem = " ".join(before)
    named = {word.partition("=")[0].lower() for word in before}
    so_far = _composed(game, stem, saved)
    for key, choice in game.rules.CHOICES.items():
        fitting = [text for text in choice.samples() if f"{key}={text}".startswith(last) and key not in named]
        lines = {text: f"{stem} {key}={text}".strip() for text in fitting}
        composed = {text: _composed(game, line, saved) for text, line in lines.items()}
        offered = [text for text in fitting if composed[text] and (last or composed[text] != so_far)]
        for text in offered if last else offered[:UNBEGUN]:
            yield f"{lines[text]} — {option_words(game, key, text, locale)}", lines[text]


def _composed(game: Game, line: str, saved: Saved) -> Rules | None:
    try:
        return compose_rules(game, line, saved)
    except (BadRules, Refused):
        return None


def _cut(label: str) -> str:
    return label if len(label) <= limits.CHOICE else f"{label[: limits.CHOICE - 1]}…"
