"""Whole sittings of every game and conduct at a table: by command, with people and computers."""

import logging
import random

import pytest
from evening import Evening, words_of

from bot import archive
from bot.table import Table
from engine.actions import Action, Span
from engine.cards import run
from engine.fair import check
from engine.game import Verb
from engine.replay import replayed

MOST_ACTS = 400


def said(table: Table, seat: int, legal: Action | Span, dice: random.Random) -> tuple[str, dict[str, object]]:
    """A legal action as a slash command and its options."""
    verb, _, rest = str(legal).partition(" ")
    takes: Verb = next(each for each in table.game.verbs if each.name == verb)
    if not isinstance(legal, Span):
        return verb, {takes.option: rest} if takes.option and rest else {}
    if takes.takes == "amount":
        return verb, {"total": dice.choice([legal.low, legal.high, min(legal.low + 3, legal.high)])}
    assert table.sitting is not None
    hand = list(table.sitting.observe(seat).hand)
    cards = dice.sample(hand, dice.randint(legal.low, min(legal.high, len(hand))))
    return verb, {"discard": run(cards) or "none"}


async def play_on(evening: Evening, table: Table, dice: random.Random, acts: int = MOST_ACTS) -> None:
    """Everybody does anything legal, claims now and then only, until the sitting is over."""
    members = {member.id: member for member in evening.players}
    for _ in range(acts):
        waiting = table.waits_for()
        if table.is_closed or not waiting:
            return
        row = dice.choice(waiting)
        assert table.sitting is not None
        assert row.user_id is not None
        legal = [each for each in table.sitting.legal(row.seat) if each.verb not in table.game.seldom]
        verb, options = said(table, row.seat, dice.choice(legal or table.sitting.legal(row.seat)), dice)
        before = table.seq
        answer = await members[row.user_id].slash(evening.channel, verb, **options)
        assert table.seq > before, (verb, options, words_of(answer))


SITTINGS = [
    ("bura", "series pots=1", 2, 1),
    ("bouillotte", "series deals=3", 3, 1),
    ("bouillotte", "series deals=2 refill=ask", 3, 1),
    ("bourre", "series deals=2 declare=simultaneous second_ante=on players=4", 3, 1),
    ("bourre", "series deals=2 declare=all-then-draw hand_size=4 players=4 pot_limit=6", 3, 1),
    ("bourre", "series deals=3 conduct=honour players=4", 3, 1),
    ("bourre", "wiki deals=2 players=7 ante_by=dealer cinch=off", 3, 4),
]


@pytest.mark.parametrize(
    ("game", "rules", "people", "computers"), SITTINGS, ids=[each[1] for each in SITTINGS]
)
async def test_a_whole_sitting(evening: Evening, game: str, rules: str, people: int, computers: int) -> None:
    first, *others = evening.players[: people if game != "bura" else 1]
    await first.slash(evening.channel, "table open", game=game, rules=rules)
    for member in others:
        await member.slash(evening.channel, "table join")
    await first.slash(evening.channel, "table fill", count=computers)
    await first.slash(evening.channel, "table start")
    table = evening.bot.tables.find(evening.channel.id)
    assert table is not None
    assert table.sitting is not None
    await play_on(evening, table, random.Random(rules))
    if not table.is_closed:
        await evening.owner.slash(evening.channel, "table close")
    assert table.is_closed
    kept = await archive.in_channel(evening.bot.database, evening.channel.id)
    text = kept.record()
    replay, fault = replayed(text.splitlines(keepends=True))
    assert fault is None
    assert replay is not None
    assert replay.sitting.records == table.sitting.records
    assert check(text.splitlines(keepends=True)).proven


async def bura(evening: Evening) -> Table:
    first, second = evening.players[:2]
    await first.slash(evening.channel, "table open", game="bura")
    await second.slash(evening.channel, "table join")
    await first.slash(evening.channel, "table start")
    table = evening.bot.tables.find(evening.channel.id)
    assert table is not None
    return table


async def test_u_2_4_won_tricks_lie_face_down(evening: Evening) -> None:
    """The table never tells a trick once somebody has gone on; the record of a running deal is not given."""
    table = await bura(evening)
    dice = random.Random(2)
    for _ in range(24):
        await play_on(evening, table, dice, acts=1)
        assert evening.table_text().count("→") <= 1
        assert "no finished deal yet" in words_of(
            await evening.bystander.slash(evening.channel, "record show")
        )


async def test_b_3_10_sealed_choices_are_shown_together(evening: Evening) -> None:
    """Whoever chose first, nobody else learns what; and a button stays good while others choose."""
    await evening.start(rules="series declare=simultaneous")
    table = evening.table
    shown = table.seq
    for member in evening.players[:2]:
        await member.click(evening.table_message(), custom_id=f"act:{table.id}:{table.seq}:stay")
        assert table.seq > shown
    text = evening.table_text()
    assert "stays" not in text
    assert "passed" not in text
    await evening.players[2].slash(evening.channel, "stay")
    assert evening.table_text().count("stays") >= 3


async def test_b_3_10_the_log_does_not_say_what_was_chosen_in_secret(
    evening: Evening, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, "bot")
    await evening.start(rules="series declare=simultaneous")
    table = evening.table
    first, second, third = evening.players
    await first.click(evening.table_message(), custom_id=f"act:{table.id}:{table.seq}:stay")
    await second.slash(evening.channel, "stay")
    assert caplog.text.count("verb=sealed outcome=stored") == 2
    assert "stay" not in caplog.text
    await third.slash(evening.channel, "stay")
    assert "verb=stay outcome=stored" in caplog.text


async def test_b_8_an_unlawful_card_can_be_taken_back(evening: Evening) -> None:
    """By honour a card that breaks the rules is accepted; its player alone is told, and may retract it."""
    await evening.start(rules="series conduct=honour deals=12")
    table = evening.table
    dice = random.Random(4)
    for _ in range(200):
        row = table.waits_for()[0]
        assert table.sitting is not None
        seen = table.sitting.observe(row.seat)
        lawful = {str(each) for each in seen.legal}
        wrong = [card for card in seen.hand if f"play {card}" not in lawful]
        if seen.phase == "playing" and wrong:
            break
        await play_on(evening, table, dice, acts=1)
    member = next(each for each in evening.players if each.id == row.user_id)
    told = words_of(await member.slash(evening.channel, "play", cards=str(wrong[0])))
    assert "Your card breaks B-" in told
    assert "breaks" not in evening.table_text()
    before = table.sitting.observe(row.seat).hand
    await member.slash(evening.channel, "retract")
    assert table.sitting is not None
    assert len(table.sitting.observe(row.seat).hand) == len(before) + 1
    assert "cannot win this pot" in evening.table_text()


async def test_b_8_5_announcing_before_the_turn_is_asked_about_first(evening: Evening) -> None:
    await evening.start(rules="series conduct=honour")
    table = evening.table
    early = evening.not_on_turn()
    before = table.seq
    asked = await early.slash(evening.channel, "pass")
    assert "announce it anyway" in words_of(asked)
    assert table.seq == before
    assert asked.response is not None
    await early.click(asked.response, label="Announce anyway")
    assert table.seq > before
    assert "will miss a turn to deal" in evening.table_text()


async def test_o_1_5_nobody_sees_a_hand_before_the_carres_are_over(evening: Evening) -> None:
    first = evening.players[0]
    await first.slash(evening.channel, "table open", game="bouillotte")
    await first.slash(evening.channel, "table fill")
    await first.slash(evening.channel, "table start")
    table = evening.bot.tables.find(evening.channel.id)
    assert table is not None
    assert table.sitting is not None
    if table.sitting.observe(None).phase == "doubling":
        assert "No cards are dealt to you yet" in words_of(await first.slash(evening.channel, "hand"))
    await play_on(evening, table, random.Random(8), acts=40)
    assert table.is_closed or table.waits_for()
