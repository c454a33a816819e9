"""Commands, buttons, selects and forms, from the person's click to the bot's answer and back."""

import asyncio
from typing import Any

import discord
import pytest

from bot.sandbox import Sandbox
from tests.sandbox.bots import Itx, StepBot, button, file
from tests.sandbox.conftest import Join, StartBot
from tests.sandbox.person import Refusal, components_of, labels_of


async def test_button_changes_its_message(start_bot: StartBot, join: Join) -> None:
    async def press(interaction: Itx) -> None:
        await interaction.response.edit_message(content="pressed", view=None)

    async def step(interaction: Itx) -> None:
        await interaction.response.send_message("press me", view=button("Press", press, custom_id="p:1"))

    await start_bot(StepBot(step))
    ana, ben = await join("Ana"), await join("Ben")
    shown = await ana.slash("lounge", "do")
    assert shown.message is not None
    assert labels_of(shown.message) == ["Press"]
    pressed = await ben.click(shown.message, label="Press")
    assert pressed.text == "pressed"
    assert pressed.message is not None
    assert pressed.message["id"] == shown.message["id"]
    assert pressed.message["edited_timestamp"] is not None
    await ana.wait_for_message(lambda m: m["content"] == "pressed")
    with pytest.raises(Refusal, match="no longer there"):
        await ben.click(shown.message, label="Press")


async def test_select_answers_to_the_chooser_alone(start_bot: StartBot, join: Join) -> None:
    menu: discord.ui.Select[Any] = discord.ui.Select(
        custom_id="cards",
        min_values=1,
        max_values=2,
        options=[discord.SelectOption(label=name, value=name[0]) for name in ("Ace", "King", "Queen")],
    )

    async def choose(interaction: Itx) -> None:
        await interaction.response.send_message(" ".join(sorted(menu.values)), ephemeral=True)

    async def step(interaction: Itx) -> None:
        menu.callback = choose  # type: ignore[method-assign]
        await interaction.response.send_message("choose", view=discord.ui.View(timeout=None).add_item(menu))

    await start_bot(StepBot(step))
    ana = await join("Ana")
    shown = await ana.slash("lounge", "do")
    chosen = await ana.select(shown.message, "King", "Ace")
    assert chosen.text == "A K"
    assert chosen.message is not None
    assert chosen.message["flags"] & 64
    with pytest.raises(Refusal, match="1 to 2"):
        await ana.select(shown.message, "Ace", "King", "Queen")
    with pytest.raises(Refusal, match="not offered"):
        await ana.select(shown.message, "Joker")


async def test_user_select_names_a_member(start_bot: StartBot, join: Join) -> None:
    menu: discord.ui.UserSelect[Any] = discord.ui.UserSelect(custom_id="who")

    async def choose(interaction: Itx) -> None:
        await interaction.response.edit_message(content=f"{menu.values[0].display_name}", view=None)

    async def step(interaction: Itx) -> None:
        menu.callback = choose  # type: ignore[method-assign]
        await interaction.response.send_message("who?", view=discord.ui.View(timeout=None).add_item(menu))

    await start_bot(StepBot(step))
    ana, ben = await join("Ana"), await join("Ben")
    shown = await ana.slash("lounge", "do")
    assert (await ana.select(shown.message, ben)).text == "Ben"


async def test_deferred_answer_and_follow_ups(start_bot: StartBot, join: Join) -> None:
    async def step(interaction: Itx) -> None:
        await interaction.response.defer(thinking=True, ephemeral=True)
        original = await interaction.original_response()
        assert original.flags.loading
        first = await interaction.followup.send("your hand", file=file(), wait=True)
        assert first.id == original.id
        await interaction.edit_original_response(content="your hand, sorted")
        second = await interaction.followup.send("and to all", wait=True)
        await second.edit(content="and to all of you")
        await (await interaction.followup.send("a slip", wait=True)).delete()

    bot = StepBot(step)
    await start_bot(bot)
    ana, ben = await join("Ana"), await join("Ben")
    outcome = await ana.slash("lounge", "do")
    assert outcome.status == "done"
    await ana.wait_for(lambda f: f["t"] == "message_delete")
    assert bot.errors == []
    assert [m["content"] for m in await ana.messages("lounge")] == ["your hand, sorted", "and to all of you"]
    assert [m["content"] for m in await ben.messages("lounge")] == ["and to all of you"]
    statuses = [f["d"]["status"] for f in ana.seen if f.get("t") == "interaction"]
    assert statuses == ["deferred", "done"]


async def test_deferred_update_then_edit(start_bot: StartBot, join: Join) -> None:
    async def press(interaction: Itx) -> None:
        await interaction.response.defer()
        await interaction.edit_original_response(content="later")

    async def step(interaction: Itx) -> None:
        await interaction.response.send_message("now", view=button("Go", press, custom_id="go"))

    await start_bot(StepBot(step))
    ana = await join("Ana")
    shown = await ana.slash("lounge", "do")
    await ana.click(shown.message, label="Go")
    changed = await ana.wait_for_message(lambda m: m["content"] == "later")
    assert shown.message is not None
    assert changed["id"] == shown.message["id"]


async def test_delete_original_response(start_bot: StartBot, join: Join) -> None:
    async def step(interaction: Itx) -> None:
        await interaction.response.send_message("gone soon")
        await interaction.delete_original_response()

    await start_bot(StepBot(step))
    ana = await join("Ana")
    await ana.slash("lounge", "do")
    await ana.wait_for(lambda f: f["t"] == "message_delete")
    assert await ana.messages("lounge") == []


async def test_callback_gives_the_message(start_bot: StartBot, join: Join) -> None:
    ids: list[int | None] = []

    async def step(interaction: Itx) -> None:
        response = await interaction.response.send_message("x", ephemeral=True)
        assert isinstance(response.resource, discord.InteractionMessage)
        ids.append(response.message_id)
        ids.append(response.resource.id)

    bot = await start_bot(StepBot(step))
    outcome = await (await join("Ana")).slash("lounge", "do")
    await asyncio.sleep(0.05)
    assert isinstance(bot, StepBot)
    assert bot.errors == []
    assert outcome.message is not None
    assert ids == [int(outcome.message["id"])] * 2


async def test_unanswered_interaction_fails_after_three_seconds(start_bot: StartBot, join: Join) -> None:
    async def step(interaction: Itx) -> None:
        await asyncio.sleep(3.2)
        await interaction.response.send_message("too late")

    bot = StepBot(step)
    await start_bot(bot)
    outcome = await (await join("Ana")).slash("lounge", "do")
    assert outcome.status == "failed"
    await asyncio.sleep(0.5)
    assert isinstance(bot.errors[0], discord.NotFound)
    assert bot.errors[0].code == 10062


async def test_second_answer_is_refused(sandbox: Sandbox, start_bot: StartBot, join: Join) -> None:
    async def step(interaction: Itx) -> None:
        await interaction.response.send_message("one")
        again = interaction.response
        again._response_type = None  # so that the library lets us ask twice
        await again.send_message("two")

    bot = StepBot(step)
    await start_bot(bot)
    await (await join("Ana")).slash("lounge", "do")
    await asyncio.sleep(0.1)
    assert isinstance(bot.errors[0], discord.HTTPException)
    assert bot.errors[0].code == 40060


async def test_interaction_in_direct_messages(start_bot: StartBot, join: Join) -> None:
    async def step(interaction: Itx) -> None:
        assert interaction.guild is None
        assert interaction.context.dm_channel
        await interaction.response.send_message(f"hello {interaction.user.display_name}")

    bot = StepBot(step)
    await start_bot(bot)
    ana = await join("Ana")
    await (await bot.fetch_user(int(ana.id))).send("hi")
    await ana.wait_for_message(lambda m: m["content"] == "hi")
    assert (await ana.slash("@me", "do")).text == "hello Ana"
    assert bot.errors == []


async def test_display_components(start_bot: StartBot, join: Join) -> None:
    class Layout(discord.ui.LayoutView):
        box: discord.ui.Container[Any] = discord.ui.Container(
            discord.ui.TextDisplay("# Table 1"),
            discord.ui.Separator(),
            discord.ui.Section("the pot is 5", accessory=discord.ui.Button(label="Take", custom_id="take")),
            discord.ui.MediaGallery(discord.MediaGalleryItem("attachment://table.png")),
        )

    async def step(interaction: Itx) -> None:
        await interaction.response.send_message(view=Layout(timeout=None), file=file())

    bot = StepBot(step)
    await start_bot(bot)
    outcome = await (await join("Ana")).slash("lounge", "do")
    assert bot.errors == []
    assert "the pot is 5" in outcome.text
    assert outcome.message is not None
    kinds = [component["type"] for component in components_of(outcome.message)]
    assert kinds == [17, 10, 14, 9, 2, 10, 12] or sorted(kinds) == sorted([17, 10, 14, 9, 10, 2, 12])
    gallery = next(c for c in components_of(outcome.message) if c["type"] == 12)
    assert gallery["items"][0]["media"]["url"].startswith("/cdn/attachments/")
