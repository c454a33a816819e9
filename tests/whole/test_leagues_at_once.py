"""Seasons while several people do things at the same instant: one effect, nothing posted or booked twice."""

import asyncio
import random

import pytest

from bot import Levee
from bot.sandbox import Sandbox
from bot.sandbox.permissions import Permission
from data import appeals, corrections, fixtures, seasons
from data.seasons import Season
from tests.sandbox.person import Person
from tests.sandbox.reading import text_of
from tests.whole.at_once import all_heard, count, public, weather
from tests.whole.playing import CHANNEL, a_choice, play, seated

__all__ = ["weather"]


@pytest.fixture(autouse=True)
def staff(weather: Sandbox) -> None:
    """Everybody may manage the server."""
    home = weather.world.home
    everyone = next(role for role in weather.world.roles_of(home) if role.id == home.id)
    weather.world.set_role_permissions(home.id, int(everyone.permissions | Permission.MANAGE_GUILD))


BOOKED = ("It is booked", "Something was booked since")


async def founded(levee: Levee, people: list[Person]) -> Season:
    """By all at once, and all enter."""
    new = {"name": "Winter", "game": "bourre", "rules": "series deals=1"}
    texts = await all_heard(*((p, p.slash(CHANNEL, "season create", **new)) for p in people))
    assert count(texts, "“Winter” is open") == 1, texts
    assert count(texts, "a season “Winter” already") == len(people) - 1, texts
    for person in people:
        texts = await all_heard(*((person, person.slash(CHANNEL, "season join")) for _ in range(2)))
        assert count(texts, "will be drawn") == 1, texts
        assert count(texts, "in the season “Winter” already") == 1, texts
    (season,) = await seasons.of_guild(levee.database, levee.guilds[0].id)
    return season


async def test_two_draw_the_same_round_and_all_open_its_table(levee: Levee, people: list[Person]) -> None:
    season = await founded(levee, people)
    texts = await all_heard(*((p, p.slash(CHANNEL, "season schedule")) for p in people[:3]))
    assert count(texts, "Round 1 is drawn") == 1, texts
    assert count(texts, "have not been played") == 2, texts
    (drawn,) = await fixtures.of_season(levee.database, season.id)
    (announced,) = await public(people[0], CHANNEL)
    texts = await all_heard(*((p, p.click(announced, label="Table 1")) for p in people))
    assert count(texts, "Table 1 is open in") == 5, texts
    (table,) = levee.tables
    assert [row.user_id for row in table.row.seats] == list(drawn.players)
    assert len(await public(people[0], str(table.row.channel_id))) == 2, "the call and the table"


async def test_entering_while_it_closes(levee: Levee, people: list[Person]) -> None:
    ana, *others = people
    season = await founded(levee, people[:1])
    texts = await all_heard(
        *((p, p.slash(CHANNEL, "season join", season="Winter")) for p in others),
        *((p, p.slash(CHANNEL, "season close", season="Winter")) for p in (ana, others[0])),
    )
    entered = count(texts[:4], "will be drawn")
    assert count(texts[:4], "is closed", "No season") == 4 - entered, texts
    assert count(texts[4:], "Its standings stay") == 1, texts
    assert len(await seasons.entries(levee.database, season.id)) == 1 + entered


async def test_what_follows_a_sitting(levee: Levee, people: list[Person]) -> None:
    """One form sent twice, two of the staff deciding, two correcting: once each."""
    season = await founded(levee, people[:2])
    players = await seated(people[:2], season="Winter")
    for player in players:
        player.look()
        player.is_over = False
    await play(players, random.Random(3))
    await appeal(levee, *people[:3])
    await correct(levee, season, *people[:2])
    (said,) = await all_heard((people[0], people[0].slash(CHANNEL, "ledger verify")))
    assert "equal" in said


async def appeal(levee: Levee, ana: Person, ben: Person, cleo: Person) -> None:
    await ana.slash(CHANNEL, "settings appeals-channel", channel=ana.channel("lounge"))
    explained = await ben.slash(CHANNEL, "ledger explain", deal=1, table=1)
    forms = [await ben.click(explained.message, label="Appeal this deal") for _ in range(2)]
    why = {"What is wrong, and what should it be?": "I had the ace"}
    texts = await all_heard(*((ben, ben.submit_modal(form, why, CHANNEL)) for form in forms))
    assert count(texts, "is with the staff") == 1, texts
    assert count(texts, "have appealed deal 1 of table 1 already") == 1, texts
    _, posted = await public(ana, "lounge")  # below what says that they come here
    texts = await all_heard(
        (ana, ana.click(posted, label="Accept")), (cleo, cleo.click(posted, label="Refuse"))
    )
    assert count(texts, "decided already") == 1, texts
    assert count(texts, "the player is told") == 1, texts
    (made,) = await appeals.appeals(levee.database, 1)
    assert made.accepted is ("Accepted" in texts[0])
    assert len([m for m in await ben.messages("@me") if "Your appeal" in text_of(m)]) == 1


async def correct(levee: Levee, season: Season, ana: Person, ben: Person) -> None:
    """Both have seen the same; the second hears that it would be another thing now."""
    move = {"deal": 1, "from": 1, "to": 2, "amount": "3", "reason": "Misdealt"}
    shown = [await p.slash(CHANNEL, "season correct", table=1, **move) for p in (ana, ben)]
    before = len(await public(ana, CHANNEL))
    since = len(ana.seen), len(ben.seen)
    presses = (
        p.click(each.message, label="Book this correction") for p, each in zip((ana, ben), shown, strict=True)
    )
    await asyncio.gather(*presses, ana.click(shown[0].message, label="Book this correction"))
    told = [
        await p.wait_for_message(lambda m: any(w in text_of(m) for w in BOOKED), since=n)
        for p, n in zip((ana, ben), since, strict=True)
    ]
    texts = [text_of(each) for each in told]
    assert count(texts, "It is booked") == 1, texts
    assert count(texts, "Something was booked since") == 1, texts
    await ana.wait_for_message(lambda m: "answered already" in text_of(m), since=since[0])
    assert len(await corrections.corrections(levee.database, season.id)) == 1
    assert len(await public(ana, CHANNEL)) == before + 1, "told where it was played, once"


async def test_two_hand_on_the_same_seat(levee: Levee, people: list[Person]) -> None:
    """To different people, while its player acts: one of them has it, and the other was not called."""
    ana, ben, cleo, dan, eve = people
    players = await seated(people[:3])
    choices = a_choice(players[1], random.Random(1)) if players[1].choices() else "stay"
    texts = await all_heard(
        (ana, ana.slash(CHANNEL, "table substitute", out=ben, **{"in": dan})),
        (cleo, cleo.slash(CHANNEL, "table substitute", out=ben, **{"in": eve})),
        (ben, ben.slash(CHANNEL, choices)),
    )
    assert count(texts[:2], "from now on") == count(texts[:2], "has no seat at this table") == 1, texts
    (table,) = levee.tables
    winner = dan if "has no seat" in texts[1] else eve
    assert [row.user_id for row in table.row.seats] == [int(p.id) for p in (ana, winner, cleo)]
    called = [m for m in await public(ana, CHANNEL) if "plays on for" in text_of(m)]
    assert len(called) == 1
    joined = await all_heard(
        (ben, ben.slash(CHANNEL, "table join")), (winner, winner.slash(CHANNEL, "table leave"))
    )
    assert "playing already" in joined[0], joined
    assert "You have left" in joined[1], joined
