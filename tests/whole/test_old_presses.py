"""Presses that come too late: what was shown in the deal before, pressed in the next."""

import asyncio
import random

from bot import Levee
from bot.sandbox import Sandbox
from tests.sandbox.person import Person
from tests.sandbox.reading import Outcome, components_of, labels_of, text_of
from tests.whole.at_once import forged, heard, lines, on_turn, state
from tests.whole.playing import (
    CHANNEL,
    LOOK_S,
    PATIENCE_S,
    Json,
    Player,
    a_choice,
    act,
    seated,
    table_message,
)


async def test_what_was_shown_in_the_deal_before(levee: Levee, people: list[Person]) -> None:
    """An amount that was asked for in one deal is not put into the next, and the panel's owner is told."""
    players = await seated(people[:4], game="bouillotte")
    while not is_asked_for_chips(player := await on_turn(players)):
        await act(player, "decline", random.Random(1))
    form = await opened_form(player)
    await play_to(levee, players, deal=2)
    before, since = await lines(levee), len(player.person.seen)
    await sent(player.person, form, "5")
    await player.person.wait_for_message(lambda m: "moved on" in text_of(m), since=since)
    assert await lines(levee) == before


def is_asked_for_chips(player: Player) -> bool:
    return any(words.startswith("open ") for words in player.choices())


async def opened_form(player: Player) -> Outcome:
    panel = player.panel
    assert panel is not None
    asking = next(c for c in components_of(panel) if c.get("custom_id", "").startswith("ask:"))
    return await player.person.click(panel, custom_id=asking["custom_id"])


async def sent(person: Person, form: Outcome, text: str) -> Outcome:
    assert form.modal is not None
    (row,) = form.modal["components"]
    (field,) = row["components"]
    return await person.submit_modal(form, {field["custom_id"]: text}, CHANNEL)


async def play_to(levee: Levee, players: list[Player], deal: int) -> None:
    dice = random.Random(9)
    for _ in range(200):
        if f"deal {deal}" in await lines(levee):
            return
        player = await on_turn(players)
        short = next((words for words in ("pass", "fold", "done") if words in player.choices()), None)
        await act(player, short or a_choice(player, dice), dice)
    raise AssertionError("no such deal comes")


async def test_a_cut_of_the_deal_before(levee: Levee, people: list[Person], sandbox: Sandbox) -> None:
    """Neither the form nor the button that was meant for one deal cuts a later one."""
    pair = people[:2]
    await asked_to_cut(pair)
    (table,) = levee.tables
    cutter = levee.tables.cutter(table)
    assert cutter is not None
    person, opponent = sorted(pair, key=lambda p: int(p.id) != cutter.user_id)
    shown = await with_button(person, "Deal on")
    form = await person.click(shown, label="Cut")
    deal_on = next(c["custom_id"] for c in components_of(shown) if c.get("label") == "Deal on")
    await heard(opponent, opponent.click(shown, label="Deal on"))
    await heard(person, person.click(await with_button(person, "Let me cut"), label="Let me cut"))
    players = [Player(each) for each in pair]
    await end_deals_until(levee, players, person)
    before = state(levee), await lines(levee)
    assert "moved on" in await heard(person, sent(person, form, "mine"))
    old = forged(sandbox, await with_button(opponent, "Deal on"), deal_on)
    assert "moved on" in await heard(opponent, opponent.click(old, custom_id=deal_on))
    assert (state(levee), await lines(levee)) == before
    form = await person.click(await with_button(person, "Cut"), label="Cut")
    assert "Your hand" in await heard(person, sent(person, form, "mine"))


async def with_button(person: Person, label: str) -> Json:
    """The table's message, once it has caught up with what happened."""
    for _ in range(int(PATIENCE_S / LOOK_S)):
        if label in labels_of(shown := await table_message(person)):
            return shown
        await asyncio.sleep(LOOK_S)
    raise TimeoutError(f"the table shows no button {label}")


async def asked_to_cut(pair: list[Person]) -> None:
    ana, ben = pair
    await ana.slash(CHANNEL, "table open", game="bourre")
    await ben.slash(CHANNEL, "table join")
    lobby = await table_message(ana)
    for person in pair:
        assert "You will be asked" in await heard(person, person.click(lobby, label="Let me cut"))
    await ana.slash(CHANNEL, "table start")


async def end_deals_until(levee: Levee, players: list[Player], cutter: Person) -> None:
    """Pass as long as deals are dealt, until it is his to cut."""
    (table,) = levee.tables
    dealt_on = "nobody"
    for _ in range(int(PATIENCE_S / LOOK_S)):
        waiting = levee.tables.cutter(table)
        if waiting and waiting.user_id == int(cutter.id):
            return
        if waiting:
            other = next(each.person for each in players if int(each.person.id) == waiting.user_id)
            dealt_on = await heard(other, other.click(await with_button(other, "Deal on"), label="Deal on"))
            continue
        assert table.sitting is not None
        if not table.sitting.to_act():
            await asyncio.sleep(LOOK_S)  # the next deal is on its way
            continue
        (seat, *_) = table.sitting.to_act()
        await players[seat].open_hand()
        await players[seat].command(next(w for w in ("pass", "stay") if w in players[seat].choices()))
    raise AssertionError(f"he is never asked to cut; {dealt_on}")
