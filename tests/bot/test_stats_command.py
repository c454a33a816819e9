"""`/stats` with its curve, and `/head-to-head`."""

from fractions import Fraction
from io import BytesIO

import pytest
from evening import Evening, words_of
from PIL import Image
from standings_asked import a_sitting
from test_hostile_names import check

from bot.render import paint
from bot.render.curve import curve_picture
from bot.render.ledger import signed
from bot.render.stats import average, stats_message
from data import stats
from data.stats import Stats
from engine.ledger import UNITS

SAMPLE = Stats(
    game="bourre",
    deals=3,
    stays=2,
    wins=1,
    fines=1,
    ties=0,
    average=Fraction(-840, 3),
    winning_streak=1,
    losing_streak=2,
    streak=-2,
    best=None,
    worst=None,
    curve=(5 * UNITS, 0, -UNITS),
)


async def test_nothing_played_yet(evening: Evening) -> None:
    result = await evening.bystander.slash(evening.channel, "stats")
    assert "No deal played yet." in words_of(result)
    assert result.response is not None
    assert not result.response.attachments


async def test_results_and_their_curve(evening: Evening) -> None:
    await a_sitting(evening, rules="series deals=3")
    ana = evening.players[0]
    (found,) = await stats.stats(evening.bot.database, evening.guild.id, ana.id)
    result = await evening.bystander.slash(evening.channel, "stats", player=ana)
    text = words_of(result)
    assert "Ana on this server" in text
    assert f"net **{signed(found.curve[-1])}** in 3 deals" in text
    assert f"stayed {found.stays} · won {found.wins} · bourrés {found.fines} · ties {found.ties}" in text
    assert f"{average(found.average)} a deal" in text
    assert f"{found.winning_streak} won, {found.losing_streak} lost" in text
    assert found.best is not None
    assert f"best {signed(found.best)}, worst {signed(found.best)}" in text
    assert result.response is not None
    (picture,) = result.response.attachments
    assert f"{signed(found.curve[-1])} after 3 deals" in (picture.description or "")
    assert Image.open(BytesIO(await picture.read())).size == (900, 500)


async def test_who_has_left_the_server_is_known_by_his_last_name(evening: Evening) -> None:
    await a_sitting(evening, rules="series deals=1")
    ana = evening.players[0]
    evening.env.backend.edit_member(evening.guild.id, ana.id, {"nick": "Anastasia"})
    await ana.slash(evening.channel, "hand")
    evening.guild.remove_member(ana)
    assert "Anastasia on this server" in words_of(
        await evening.bystander.slash(evening.channel, "stats", player=ana.user)
    )


async def test_two_against_each_other(evening: Evening) -> None:
    ana, ben, _ = evening.players
    result = await ana.slash(evening.channel, "head-to-head", player=ben)
    assert "not finished a deal together" in words_of(result)
    await a_sitting(evening, rules="series deals=3")
    found = await stats.head_to_head(evening.bot.database, evening.guild.id, ana.id, ben.id)
    mine = words_of(await ana.slash(evening.channel, "head-to-head", player=ben))
    assert "Ana and Ben" in mine
    assert "3 deals together" in mine
    assert f"net {signed(found.net_a)}" in mine
    assert f"net {signed(found.net_b)}" in mine
    others = words_of(await evening.bystander.slash(evening.channel, "head-to-head", player=ben, other=ana))
    assert "Ben and Ana" in others


async def test_nobody_plays_against_himself(evening: Evening) -> None:
    ana = evening.players[0]
    assert "two different players" in words_of(await ana.slash(evening.channel, "head-to-head", player=ana))


async def test_hostile_names(evening: Evening) -> None:
    evil = evening.member("[click](https://evil.example) <h>")
    await evil.slash(evening.channel, "hand")
    check(words_of(await evil.slash(evening.channel, "stats")))
    check(words_of(await evil.slash(evening.channel, "head-to-head", player=evening.players[0])))


def test_the_picture_tells_nothing_of_a_name() -> None:
    message = stats_message([SAMPLE], "$x^{2}$ \u202e**b**", "en")
    assert message.picture == stats_message([SAMPLE], "Ana", "en").picture
    check(message.embed.title or "")


@pytest.mark.parametrize(
    ("units", "told"),
    [
        (Fraction(0), "0"),
        (Fraction(3 * UNITS), "+3"),
        (Fraction(-UNITS, 3), "-1/3 (≈ -0.33)"),
        (Fraction(13 * UNITS, 48), "+13/48 (≈ +0.27)"),
        (Fraction(-5 * UNITS, 2), "-5/2 (≈ -2.50)"),
    ],
)
def test_an_average_is_exact(units: Fraction, told: str) -> None:
    assert average(units) == told


@pytest.mark.parametrize("deals", [1, 2, 999, 1001, 100_000])
def test_curves_of_any_length(deals: int) -> None:
    picture = curve_picture({"Bourré": [UNITS * (deal % 7) for deal in range(deals)]}, "deals")
    assert Image.open(BytesIO(picture)).size == (900, 500)
    assert len(picture) < 300_000


def test_a_curve_rises_where_the_record_does() -> None:
    """Its line is seen at the lower left and the upper right, and not in the other corners."""
    picture = curve_picture({"B": [UNITS * deal for deal in range(1, 101)]}, "deals")
    image = Image.open(BytesIO(picture)).convert("RGB")
    gold = [(x, y) for x in range(900) for y in range(60, 500) if image.getpixel((x, y)) == paint.GOLD]
    left, right = min(gold), max(gold)
    assert left[1] > 350
    assert right[1] < 120


def test_each_game_has_its_own_curve() -> None:
    picture = curve_picture({"Bourré": [UNITS], "Bura": [0, UNITS], "Bouillotte": [-UNITS]}, "deals")
    assert Image.open(BytesIO(picture)).size == (900, 1050)
