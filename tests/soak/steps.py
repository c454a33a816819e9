"""All that can happen in a step, and how often it is tried, in a thousand."""

import random
from collections.abc import Awaitable, Callable, Mapping
from typing import Final

from tests.soak import asking_steps, lobby_steps, member_steps, play_steps, season_steps, weather_steps
from tests.soak.soak import Soak

Step = Callable[[Soak, random.Random], Awaitable[str | None]]
"""Does it and says what came of it; None if there is nothing that it could be done to."""

STEPS: Final[Mapping[Step, int]] = {
    play_steps.move: 560,
    play_steps.burst: 20,
    play_steps.guess: 25,
    play_steps.press_anything: 25,
    play_steps.deliver_twice: 12,
    play_steps.press_twice: 12,
    lobby_steps.open_table: 40,
    lobby_steps.join: 60,
    lobby_steps.leave: 8,
    lobby_steps.fill: 25,
    lobby_steps.start: 45,
    lobby_steps.pause: 6,
    lobby_steps.resume: 12,
    lobby_steps.cut: 10,
    lobby_steps.substitute: 6,
    lobby_steps.close: 6,
    season_steps.create: 4,
    season_steps.use: 20,
    season_steps.manage: 4,
    season_steps.correct: 5,
    asking_steps.ask: 40,
    asking_steps.ask_of_deal: 12,
    asking_steps.ask_of_other: 8,
    asking_steps.type_half: 6,
    asking_steps.chat: 12,
    asking_steps.verify: 3,
    asking_steps.change_oneself: 8,
    weather_steps.delete_message: 6,
    weather_steps.new_channel: 4,
    weather_steps.delete_channel: 2,
    weather_steps.revoke: 4,
    weather_steps.give_back: 6,
    weather_steps.cut_line: 8,
    weather_steps.fault: 8,
    weather_steps.trouble: 6,
    weather_steps.restart: 6,
    member_steps.leave: 4,
    member_steps.come_back: 8,
    member_steps.delete_account: 1,
}
OTHERWISE: Final = (play_steps.move, lobby_steps.join, lobby_steps.start, lobby_steps.open_table)
"""What is done, in this order, where a step cannot be."""


async def take(soak: Soak, number: int) -> str:
    """The step of this number; what was done."""
    dice = soak.dice(number)
    (chosen,) = dice.choices([*STEPS], [*STEPS.values()])
    for step in (chosen, *OTHERWISE):
        said = await step(soak, dice)
        if said is not None:
            soak.counts[step.__name__] += 1
            return f"{step.__name__}: {said}"
    return "nothing can be done"
