"""Twenty people's season, driven by commands and buttons, and what somebody knows who has watched it all."""

import random
import re
from collections import defaultdict
from collections.abc import Callable, Collection
from datetime import datetime
from typing import Any

import simcord
from evening import Evening, embed_text, words_of
from league_night import say
from reckoning import Corrected
from sitting_read import Handed, Moved, Sat, read_sitting
from standings_asked import file_of
from test_all_games import said
from test_rounds import drawn, press, room, table_of

from bot.table import Table
from data.fixtures import Fixture

PEOPLE = (
    "Ada", "Bea", "Cal", "Dot", "Eli", "Flo", "Gil", "Hal", "Ida", "Jon",
    "Kit", "Lea", "Max", "Nan", "Oli", "Pia", "Ray", "Sol", "Tom", "Una",
)  # fmt: skip
MOST_ACTS = 200
"""More than two deals of five players take."""
HANDED_ON = re.compile(r"Seat (\d) is (.*)'s from now on")


class Winter:
    """``people`` and their ``names`` by user id, ``ids`` by every name that one of them ever had.
    ``handed`` is by table which seats changed hands. ``listed`` is who entered as a player.
    """

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        evening.players = tuple(evening.member(name) for name in PEOPLE)
        self.people: dict[int, simcord.MemberActor] = {}
        self.ids: dict[str, int] = {}
        self.names: dict[int, str] = {}
        for member, name in zip(evening.players, PEOPLE, strict=True):
            self.know(member, name)
        self.listed = tuple(self.people)
        self.sittings: list[Sat] = []
        self.changes: list[Corrected] = []
        self.handed: defaultdict[int, list[Handed]] = defaultdict(list)
        self.dice = random.Random(20)

    def know(self, member: simcord.MemberActor, name: str) -> None:
        self.people[member.id] = member
        self.ids[name] = member.id
        self.names[member.id] = name

    def newcomer(self, name: str) -> simcord.MemberActor:
        member = self.evening.member(name)
        self.know(member, name)
        return member

    def rename(self, member: simcord.MemberActor, name: str) -> None:
        self.evening.env.backend.edit_member(self.evening.guild.id, member.id, {"nick": name})
        self.know(member, name)

    def called(self, name: str) -> simcord.MemberActor:
        return self.people[self.ids[name]]

    @property
    def staff(self) -> simcord.MemberActor:
        return self.evening.owner

    def now(self) -> datetime:
        return self.evening.env.now()

    async def wait_until(self, moment: str) -> None:
        """Let the time pass until a moment, told with its offset."""
        left = datetime.fromisoformat(moment) - self.now()
        await self.evening.env.advance_time(left.total_seconds())

    # ---- rounds

    async def draw(self, due: str) -> tuple[Fixture, ...]:
        before = len(await drawn(self.evening))
        told = await say(self.evening, self.staff, "season schedule", due=due)
        assert "is drawn: 4 tables" in told
        return (await drawn(self.evening))[before:]

    async def gather(
        self, fixture: Fixture, absent: Collection[int] = ()
    ) -> tuple[Table, simcord.ChannelHandle]:
        """Everybody who is there presses the button of a drawn table."""
        for user in fixture.players:
            if user not in absent:
                await press(self.evening, self.people[user], fixture)
        return table_of(self.evening, fixture), room(self.evening, fixture)

    async def start(self, table: Table, place: simcord.ChannelHandle) -> str:
        first = self.people[table.people[0].user_id or 0]
        return words_of(await first.slash(place, "table start"))

    async def play(
        self, table: Table, place: simcord.ChannelHandle, done: Callable[[], bool] = lambda: False
    ) -> None:
        """Everybody does anything legal until ``done`` or the sitting is over."""
        for _ in range(MOST_ACTS):
            if table.is_closed or done():
                return
            await self._act(table, place)
        raise AssertionError("this never ended")

    async def play_into(self, deal: int, table: Table, place: simcord.ChannelHandle) -> None:
        """Until somebody is on turn who is not the first in the deal."""
        await self.play(table, place, lambda: running_deal(table) == deal and bool(acts(table)))

    async def _act(self, table: Table, place: simcord.ChannelHandle) -> None:
        (row,) = table.waits_for()
        assert table.sitting is not None
        legal = [each for each in table.sitting.legal(row.seat) if each.verb not in table.game.seldom]
        verb, options = said(table, row.seat, self.dice.choice(legal), self.dice)
        before = table.seq
        answer = await self.people[row.user_id or 0].slash(place, verb, **options)
        assert table.seq > before, (verb, options, words_of(answer))

    async def finish(self, table: Table, place: simcord.ChannelHandle) -> None:
        """Play on to the end, and keep the record."""
        await self.play(table, place)
        await self.keep(table, place)

    async def keep(self, table: Table, place: simcord.ChannelHandle) -> None:
        record = await self.record(table, place)
        (seats,) = re.findall(r"^Seats: (.*)$", record, re.MULTILINE)
        started = [self.ids[name] for name in re.findall(r"p\d=(\S+)", seats)]
        sat = read_sitting(table.id, self.now(), record, started, self.handed[table.id])
        self.sittings.append(sat)

    async def record(self, table: Table, place: simcord.ChannelHandle) -> str:
        """Of the deals that are over, as anybody may read it."""
        return await file_of(await self.evening.bystander.slash(place, "record file", table=table.id))

    async def substitute(
        self,
        by: simcord.MemberActor,
        place: simcord.ChannelHandle,
        leaving: simcord.MemberActor | simcord.UserHandle,
        coming: simcord.MemberActor,
    ) -> int:
        """The seat, counted from 0."""
        told = words_of(await by.slash(place, "table substitute", **{"out": leaving, "in": coming}))
        found = HANDED_ON.search(told)
        assert found is not None, told
        return int(found[1]) - 1

    async def hand_on(
        self, table: Table, place: simcord.ChannelHandle, coming: simcord.MemberActor, *, by_staff: bool
    ) -> None:
        """Who is on turn, or staff, hands his seat on in the middle of the running deal."""
        (row,) = table.waits_for()
        leaving = self.people[row.user_id or 0]
        seat = await self.substitute(self.staff if by_staff else leaving, place, leaving, coming)
        self.handed[table.id].append(Handed(running_deal(table), seat, coming.id))

    # ---- corrections

    async def move(self, table: int, change: Moved) -> None:
        options = {
            "deal": change.deal,
            "from": change.giver + 1,
            "to": change.taker + 1,
            "amount": str(change.chips),
        }
        await self._correct(table, "Book this correction", options)
        self.changes.append(Corrected(self.now(), table, change))

    async def void(self, table: int) -> None:
        await self._correct(table, "Void the sitting", {"void": True})
        self.changes.append(Corrected(self.now(), table, None))

    async def _correct(self, table: int, label: str, options: dict[str, Any]) -> None:
        asked = {"table": table, "reason": "So it was", **options}
        shown = (await self.staff.slash(self.evening.channel, "season correct", **asked)).response
        assert shown is not None
        done = (await self.staff.click(shown, label=label)).response
        assert done is not None
        assert "is booked" in done.content or "voided" in done.content, done.content

    # ---- what is told

    async def table_file(self, **options: object) -> str:
        """The season's table as CSV."""
        return await file_of(
            await self.staff.slash(self.evening.channel, "standings", file="csv", season="Winter", **options)
        )

    async def table_pages(self, pages: int) -> list[str]:
        """The texts of all pages of the season's table."""
        asked = await self.evening.bystander.slash(self.evening.channel, "standings", season="Winter")
        assert asked.response is not None
        shown, texts = asked.response, [embed_text(asked.response.embeds[0])]
        for _ in range(pages - 1):
            await self.evening.bystander.click(shown, label="›")
            (shown,) = [each for each in self.evening.messages() if each.id == shown.id]
            texts.append(embed_text(shown.embeds[0]))
        return texts


def running_deal(table: Table) -> int:
    assert table.sitting is not None
    report = table.sitting.report()
    return report.number if report else 0


def acts(table: Table) -> list[str]:
    """What people did in the running deal."""
    return [str(step.action) for step in table.steps if step.actor >= 0]
