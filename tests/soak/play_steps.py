"""What people do at tables in play: what their page offers, what the rules forbid, too late, or twice."""

import asyncio
import random
from collections.abc import Iterator
from typing import Any, Final

from bot.sandbox.events import Event
from tests.sandbox.reading import components_of, text_of
from tests.sandbox.waiting import until
from tests.soak.guest import Guest
from tests.soak.house import CHOSEN
from tests.soak.soak import Soak, answer_to
from tests.whole.panel import ACT, ASK, component_for, ids_of, two_by_two, values_of
from tests.whole.playing import VERBS, an_amount, one_of, options_of

Json = dict[str, Any]
BUTTON, RANKS, SUITS = 2, "23456789TJQKA", "cdhs"

BY_BUTTON: Final = 0.6
DRAWN: Final = 5
"""Cards that a list takes at most."""


async def move(soak: Soak, dice: random.Random) -> str | None:
    """Somebody whose page says that it is his turn does something his hand offers."""
    able = sorted(turns(soak), key=lambda turn: (turn[0].id, turn[1]))
    return await move_of(soak, *dice.choice(able), dice) if able else None


async def burst(soak: Soak, dice: random.Random) -> str | None:
    """Several do so at the same time, perhaps at one table."""
    able = sorted(turns(soak), key=lambda turn: (turn[0].id, turn[1]))
    if len(able) < 2:
        return None
    together = dice.sample(able, min(len(able), dice.randint(2, 5)))
    own = [random.Random(dice.random()) for _ in together]
    said = await asyncio.gather(*(move_of(soak, *turn, d) for turn, d in zip(together, own, strict=True)))
    return " | ".join(said)


async def bustle(soak: Soak, dice: random.Random) -> str | None:
    """Something of both."""
    return await burst(soak, dice) or await move(soak, dice)


async def press_twice(soak: Soak, dice: random.Random) -> str | None:
    """Somebody presses the same button twice at once; what comes of both may be one new hand."""
    if (chosen := _a_press(soak, dice)) is None:
        return None
    guest, table_id, words = chosen
    with soak.house.disturbed():
        pressing = (_by_button(soak, guest, table_id, words) for _ in range(2))
        answers = await asyncio.gather(*(soak.act(guest, table_id, words, each) for each in pressing))
    return f"{guest.name} at {table_id}: {words} → {' | '.join(map(answer_to, answers))}"


def _a_press(soak: Soak, dice: random.Random) -> tuple[Guest, int, str] | None:
    """Somebody whose hand has buttons, at which table, and what one of them does."""
    able = sorted(turns(soak), key=lambda turn: (turn[0].id, turn[1]))
    found = [(guest, id, words) for guest, id in able for words in _buttons(guest, id)]
    return dice.choice(found) if found else None


def turns(soak: Soak) -> Iterator[tuple[Guest, int]]:
    """Who is called by a table, or may do something by the hand he has open, and at which table."""
    for guest in soak.guests:
        open_hands = {
            id
            for id, panel in guest.panels.items()
            if id in soak.tables and guest.sees(panel) and guest.choices(id) and CHOSEN not in text_of(panel)
        }
        called = {table.stored.id for id in guest.called_to() if (table := soak.table_in(id))}
        yield from ((guest, id) for id in open_hands | called)


async def move_of(soak: Soak, guest: Guest, table_id: int, dice: random.Random) -> str:
    channel = str(soak.tables[table_id].stored.channel_id)
    if not guest.choices(table_id):
        answer = await soak.house.slash(guest, channel, "hand")
        guest.peek(answer.message)
    choices = guest.choices(table_id)
    if not choices:
        return f"{guest.name} looks at his hand at {table_id}"
    words = an_amount(one_of(choices, dice), dice)
    by_button = dice.random() < BY_BUTTON
    if words.startswith("draw ") and by_button and dice.random() < 0.5:
        words = _several(choices, dice)
    if by_button:
        doing = _by_button(soak, guest, table_id, words)
    else:
        doing = soak.house.slash(guest, channel, words.partition(" ")[0], **options_of(words))
    answer = await soak.act(guest, table_id, words, doing)
    if not answer.is_done:
        guest.panels.pop(table_id, None)  # it shows what cannot be done; the next time he opens it anew
    return f"{guest.name} at {table_id}: {words}{' by button' * by_button} → {answer_to(answer)}"


def _several(choices: list[str], dice: random.Random) -> str:
    cards = [words.removeprefix("draw ") for words in choices if words.startswith("draw ")]
    return "draw " + "".join(dice.sample(cards, dice.randint(1, min(len(cards), DRAWN))))


async def _by_button(soak: Soak, guest: Guest, table_id: int, words: str) -> Any:
    panel = guest.panels[table_id]
    used = component_for(panel, words)["custom_id"]
    argument = words.partition(" ")[2]
    if ASK.fullmatch(used):
        opened = await soak.house.press(guest, panel, used)
        return await soak.house.fill_in(guest, opened.form, argument) if opened.form else opened
    values: list[str] = []
    if used.startswith("pick:"):
        values = [argument] if argument in values_of(panel, used) else two_by_two(argument)
    return await soak.house.press(guest, panel, used, values)


async def guess(soak: Soak, dice: random.Random) -> str | None:
    """Somebody says by command whatever comes to his mind, mostly against the rules."""
    tables = soak.open_tables()
    if not tables:
        return None
    table, guest = dice.choice(tables), dice.choice(soak.guests)
    verb = VERBS[dice.choice(sorted(VERBS))]
    words = verb.name
    if verb.takes == "amount":
        words += f" {dice.randint(1, 120)}"
    elif verb.takes == "word":
        words += f" {dice.choice(('bura', 'aces', 'molodka', 'yes', 'no', 'nonsense'))}"
    elif verb.takes and not verb.then:
        words += f" {dice.choice(RANKS)}{dice.choice(SUITS)}"
    channel = str(table.stored.channel_id)
    if channel not in guest.person.channels:
        return None
    asking = soak.house.slash(guest, channel, verb.name, **options_of(words))
    answer = await soak.act(guest, table.stored.id, words, asking)
    return f"{guest.name} guesses at {table.stored.id}: {words} → {answer_to(answer)}"


async def press_anything(soak: Soak, dice: random.Random) -> str | None:
    """Somebody presses what he still has on his page, be it old, another's, or of another table."""
    guest = dice.choice(soak.guests)
    found = [message for _, message in sorted(guest.old.items()) if guest.sees(message)]
    if not found:
        return None
    message = dice.choice(found)
    ids = [id for c in components_of(message) if c["type"] == BUTTON and (id := c.get("custom_id"))]
    if not (ids := [id for id in ids if not id.endswith(":close")]):
        return None
    custom_id = dice.choice(ids)
    answer = await soak.press(guest, message, custom_id)
    return f"{guest.name} presses {custom_id} → {answer_to(answer)}"


async def deliver_twice(soak: Soak, dice: random.Random) -> str | None:
    """Somebody does what his hand offers, and Discord passes the press on twice."""
    if (chosen := _a_press(soak, dice)) is None:
        return None
    guest, table_id, words = chosen
    world = soak.house.sandbox.world
    before = set(world.interactions)
    acting = asyncio.create_task(soak.act(guest, table_id, words, _by_button(soak, guest, table_id, words)))
    await until(lambda: world.interactions.keys() - before or acting.done())
    for token in world.interactions.keys() - before:
        world.tell(Event.INTERACTION_CREATE, world.interactions[token])
    return f"{guest.name} at {table_id}: {words}, twice → {answer_to(await acting)}"


def _buttons(guest: Guest, table_id: int) -> list[str]:
    panel = guest.panels.get(table_id)
    ids = ids_of(panel) if panel else ()
    said = {":".join(id.split(":")[3:]) for id in ids if ACT.fullmatch(id)}
    return [words for words in guest.choices(table_id) if words.replace(" ", ":") in said]
