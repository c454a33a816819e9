"""Bouillotte as people read it: the order of play, side pots, and why a showdown was won."""

import random

import pytest
from evening import Evening, words_of
from test_all_games import play_on

from bot.render.hand import may, open_to
from bot.render.story import story
from bot.table import Step, Table
from bot.text import at_table, say
from data.rows import SeatRow
from engine.actions import Action, DealCards, End, NextDeal, TurnUp
from engine.bouillotte.actions import REFILL_NO
from engine.bouillotte.sitting import BouillotteSitting
from engine.cards import Card, parse_cards
from engine.events import PotShared
from engine.game import games
from engine.ledger import UNITS
from engine.seats import CHANCE

GAME = games()["bouillotte"]
LOCALE = at_table("en", GAME)
ROWS = [
    SeatRow(seat, seat, name, False, None, None, None, False)
    for seat, name in enumerate(("Ana", "Ben", "Cleo", "Dan"))
]


class Told:
    """A first deal of p4's, with these hands and caves; the acts are of whoever is on turn."""

    def __init__(
        self, hands: str, turn: str, acts: str, caves: tuple[int, ...] = (100, 100, 100, 100)
    ) -> None:
        sitting = GAME.open(GAME.rules.parse("series"), 4, 3)
        assert isinstance(sitting, BouillotteSitting)
        self.sitting = sitting
        sitting.accounts.caves = [cave * UNITS for cave in caves]
        self.steps: list[Step] = []
        self.do(CHANCE, NextDeal(1))
        self.say("decline")
        for seat, hand in enumerate(hands.split()):
            self.do(CHANCE, DealCards(seat, parse_cards(hand)))
        self.do(CHANCE, TurnUp(Card.parse(turn)))
        for words in acts.split(", "):
            self.say(words)

    def do(self, actor: int, action: Action) -> None:
        self.steps.append(Step(actor, action, self.sitting.apply(actor, action)))

    def say(self, words: str) -> None:
        verb, _, rest = words.partition(" ")
        action = GAME.parse(verb, rest)
        assert action is not None
        self.do(self.sitting.to_act()[0], action)

    @property
    def lines(self) -> list[str]:
        return [
            line.replace("**", "").replace("\N{NO-BREAK SPACE}", " ")
            for line in story(self.steps, ROWS, LOCALE)
        ]


def test_an_act_and_its_chips_are_one_line() -> None:
    told = Told("AhKh8s QhQc8d 9h9cKd 8hAcQd", "9s", "open 5, raise 12, fold, fold, fold")
    assert told.lines[2:] == [
        "Ana opens at 5, adding 5",
        "Ben raises to 12, adding 12",
        "Cleo folds",
        "Dan folds",
        "Ana folds",
        "Nobody called all of it. Ben takes back 7",
        "Ben wins the pot: 11",
    ]


def test_o_3_2_a_showdown_says_what_decided() -> None:
    told = Told("AhKh8s QhQc8d 9h9cKd 8hAcQd", "9s", "open 5, call, fold, fold, done")
    assert told.lines[-8:] == [
        "Ana shows 8♠ A♥ K♥",
        "Ben shows Q♥ 8♦ Q♣",
        "Cleo shows 9♥ K♦ 9♣",
        "Dan shows 8♥ Q♦ A♣",
        "All thirteen cards in sight, added up by suit: ♣ 30, ♦ 28, ♥ 48, ♠ 17",
        "The point is ♥, with 48",
        "Ana holds the highest card of it among those still in, A♥",
        "Ana wins the pot: 11",
    ]


def test_o_3_3_o_3_4_why_another_suit_decides() -> None:
    told = Told("AhKhQh 9h8d9s AcKc8s QcAdKd", "9c", "open 5, fold, call, fold, done")
    assert any(line.startswith("♣ ♥ add up to the same. Of those who hold") for line in told.lines)
    told = Told("AhKhQh 9h8d9s AcKc8s QcAdKd", "9c", "pass, pass, open 5, call, fold, fold, done")
    assert "♥ is skipped: nobody who can win this pot holds one" in told.lines


def test_o_4_1_each_pot_is_told_with_who_can_win_it() -> None:
    caves = (100, 10, 100, 100)
    told = Told("AhKh8s QhQc8d 9h9cKd 8hAcQd", "9s", "open 20, call, call, fold, done", caves)
    at = told.lines.index("The main pot of 31 is for Ana, Ben, Cleo")
    assert "A side pot of 20 is for Ana, Cleo" in told.lines[at:]


def test_an_empty_pot_is_not_told_to_be_shared() -> None:
    def told(units: int) -> list[str]:
        return story([Step(CHANCE, End(), (PotShared(units, 4),))], ROWS, LOCALE)

    assert told(UNITS // 4)[1:] == ["What is left in the pot is shared out: 1/4 for everyone"]
    assert told(0)[1:] == []


def test_a_table_says_its_own_words_and_no_other_does() -> None:
    assert say(LOCALE, "finished.records") == "Caves"
    assert say(at_table("en", games()["bourre"]), "finished.records") == "Records"
    assert say("en", "finished.records") == "Records"


def test_the_cards_of_a_choice_stand_as_the_hand_is_held() -> None:
    bura = games()["bura"]
    sitting = bura.open(bura.rules.parse("series"), 2, 0)
    sitting.apply(CHANCE, NextDeal(1))
    for seat, hand in ((1, "As6s7d"), (0, "KhQhJh")):
        sitting.apply(CHANCE, DealCards(seat, parse_cards(hand)))
    sitting.apply(CHANCE, TurnUp(Card.parse("6h")))
    for seat in (1, 0):
        waive = bura.parse("waive", "")
        assert waive is not None
        sitting.apply(seat, waive)
    seen = sitting.observe(1)
    held = [card.symbol for card in seen.hand]
    words = may(open_to(seen), at_table("en", bura))
    assert words.index(held[0]) < words.index(held[1]) < words.index(held[2])
    assert words.endswith(f" or {held[2]}")


def asks_for_caves() -> BouillotteSitting:
    """p4's deal; p1 and p4 are out of chips."""
    sitting = GAME.open(GAME.rules.parse("series refill=ask"), 4, 3)
    assert isinstance(sitting, BouillotteSitting)
    sitting.accounts.caves = [0, 100 * UNITS, 100 * UNITS, 0]
    sitting.apply(CHANCE, NextDeal(1))
    return sitting


def test_an_empty_cave_is_asked_for_in_words() -> None:
    sitting = asks_for_caves()
    seen = sitting.observe(3)
    assert say(LOCALE, f"asked.{seen.asked}", who="Dan") == "Dan, your cave is empty. A new one?"
    assert may(open_to(seen), LOCALE) == "take a new cave or sit out"
    sitting.apply(3, REFILL_NO)
    sitting.apply(0, REFILL_NO)
    seen = sitting.observe(1)
    assert say(LOCALE, f"asked.{seen.asked}", who="Ben") == "Ben, double the pot unseen, or decline?"


def test_what_a_call_takes_is_told() -> None:
    told = Told("AhKh8s QhQc8d 9h9cKd 8hAcQd", "9s", "open 5, raise 12")
    assert ("to-call", {"units": 12 * UNITS}) in told.sitting.observe(None).notes
    told.say("call")
    told.say("call")
    told.say("call")
    assert "to-call" not in dict(told.sitting.observe(None).notes)


@pytest.fixture
async def table(evening: Evening) -> Table:
    first, *others = evening.players
    await first.slash(evening.channel, "table open", game="bouillotte")
    for member in others:
        await member.slash(evening.channel, "table join")
    await first.slash(evening.channel, "table start")
    table = evening.bot.tables.find(evening.channel.id)
    assert table is not None
    return table


@pytest.mark.parametrize("evening", [4], indirect=True)
async def test_the_table_tells_which_way_play_goes(evening: Evening, table: Table) -> None:
    assert "Play goes anticlockwise, down the list of seats" in evening.table_text()
    await play_on(evening, table, random.Random(3), acts=3)
    assert "3 cards" not in evening.table_text()


@pytest.mark.parametrize("evening", [4], indirect=True)
async def test_a_form_that_says_no_amount_is_answered(evening: Evening, table: Table) -> None:
    assert table.sitting is not None
    member = evening.turn()
    await member.slash(evening.channel, "decline")
    panel = await evening.panel(member)
    for typed in ("ten", "5.5", "7 chips", "１０"):
        asked = await member.click(panel, label="Another amount")
        assert asked.modal is not None
        field = asked.modal["components"][0]["components"][0]["custom_id"]
        said = words_of(await member.submit_modal(asked, {field: typed}))
        assert f"“{typed}” is not what `/open total` takes: Your total in this deal, in chips." in said


@pytest.mark.parametrize("evening", [4], indirect=True)
async def test_an_amount_has_three_buttons_and_a_form(evening: Evening, table: Table) -> None:
    assert table.sitting is not None
    eldest = table.sitting.to_act()[0]
    member = next(each for each in evening.players if each.id == table.seats[eldest].user_id)
    await member.slash(evening.channel, "decline")
    panel = await member.slash(evening.channel, "hand")
    assert panel.response is not None
    labels = [button["label"] for row in panel.response.components for button in row["components"]]
    assert labels == [
        "Pass",
        "Refresh",
        "Open with 1",
        "Open with 2, twice the pot",
        "Open with 100, all in",
        "Another amount",
    ]
