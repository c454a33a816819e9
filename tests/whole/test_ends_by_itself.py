"""A press that ends a deal, after which the last one, and so the sitting, ends without asking anybody."""

from bot import Levee
from tests.sandbox.person import Person
from tests.sandbox.reading import text_of
from tests.whole.playing import CHANNEL, Player

MOST_TABLES = 80
"""At every sixth or so the computer player is the first to speak in the last deal, and passes."""


async def test_who_pressed_is_answered(levee: Levee, people: list[Person]) -> None:
    ana = people[0]
    for _ in range(MOST_TABLES):
        await ana.slash(CHANNEL, "table open", game="bourre", rules="series deals=2")
        await ana.slash(CHANNEL, "table fill", count=1)
        await ana.slash(CHANNEL, "table start")
        player = Player(ana)
        hand = await player.open_hand()
        if "pass" in player.choices():
            assert (await player.press("pass")).refusal == ""
        if "deal 1" in text_of(hand) and not [*levee.tables]:
            return
        await ana.slash(CHANNEL, "table close")
    raise AssertionError("no sitting ended by itself")
