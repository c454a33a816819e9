"""Whole sittings of the other games and conducts, and all that each person is told while they last."""

import random
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

import pytest

from bot import create_bot
from tests.sandbox.conftest import Join, StartBot
from tests.whole.knowledge import (
    Known,
    KnownByHonour,
    KnownByShowdown,
    KnownFaceDown,
    broken_rules_told,
    choices_told,
    points_told,
)
from tests.whole.panel import is_panel, two_by_two, unlawful
from tests.whole.playing import NAMES, Player, a_choice, an_amount, downloaded, lines_of, seated
from tests.whole.test_sitting import agrees_with_the_ledger
from tests.whole.watched_sitting import WatchedSitting
from tests.whole.watching import Also, Watch

WORTH = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
"""U-1.1."""

Open = Callable[..., Awaitable[WatchedSitting]]


@pytest.fixture
async def open_sitting(start_bot: StartBot, database: Path, join: Join) -> Open:
    """Seats so many people, and one who looks on."""

    async def opened(
        game: str, rules: str, seats: int, reading: Callable[[list[str]], Known], *also: Also
    ) -> WatchedSitting:
        bot = create_bot({"DATABASE": database, "WINDOW_DELAY": "0", "EDIT_PACE": 0})
        await start_bot(bot)
        people = [await join(name) for name in NAMES[:seats]]
        bystander = Player(await join("Flo"))
        players = await seated(people, game=game, rules=rules)
        watch = Watch(bot, players, reading, bystanders=[bystander], also=also)
        return WatchedSitting(bot, database, players, bystander, watch)

    return opened


def seat_of(players: Sequence[Player], player: Player) -> str:
    return f"p{players.index(player) + 1}"


def of_running_deal(lines: list[str]) -> list[str]:
    return lines[max(at for at, line in enumerate(lines) if line.startswith("deal ")) :]


def captured(lines: list[str], seat: str) -> int:
    """The points in a seat's tricks, counted from the record."""
    points = trick = 0
    for line in of_running_deal(lines):
        match line.split():
            case [_, "play", cards]:
                trick += sum(WORTH.get(card[0], 0) for card in two_by_two(cards))
            case ["=", "trick", winner]:
                points, trick = points + trick * (winner == seat), 0
    return points


# Bura


def in_bura(players: Sequence[Player], lines: list[str], dice: random.Random) -> tuple[Player, str]:
    """Who has 31 claims, and now and then somebody who has less. In a window whoever is asked decides."""
    able = [player for player in players if player.choices()]
    player = next((each for each in able if "waive" in each.choices()), able[0])
    if "claim" in player.choices() and captured(lines, seat_of(players, player)) >= 31:
        return player, "claim"
    return player, a_choice(player, dice)


async def test_a_sitting_of_bura(open_sitting: Open) -> None:
    sitting = await open_sitting("bura", "series pots=2", 2, KnownFaceDown, points_told)
    await sitting.play(in_bura, random.Random(11))
    people = [player.person for player in sitting.players]
    text = await downloaded(people[0])
    assert sitting.watch.cards_told > 50, "the watch reads no cards at all"
    await agrees_with_the_ledger(sitting.bot, people, text.count("\ndeal "))


# Bouillotte


def in_bouillotte(players: Sequence[Player], lines: list[str], dice: random.Random) -> tuple[Player, str]:
    """In odd deals whoever opens is left alone; in even ones nobody folds."""
    number = int(of_running_deal(lines)[0].removeprefix("deal "))
    player = next(player for player in players if player.choices())
    choices = player.choices()
    is_odd = number % 2 == 1
    wanted = [words for words in choices if words.startswith(("open", "fold", "decline"))]
    if is_odd and wanted:
        return player, an_amount(wanted[-1], dice)
    return player, an_amount(dice.choice([words for words in choices if words != "fold"]), dice)


async def test_a_sitting_of_bouillotte(open_sitting: Open) -> None:
    sitting = await open_sitting("bouillotte", "series refill=ask", 4, KnownByShowdown)
    await sitting.play(in_bouillotte, random.Random(12))
    people = [player.person for player in sitting.players]
    text = await downloaded(people[0])
    assert " fold\n" in text
    assert "= bonus" in text or "= point" in text
    await agrees_with_the_ledger(sitting.bot, people)


# Bourré


def in_bourre(players: Sequence[Player], lines: list[str], dice: random.Random) -> tuple[Player, str]:
    player = dice.choice([player for player in players if player.choices()])
    return player, a_choice(player, dice)


async def test_a_sitting_with_sealed_choices(open_sitting: Open) -> None:
    rules = "series declare=simultaneous second_ante=on deals=3"
    sitting = await open_sitting("bourre", rules, 5, KnownByHonour, choices_told(5))
    await sitting.play(in_bourre, random.Random(13))
    await agrees_with_the_ledger(sitting.bot, [player.person for player in sitting.players], 3)


def by_honour(players: Sequence[Player], lines: list[str], dice: random.Random) -> tuple[Player, str]:
    """Many play against the rules; some take the card back, and one hand is given up."""
    deal = of_running_deal(lines)
    able = [player for player in players if player.choices()]
    back = next((player for player in able if "retract" in player.choices()), None)
    if back and dice.random() < 0.4:
        return back, "retract"
    player = next(each for each in able if each is not back or set(each.choices()) - {"retract"})
    assert player.panel is not None
    if "abandon" in player.choices() and "deal 2" in lines and not any("abandon" in line for line in lines):
        return player, "abandon"
    wrong = unlawful(player.panel)
    is_mending = [line for line in deal if line.startswith("p")][-1:] == [
        f"{seat_of(players, player)} retract"
    ]
    if wrong and not is_mending and dice.random() < 0.5:
        return player, dice.choice(wrong)
    lawful = [words for words in player.choices() if words not in wrong and words != "retract"]
    if "stay" in lawful:
        return player, "stay" if dice.random() < 0.8 else dice.choice(lawful)
    return player, dice.choice([words for words in lawful if words not in ("abandon", "claim")])


async def test_a_sitting_by_honour(open_sitting: Open) -> None:
    sitting = await open_sitting(
        "bourre", "series conduct=honour deals=4", 4, KnownByHonour, broken_rules_told
    )
    await speak_early(sitting)
    await sitting.play(by_honour, random.Random(14))
    people = [player.person for player in sitting.players]
    text = await downloaded(people[0])
    for line in ("early pass", "retract", "abandon", "= renege", "= barred", "= misses-deal"):
        assert line in text
    await agrees_with_the_ledger(sitting.bot, people, 4)


async def speak_early(sitting: WatchedSitting) -> None:
    """B-8.5: who speaks before the turn is asked first."""
    assert await sitting.goes_on()
    player = next(player for player in sitting.players if not player.choices())
    asked, since = await player.person.slash(player.channel, "pass"), len(player.person.seen)
    assert asked.message is not None
    assert "announce it anyway" in asked.text
    await player.person.click(asked.message, label="Announce anyway")
    await player.person.wait_for_message(is_panel, since=since)
    assert any("early pass" in line for line in await lines_of(sitting.bot))
