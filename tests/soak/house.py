"""The embedded server, the bot as a process of its own that plays on it, and the people who ask it things."""

import asyncio
import contextlib
import signal
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from bot.sandbox import Sandbox
from bot.sandbox.components import TEXT_INPUT
from bot.sandbox.objects import Interaction
from bot.sandbox.session import Connection
from tests.sandbox.person import Person, Refusal
from tests.sandbox.reading import components_of, filled, text_of
from tests.sandbox.waiting import until
from tests.soak.books import Books
from tests.soak.guest import Guest
from tests.soak.wire import Heard, Wire
from tests.whole.installation import Installation
from tests.whole.panel import ids_of, is_panel

Json = dict[str, Any]

PATIENCE_S: Final = 60.0
"""How long an answer is waited for that nothing keeps from arriving: a machine can be very busy."""
LOOK_S: Final = 1.0
"""How long, while something does."""
PAGE_S: Final = 0.5
"""How long until what was answered is on the page, if it comes there at all."""
CHOSEN: Final = "You have chosen to **"
FORGONE: Final = "You had chosen to "
"""What a hand says of a choice that is made before it may be, and of one that did not come about."""
BESIDE: Final = ("I cannot send you your hand", "Checking: ")


@dataclass(frozen=True, slots=True)
class Answer:
    """``text`` is empty if nobody heard it, ``form`` what was opened."""

    message: Json | None = None
    text: str = ""
    form: Json | None = None

    @property
    def is_done(self) -> bool:
        """A hand without a note."""
        return self.message is not None and is_panel(self.message) and not self.message["content"]

    @property
    def is_ahead(self) -> bool:
        return self.is_done and (CHOSEN in self.text or FORGONE in self.text)


class House:
    """``installation`` and ``books`` are there once it is open."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.sandbox = Sandbox(None, rate_limits=False)
        self.sandbox.interactions.acknowledge_s = PATIENCE_S
        self.wire = Wire(self.sandbox, BESIDE)
        self.folder = folder
        self.guests: list[Guest] = []
        self._disturbances = 0
        self.installation: Installation
        self.books: Books

    async def open(self, names: Sequence[str]) -> None:
        """Start all, with two servers, and let people with these names into both."""
        await self.sandbox.start()
        self.sandbox.world.add_guild("Backroom")
        self.installation = Installation(
            self.folder,
            SANDBOX_URL=self.sandbox.address,
            DISCORD_TOKEN=self.sandbox.bot_token,
            LOG_LEVEL="WARNING",
            WINDOW_DELAY="0",
            BACKUP_EVERY="0",
        )
        self.books = Books(self.installation.database)
        await self.installation.start()
        for name in names:
            await self.invite(name)

    async def invite(self, name: str) -> Guest:
        """Somebody new comes into every server."""
        guest = Guest(await Person.join(self.sandbox, name))
        self.guests.append(guest)
        world = self.sandbox.world
        for guild in world.guilds.values():
            world.enter(world.users[guest.id], guild)
        return guest

    async def dismiss(self, guest: Guest) -> None:
        """He is gone for good."""
        self.guests.remove(guest)
        await guest.person.close()

    async def close(self) -> None:
        self.books.close()
        await self.installation.end(signal.SIGKILL)
        await asyncio.gather(*(guest.person.close() for guest in self.guests))
        await self.sandbox.close()

    async def restart(self, number: signal.Signals) -> None:
        """End the bot by a signal, and wait until it is there again."""
        self.books.close()
        code, _ = await self.installation.end(number)
        assert code in (0, -number), f"exit code {code}: {self.installation.log}"
        await self.installation.start()

    @contextlib.contextmanager
    def disturbed(self) -> Iterator[None]:
        """While this holds, something is wrong on purpose."""
        self._disturbances += 1
        try:
            yield
        finally:
            self._disturbances -= 1

    @property
    def is_disturbed(self) -> bool:
        return self._disturbances > 0

    def lines(self) -> list[Connection]:
        """The connections of the bot to the gateway."""
        return [line for each in self.sandbox.gateway.sessions.values() if (line := each.connection)]

    async def connected(self, before: list[Connection]) -> None:
        """Wait until the bot has a line to the gateway that was not there ``before``."""
        await until(lambda: any(line not in before for line in self.lines()), PATIENCE_S)

    # what people ask

    async def slash(self, guest: Guest, channel: str, name: str, /, **options: object) -> Answer:
        if name.split()[0] not in [command["name"] for command in guest.person.commands]:
            return Answer(text="not offered")
        data = guest.person.command_data(name, options)
        return await self._ask(guest, {"type": 2, "channel_id": channel, "data": data})

    async def press(self, guest: Guest, message: Json, custom_id: str, values: Sequence[str] = ()) -> Answer:
        kind = {"component_type": 3, "values": [*values]} if values else {"component_type": 2}
        data = {**kind, "custom_id": custom_id}
        body = {"type": 3, "channel_id": message["channel_id"], "message_id": message["id"], "data": data}
        return await self._ask(guest, body)

    async def fill_in(self, guest: Guest, form: Json, text: str) -> Answer:
        """Send a form of one field."""
        field = next(each for each in components_of(form) if each["type"] == TEXT_INPUT)
        entered = [filled(item, {field["custom_id"]: text}) for item in form["components"]]
        data = {"custom_id": form["custom_id"], "components": entered}
        body = {"type": 5, "channel_id": str(guest.asked_in), "interaction_id": form["interaction_id"]}
        return await self._ask(guest, {**body, "data": data})

    async def _ask(self, guest: Guest, body: Json) -> Answer:
        guest.asked_in = int(body["channel_id"])
        try:
            id = int((await guest.person.request("POST", "/interactions", body))["id"])
        except Refusal as refusal:
            return Answer(text=str(refusal))
        return await self.answer(guest, id)

    async def answer(self, guest: Guest, interaction_id: int) -> Answer:
        """Raises AssertionError if none comes though nothing keeps it from coming."""
        heard = await self._heard(interaction_id)
        if heard.message is None:
            return Answer(form=None if heard.failed else await self._form(guest, interaction_id))
        await self._on_page(guest, heard.message)
        return Answer(heard.message, text_of(heard.message))

    async def type_half(self, guest: Guest, channel: str, name: str, option: str) -> None:
        with contextlib.suppress(Refusal):
            await guest.person.autocomplete(channel, name, option, "")

    async def say(self, guest: Guest, channel: str, text: str) -> None:
        with contextlib.suppress(Refusal):
            await guest.person.say(channel, text)

    async def _heard(self, interaction_id: int) -> Heard:
        answer, excused = self.wire.answer(interaction_id), False
        for _ in range(round(PATIENCE_S / LOOK_S)):
            excused = excused or self.is_disturbed or self._is_out_of_sight(interaction_id)
            await asyncio.wait([answer], timeout=LOOK_S)
            if answer.done() or excused:
                break
        heard = answer.result() if answer.done() else Heard(failed=True)
        assert excused or not heard.failed, f"no answer to {self._interaction(interaction_id)}"
        return heard

    def _is_out_of_sight(self, interaction_id: int) -> bool:
        """Whether the bot does not see the channel."""
        world = self.sandbox.world
        channel = world.channels.get(self._interaction(interaction_id).channel_id)
        return channel is None or not world.can_view(world.bot, channel)

    def _interaction(self, id: int) -> Interaction:
        return next(each for each in self.sandbox.world.interactions.values() if each.id == id)

    async def _form(self, guest: Guest, interaction_id: int) -> Json:
        frame = await guest.person.wait_for(
            lambda f: f["t"] == "modal" and f["d"]["interaction_id"] == str(interaction_id)
        )
        return dict(frame["d"])

    async def _on_page(self, guest: Guest, message: Json) -> None:
        with contextlib.suppress(TimeoutError):
            await guest.person.wait_for(lambda frame: _is_same(frame, message), timeout_s=PAGE_S)


def _is_same(frame: Json, message: Json) -> bool:
    """Whether the page was told the message as it stands."""
    if frame["t"] not in ("message_create", "message_update") or frame["d"]["id"] != message["id"]:
        return False
    return (text_of(frame["d"]), ids_of(frame["d"])) == (text_of(message), ids_of(message))
