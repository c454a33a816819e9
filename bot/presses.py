"""What people do by command, button, select or form: one path for all, from words to the table and back."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import discord

from bot import closing, cutting, lobby, pausing, play, rulebook
from bot.answers import Answer, answering
from bot.components.address import ActAddress, PickAddress, RuleAddress, TableAddress
from bot.components.buttons import ActionButton
from bot.errors import Refused, Stale
from bot.panels import Panel, content
from bot.reading import read_action
from bot.render.hand import hand_panel, may, open_to
from bot.render.names import shown
from bot.render.rules import passage_message, rule_buttons
from bot.render.story import story
from bot.staff import is_staff
from bot.table import Table
from bot.text import at_table, refusal, say
from engine.actions import Action
from engine.errors import IllegalAction
from engine.game import games
from engine.seats import parse_seat

if TYPE_CHECKING:
    from bot.client import Levee


class Presses:
    def __init__(self, client: "Levee") -> None:
        self.client = client

    # ---- actions of a game

    async def act(
        self, interaction: "discord.Interaction[Levee]", address: ActAddress | PickAddress, words: str
    ) -> None:
        async with answering(interaction, "act") as answer:
            table = self._table_of(interaction, address.table)
            await self.act_at(answer, table, [words], seen=address.seq)

    async def act_at(
        self, answer: Answer, table: Table, words: Sequence[str], *, seen: int | None = None
    ) -> None:
        """Do the actions that ``words`` say at the caller's seat, show him his hand, and tell the table."""
        user = answer.interaction.user
        actions = [read_action(table.game, each) for each in words]
        try:
            await play.act(
                self.client.tables, table, user.id, actions, seen=seen, interaction_id=answer.interaction.id
            )
        except IllegalAction as refused:
            await self._refuse(answer, table, actions[0], refused)
            return
        except Stale as stale:
            answer.outcome = stale.key
            await self.show_hand(answer, table, self._since(table, stale, answer.locale))
            return
        async with self.client.display.telling(table):
            await self.show_hand(answer, table)

    async def _refuse(self, answer: Answer, table: Table, action: Action, refused: IllegalAction) -> None:
        """Say which clause forbids it and what may be done instead, or what may be said all the same."""
        text = self._with_instead(table, answer.interaction.user.id, refused, answer.locale)
        seat = table.seat_of(answer.interaction.user.id)
        assert seat is not None, "only a seat is refused an action"
        if early := play.early(table, seat, action):
            address = ActAddress(table.id, table.seq, early.verb, action.verb)
            locale = at_table(answer.locale, table.game)
            button = ActionButton(address, say(locale, "button.early"))
            said = refusal(locale, refused)
            rules = rule_buttons([refused.clause], answer.locale)
            await answer.say(say(locale, "hand.early", refusal=said), button, *rules)
            return
        await answer.refuse(text, refused.refusal.value, refused.clause)

    def _since(self, table: Table, stale: Stale, locale: str) -> str:
        """What to say to somebody who pressed what showed an older state: the last that happened since."""
        told = story(
            table.steps,
            table.row.seats,
            at_table(locale, table.game),
            tricks_lie_open=table.game.tricks_lie_open,
        )
        return say(locale, stale.key, last=told[-1] if told else say(locale, "refused.stale-nothing"))

    def _with_instead(self, table: Table, user_id: int, refused: IllegalAction, locale: str) -> str:
        seat = table.seat_of(user_id)
        assert table.sitting is not None
        assert seat is not None, "only a seat is refused an action"
        locale = at_table(locale, table.game)
        if turn := refused.details.get("turn"):
            refused.details["turn"] = shown(table.seats[parse_seat(str(turn), len(table.names))])
        text = refusal(locale, refused)
        if choices := open_to(table.sitting.observe(seat)):
            return say(locale, "refused.instead", refusal=text, may=may(choices, locale))
        return say(locale, "refused.plainly", refusal=text)

    async def rule(self, interaction: "discord.Interaction[Levee]", address: RuleAddress) -> None:
        async with answering(interaction, "rule") as answer:
            game = games().get(address.game)
            passage = rulebook.clauses(game).get(address.clause) if game else None
            if passage is None:
                raise Refused("refused.unknown-button")
            await answer.show_beside(passage_message(passage))

    # ---- the table itself

    def _table_of(self, interaction: "discord.Interaction[Levee]", table_id: int) -> Table:
        """The table of an address, which a client could use anywhere. Raises Refused if it is not here."""
        table = self.client.tables.get(table_id)
        if table.row.channel_id != interaction.channel_id:
            raise Refused("refused.other-channel")
        return table

    def table_here(self, interaction: "discord.Interaction[Levee]") -> Table:
        """The channel's table. Raises Refused, naming the channel where the caller sits if it is another."""
        tables = self.client.tables
        if found := tables.find(interaction.channel_id or 0):
            return found
        for table in tables:
            if table.row.guild_id == interaction.guild_id and table.seat_of(interaction.user.id) is not None:
                raise Refused("refused.table-elsewhere", channel=f"<#{table.row.channel_id}>")
        raise Refused("refused.no-table")

    async def table(self, interaction: "discord.Interaction[Levee]", address: TableAddress) -> None:
        if address.what == "cut-now":
            await cutting.open_form(interaction, address)
            return
        async with answering(interaction, address.what) as answer:
            table = self._table_of(interaction, address.table)
            match address.what:
                case "join":
                    await self.join(answer, table)
                case "leave":
                    await self.leave(answer, table)
                case "fill":
                    await self.fill(answer, table)
                case "start":
                    await self.start(answer, table)
                case "hand":
                    await self.show_hand(answer, table)
                case "close":
                    await closing.close(answer, table)
                case "pause":
                    await pausing.pause(answer, table)
                case "resume":
                    await pausing.resume(answer, table)
                case "cut":
                    await cutting.ask(answer, table)
                case "deal-on":
                    await cutting.cut(answer, table, None, address.seq)
                case _:
                    raise Refused("refused.unknown-button")

    async def show_hand(self, answer: Answer, table: Table, note: str = "") -> None:
        """The caller's hand as his panel, kept up to date from now on, under a ``note``. Raises Refused."""
        await table.wake()
        user_id = answer.interaction.user.id
        seat = table.seat_of(user_id)
        if seat is None:
            raise Refused("refused.not-seated")
        if table.sitting is None:
            raise Refused("refused.not-started")
        if table.seats[seat].computer:
            raise Refused("refused.seat-left")
        shown_now = content(table, seat)
        deal = self.client.panels.deal_of(table, seat) if answer.on_panel else shown_now[0].deal
        panel = Panel(answer.interaction, shown_now, deal)
        follows = deal != shown_now[0].deal and not table.is_closed
        if note or not follows:  # else it is about to follow the table into the new deal
            panel.moved = await answer.show(replace(hand_panel(table, seat, answer.locale), content=note))
        await self.client.panels.keep(table, seat, panel)
        if self.client.hands.must_tell_closed(table, user_id):
            await answer.interaction.followup.send(say(answer.locale, "hand.dm-closed"), ephemeral=True)

    async def present(self, answer: Answer, table: Table, sentence: str) -> None:
        """Post the table below everything else, and say ``sentence``; or show it to the caller alone."""
        if await self.client.display.post_anew(table):
            await answer.say(sentence)
        else:
            told = say(answer.locale, "done.not-posted")
            await answer.show(replace(self.client.display.standing(table), content=told))

    async def join(self, answer: Answer, table: Table, seat: int | None = None) -> None:
        user = answer.interaction.user
        if table.in_lobby:
            taken = await lobby.join(self.client.tables, table, user.id, user.display_name, seat)
            sentence = say(answer.locale, "done.joined", seat=taken + 1)
        else:
            await play.come_back(self.client.tables, table, user.id)
            sentence = say(answer.locale, "done.back")
        async with self.client.display.telling(table):
            await answer.say(sentence)

    async def leave(self, answer: Answer, table: Table) -> None:
        from_lobby = table.in_lobby
        act = lobby.leave if from_lobby else play.leave
        await act(self.client.tables, table, answer.interaction.user.id)
        left = "done.closed" if table.is_closed else "done.left-lobby" if from_lobby else "done.left"
        async with self.client.display.telling(table):
            await answer.say(say(answer.locale, left))

    async def fill(self, answer: Answer, table: Table, count: int | None = None) -> None:
        seated = await lobby.fill(self.client.tables, table, count, await is_staff(answer.interaction))
        async with self.client.display.telling(table):
            await answer.say(say(answer.locale, "done.filled", n=seated))

    async def start(self, answer: Answer, table: Table) -> None:
        user_id = answer.interaction.user.id
        await lobby.start(self.client.tables, table, user_id, await is_staff(answer.interaction))
        async with self.client.display.telling(table):
            if table.seat_of(user_id) is None:
                await answer.say(say(answer.locale, "done.started"))
            else:
                await self.show_hand(answer, table)

    async def cut(self, interaction: "discord.Interaction[Levee]", address: TableAddress, text: str) -> None:
        async with answering(interaction, "cut") as answer:
            table = self._table_of(interaction, address.table)
            await cutting.cut(answer, table, text, address.seq)
