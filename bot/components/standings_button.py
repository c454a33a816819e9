"""Buttons under a list of who stands where: other pages, and the list as a file.

``standings:<season id or game>:<as of, ms>:<page>:<what>``; the moment is empty for now, ``page`` is the one
shown, ``what`` is ``back``, ``on`` or a file's format.
"""

import re
from dataclasses import dataclass
from typing import Any, Final, Self

import discord

from bot.components.pressing import pressing

STANDINGS: Final = (
    r"standings:(?P<of>[0-9]{1,18}|[a-z]{1,20}):(?P<as_of>[0-9]{0,15}):(?P<page>[0-9]{1,6})"
    r":(?P<what>back|on|csv|json)"
)


@dataclass(frozen=True, slots=True)
class StandingsAddress:
    """``of`` is a season's id, or the key of a game whose totals are listed."""

    of: str
    as_of_ms: int | None
    page: int
    what: str

    @property
    def wanted_page(self) -> int:
        return self.page + {"back": -1, "on": 1}.get(self.what, 0)

    def __str__(self) -> str:
        as_of = "" if self.as_of_ms is None else self.as_of_ms
        return f"standings:{self.of}:{as_of}:{self.page}:{self.what}"


class StandingsButton(discord.ui.DynamicItem[discord.ui.Button[Any]], template=STANDINGS):
    def __init__(self, address: StandingsAddress, label: str = "…", *, disabled: bool = False) -> None:
        super().__init__(discord.ui.Button[Any](label=label, custom_id=str(address), disabled=disabled))
        self.address = address

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        as_of_ms = int(match["as_of"]) if match["as_of"] else None
        return cls(StandingsAddress(match["of"], as_of_ms, int(match["page"]), match["what"]))

    @pressing
    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.client.rankings.press(interaction, self.address)
