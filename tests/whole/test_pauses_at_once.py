"""A table is closed, paused and played at in the same instant: one effect, and kind words for the rest."""

import asyncio
import random

import pytest

from bot import Levee
from bot.sandbox import Sandbox
from bot.sandbox.permissions import Permission
from data import journal, tables
from tests.sandbox.person import Person
from tests.whole.at_once import all_heard, count, lines, weather
from tests.whole.playing import CHANNEL, Answer, Player, a_choice, seated, whose_turn

__all__ = ["weather"]

LATE = ("is closed", "no table in this channel", "moved on")


@pytest.fixture
def staff(weather: Sandbox) -> None:
    """Everybody may manage the server."""
    home = weather.world.home
    everyone = next(role for role in weather.world.roles_of(home) if role.id == home.id)
    weather.world.set_role_permissions(home.id, int(everyone.permissions | Permission.MANAGE_GUILD))


async def ends(levee: Levee) -> int:
    return (await lines(levee)).count("d end")


@pytest.mark.usefixtures("staff")
async def test_all_staff_close(levee: Levee, people: list[Person]) -> None:
    await seated(people)
    texts = await all_heard(*((p, p.slash(CHANNEL, "table close")) for p in people))
    assert count(texts, "The table is closed.") == 1, texts
    assert count(texts, *LATE[1:], "This table is closed") == 4, texts
    assert await ends(levee) == 1
    assert not list(levee.tables)


@pytest.mark.usefixtures("staff")
async def test_all_staff_pause_and_go_on(levee: Levee, people: list[Person]) -> None:
    """The same by all; then some the one, some the other: it stands as the last who was not refused says."""
    await seated(people)
    (table,) = levee.tables
    texts = await all_heard(*((p, p.slash(CHANNEL, "table pause")) for p in people))
    assert count(texts, "The table is paused:") == 1, texts
    assert count(texts, "paused already") == 4, texts
    texts = await all_heard(*((p, p.slash(CHANNEL, "table resume")) for p in people))
    assert count(texts, "The table goes on") == 1, texts
    assert count(texts, "not paused") == 4, texts
    acts = ["pause", "resume", "pause", "resume", "pause"]
    texts = await all_heard(
        *((p, p.slash(CHANNEL, f"table {act}")) for p, act in zip(people, acts, strict=True))
    )
    changes = count(texts, "The table is paused:") - count(texts, "The table goes on")
    assert changes == int(table.is_paused), texts
    assert count(texts, "paused already", "not paused", "is paused:", "goes on") == 5, texts
    stored = await tables.table(levee.database, table.id)
    assert (stored.paused_at_ms is not None) is table.is_paused


@pytest.mark.usefixtures("staff")
async def test_one_closes_and_one_pauses(levee: Levee, people: list[Person]) -> None:
    ana, ben, *_ = people
    await seated(people)
    closed, paused = await all_heard(
        (ana, ana.slash(CHANNEL, "table close")), (ben, ben.slash(CHANNEL, "table pause"))
    )
    assert closed == "The table is closed."
    assert any(words in paused for words in ("The table is paused:", *LATE)), paused
    assert await ends(levee) == 1


@pytest.mark.parametrize("act", ["pause", "close"])
async def test_while_somebody_moves(levee: Levee, people: list[Person], weather: Sandbox, act: str) -> None:
    """The move counts, or its author hears that the table stands still or is closed: one of both."""
    ana = people[0]
    players = await seated(people)
    dice, moved = random.Random(6), 0
    for _ in range(1 if act == "close" else 4):
        player = await whose_turn(players)
        assert player is not None
        words, before = a_choice(player, dice), await lines(levee)
        (told,), answer = await asyncio.gather(
            all_heard((ana, ana.slash(CHANNEL, f"table {act}"))), player.command(words)
        )
        new = (await lines(levee))[len(before) :]
        done = new.count(f"p{players.index(player) + 1} {words}")
        assert done == int(not refusal(answer)), (new, answer)
        assert any(words in told for words in ("is paused:", "is closed")), told
        moved += done
        if act == "pause":
            await ana.slash(CHANNEL, "table resume")
        await player.person.slash(CHANNEL, "hand")
    assert await ends(levee) == int(act == "close")


def refusal(answer: Answer) -> str:
    assert any(words in answer.refusal for words in ("", "is paused", *LATE))
    return answer.refusal


async def test_closed_with_the_last_card_of_a_deal(
    levee: Levee, people: list[Person], weather: Sandbox
) -> None:
    """The deal is over and counts, or it is void: it is told and booked as one of both."""
    ana, ben = people[:2]
    players = await seated([ana, ben], deals=6)
    dice = random.Random(11)
    player, words = await before_the_end(levee, players, dice)
    (table,) = levee.tables
    assert table.sitting is not None
    deal = table.sitting.observe(None).deal
    (told,), answer = await asyncio.gather(
        all_heard((ana, ana.slash(CHANNEL, "table close"))), player.command(words)
    )
    assert "is closed" in told
    written = await lines(levee)
    moved = f"p{players.index(player) + 1} {words}" in written
    assert moved or any(late in answer.refusal for late in LATE)
    proofs = {proof.deal: proof for proof in await journal.published(levee.database, 1)}
    assert proofs[deal].void is not moved, written
    assert written.count("d end") == 1
    verified = await all_heard((ana, ana.slash(CHANNEL, "ledger verify")))
    assert "equal" in verified[0]


async def before_the_end(levee: Levee, players: list[Player], dice: random.Random) -> tuple[Player, str]:
    """Who is about to play what ends a deal."""
    (table,) = levee.tables
    for _ in range(60):
        player = await whose_turn(players)
        assert player is not None
        words, seat = a_choice(player, dice), players.index(player)
        assert table.sitting is not None
        tried = table.sitting.copy()
        action = next(
            each for each in tried.legal(seat) if str(each) == words or not words.startswith("play")
        )
        if words.startswith("play"):
            tried.apply(seat, action)
            if tried.due() is not None:
                return player, words
        await player.command(words)
    raise AssertionError("no deal ends with a card")


async def test_a_player_leaves_twice(levee: Levee, people: list[Person], weather: Sandbox) -> None:
    await seated(people)
    ben = people[1]
    texts = await all_heard(*((ben, ben.slash(CHANNEL, "table leave")) for _ in range(3)))
    assert count(texts, "You have left.") == 1, texts
    assert count(texts, "You left, or were long absent") == 2, texts
    texts = await all_heard(*((ben, ben.slash(CHANNEL, "table join")) for _ in range(3)))
    assert count(texts, "Your seat is yours again") == 1, texts
    assert count(texts, "sit at this table already") == 2, texts


async def test_a_wish_is_not_taken_back_by_pressing_twice(
    levee: Levee, people: list[Person], weather: Sandbox
) -> None:
    """Two of four ask to pause, each by button and command at once; a third carries it."""
    ben, cleo, dan, eve = people[1:]
    await seated(people)
    (table,) = levee.tables
    for person in (ben, cleo):
        texts = await all_heard(*((person, person.slash(CHANNEL, "table pause")) for _ in range(2)))
        assert count(texts, "You have asked for it") == 1, texts
        assert count(texts, "counts once") == 1, texts
    assert table.voters == {int(ben.id), int(cleo.id)}
    texts = await all_heard(*((p, p.slash(CHANNEL, "table close")) for p in (dan, dan, eve)))
    assert count(texts, "ends when they ask for it too") == 2, texts
    assert count(texts, "counts once") == 1, texts
    assert table.enders == {int(dan.id), int(eve.id)}
