"""A person and what his pages show him: open hands, the tables, and whatever can still be pressed."""

from collections import OrderedDict
from collections.abc import Iterator
from typing import Any, Final

from bot.sandbox.objects import DIRECT
from tests.sandbox.person import Person
from tests.sandbox.reading import components_of
from tests.whole.panel import EPHEMERAL, choices_of, is_panel

Json = dict[str, Any]

MOST_KEPT: Final = 40


class Guest:
    """``panels`` are his newest hands by table, ``shown`` the newest message with buttons by channel;
    ``old`` are messages with buttons as he saw them at some time, by id.
    """

    def __init__(self, person: Person) -> None:
        self.person = person
        self.asked_in = 0
        self.panels: dict[int, Json] = {}
        self.shown: dict[int, Json] = {}
        self.old: OrderedDict[str, Json] = OrderedDict()

    @property
    def id(self) -> int:
        return int(self.person.id)

    @property
    def name(self) -> str:
        return str(self.person.me["global_name"])

    def look(self) -> list[Json]:
        """Take in what arrived since the last time; what it was."""
        frames, self.person.seen[:] = list(self.person.seen), []
        for frame in frames:
            match frame.get("t"):
                case "message_create" | "message_update":
                    self._take(frame["d"])
                case "message_delete":
                    self._drop(frame["d"]["id"])
        return frames

    def _take(self, message: Json) -> None:
        ids = [component.get("custom_id", "") for component in components_of(message)]
        if not any(ids):
            return
        self.old.setdefault(message["id"], message)  # as it was first: what it says is old by now
        if len(self.old) > MOST_KEPT:
            self.old.popitem(last=False)
        if is_panel(message):
            self.panels[table_of(ids)] = message
        elif not message["flags"] & EPHEMERAL and int(message["id"]) >= self._newest(message):
            self.shown[int(message["channel_id"])] = message

    def _newest(self, message: Json) -> int:
        shown = self.shown.get(int(message["channel_id"]))
        return int(shown["id"]) if shown else 0

    def _drop(self, message_id: str) -> None:
        self.panels = {table: panel for table, panel in self.panels.items() if panel["id"] != message_id}
        self.shown = {channel: shown for channel, shown in self.shown.items() if shown["id"] != message_id}
        self.old.pop(message_id, None)

    def sees(self, message: Json) -> bool:
        """Whether its channel is still one of his."""
        return message["channel_id"] in self.person.channels

    def peek(self, message: Json | None) -> None:
        """Take in an answer before anything else that arrived."""
        if message is not None:
            self._take(message)

    def text_channels(self) -> list[str]:
        """Those of his servers, threads included."""
        return [id for id, channel in self.person.channels.items() if channel["type"] != DIRECT]

    def choices(self, table_id: int) -> list[str]:
        """What his open hand lets him do at a table, as a record would write it."""
        panel = self.panels.get(table_id)
        return list(choices_of(panel)) if panel else []

    def called_to(self) -> Iterator[int]:
        """The channels in which the table says that it is his turn."""
        for channel_id, message in self.shown.items():
            if self.person.mention in message["content"] and self.sees(message):
                yield channel_id


def table_of(ids: list[str]) -> int:
    """The table that the buttons of a hand belong to."""
    return next(int(id.split(":")[1]) for id in ids if id.startswith("table:"))
