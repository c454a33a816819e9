"""Forms: opened by the bot, filled in by the one for whom they were opened."""

from typing import Any

import discord
import pytest

from tests.sandbox.bots import Itx, StepBot, button
from tests.sandbox.conftest import Join, StartBot
from tests.sandbox.person import Refusal


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
