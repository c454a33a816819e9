"""Messages of the bot and of people: files, edits, replies, mentions, direct messages, threads."""

from typing import Any

import aiohttp
import discord
import pytest

from bot.sandbox import Sandbox
from tests.sandbox.bots import QuietBot, StepBot, file, picture, text_channel
from tests.sandbox.conftest import Join, StartBot
from tests.sandbox.person import Person, Refusal
from tests.sandbox.waiting import until


async def test_send_edit_list_delete(start_bot: StartBot, join: Join) -> None:
    bot, ana = await start_bot(QuietBot()), await join("Ana")
    channel = text_channel(bot)
    sent = [await channel.send(f"number {n}") for n in range(4)]
    await sent[0].edit(content="changed")
    assert (await channel.fetch_message(sent[0].id)).content == "changed"
    assert [m.content async for m in channel.history(limit=2)] == ["number 3", "number 2"]
    assert [m.content async for m in channel.history(after=sent[1], oldest_first=True)] == [
        "number 2",
        "number 3",
    ]
    assert [m.id async for m in channel.history(around=sent[2], limit=3)] == [m.id for m in sent[3:0:-1]]
    await sent[0].delete()
    with pytest.raises(discord.NotFound) as gone:
        await channel.fetch_message(sent[0].id)
    assert gone.value.code == 10008
    assert [m["content"] for m in await ana.messages("table-1")] == ["number 1", "number 2", "number 3"]


async def test_picture_in_an_embed_is_kept_and_replaced(
    sandbox: Sandbox, start_bot: StartBot, join: Join
) -> None:
    bot, ana = await start_bot(QuietBot()), await join("Ana")
    embed = discord.Embed(title="Table 1").set_image(url="attachment://table.png")
    sent = await text_channel(bot).send(embed=embed, file=file(description="the table"))
    assert sent.attachments == []  # as on Discord, a file that an embed shows is not listed again
    url = sent.embeds[0].image.url
    assert url is not None
    assert await _get(url) == (200, picture())
    await sent.edit(content="same picture")
    assert await _get(url) == (200, picture())
    edited = await sent.edit(embed=embed, attachments=[file()])
    assert await _get(url) == (200, picture())  # a page that was told of it may just be about to load it
    assert await _get(edited.embeds[0].image.url or "") == (200, picture())
    shown = (await ana.messages("table-1"))[0]
    assert shown["embeds"][0]["image"]["url"].startswith("/cdn/attachments/")
    assert (shown["embeds"][0]["image"]["width"], shown["embeds"][0]["image"]["height"]) == (2, 3)


async def _get(url: str) -> tuple[int, bytes]:
    async with aiohttp.ClientSession() as http, http.get(url) as response:
        return response.status, await response.read()


async def test_attachments_are_kept_by_listing_them(start_bot: StartBot) -> None:
    bot = await start_bot(QuietBot())
    sent = await text_channel(bot).send("two", files=[file("a.png", description="A"), file("b.txt")])
    assert [a.filename for a in sent.attachments] == ["a.png", "b.txt"]
    assert await sent.attachments[0].read() == picture()
    assert (sent.attachments[0].width, sent.attachments[0].description) == (2, "A")
    edited = await sent.edit(attachments=[sent.attachments[1], file("c.png")])
    assert [a.filename for a in edited.attachments] == ["b.txt", "c.png"]
    assert (await edited.edit(attachments=[])).attachments == []


async def test_a_browser_runs_no_file(start_bot: StartBot) -> None:
    bot = await start_bot(QuietBot())
    sent = await text_channel(bot).send(file=file("x.html"))
    async with aiohttp.ClientSession() as http, http.get(sent.attachments[0].url) as response:
        assert response.content_type == "application/octet-stream"
        assert response.headers["Content-Disposition"].startswith("attachment")


async def test_reply(start_bot: StartBot, join: Join) -> None:
    bot, ana = await start_bot(QuietBot()), await join("Ana")
    said = await ana.say("table-1", "anybody?")
    channel = text_channel(bot)
    found = await channel.fetch_message(int(said["id"]))
    reply = await found.reply("me")
    assert reply.reference is not None
    assert reply.reference.message_id == found.id
    told = await ana.wait_for_message(lambda m: m["content"] == "me")
    assert told["pings_me"]
    quiet = await found.reply("quietly", mention_author=False)
    told = await ana.wait_for_message(lambda m: m["id"] == str(quiet.id))
    assert not told["pings_me"]
    await found.delete() if bot.guilds[0].me.guild_permissions.manage_messages else await ana.delete(said)
    with pytest.raises(discord.HTTPException) as refused:
        await channel.send("late", reference=found)
    assert refused.value.code == 50035
    await channel.send("late", reference=found.to_reference(fail_if_not_exists=False))


NOBODY = discord.AllowedMentions.none()


async def test_mentions_notify_only_whom_they_may(start_bot: StartBot, join: Join) -> None:
    bot, ana, ben = await start_bot(QuietBot()), await join("Ana"), await join("Ben")
    channel = text_channel(bot)

    async def pinged(person: Person, text: str, **options: Any) -> bool:
        sent = await channel.send(text, **options)
        got = await person.wait_for_message(lambda m: m["id"] == str(sent.id))
        return bool(got["pings_me"])

    assert await pinged(ana, f"your turn, {ana.mention}")
    assert not await pinged(ben, f"your turn, {ana.mention}")
    assert not await pinged(ana, f"your turn, {ana.mention}", allowed_mentions=NOBODY)
    only_ben = discord.AllowedMentions(users=[discord.Object(int(ben.id))], everyone=False)
    assert not await pinged(ana, f"{ana.mention} {ben.mention}", allowed_mentions=only_ben)
    assert await pinged(ben, f"{ana.mention} {ben.mention}", allowed_mentions=only_ben)
    assert await pinged(ben, "@everyone")
    assert not await pinged(ben, "@everyone", allowed_mentions=NOBODY)
    assert not await pinged(ana, f"{ana.mention}", silent=True)


async def test_edits_never_notify(start_bot: StartBot, join: Join) -> None:
    bot, ana = await start_bot(QuietBot()), await join("Ana")
    sent = await text_channel(bot).send("nobody's turn")
    await sent.edit(content=f"your turn, {ana.mention}")
    changed = await ana.wait_for_message(lambda m: "your turn" in m["content"])
    assert not changed["pings_me"]
    assert [u["id"] for u in changed["mentions"]] == [ana.id]


async def test_direct_messages_open_and_closed(start_bot: StartBot, join: Join) -> None:
    bot, ana = await start_bot(QuietBot()), await join("Ana")
    user = await bot.fetch_user(int(ana.id))
    await user.send("your turn", file=file())
    told = await ana.wait_for_message(lambda m: m["content"] == "your turn")
    assert told["pings_me"]
    assert (await ana.messages("@me"))[0]["attachments"][0]["filename"] == "table.png"
    await ana.settings(dms=False)
    with pytest.raises(discord.Forbidden) as closed:
        await user.send("again")
    assert closed.value.code == 50007
    await ana.settings(dms=True)
    await user.send("again")


async def test_person_writes_to_the_bot(start_bot: StartBot, join: Join) -> None:
    bot, ana = QuietBot(), await join("Ana")
    await start_bot(bot)
    await (await bot.fetch_user(int(ana.id))).create_dm()
    await ana.wait_for(lambda f: f["t"] == "channel_create")
    await ana.say("@me", "hello bot")
    await until(lambda: bool(bot.heard))
    assert isinstance(bot.heard[0].channel, discord.DMChannel)
    assert bot.heard[0].content == "hello bot"


async def test_threads_and_channels(start_bot: StartBot, join: Join) -> None:
    bot, ana = await start_bot(QuietBot()), await join("Ana")
    thread = await text_channel(bot).create_thread(
        name="Table 1 talk", type=discord.ChannelType.public_thread
    )
    await thread.send("in here")
    await ana.wait_for_message(lambda m: m["channel_id"] == str(thread.id))
    await ana.say("Table 1 talk", "and I")
    opened = await ana.request("POST", f"/channels/{ana.channel('lounge')}/threads", {"name": "Ana's"})
    made = await ana.request("POST", "/channels", {"name": "Bura Room!"})
    assert made["name"] == "bura-room"
    await until(lambda: bot.get_channel(int(made["id"])) and bot.guilds[0].get_thread(int(opened["id"])))
    await thread.edit(archived=True)
    await ana.wait_for(lambda f: f["t"] == "channel_update")
    await thread.delete()
    await ana.wait_for(lambda f: f["t"] == "channel_delete")
    assert [t.name for t in await bot.guilds[0].active_threads()] == ["Ana's"]


async def test_typing_shows(start_bot: StartBot, join: Join) -> None:
    bot, ana = await start_bot(QuietBot()), await join("Ana")
    async with text_channel(bot).typing():
        frame = await ana.wait_for(lambda f: f["t"] == "typing")
    assert frame["d"]["channel_id"] == ana.channel("table-1")


async def test_people_write_and_tidy_up(sandbox: Sandbox, join: Join) -> None:
    owner, ben = await join("Ana"), await join("Ben")
    first, second = await ben.say("lounge", "one"), await ben.say("lounge", "two")
    hers = await owner.say("lounge", "mine")
    with pytest.raises(Refusal, match="own messages"):
        await ben.delete(hers)
    await ben.delete(first)
    await owner.delete(second)
    assert [m["content"] for m in await ben.messages("lounge")] == ["mine"]
    with pytest.raises(Refusal):
        await ben.say("lounge", "   ")
    with pytest.raises(Refusal):
        await ben.say("lounge", "x" * 2001)


async def test_names(sandbox: Sandbox, join: Join) -> None:
    ana = await join("Ana")
    for bad in ("", "x" * 33, "ana", "Levée", "a\nb\x07"):
        with pytest.raises(Refusal) as refused:
            await join(bad)
        assert refused.value.status == 400
    assert (await ana.settings(name="Anaïs"))["global_name"] == "Anaïs"
    assert (await join("Аня")).me["username"] == "player"


async def test_dismissed_message_stays_for_the_bot(start_bot: StartBot, join: Join) -> None:
    async def step(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("only you", ephemeral=True)

    bot = StepBot(step)
    await start_bot(bot)
    ana = await join("Ana")
    shown = await ana.slash("lounge", "do")
    assert shown.message is not None
    await ana.delete(shown.message)
    assert await ana.messages("lounge") == []
