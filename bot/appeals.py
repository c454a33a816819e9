"""Players doubt deals, and staff decide, in the channel chosen for it and with the record there."""

import asyncio
import logging
from typing import TYPE_CHECKING

import discord

from bot import archive
from bot.announcing import announce, locale_of, tell
from bot.answers import Answer, answering
from bot.archive import Kept
from bot.components.appeal import AppealModal
from bot.errors import Refused
from bot.outage import OUTAGES
from bot.render.appeal import appeal_message
from bot.render.files import record_file
from bot.render.message import Message
from bot.render.names import escaped
from bot.staff import check_staff
from bot.text import say
from data import appeals, people, settings
from data.appeals import Appeal, NewAppeal
from data.errors import (
    AlreadyAppealed,
    AlreadyDecided,
    NotAtTable,
    UnknownAppeal,
    UnknownDeal,
    UnknownTable,
)

if TYPE_CHECKING:
    from bot.client import Levee

log = logging.getLogger(__name__)


class Appeals:
    """``_posting`` is held while staff are told of an appeal: its form may be sent twice at once."""

    def __init__(self, client: "Levee") -> None:
        self.client = client
        self._posting = asyncio.Lock()

    async def ask(self, interaction: "discord.Interaction[Levee]", table_id: int, deal: int) -> None:
        """Open the form, unless nobody could read what is written there."""
        if await self._channel(interaction) is not None:
            await interaction.response.send_modal(AppealModal(table_id, deal, str(interaction.locale)))
            return
        async with answering(interaction, "appeal"):
            raise Refused("refused.no-appeals-channel")

    async def submit(
        self, interaction: "discord.Interaction[Levee]", table_id: int, deal: int, text: str
    ) -> None:
        async with answering(interaction, "appeal") as answer:
            channel_id = await self._channel(interaction)
            if channel_id is None:
                raise Refused("refused.no-appeals-channel")
            if not text.strip():
                raise Refused("refused.no-reason")
            guild_id, user = interaction.guild_id or 0, interaction.user
            now_ms = self.client.tables.now_ms()
            new = NewAppeal(guild_id, table_id, deal, user.id, text.strip(), now_ms)
            async with self._posting:
                made = await self._stored(new)
                await people.note(self.client.database, guild_id, user.id, user.display_name)
                await self._post(made, channel_id)
            await answer.say(say(answer.locale, "appeal.sent", deal=deal, table=table_id))

    async def decide(self, interaction: "discord.Interaction[Levee]", appeal_id: int, accepted: bool) -> None:
        async with answering(interaction, "appeal decide") as answer:
            await check_staff(interaction)
            made = await self._decided(interaction, appeal_id, accepted)
            found = await archive.by_number(self.client.database, made.guild_id, made.table_id)
            await self._mark(made, found, interaction)
            told = await self._tell(made, found, interaction.user.display_name)
            await answer.say(self._done(made, told, answer))

    # ---- storing

    async def _channel(self, interaction: "discord.Interaction[Levee]") -> int | None:
        chosen = await settings.settings(self.client.database, interaction.guild_id or 0)
        return chosen.appeals_channel_id

    async def _stored(self, new: NewAppeal) -> Appeal:
        """The appeal, or the one made before if staff have never been told of it. Raises Refused."""
        try:
            return await appeals.appeal(self.client.database, new)
        except UnknownTable:
            raise Refused("refused.unknown-table", table=new.table_id) from None
        except UnknownDeal:
            raise Refused("refused.no-deal", deal=new.deal, table=new.table_id) from None
        except NotAtTable:
            raise Refused("refused.not-your-deal", table=new.table_id) from None
        except AlreadyAppealed:
            made = await appeals.appeals(self.client.database, new.table_id)
            own = next(each for each in made if (each.deal, each.user_id) == (new.deal, new.user_id))
            if own.message_id is None and own.accepted is None:
                return own
            raise Refused("refused.already-appealed", deal=new.deal, table=new.table_id) from None

    async def _decided(
        self, interaction: "discord.Interaction[Levee]", appeal_id: int, accepted: bool
    ) -> Appeal:
        guild_id, by = interaction.guild_id or 0, interaction.user.id
        now_ms = self.client.tables.now_ms()
        try:
            return await appeals.decide(self.client.database, guild_id, appeal_id, accepted, by, now_ms)
        except AlreadyDecided:
            raise Refused("refused.appeal-decided") from None
        except UnknownAppeal:
            raise Refused("refused.unknown-appeal") from None

    # ---- telling

    async def _post(self, made: Appeal, channel_id: int) -> None:
        """Raises Refused; then the player may send the same appeal again."""
        found = await archive.by_number(self.client.database, made.guild_id, made.table_id)
        message = await self._message(made, found)
        channel = self.client.get_partial_messageable(channel_id, guild_id=made.guild_id)
        try:
            sent = await channel.send(
                embed=message.embed,
                file=record_file(found, found.record()),
                view=message.view,
                allowed_mentions=discord.AllowedMentions.none(),
            )
        except OUTAGES as fault:
            log.warning("appeal %d was not posted: %s", made.id, fault)
            raise Refused("refused.appeal-not-posted", channel=f"<#{channel_id}>") from None
        await appeals.told(self.client.database, made.id, sent.id)

    async def _message(self, made: Appeal, found: Kept) -> Message:
        names = await people.names(self.client.database, made.guild_id, [made.user_id])
        name = names.get(made.user_id, "?")
        return appeal_message(made, found, name, locale_of(self.client, made.guild_id))

    async def _mark(self, made: Appeal, found: Kept, interaction: "discord.Interaction[Levee]") -> None:
        """Show the decision where the buttons were."""
        message = await self._message(made, found)
        assert interaction.message is not None
        channel = self.client.get_partial_messageable(interaction.channel_id or 0, guild_id=made.guild_id)
        try:
            await channel.get_partial_message(interaction.message.id).edit(embed=message.embed, view=None)
        except OUTAGES as fault:
            log.warning("the decision on appeal %d was not shown: %s", made.id, fault)

    async def _tell(self, made: Appeal, found: Kept, by: str) -> bool:
        """Tell the player directly or, if he takes no messages, where he played; whether it arrived."""
        if made.user_id < 0:
            return False  # forgotten: there is nobody to tell
        guild = self.client.get_guild(made.guild_id)
        server = escaped(guild.name if guild else "?")
        key = "appeal.told-accepted" if made.accepted else "appeal.told-refused"
        values = {"deal": made.deal, "table": made.table_id, "server": server, "by": escaped(by)}
        text = say(locale_of(self.client, made.guild_id), key, **values)
        if await tell(self.client, made.user_id, text):
            return True
        text = f"<@{made.user_id}> {text}"
        return await announce(self.client, made.guild_id, found.row.channel_id, text, [made.user_id])

    def _done(self, made: Appeal, told: bool, answer: Answer) -> str:
        if not told:
            return say(answer.locale, "appeal.done-untold")
        key = "appeal.done-accepted" if made.accepted else "appeal.done-refused"
        return say(answer.locale, key, deal=made.deal, table=made.table_id)
