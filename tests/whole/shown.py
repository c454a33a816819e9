"""What the channel shows of a table."""

from tests.sandbox.person import Person
from tests.sandbox.reading import text_of
from tests.whole.panel import EPHEMERAL
from tests.whole.playing import CHANNEL, Json


async def tables_shown(person: Person, channel: str = CHANNEL) -> list[Json]:
    """The messages that can be played on."""
    public = [m for m in await person.messages(channel) if not m["flags"] & EPHEMERAL]
    return [m for m in public if "committed" in text_of(m) and m["components"]]
