"""A message as it is to be shown, apart from where it goes."""

import io
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import discord

from bot import limits

Item = discord.ui.Item[Any]


@dataclass(frozen=True)
class Message:
    """``pings`` are the users that a new message notifies; an edit notifies nobody.

    Of what stands ``above`` only what is to be looked at is shown. A picture is called ``file_name``.
    """

    embed: discord.Embed
    content: str = ""
    picture: bytes | None = None
    alt: str = ""
    items: tuple[Item, ...] = ()
    pings: tuple[int, ...] = field(default=())
    above: tuple["Message", ...] = ()
    file_name: str = "table.png"

    @property
    def embeds(self) -> list[discord.Embed]:
        return [*(message.embed for message in self.above), self.embed]

    @property
    def files(self) -> list[discord.File]:
        files = [file for message in self.above for file in message.files]
        if self.picture is None:
            return files
        alt = self.alt[: limits.ALT]
        return [*files, discord.File(io.BytesIO(self.picture), self.file_name, description=alt)]

    def is_what(self, sent: discord.Message) -> bool:
        """Whether that says the same; Discord takes off blanks around it."""
        texts = [[(each.description or "").strip() for each in them] for them in (self.embeds, sent.embeds)]
        return texts[0] == texts[1]

    @property
    def view(self) -> discord.ui.View:
        return view_of(self.items)

    @property
    def mentions(self) -> discord.AllowedMentions:
        users = [discord.Object(user) for user in self.pings]
        return discord.AllowedMentions(everyone=False, roles=False, users=users, replied_user=False)


def view_of(items: Iterable[Item]) -> discord.ui.View:
    """Its items carry addresses and are found by those, so discord.py need not remember the view."""
    view = discord.ui.View(timeout=None)
    for item in items:
        view.add_item(item)
    view.stop()
    return view
