"""What is refused is refused to the caller alone, with reason and what goes instead, and changes nothing."""

import re
from collections.abc import Callable

import pytest
import simcord
from evening import Evening, words_of

from engine.bourre.actions import CLAIM, Draw, Play
from engine.cards import Card

WRONG_PLAYS = ("must-follow", "must-trump", "must-win", "cinch-lead", "cinch-answer")
CLAUSES = {
    "must-follow": "B-4.3",
    "must-trump": "B-4.4",
    "must-win": "B-4.5",
    "cinch-lead": "B-5.4",
    "cinch-answer": "B-5.5",
}


async def refused(evening: Evening, member: simcord.MemberActor, name: str, **options: object) -> str:
    """What the member is told; nothing may have changed."""
    before = _state(evening)
    public = len(evening.channel.history(viewer=evening.owner))
    said = await member.slash(evening.channel, name, **options)
    assert said.response is not None
    assert said.response.ephemeral
    assert _state(evening) == before
    assert len(evening.channel.history(viewer=evening.owner)) == public, "a refusal is not public"
    return words_of(said)


def _state(evening: Evening) -> tuple[object, ...]:
    table = evening.table
    seen = table.sitting.observe(None) if table.sitting else None
    return table.seq, table.row.seats, table.row.state, seen


@pytest.mark.parametrize("code", WRONG_PLAYS)
async def test_a_play_against_the_rules(evening: Evening, code: str) -> None:
    await evening.start(deals=200)
    await evening.play_until(
        lambda: evening.phase == "playing" and code in evening.wrong_plays(), daring=True
    )
    member, play = evening.turn(), evening.wrong_plays()[code]
    assert isinstance(play, Play)
    said = await refused(evening, member, "play", cards=str(play.card))
    assert said.startswith(f"{CLAUSES[code]}: ")
    assert "Instead you may play " in said
    assert evening.table.sitting is not None
    legal = {
        each.card.symbol
        for each in evening.table.sitting.legal(evening.seat(member))
        if isinstance(each, Play)
    }
    assert set(re.findall(r"(?:10|[2-9JQKA])[♣♦♥♠]", said.partition("Instead")[2])) == legal


@pytest.mark.parametrize("code", WRONG_PLAYS)
async def test_a_card_that_may_not_be_played_cannot_be_pressed(evening: Evening, code: str) -> None:
    await evening.start(deals=200)
    await evening.play_until(
        lambda: evening.phase == "playing" and code in evening.wrong_plays(), daring=True
    )
    with pytest.raises(simcord.SetupError, match="disabled"):
        await evening.by_button(evening.turn(), evening.wrong_plays()[code])


async def test_a_card_not_held(evening: Evening) -> None:
    await evening.start()
    await evening.play_until(lambda: evening.phase == "playing", daring=True)
    member = evening.turn()
    other = next(card for card in _pack(evening) if card not in evening.hand(member))
    said = await refused(evening, member, "play", cards=str(other))
    assert said.startswith("B-4")
    assert f"{other.symbol} is not in your hand" in said
    assert "Instead you may play " in said


def _pack(evening: Evening) -> tuple[Card, ...]:
    return evening.table.game.pack.cards


@pytest.mark.parametrize("name", ["stay", "pass", "draw", "claim"])
async def test_out_of_turn(evening: Evening, name: str) -> None:
    await evening.start()
    said = await refused(evening, evening.not_on_turn(), name)
    assert said.startswith("B-3.1: it is not your turn")
    turn = evening.turn().user.global_name
    assert f"**{turn}** is to act" in said


@pytest.mark.parametrize(("name", "clause"), [("draw", "B-3.1"), ("claim", "B-3.1")])
async def test_not_at_this_point(evening: Evening, name: str, clause: str) -> None:
    await evening.start()
    said = await refused(evening, evening.turn(), name)
    assert said.startswith(f"{clause}: this is not possible at this point")
    assert "Instead you may stay or pass" in said


async def test_a_claim_that_is_not_sure(evening: Evening) -> None:
    await evening.start()
    await evening.play_until(lambda: evening.phase == "playing" and CLAIM not in _legal(evening))
    assert (await refused(evening, evening.turn(), "claim")).startswith("B-5.9: ")


def _legal(evening: Evening) -> tuple[object, ...]:
    assert evening.table.sitting is not None
    return evening.table.sitting.legal(evening.seat(evening.turn()))


async def test_the_dealer_must_stay_on_an_ace(evening: Evening) -> None:
    def dealer_before_an_ace() -> bool:
        assert evening.table.sitting is not None
        seen = evening.table.sitting.observe(None)
        on_turn = seen.to_act == (seen.dealer,) and seen.phase == "declaring"
        return on_turn and seen.turn_up is not None and seen.turn_up.rank == "A"

    await evening.start(deals=200)
    await evening.play_until(dealer_before_an_ace, daring=True)
    said = await refused(evening, evening.turn(), "pass")
    assert said == "B-3.5: an ace is turned up, so the dealer must stay.\nInstead you may stay."


async def test_discarding_a_card_not_held_keeps_the_hand(evening: Evening) -> None:
    """To stay and to discard is one act: if the cards are wrong, nobody has stayed."""
    await evening.start()
    member = evening.turn()
    other = next(card for card in _pack(evening) if card not in evening.hand(member))
    said = await refused(evening, member, "stay", discard=str(other))
    assert f"{other.symbol} is not in your hand" in said
    assert "Instead you may stay or pass" in said


async def test_playing_before_the_start(evening: Evening) -> None:
    await evening.open()
    for name in ("hand", "stay", "pass", "draw", "claim"):
        assert "has not started" in await refused(evening, evening.players[0], name)


@pytest.mark.parametrize(
    "text",
    [
        "zz",
        "11h",
        "1h",
        "A",
        "h",
        "Ax",
        "🂡",
        "Ah Ah",
        "a♥h",
        "AhKhQhJhTh9h8h7h6h5h4h3h2h;DROP",
        "١٠♥",
        "joker",
    ],
)
async def test_text_that_is_no_card(evening: Evening, text: str) -> None:
    await evening.start()
    await evening.play_until(lambda: evening.phase == "playing", daring=True)
    said = await refused(evening, evening.turn(), "play", cards=text)
    assert re.search(r"cannot read|names a card twice", said)
    assert "5h, 10♥ or Td" in said or "twice" in said


@pytest.mark.parametrize("text", ["2h 3h", "none"])
async def test_a_play_is_one_card(evening: Evening, text: str) -> None:
    await evening.start()
    await evening.play_until(lambda: evening.phase == "playing", daring=True)
    said = await refused(evening, evening.turn(), "play", cards=text)
    assert f"“{text.replace(' ', '')}” is not what `/play cards` takes" in said
    assert "such as 5h or 10♥" in said


async def test_a_command_of_another_game_is_refused_with_those_of_this_one(evening: Evening) -> None:
    await evening.start()
    said = await refused(evening, evening.turn(), "waive")
    assert "Bourré has no `/waive`" in said
    assert "`/stay`" in said


async def test_a_command_of_another_game_completes_nothing(duel: Evening) -> None:
    for name in ("stay", "draw"):
        assert await duel.turn().autocomplete(duel.channel, name, "discard", "") == []


WAYS: dict[str, Callable[[Card], str]] = {
    "10h": lambda card: card.rank.replace("T", "10") + card.suit.value,
    "♥10": lambda card: card.suit.symbol + card.rank.replace("T", "10"),
    "10♥": lambda card: card.symbol,
    "H10": lambda card: card.suit.value.upper() + card.rank.replace("T", "10"),
    "TH": lambda card: str(card).upper(),
    "th": lambda card: str(card).lower(),
    " Th ": lambda card: f" {card} ",
    "10♥️": lambda card: card.symbol + "\ufe0f",
}


@pytest.mark.parametrize("way", WAYS)
async def test_cards_are_read_as_people_write_them(evening: Evening, way: str) -> None:
    """Played with a ten, the only card that has a spelling of its own."""

    def ten() -> Play | None:
        found = (each for each in _legal(evening) if isinstance(each, Play) and each.card.rank == "T")
        return next(found, None)

    await evening.start(deals=200)
    await evening.play_until(lambda: evening.phase == "playing" and ten() is not None, daring=True)
    play, seat = ten(), evening.seat(evening.turn())
    assert play is not None
    await evening.turn().slash(evening.channel, "play", cards=WAYS[way](play.card))
    assert f"p{seat + 1} {play}" in await evening.lines()


async def test_somebody_who_does_not_play(evening: Evening) -> None:
    await evening.start()
    for name, options in (("stay", {}), ("pass", {}), ("play", {"cards": "Ah"}), ("hand", {}), ("claim", {})):
        assert "You do not sit at this table" in await refused(evening, evening.bystander, name, **options)


@pytest.mark.parametrize("label", ["Stay", "Pass", "My hand", "Let me cut"])
async def test_somebody_who_does_not_play_presses(evening: Evening, label: str) -> None:
    await evening.start()
    before = _state(evening)
    said = await evening.bystander.click(evening.table_message(), label=label)
    assert "You do not sit at this table" in words_of(said)
    assert _state(evening) == before


@pytest.mark.parametrize("label", ["Stay", "Pass"])
async def test_somebody_presses_out_of_turn(evening: Evening, label: str) -> None:
    await evening.start()
    before = _state(evening)
    said = await evening.not_on_turn().click(evening.table_message(), label=label)
    assert "B-3.1: it is not your turn" in words_of(said)
    assert _state(evening) == before


async def test_an_old_list_of_discards(evening: Evening) -> None:
    """It cannot be used on a newer hand."""
    await evening.start()
    member = evening.turn()
    await member.slash(evening.channel, "stay")
    old = await evening.panel(member)
    address = f"pick:{evening.table.id}:{evening.table.seq}:draw"
    thrown = evening.hand(member)[:2]
    await evening.by_command(member, Draw(thrown))
    before = _state(evening)
    said = await member.select(old, [str(thrown[0])], custom_id=address)
    assert "moved on" in words_of(said)
    assert _state(evening) == before
