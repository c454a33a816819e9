"""An evening in a server: the bot in an in-memory Discord, and members who find and take their turns."""

from collections.abc import Awaitable, Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import simcord
from lots import Lots
from simcord.actors import _dispatch_actor_interaction
from simcord.backend.serializers import message_payload
from simcord.enums import ComponentType, InteractionType

from bot import Levee, create_bot
from bot.table import Table
from data import journal
from engine.actions import Action
from engine.bourre.actions import Draw
from engine.errors import IllegalAction
from engine.seats import Seat

NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus")
Press = Callable[[], Awaitable[simcord.InteractionResult]]
LATER_S = 3
"""After so long to ask again is to think better of it, and no press that came twice."""
MOST_ACTS = 1500
"""More than any sitting of twelve deals takes."""


class Evening:
    """``players`` sit down in their order; ``bystander`` only watches; ``owner`` may manage the server.

    ``delay_s`` is how long silence is waited for, where a game says what it means; 0: for ever.
    """

    def __init__(self, database: Path, players: int = 5, delay_s: int = 0, **options: Any) -> None:
        self.settings = {
            "DATABASE": str(database),
            "WINDOW_DELAY": str(delay_s),
            "BACKUP_EVERY": "0",
            "EDIT_PACE": "0",
            "IDLE_AFTER": "0",  # tests look into tables long after anything happened there
        }
        self.database = database
        self.env = simcord.Env(create_bot(self.settings), **options)
        self.guild = self.env.create_guild("House")
        self.channel = self.guild.create_text_channel("cards")
        self.players = tuple(self.member(name) for name in NAMES[:players])
        self.bystander = self.member("Zoe")
        self.owner = simcord.MemberActor(self.env, self.guild, self.guild.owner)
        self.moods = Lots(7)

    def member(self, name: str, **options: Any) -> simcord.MemberActor:
        user = self.env.create_user(name.lower().replace(" ", "_") or "nobody", global_name=name)
        return self.guild.add_member(user, **options)

    @property
    def everyone(self) -> tuple[simcord.MemberActor, ...]:
        return (*self.players, self.bystander)

    @property
    def bot(self) -> Levee:
        assert isinstance(self.env.bot, Levee)
        return self.env.bot

    @property
    def table(self) -> Table:
        table = self.bot.tables.find(self.channel.id)
        assert table is not None
        return table

    async def restart(self) -> None:
        """End the bot as a crash would, and start another one on the same database."""
        self.bot.tables.rest()  # a crash ends its timers too
        await self.bot.database.close()
        await self.env.restart_bot(create_bot(self.settings))

    async def end(self) -> None:
        await self.env.shutdown()
        self.bot.tables.rest()
        await self.bot.database.close()  # SimCord detaches a bot, but does not close it

    # ---- opening

    async def open(self, channel: simcord.ChannelHandle | None = None, **options: Any) -> None:
        """A table at which every player sits, not started."""
        channel = channel or self.channel
        first, *others = self.players
        chosen = {"game": "bourre", "seats": len(self.players), **options}
        await first.slash(channel, "table open", **chosen)
        for member in others:
            await member.slash(channel, "table join")

    async def start(self, **options: Any) -> None:
        await self.open(**options)
        await self.players[0].slash(self.channel, "table start")

    # ---- turns

    def seat(self, member: simcord.MemberActor) -> Seat:
        seat = self.table.seat_of(member.id)
        assert seat is not None
        return seat

    def turn(self) -> simcord.MemberActor:
        """Whose turn it is."""
        (row,) = self.table.waits_for()
        return next(member for member in self.players if member.id == row.user_id)

    def not_on_turn(self) -> simcord.MemberActor:
        return next(member for member in self.players if member is not self.turn())

    def choice(self) -> Action:
        """What a sensible player would do now."""
        assert self.table.sitting is not None
        seen = self.table.sitting.observe(self.seat(self.turn()))
        return self.table.game.rule_player(seen, self.moods)

    def hand(self, member: simcord.MemberActor) -> tuple[Any, ...]:
        assert self.table.sitting is not None
        return self.table.sitting.observe(self.seat(member)).hand

    async def by_command(self, member: simcord.MemberActor, action: Action) -> simcord.InteractionResult:
        verb, _, cards = str(action).partition(" ")
        option = next((each.option for each in self.table.game.verbs if each.name == verb), None)
        return await member.slash(self.channel, verb, **({option: cards} if option and cards else {}))

    async def panel_answer(self, member: simcord.MemberActor) -> simcord.InteractionResult:
        """What comes of pressing “My hand” at the table."""
        return await member.click(self.table_message(), label="My hand")

    async def panel(self, member: simcord.MemberActor) -> simcord.ResponseMessage:
        """The hand that the member gets to see by that."""
        shown = await self.panel_answer(member)
        assert shown.response is not None
        assert shown.response.ephemeral
        return shown.response

    async def by_button(self, member: simcord.MemberActor, action: Action) -> simcord.InteractionResult:
        panel = await self.panel(member)
        seen = f"{self.table.id}:{self.table.seq}:{action.verb}"
        if isinstance(action, Draw) and action.cards:
            values = [str(card) for card in action.cards]
            return await member.select(panel, values, custom_id=f"pick:{seen}")
        cards = str(action).partition(" ")[2]
        return await member.click(panel, custom_id=f"act:{seen}" + (f":{cards}" if cards else ""))

    def daring_choice(self) -> Action:
        """To stay always and discard nothing comes to more play, and so to more of what may not be played."""
        seat = self.seat(self.turn())
        assert self.table.sitting is not None
        actions = [each for each in self.table.sitting.legal(seat) if isinstance(each, Action)]
        return actions[self.moods.below(len(actions))] if self.phase == "playing" else [*actions, Draw(())][0]

    def aim(self, member: simcord.MemberActor, label: str) -> Press:
        """A press of a button at the table that is under way: the message may change before it arrives."""
        backend = self.env.backend
        stored = backend.get_message(self.channel.id, self.table_message().id)
        (button,) = [
            each for row in stored.components for each in row["components"] if each["label"] == label
        ]
        message = deepcopy(dict(message_payload(backend, stored)))
        return lambda: _dispatch_actor_interaction(
            member,
            InteractionType.MESSAGE_COMPONENT,
            self.channel,
            {"custom_id": button["custom_id"], "component_type": ComponentType.BUTTON},
            extra={"message": message},
            source_message_id=stored.id,
        )

    async def play_until(self, done: Callable[[], bool], *, daring: bool = False) -> None:
        """Let everybody act by command until ``done``."""
        for _ in range(MOST_ACTS):
            if done():
                return
            await self.by_command(self.turn(), self.daring_choice() if daring else self.choice())
        raise AssertionError("this never came about")

    async def play_deal(self) -> None:
        """To the end of the running deal."""
        deal = self.deal
        await self.play_until(lambda: self.bot.tables.find(self.channel.id) is None or self.deal != deal)

    @property
    def deal(self) -> int:
        assert self.table.sitting is not None
        report = self.table.sitting.report()
        return report.number if report else 0

    @property
    def phase(self) -> str:
        assert self.table.sitting is not None
        return self.table.sitting.observe(None).phase

    def wrong_plays(self) -> dict[str, Action]:
        """What the player on turn may not play, by the code of its refusal."""
        sitting = self.table.sitting
        assert sitting is not None
        seat = self.seat(self.turn())
        wrong: dict[str, Action] = {}
        for card in sitting.observe(seat).hand:
            action = self.table.game.parse("play", str(card))
            assert action is not None
            try:
                sitting.copy().apply(seat, action)
            except IllegalAction as refused:
                wrong[refused.refusal.value.rpartition(".")[2]] = action
        return wrong

    # ---- what is there

    def table_message(self) -> Any:
        """The table's message in its channel, as the database has it."""
        return next(message for message in self.channel.history() if message.id == self.table.row.message_id)

    def table_text(self) -> str:
        message = self.table_message()
        return "\n".join([message.content, *map(embed_text, message.embeds)])

    def messages(self) -> list[Any]:
        """The public messages of the channel, oldest first."""
        return self.channel.history(viewer=self.bystander)

    async def lines(self) -> list[str]:
        """The table's record so far, the running deal included: what nobody may see."""
        stored = await journal.lines(self.bot.database, self.table.id)
        return [line.text for line in stored]


def state(evening: Evening) -> tuple[object, ...]:
    """Everything at the table, by everybody's eyes."""
    table = evening.table
    assert table.sitting is not None
    seats = range(table.sitting.seats)
    return table.seq, [table.sitting.observe(seat) for seat in (None, *seats)], table.steps, table.row.seats


def embed_text(embed: Any) -> str:
    fields = [f"{field.name}\n{field.value}" for field in embed.fields]
    return "\n".join([embed.title or "", embed.description or "", *fields, embed.footer.text or ""])


def words_of(result: simcord.InteractionResult) -> str:
    """Everything that was said to the caller alone in answer to what was done, latest last."""
    said = [result.response, *result.followups]
    assert all(message is None or message.ephemeral for message in said), "answers are for the caller alone"
    return "\n".join(
        "\n".join([message.content, *map(embed_text, message.embeds)]) for message in said if message
    )
