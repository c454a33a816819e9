"""What people ask for and say besides: hands, records, the ledger, figures, chat, their own settings."""

import random
from typing import Final

from tests.soak.soak import Soak, answer_to

PLAIN: Final = (
    "hand",
    "table show",
    "record show",
    "record file",
    "ledger show",
    "stats",
    "standings",
    "season list",
    "privacy export",
    "settings show",
)
OF_PEOPLE: Final = ("stats", "head-to-head", "ledger show")
HALF: Final = (("play", "cards"), ("draw", "discard"), ("announce", "kind"), ("fair", "deal"))
CHAT: Final = ("Well played.", "Who deals?", "*yawns*", "One more?", "@everyone look")


async def ask(soak: Soak, dice: random.Random) -> str | None:
    guest = dice.choice(soak.guests)
    channel, name = dice.choice(sorted(guest.text_channels())), dice.choice(PLAIN)
    answer = await soak.house.slash(guest, channel, name)
    return f"{guest.name}: /{name} in {channel} → {answer_to(answer)}"


async def ask_of_deal(soak: Soak, dice: random.Random) -> str | None:
    guest, name = dice.choice(soak.guests), dice.choice(("ledger explain", "fair", "record show"))
    channel, deal = dice.choice(sorted(guest.text_channels())), dice.randint(1, 4)
    answer = await soak.house.slash(guest, channel, name, deal=deal)
    return f"{guest.name}: /{name} {deal} in {channel} → {answer_to(answer)}"


async def ask_of_other(soak: Soak, dice: random.Random) -> str | None:
    guest, other = dice.sample(soak.guests, 2)
    channel, name = (
        dice.choice(sorted(guest.text_channels())),
        dice.choice(("stats", "head-to-head", "ledger show")),
    )
    answer = await soak.house.slash(guest, channel, name, player=other.person)
    return f"{guest.name}: /{name} {other.name} → {answer_to(answer)}"


async def type_half(soak: Soak, dice: random.Random) -> str | None:
    """Somebody begins to type an option, and is offered how it may go on."""
    guest = dice.choice(soak.guests)
    channel = dice.choice(sorted(guest.text_channels()))
    verb, option = dice.choice(HALF)
    await soak.house.type_half(guest, channel, verb, option)
    return f"{guest.name} types /{verb} {option}: in {channel}"


async def chat(soak: Soak, dice: random.Random) -> str | None:
    """A few lines, or so many that a table scrolls away."""
    guest = dice.choice(soak.guests)
    channel, many = dice.choice(sorted(guest.text_channels())), dice.choice((1, 2, 9))
    for _ in range(many):
        await soak.house.say(guest, channel, dice.choice(CHAT))
    return f"{guest.name} says {many} things in {channel}"


async def verify(soak: Soak, dice: random.Random) -> str | None:
    return await soak.verify(dice.choice(soak.channels()).id)


async def change_oneself(soak: Soak, dice: random.Random) -> str | None:
    """Direct messages are closed or opened, or somebody takes another name."""
    guest = dice.choice(soak.guests)
    if dice.random() < 0.6:
        takes = dice.random() < 0.5
        await guest.person.settings(dms=takes)
        return f"{guest.name} {'takes' if takes else 'refuses'} direct messages"
    name = f"{guest.name.split()[0]} {dice.choice(('I', 'II', 'III', 'IV'))}"
    await guest.person.settings(name=name)
    return f"{guest.name} took this name"
