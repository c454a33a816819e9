"""Commands, buttons, selects and forms, from the person's click to the bot's answer and back."""

import asyncio
from typing import Any

import discord
import pytest
from discord import app_commands

from bot.sandbox import Sandbox
from tests.sandbox.bots import Itx, QuietBot, StepBot, button, file
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


AnyCommand = app_commands.Command[Any, Any, Any]


class Form(discord.ui.Modal, title="Your move"):
    cut: discord.ui.TextInput[Any] = discord.ui.TextInput(label="Cut", custom_id="cut", max_length=5)
    suit: discord.ui.Label[Any] = discord.ui.Label(
        text="Suit",
        component=discord.ui.Select(
            custom_id="suit",
            options=[discord.SelectOption(label="Hearts"), discord.SelectOption(label="Clubs")],
        ),
    )

    async def on_submit(self, interaction: Itx) -> None:
        assert isinstance(self.suit.component, discord.ui.Select)
        await interaction.response.send_message(f"{self.cut.value} of {self.suit.component.values[0]}")


async def test_form(start_bot: StartBot, join: Join) -> None:
    await start_bot(StepBot(lambda interaction: interaction.response.send_modal(Form())))
    ana, ben = await join("Ana"), await join("Ben")
    opened = await ana.slash("lounge", "do")
    assert opened.modal is not None
    assert opened.modal["title"] == "Your move"
    with pytest.raises(Refusal, match="length"):
        await ana.submit_modal(opened, {"Cut": "too long", "Suit": ["Hearts"]}, "lounge")
    with pytest.raises(Refusal, match="no longer open"):
        await ben.submit_modal(opened, {"Cut": "7", "Suit": ["Hearts"]}, "lounge")
    done = await ana.submit_modal(opened, {"Cut": "7", "Suit": ["Hearts"]}, "lounge")
    assert done.text == "7 of Hearts"


async def test_form_from_a_button_can_change_the_message(start_bot: StartBot, join: Join) -> None:
    class Rename(discord.ui.Modal, title="Rename"):
        name: discord.ui.TextInput[Any] = discord.ui.TextInput(label="Name", custom_id="name")

        async def on_submit(self, interaction: Itx) -> None:
            await interaction.response.edit_message(content=self.name.value)

    async def press(interaction: Itx) -> None:
        await interaction.response.send_modal(Rename())

    async def step(interaction: Itx) -> None:
        await interaction.response.send_message("old", view=button("Rename", press, custom_id="r"))

    await start_bot(StepBot(step))
    ana = await join("Ana")
    shown = await ana.slash("lounge", "do")
    opened = await ana.click(shown.message, label="Rename")
    done = await ana.submit_modal(opened, {"name": "new"}, "lounge")
    assert [m["content"] for m in await ana.messages("lounge")] == ["new"]
    assert done.status == "done"


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


class Chooser(QuietBot):
    """``/table open game (seats)`` with completion, and one command for each kind of option."""

    def __init__(self) -> None:
        super().__init__()
        table = app_commands.Group(name="table", description="Tables")
        opening: AnyCommand = app_commands.Command(name="open", description="Open one", callback=self.open)
        opening.autocomplete("rules")(self.complete)
        table.add_command(opening)
        self.tree.add_command(table)
        kinds: AnyCommand = app_commands.Command(name="kinds", description="Of option", callback=self.kinds)
        self.tree.add_command(kinds)

    @app_commands.choices(game=[app_commands.Choice(name="Bourré", value="bourre")])
    async def open(
        self,
        interaction: Itx,
        game: app_commands.Choice[str],
        seats: app_commands.Range[int, 2, 8] = 4,
        rules: str = "series",
    ) -> None:
        await interaction.response.send_message(f"{game.value} {seats} {rules}")

    async def complete(self, interaction: Itx, current: str) -> list[app_commands.Choice[str]]:
        chosen = interaction.namespace.game
        return [
            app_commands.Choice(name=f"{chosen}: {w}", value=w) for w in ("series", "classic") if current in w
        ]

    async def kinds(
        self, interaction: Itx, who: discord.Member, where: discord.TextChannel, yes: bool
    ) -> None:
        await interaction.response.send_message(f"{who.display_name} {where.name} {yes}")


async def test_options_of_every_kind(start_bot: StartBot, join: Join) -> None:
    await start_bot(Chooser())
    ana, ben = await join("Ana"), await join("Ben")
    assert (await ana.slash("lounge", "table open", game="bourre", seats=5)).text == "bourre 5 series"
    told = await ana.slash("lounge", "kinds", who=ben, where=ana.channel("table-2"), yes=True)
    assert told.text == "Ben table-2 True"
    wrongs: list[tuple[dict[str, Any], str]] = [
        ({"seats": 5}, "required"),
        ({"game": "poker"}, "offered"),
        ({"game": "bourre", "seats": 9}, "too large"),
        ({"game": "bourre", "seats": 1}, "too small"),
        ({"game": "bourre", "seats": "5"}, "right kind"),
        ({"game": "bourre", "nonsense": "5"}, "no option"),
    ]
    for wrong, why in wrongs:
        with pytest.raises(Refusal, match=why):
            await ana.slash("lounge", "table open", **wrong)


async def test_autocomplete(start_bot: StartBot, join: Join) -> None:
    await start_bot(Chooser())
    ana = await join("Ana")
    choices = await ana.autocomplete("lounge", "table open", "rules", "cl", game="bourre")
    assert choices == [{"name": "bourre: classic", "value": "classic"}]


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


async def test_commands_respect_default_permissions(start_bot: StartBot, join: Join) -> None:
    bot = QuietBot()

    @bot.tree.command(description="For the owner")
    @app_commands.default_permissions(manage_guild=True)
    async def settings(interaction: Itx) -> None:
        await interaction.response.send_message("yours")

    @bot.tree.command(description="Not in direct messages")
    @app_commands.guild_only()
    async def table(interaction: Itx) -> None:
        await interaction.response.send_message("here")

    await start_bot(bot)
    ana, ben = await join("Ana"), await join("Ben")
    assert ana.me["owner"]
    assert [c["name"] for c in ana.commands] == ["settings", "table"]
    assert [c["name"] for c in ben.commands] == ["table"]
    ben.commands = ana.commands
    with pytest.raises(Refusal) as refused:
        await ben.slash("lounge", "settings")
    assert refused.value.status == 403
    member = await bot.guilds[0].fetch_member(int(ana.id))
    await member.create_dm()
    await ana.wait_for(lambda f: f["t"] == "channel_create")
    with pytest.raises(Refusal, match="not available"):
        await ana.slash("@me", "table")


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
