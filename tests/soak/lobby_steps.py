"""What people do around a sitting: open a table, sit down, start, pause, leave, end it."""

import random
from typing import Final

from tests.soak.cards import Followed
from tests.soak.guest import Guest
from tests.soak.soak import Soak, answer_to
from tests.whole.panel import ids_of

RULES: Final = {
    "bourre": (
        "series deals=1",
        "series deals=2 declare=simultaneous",
        "series deals=2 conduct=honour",
        "series deals=2 second_ante=on",
        "classic deals=3",
        "wiki deals=2",
        "wiki deals=2 pot_limit=5",
        "series deals=2 declare=all-then-draw cinch=off hand_size=4",
        "series deals=2 ante_by=dealer undertrump=free",
    ),
    "bura": ("series pots=1", "series pots=2"),
    "bouillotte": ("series deals=2", "series deals=3 refill=ask"),
}
CLOCKS: Final = ("off", "off", "off", "600", "60+300", "10")
MOST_TABLES: Final = 8


async def open_table(soak: Soak, dice: random.Random) -> str | None:
    guest = dice.choice(soak.guests)
    channel = dice.choice(sorted(guest.text_channels()))
    game = dice.choice(sorted(RULES))
    options = {"rules": dice.choice(RULES[game]), "clock": dice.choice(CLOCKS)}
    if len(soak.open_tables()) >= MOST_TABLES:
        return None
    answer = await soak.house.slash(guest, channel, "table open", game=game, **options)
    return f"{guest.name} opens {game} {options} in {channel} → {answer_to(answer)}"


async def _of_table(
    soak: Soak, dice: random.Random, what: str, wanted: str = "", **options: object
) -> str | None:
    """Somebody uses a subcommand of ``/table``, or the button of the same name, at one in that state."""
    tables = [t for t in soak.open_tables() if wanted in ("", t.stored.state)]
    if not tables:
        return None
    table, guest = dice.choice(tables), dice.choice(soak.guests)
    return await _use(soak, guest, table, what, dice, **options)


async def _use(
    soak: Soak, guest: Guest, table: Followed, what: str, dice: random.Random, **options: object
) -> str | None:
    channel = str(table.stored.channel_id)
    if channel not in guest.person.channels:
        return None
    shown, custom_id = guest.shown.get(int(channel)), f"table:{table.stored.id}:{what}"
    if shown and not options and custom_id in ids_of(shown) and dice.random() < 0.5:
        answer = await soak.house.press(guest, shown, custom_id)
    else:
        answer = await soak.house.slash(guest, channel, f"table {what}", **options)
    return f"{guest.name}: {what} at {table.stored.id} → {answer_to(answer)}"


async def join(soak: Soak, dice: random.Random) -> str | None:
    options = {"seat": dice.randint(1, 5)} if dice.random() < 0.2 else {}
    return await _of_table(soak, dice, "join", dice.choice(("lobby", "lobby", "lobby", "playing")), **options)


async def leave(soak: Soak, dice: random.Random) -> str | None:
    return await _of_table(soak, dice, "leave")


async def fill(soak: Soak, dice: random.Random) -> str | None:
    options = {"count": dice.randint(1, 3)} if dice.random() < 0.7 else {}
    return await _of_table(soak, dice, "fill", "lobby", **options)


async def start(soak: Soak, dice: random.Random) -> str | None:
    return await _of_seated(soak, dice, "start", "lobby")


async def pause(soak: Soak, dice: random.Random) -> str | None:
    return await _of_seated(soak, dice, "pause", "playing")


async def resume(soak: Soak, dice: random.Random) -> str | None:
    return await _of_seated(soak, dice, "resume", "playing")


async def cut(soak: Soak, dice: random.Random) -> str | None:
    """Somebody asks to cut, or does, by a number in a form, or leaves it to chance."""
    guest, what = dice.choice(soak.guests), dice.choice(("cut", "cut-now", "deal-on"))
    shown = [message for message in guest.shown.values() if guest.sees(message)]
    found = [(message, id) for message in shown for id in sorted(ids_of(message)) if id.endswith(f":{what}")]
    if not found:
        return None
    message, custom_id = dice.choice(found)
    answer = await soak.house.press(guest, message, custom_id)
    if answer.form:
        answer = await soak.house.fill_in(guest, answer.form, str(dice.randint(1, 52)))
    return f"{guest.name}: {custom_id} → {answer_to(answer)}"


async def close(soak: Soak, dice: random.Random) -> str | None:
    return await _of_seated(soak, dice, "close", "playing" if dice.random() < 0.7 else "lobby")


async def substitute(soak: Soak, dice: random.Random) -> str | None:
    coming = dice.choice(soak.guests)
    tables = [t for t in soak.open_tables() if t.stored.state == "playing"]
    seated = [(t, g) for t in tables for g in soak.guests if t.stored.seat_of(g.id)]
    if not seated:
        return None
    table, leaving = dice.choice(seated)
    asker = dice.choice((leaving, soak.owner(table.stored.channel_id), coming))
    people = {"out": leaving.person, "in": coming.person}
    return await _use(soak, asker, table, "substitute", dice, **people)


async def _of_seated(soak: Soak, dice: random.Random, what: str, wanted: str) -> str | None:
    """Mostly by one who sits there, as others are refused."""
    tables = [t for t in soak.open_tables() if t.stored.state == wanted]
    if not tables:
        return None
    table = dice.choice(tables)
    seated = [guest for guest in soak.guests if table.stored.seat_of(guest.id)]
    guest = dice.choice(seated if seated and dice.random() < 0.9 else soak.guests)
    return await _use(soak, guest, table, what, dice)
