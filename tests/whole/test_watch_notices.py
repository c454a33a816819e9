"""What the watch of a sitting reads would be noticed if it were told: each kind of leak, planted."""

import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from bot import Levee
from tests.sandbox.person import Person
from tests.whole.installation import Installation
from tests.whole.knowledge import (
    Known,
    KnownByHonour,
    KnownByShowdown,
    KnownFaceDown,
    broken_rules_told,
    cards_in,
    choices_told,
    leaks,
    points_told,
)
from tests.whole.panel import Json
from tests.whole.playing import Player, a_choice, lines_of, play, seated, whose_turn
from tests.whole.watching import Watch, told_on_disk


def told(text: str, deal: int = 1, **more: object) -> list[Json]:
    """A message about a deal, as a page gets it."""
    embed = {"title": f"deal {deal} of 5", "description": text}
    return [{"t": "message_update", "d": {"content": "", "embeds": [embed], **more}}]


BURA = ["deal 1", "d deal p2 AhTh6c", "d deal p1 KsQs7d", "d turn 9d", "p2 waive", "p1 waive", "p2 play AhTh"]
TAKEN = [*BURA, "p1 play KsQs", "= trick p2", "d deal p2 6h6s", "d deal p1 7h7s9d"]
GONE_ON = [*TAKEN, "p2 waive"]


@pytest.mark.parametrize(
    ("lines", "seat", "text", "wrong"),
    [
        (BURA, "p1", "A♥ 10♥", False),
        (TAKEN, "p1", "A♥ 10♥ K♠ Q♠", False),
        (TAKEN, "p2", "7♠", True),
        (GONE_ON, "p1", "A♥", True),
        (GONE_ON, "p2", "A♥", True),
        (GONE_ON, "", "6c", True),
        (GONE_ON, "p2", "6♣ 9♦", False),
        ([*GONE_ON, "= records 0 0"], "", "A♥", False),
        ([*GONE_ON, "= records 0 0"], "", "6♣", True),
    ],
)
def test_u_2_4_a_trick_is_told_once(lines: list[str], seat: str, text: str, wrong: bool) -> None:
    known = [KnownFaceDown(lines)]
    assert bool(leaks(told(text), known, seat)) is wrong
    assert bool(leaks([{"t": "choices", "d": [{"custom_id": f"act:1:2:play:{text}"}]}], known, seat)) is wrong


def test_u_2_4_points_are_noticed() -> None:
    known = [KnownFaceDown(TAKEN)]
    assert points_told(told("Claim 31 points"), known, "p1") == []
    assert points_told(told("Ana has 28 points"), known, "p1") != []
    claimed = [KnownFaceDown([*TAKEN, "p2 claim", "= claimed p2 28"])]
    assert points_told(told("counts 28 points"), claimed, "p1") == []


def test_u_4_an_announced_hand_is_open_until_the_trick_is_taken() -> None:
    lines = [*BURA[:4], "p2 waive", "p1 announce molodka", "= announced p1 molodka"]
    assert leaks(told("K♠ Q♠ 7♦"), [KnownFaceDown(lines)], "p2") == []
    lines += ["p1 play 7d", "p2 play 6c", "= trick p1", "p1 waive"]
    assert leaks(told("K♠"), [KnownFaceDown(lines)], "p2") != []


FOLDED = ["deal 1", "d deal p1 AhTh6c", "d deal p2 KsQs8d", "d turn 9d", "p1 open 1", "p2 fold", "= win p1 2"]


def test_o_4_3_hands_are_shown_by_a_showdown_only() -> None:
    for lines, wrong in ((FOLDED, True), ([*FOLDED, "= point h 30"], False), (["deal 1"], True)):
        known = [KnownByShowdown([*lines, "deal 2"])]
        assert bool(leaks(told("Ben shows K♠"), known, "p1")) is wrong
        assert bool(leaks(told("", alt="KsQs8d"), known, "")) is wrong
    assert leaks(told("K♠"), [KnownByShowdown([*FOLDED, "deal 2"])], "p2") == []


def test_b_3_10_sealed_choices_are_noticed() -> None:
    watch = choices_told(3)
    some, all_in = ["deal 1", "p2 stay", "p1 pass"], ["deal 1", "p2 stay", "p1 pass", "p3 stay"]
    for text in ("▫ Ben · stays", "Ana passes", "Ana · passed"):
        assert watch(told(text), [KnownByHonour(some)], "p3") != []
        assert watch(told(text), [KnownByHonour(all_in)], "p3") == []
    own = told("You have chosen to stay.")
    assert watch(own, [KnownByHonour(some)], "p2") == []
    assert watch(own, [KnownByHonour(some)], "p3") != []


def test_b_8_1_a_pending_irregularity_is_noticed() -> None:
    known = [KnownByHonour(["deal 1", "p1 play Ah", "p2 play 3c"])]
    text = told("⚠ Your card breaks B-4.1. Take it back")
    assert broken_rules_told(text, known, "p2") == []
    for seat in ("p1", ""):
        assert broken_rules_told(text, known, seat) != []


GAMES = [("bura", 2, KnownFaceDown), ("bouillotte", 4, KnownByShowdown)]


@pytest.mark.parametrize(("game", "seats", "reading"), GAMES, ids=[game for game, *_ in GAMES])
async def test_the_watch_reads_the_pages(
    levee: Levee, people: list[Person], game: str, seats: int, reading: type[Known]
) -> None:
    """One player's hand, found where it belongs, is noticed when it reaches another."""
    players = await seated(people[:seats], game=game)
    dice = random.Random(21)
    while not (hands := [line for line in await lines_of(levee) if line.startswith("d deal p1 ")]):
        await play(players, dice, acts=1)
    watch = Watch(levee, players, reading)
    await watch.look()
    players[1].person.seen += told(hands[0].split()[-1])
    with pytest.raises(AssertionError, match="p2 in deal 1"):
        await watch.look()


async def test_the_disk_is_read(levee: Levee, people: list[Person], database: Path) -> None:
    await seated(people[:2], game="bura")
    assert await told_on_disk(levee, database) == []
    hand = next(line for line in await lines_of(levee) if line.startswith("d deal"))
    (database.parent / "planted").write_text(f"…{hand}…", "utf-8")
    assert await told_on_disk(levee, database) == [hand]


@pytest.mark.parametrize(
    ("game", "seats", "rules"),
    [("bura", 2, "series"), ("bouillotte", 4, "series"), ("bourre", 3, "series conduct=honour")],
)
async def test_the_log_tells_no_card_and_no_choice(tmp_path: Path, game: str, seats: int, rules: str) -> None:
    """As whoever runs the bot sees it, with all that it can be made to tell."""
    installation = Installation(tmp_path, LOG_LEVEL="DEBUG", WINDOW_DELAY="0", EDIT_PACE="0")
    await installation.start()
    people = [await Person.join(installation, name) for name in ("Ana", "Ben", "Cleo", "Dan")[:seats]]
    try:
        await some_acts(await seated(people, game=game, rules=rules))
    finally:
        for person in people:
            await person.close()
        await installation.end()
    assert "doing=" in installation.log
    assert cards_in(installation.log) == set()
    assert " points" not in installation.log


async def some_acts(players: Sequence[Player]) -> None:
    dice = random.Random(22)
    for _ in range(24):
        player = await whose_turn(players)
        if player is None:
            return
        await player.command(a_choice(player, dice))
        await player.person.slash(player.channel, "play", cards="Ah")
