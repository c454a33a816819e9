"""Writing, changing and taking back messages."""

import mimetypes
import re
import secrets
from dataclasses import dataclass, field
from typing import Any

from bot.sandbox import mentions
from bot.sandbox.components import TEXT_DISPLAY, numbered, walk
from bot.sandbox.errors import empty_message, too_large
from bot.sandbox.ids import as_id, created_s
from bot.sandbox.limits import FILE_SIZE, FILES, SUPPRESS_EMBEDS
from bot.sandbox.objects import (
    COMPONENTS_V2,
    LOADING,
    SUPPRESS_NOTIFICATIONS,
    Attachment,
    Channel,
    Message,
    User,
)
from bot.sandbox.shapes import Faults
from bot.sandbox.world import Event, World

EPHEMERAL_KEPT_S = 3600.0
"""How long a message for one person alone is kept; the token to act on it lasts 15 minutes."""


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that came with a request. ``index`` is the n of its field ``files[n]``."""

    index: int
    filename: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Draft:
    """What a request says of a message: its checked body and its files."""

    body: dict[str, Any]
    uploads: list[Upload] = field(default_factory=list)


def post(world: World, message: Message, draft: Draft) -> Message:
    """Put ``message``, filled from ``draft``, into its channel. One that is still loading may be empty."""
    message.flags |= (draft.body.get("flags") or 0) & SUPPRESS_NOTIFICATIONS
    _fill(world, message, draft, kept=[], standing=message.flags)
    message.pinged = [] if message.flags & LOADING else mentions.notified(world, message)
    world.messages[message.channel_id][message.id] = message
    world.store.put("message", message.id, message.document())
    channel = world.channels[message.channel_id]
    if channel.archived:
        world.change_channel(channel, archived=False)
    if message.only_for:
        _forget_old_ephemerals(world)
        world.ephemerals.append(message)
    else:
        world.count_message(channel, message.id)
    world.tell(Event.MESSAGE_CREATE, message)
    return message


def edit(world: World, message: Message, draft: Draft, *, notify: bool = False) -> Message:
    """Change ``message`` as ``draft`` says. ``notify``: it stood empty, and this is what it has to say."""
    kept, dropped = _sorted_out(message, draft)
    was_loading = message.flags & LOADING
    _fill(world, message, draft, kept, standing=message.flags & ~LOADING)
    for attachment in dropped:
        world.replaced.append((attachment, world.store.file(attachment.id) or b""))
        world.store.drop_file(attachment.id)
    if notify:
        message.pinged = mentions.notified(world, message)
    message.edited_s = message.edited_s if was_loading else world.clock()
    world.store.put("message", message.id, message.document())
    world.tell(Event.MESSAGE_UPDATE, message)
    return message


def delete(world: World, message: Message) -> None:
    del world.messages[message.channel_id][message.id]
    world.forget(message)
    world.tell(Event.MESSAGE_DELETE, message)


def dismiss(world: World, message: Message) -> None:
    """The person it is for puts ``message`` away."""
    message.dismissed = True
    world.store.put("message", message.id, message.document())
    world.tell(Event.MESSAGE_DISMISS, message)


def visible(world: World, user: User, message: Message) -> bool:
    """Whether ``user`` gets to see ``message``."""
    allowed = message.only_for in (0, user.id) and not message.dismissed
    return allowed and world.can_view(user, world.channels[message.channel_id])


def new_message(world: World, channel: Channel, author_id: int) -> Message:
    return Message(world.ids.next(), channel.id, author_id)


def _fill(world: World, message: Message, draft: Draft, kept: list[Attachment], standing: int) -> None:
    """Bring ``draft`` into ``message``, of whose flags the ``standing`` ones stay.

    Nothing of the message changes when it is refused.
    """
    body = draft.body
    content = message.content if "content" not in body else body["content"] or ""
    embeds = message.embeds if "embeds" not in body else [_embed(e) for e in body["embeds"] or []]
    components = message.components
    if "components" in body:
        components = numbered(body["components"] or [])
    flags = standing | ((body.get("flags") or 0) & (COMPONENTS_V2 | SUPPRESS_EMBEDS))
    if not (content.strip() or embeds or components or kept or draft.uploads or flags & LOADING):
        raise empty_message()
    _check_uploads(draft, kept)
    message.content, message.embeds, message.components, message.flags = content, embeds, components, flags
    message.attachments = kept + [_attach(world, draft, upload) for upload in draft.uploads]
    _mention(world, message, body)


def _mention(world: World, message: Message, body: dict[str, Any]) -> None:
    shown = [c["content"] for _, c in walk(message.components) if c["type"] == TEXT_DISPLAY]
    text = "\n".join([message.content, *shown])
    found = mentions.read(world, message, text, body.get("allowed_mentions"))
    message.mentions, message.mention_roles = found.users, found.roles
    message.mention_everyone = found.everyone


def _sorted_out(message: Message, draft: Draft) -> tuple[list[Attachment], list[Attachment]]:
    """The files that stay and those that go: all stay unless the draft lists what does."""
    listed = draft.body.get("attachments")
    if listed is None:
        return message.attachments, []
    faults, by_id = Faults("an edit"), {a.id: a for a in message.attachments}
    fresh = {upload.index for upload in draft.uploads}
    for index, entry in enumerate(listed):
        if as_id(entry["id"]) not in by_id and as_id(entry["id"]) not in fresh:
            faults.note(("attachments", index), "ATTACHMENT_NOT_FOUND", "Attachment not found")
    faults.settle()
    kept = [by_id[as_id(entry["id"])] for entry in listed if as_id(entry["id"]) in by_id]
    return kept, [a for a in message.attachments if a not in kept]


def _check_uploads(draft: Draft, kept: list[Attachment]) -> None:
    faults = Faults("the files of a message")
    if len(draft.uploads) + len(kept) > FILES:
        faults.note(("attachments",), "BASE_TYPE_MAX_LENGTH", f"Must be {FILES} or fewer in length.")
    faults.settle()
    if any(len(upload.content) > FILE_SIZE for upload in draft.uploads):
        raise too_large()


def _attach(world: World, draft: Draft, upload: Upload) -> Attachment:
    entries = {as_id(entry["id"]): entry for entry in draft.body.get("attachments") or []}
    entry = entries.get(upload.index, {})
    name = re.sub(r"[^A-Za-z0-9._-]+", "_", entry.get("filename") or upload.filename) or "file"
    width, height = _png_size(upload.content)
    attachment = Attachment(
        world.ids.next(),
        name,
        len(upload.content),
        mimetypes.guess_type(name)[0] or "application/octet-stream",
        secrets.token_urlsafe(24),
        entry.get("description"),
        width,
        height,
    )
    world.store.put_file(attachment.id, upload.content)
    return attachment


def _png_size(content: bytes) -> tuple[int, int]:
    """Width and height of a PNG in pixels; (0, 0) for anything else."""
    if not content.startswith(b"\x89PNG\r\n\x1a\n"):
        return 0, 0
    return int.from_bytes(content[16:20], "big"), int.from_bytes(content[20:24], "big")


def _embed(sent: dict[str, Any]) -> dict[str, Any]:
    embed = {name: value for name, value in sent.items() if value is not None}
    embed["fields"] = [{"inline": False, **f} for f in embed.get("fields", [])]
    return {**embed, "type": "rich"}


def _forget_old_ephemerals(world: World) -> None:
    oldest = world.clock() - EPHEMERAL_KEPT_S
    while world.ephemerals and created_s(world.ephemerals[0].id) < oldest:
        message = world.ephemerals.popleft()
        if world.messages.get(message.channel_id, {}).pop(message.id, None):
            world.forget(message)
