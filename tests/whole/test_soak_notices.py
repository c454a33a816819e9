"""What looks on during a soak notices what is wrong: otherwise its silence would mean nothing."""

from pathlib import Path
from typing import Any

import pytest

from tests.soak.books import Stored
from tests.soak.cards import Followed
from tests.soak.errors_logged import Log
from tests.soak.observer import Observer
from tests.soak.tally import Act, Outcome, Tally

ANA, BEN, ROOM = 11, 12, 7
DEALT = ["deal 1", "d deal p1 AhKh", "d deal p2 QsJs", "d turn 9c", "p1 play Ah"]


def stored(**changes: Any) -> Stored:
    facts: dict[str, Any] = {"id": 1, "channel_id": ROOM, "game": "bourre", "state": "playing", "seq": 0}
    facts |= {"message_id": None, "clock": None, "holders": {"p1": ANA, "p2": BEN}, "played_for": frozenset()}
    return Stored(**{**facts, **changes})


@pytest.fixture
def table() -> Followed:
    followed = Followed(stored())
    followed.go_on(stored(seq=len(DEALT)), DEALT)
    return followed


def leaks(table: Followed, user_id: int, text: str, **message: Any) -> list[str]:
    observer = Observer({1: table}, lambda table_id: DEALT[:3])
    told = {"channel_id": str(ROOM), "content": text, "embeds": [], "components": [], **message}
    return [*observer.leaks(user_id, [{"t": "message_create", "d": told}], ROOM)]


@pytest.mark.parametrize(("user_id", "text"), [(ANA, "Q♠"), (BEN, "K♥"), (13, "J♠"), (ANA, "3♣")])
def test_a_card_that_is_not_ones_own_is_told(table: Followed, user_id: int, text: str) -> None:
    assert leaks(table, user_id, text)


@pytest.mark.parametrize(("user_id", "text"), [(ANA, "K♥"), (BEN, "Q♠ J♠"), (13, "A♥ on 9♣"), (BEN, "9♣")])
def test_what_one_may_know(table: Followed, user_id: int, text: str) -> None:
    assert leaks(table, user_id, text) == []


def test_a_record_tells_what_is_not_over(table: Followed) -> None:
    shown = {"interaction_metadata": {"name": "record show"}}
    assert leaks(table, ANA, "d deal p1 AhKh", **shown) == []
    assert leaks(table, ANA, "p1 play Ah", **shown)


def test_a_seat_that_changes_hands_takes_its_cards_along(table: Followed) -> None:
    table.go_on(stored(seq=len(DEALT), holders={"p1": 13, "p2": BEN}), [])
    assert leaks(table, 13, "K♥") == []
    table.go_on(stored(seq=6, holders={"p1": 13, "p2": BEN}), ["d deal p1 2d"])
    assert leaks(table, 13, "2♦") == []
    assert leaks(table, ANA, "2♦")


def test_a_line_that_nobody_asked_for(table: Followed) -> None:
    tally = Tally([Act("Ana", 1, "p1", "play Ah", Outcome.DONE)])
    assert [*tally.wrong(table, ["p1 play Ah"])] == []
    assert [*tally.wrong(table, ["p1 play Ah"])], "it was asked for once"
    assert [*tally.wrong(table, ["p2 pass"])]
    assert [*tally.lost()] == []


def test_what_was_refused_is_not_to_be_stored(table: Followed) -> None:
    tally = Tally([Act("Ana", 1, "p1", "play Ah", Outcome.REFUSED)])
    assert [*tally.wrong(table, ["p1 play Ah"])]


def test_what_was_acknowledged_is_to_be_stored() -> None:
    assert [*Tally([Act("Ana", 1, "p1", "play Ah", Outcome.DONE)]).lost()]
    assert [*Tally([Act("Ana", 1, "p1", "play Ah", Outcome.WAITING)]).lost()] == []


def test_cards_in_any_order(table: Followed) -> None:
    tally = Tally([Act("Ana", 1, "p1", "draw 5d3s", Outcome.DONE)])
    assert [*tally.wrong(table, ["p1 draw 3s5d"])] == []


def test_errors_in_the_log(tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.write_text("2026-01-01 00:00:00,000 WARNING bot.display late\n", "utf-8")
    log = Log(path)
    assert [*log.errors()] == []
    with path.open("a", encoding="utf-8") as file:
        file.write("2026-01-01 00:00:01,000 ERROR bot.tables broken\nTraceback\n")
        file.write("2026-01-01 00:00:02,000 WARNING bot.hands late\n")
    assert [each.splitlines()[-1] for each in log.errors()] == ["Traceback"]
    assert [*log.errors()] == [], "each is told once"
