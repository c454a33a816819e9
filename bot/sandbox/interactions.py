"""Interactions: what people do with commands, buttons and forms, and the bot's one answer to each."""

import asyncio
import secrets
from typing import Any

from bot.sandbox import messages
from bot.sandbox.errors import (
    already_acknowledged,
    invalid_webhook_token,
    unknown_channel,
    unknown_interaction,
    unknown_message,
    unknown_webhook,
)
from bot.sandbox.ids import created_s
from bot.sandbox.messages import Draft
from bot.sandbox.objects import (
    COMMAND_REPLY,
    DEFAULT,
    EPHEMERAL,
    LOADING,
    REPLY,
    Callback,
    Channel,
    Interaction,
    Kind,
    Message,
    User,
)
from bot.sandbox.wire_interaction import installed_in
from bot.sandbox.world import Event, World

ACKNOWLEDGE_S = 3.0
TOKEN_S = 15 * 60.0
FORGOTTEN_S = 2 * TOKEN_S
"""How long an interaction is remembered: long enough to say of a late token that it is late."""

Choices = list[dict[str, Any]]


class Interactions:
    """The bot has ``acknowledge_s`` to answer."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.acknowledge_s = ACKNOWLEDGE_S
        self._timers: dict[int, asyncio.TimerHandle] = {}
        self._choices: dict[int, asyncio.Future[Choices]] = {}

    def begin(
        self, kind: Kind, user: User, channel: Channel, data: dict[str, Any], **more: Any
    ) -> Interaction:
        """Tell the bot what ``user`` did; it has ``acknowledge_s`` to answer."""
        self._forget_old()
        id, token = self.world.ids.next(), secrets.token_urlsafe(96)
        interaction = Interaction(id, token, int(kind), user.id, channel.id, data, **more)
        self.world.interactions[token] = interaction
        self._keep(interaction)
        loop = asyncio.get_running_loop()
        self._timers[id] = loop.call_later(self.acknowledge_s, self._fail, interaction)
        self.world.tell(Event.INTERACTION_CREATE, interaction)
        return interaction

    async def ask(self, user: User, channel: Channel, data: dict[str, Any]) -> Choices:
        """What the bot proposes for a half-typed option; nothing if it does not say in time."""
        interaction = self.begin(Kind.AUTOCOMPLETE, user, channel, data)
        future: asyncio.Future[Choices] = asyncio.get_running_loop().create_future()
        self._choices[interaction.id] = future
        try:
            return await future
        finally:
            del self._choices[interaction.id]

    def close(self) -> None:
        for timer in self._timers.values():
            timer.cancel()

    def _keep(self, interaction: Interaction) -> None:
        self.world.store.put("interaction", interaction.id, interaction.document())

    def _age_s(self, interaction: Interaction) -> float:
        return self.world.clock() - created_s(interaction.id)

    def _forget_old(self) -> None:
        held = self.world.interactions
        while held and self._age_s(oldest := next(iter(held.values()))) > FORGOTTEN_S:
            del held[oldest.token]
            self.world.store.drop("interaction", oldest.id)

    def _fail(self, interaction: Interaction) -> None:
        del self._timers[interaction.id]
        interaction.failed = True
        self._keep(interaction)
        if (future := self._choices.get(interaction.id)) and not future.done():
            future.set_result([])
        self._status(interaction, "failed")

    def _status(self, interaction: Interaction, status: str) -> None:
        self.world.tell(Event.INTERACTION_STATUS, (interaction, status))

    # the bot's side

    def to_answer(self, id: int, token: str) -> Interaction:
        """The interaction, if it still waits for its answer."""
        interaction = self.world.interactions.get(token)
        if interaction is None or interaction.id != id or interaction.failed:
            raise unknown_interaction()
        if interaction.answer:
            raise already_acknowledged()
        if self._age_s(interaction) > self.acknowledge_s:
            raise unknown_interaction()
        return self._in_its_channel(interaction)

    def answered(self, token: str) -> Interaction:
        """The interaction whose token still works for follow-ups."""
        interaction = self.world.interactions.get(token)
        if interaction is None or not interaction.answer:
            raise unknown_webhook()
        if self._age_s(interaction) > TOKEN_S:
            raise invalid_webhook_token()
        return self._in_its_channel(interaction)

    def _in_its_channel(self, interaction: Interaction) -> Interaction:
        """The channel may have been deleted since."""
        if interaction.channel_id not in self.world.channels:
            raise unknown_channel()
        return interaction

    def answer_with_message(self, interaction: Interaction, draft: Draft) -> Message:
        message = self._reply(interaction, draft, self._first_type(interaction), interaction.message_id)
        self._answered(interaction, Callback.MESSAGE, message.id)
        return message

    def defer(self, interaction: Interaction, draft: Draft) -> Message:
        """The bot will answer later; a message that says so stands in its place."""
        message = self._reply(
            interaction, draft, self._first_type(interaction), interaction.message_id, LOADING
        )
        self._answered(interaction, Callback.DEFERRED, message.id, "deferred")
        return message

    def defer_update(self, interaction: Interaction) -> None:
        self._answered(interaction, Callback.DEFERRED_UPDATE, interaction.message_id)

    def update(self, interaction: Interaction, draft: Draft) -> Message:
        message = messages.edit(self.world, self._source(interaction), draft)
        self._answered(interaction, Callback.UPDATE, message.id)
        return message

    def propose(self, interaction: Interaction, choices: Choices) -> None:
        self._answered(interaction, Callback.CHOICES, 0)
        if (future := self._choices.get(interaction.id)) and not future.done():
            future.set_result(choices)

    def open_modal(self, interaction: Interaction, modal: dict[str, Any]) -> None:
        interaction.modal = modal
        self._answered(interaction, Callback.MODAL, 0)
        self.world.tell(Event.MODAL, interaction)

    def follow_up(self, interaction: Interaction, draft: Draft) -> Message:
        """One more message; while the first one still loads, this is what it becomes."""
        original = self._held(interaction).get(interaction.original_id)
        if original is not None and original.flags & LOADING:
            return self.edit(interaction, original, draft, notify=True)
        return self._reply(interaction, draft, REPLY if original else DEFAULT, interaction.original_id)

    def edit(
        self, interaction: Interaction, message: Message, draft: Draft, *, notify: bool = False
    ) -> Message:
        was_loading = message.flags & LOADING
        messages.edit(self.world, message, draft, notify=notify)
        if was_loading:
            self._status(interaction, "done")
        return message

    def original(self, interaction: Interaction) -> Message:
        message = self._held(interaction).get(interaction.original_id)
        if message is None:
            raise unknown_message()
        return message

    def own_message(self, interaction: Interaction, id: int) -> Message:
        """A message that this interaction made, or acts on."""
        message = self._held(interaction).get(id)
        origin = (message.from_interaction or {}).get("id") if message else None
        if message is None or not (origin == str(interaction.id) or id == interaction.original_id):
            raise unknown_message()
        return message

    def _held(self, interaction: Interaction) -> dict[int, Message]:
        return self.world.messages.get(interaction.channel_id, {})

    def _source(self, interaction: Interaction) -> Message:
        message = self._held(interaction).get(interaction.message_id)
        if message is None:
            raise unknown_message()
        return message

    def _answered(
        self, interaction: Interaction, callback: Callback, original_id: int, status: str = "done"
    ) -> None:
        if timer := self._timers.pop(interaction.id, None):  # there is none after a restart
            timer.cancel()
        interaction.answer, interaction.original_id = int(callback), original_id
        self._keep(interaction)
        self._status(interaction, status)

    def _first_type(self, interaction: Interaction) -> int:
        if interaction.type == Kind.COMMAND:
            return COMMAND_REPLY
        return REPLY if interaction.message_id else DEFAULT

    def _reply(
        self, interaction: Interaction, draft: Draft, type: int, reply_to: int, flags: int = 0
    ) -> Message:
        channel = self.world.channels[interaction.channel_id]
        message = messages.new_message(self.world, channel, self.world.bot_id)
        message.type, message.reply_to = type, reply_to if type == REPLY else 0
        message.flags = flags | ((draft.body.get("flags") or 0) & EPHEMERAL)
        message.only_for = interaction.user_id if message.flags & EPHEMERAL else 0
        message.from_interaction = self._origin(interaction)
        return messages.post(self.world, message, draft)

    def _origin(self, interaction: Interaction) -> dict[str, Any]:
        """What its messages tell about ``interaction``."""
        origin: dict[str, Any] = {"id": str(interaction.id), "type": interaction.type}
        origin["user_id"] = interaction.user_id
        origin["installed_in"] = installed_in(self.world.channels[interaction.channel_id])
        origin["name"] = interaction.command
        if interaction.type == Kind.COMPONENT:
            origin["interacted_message_id"] = str(interaction.message_id)
        opener = self.by_id(interaction.opened_by)
        if opener is not None:
            origin["triggering"] = self._origin(opener)
        return origin

    def by_id(self, id: int) -> Interaction | None:
        held = self.world.interactions.values() if id else ()
        return next((interaction for interaction in held if interaction.id == id), None)
