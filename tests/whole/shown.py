"""Where a table can be, and what is shown of it there."""

from collections.abc import Sequence

from bot.sandbox import Sandbox
from bot.sandbox.objects import THREAD, Channel
from tests.sandbox.person import Person
from tests.sandbox.reading import text_of
from tests.whole.panel import EPHEMERAL
from tests.whole.playing import CHANNEL, Json


async def tables_shown(person: Person, channel: str = CHANNEL) -> list[Json]:
    """The messages that can be played on."""
    public = [m for m in await person.messages(channel) if not m["flags"] & EPHEMERAL]
    return [m for m in public if "committed" in text_of(m) and m["components"]]


async def in_thread(sandbox: Sandbox, people: Sequence[Person]) -> Channel:
    """A thread called “night” in the lounge, once they all see it."""
    lounge = sandbox.world.channels[int(people[0].channel("lounge"))]
    owner_id = int(people[0].id)
    thread = sandbox.world.add_channel(
        THREAD, "night", sandbox.world.home, parent_id=lounge.id, owner_id=owner_id
    )
    for person in people:
        await person.wait_for(lambda f: f["t"] == "channel_create" and f["d"]["id"] == str(thread.id))
    return thread
