"""The page of a person who is in several servers, and of one who is in none any more."""

import re
from collections.abc import AsyncIterator
from typing import Any

import pytest
from playwright.async_api import Browser, Page, expect

from bot.sandbox import Sandbox
from bot.sandbox.objects import Guild, User
from tests.sandbox.bots import StepBot
from tests.sandbox.conftest import StartBot
from tests.whole.visitor import DESKTOP, PHONE, chromium, needs_chromium

pytestmark = needs_chromium
OTHER = "Other Club"


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    async with chromium() as browser:
        yield browser


@pytest.fixture
def other(sandbox: Sandbox) -> Guild:
    return sandbox.world.add_guild(OTHER)


def invite_of(sandbox: Sandbox, guild: Guild) -> str:
    return f"{sandbox.address}/join/{guild.invite}"


async def opened(browser: Browser, sandbox: Sandbox, screen: dict[str, Any]) -> tuple[Page, list[str]]:
    """The page of Ana, who has just joined, and the errors that scripts make in it from now on."""
    page = await (await browser.new_context(**screen)).new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    await page.goto(sandbox.invite_url)
    await page.get_by_test_id("name-input").fill("Ana")
    await page.get_by_test_id("name-submit").click()
    await expect(page.locator("#chat")).to_be_visible()
    return page, faults


async def come_as_before(page: Page, invite: str) -> None:
    """Open an invite in the browser that a person has used."""
    await page.goto(invite)
    await page.get_by_role("button", name="Come in as Ana").click()
    await page.wait_for_url("**/play/**")


def ana_of(sandbox: Sandbox) -> User:
    return next(user for user in sandbox.world.users.values() if user.name == "Ana")


@pytest.mark.parametrize("screen", [DESKTOP, PHONE], ids=["desktop", "phone"])
async def test_channels_stand_under_their_server(
    sandbox: Sandbox, other: Guild, browser: Browser, screen: dict[str, Any]
) -> None:
    page, faults = await opened(browser, sandbox, screen)
    await expect(page.locator("#channels h2")).to_have_text(["Text channels"])
    await come_as_before(page, invite_of(sandbox, other))
    await expect(page.locator("#channels h2")).to_have_text(["Levée Club", OTHER])
    there = page.get_by_role("region", name=OTHER).get_by_test_id("channel")
    if screen is PHONE:
        await page.get_by_test_id("open-rail").click()
    await expect(there).to_have_count(3)
    for channel in await there.all():
        await expect(channel).to_be_in_viewport(ratio=1)
    await there.filter(has_text="table-2").click()
    await expect(page.get_by_role("heading", level=1)).to_have_text("# table-2")
    await expect(page.locator("#guild-name")).to_have_text(OTHER)
    await page.get_by_test_id("composer").fill("hello")
    await page.keyboard.press("Enter")
    await expect(page.locator("#log")).to_contain_text("hello")
    [channel] = [c for c in sandbox.world.channels_of(other) if c.name == "table-2"]
    assert [m.content for m in sandbox.world.messages[channel.id].values()] == ["hello"]
    assert faults == []


async def test_members_and_names_are_those_of_the_open_server(
    sandbox: Sandbox, other: Guild, browser: Browser, start_bot: StartBot
) -> None:
    await start_bot(StepBot(lambda interaction: interaction.response.send_message("done")))
    page, faults = await opened(browser, sandbox, DESKTOP)
    await come_as_before(page, invite_of(sandbox, other))
    sandbox.world.change_member(ana_of(sandbox), other, nick="Annie")
    sandbox.world.join("Ben", sandbox.world.home)
    members = page.locator("#members")
    await expect(members).to_contain_text("Ben")
    await page.get_by_role("region", name=OTHER).get_by_test_id("channel").first.click()
    await expect(members).to_contain_text("Annie")
    await expect(members).not_to_contain_text("Ben")
    await page.get_by_test_id("composer").press_sequentially("/do")
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")
    await expect(page.locator("#log")).to_contain_text(re.compile("Annie.*done", re.DOTALL))
    assert faults == []


async def test_removed_and_back(sandbox: Sandbox, browser: Browser) -> None:
    page, faults = await opened(browser, sandbox, PHONE)
    user = ana_of(sandbox)
    sandbox.world.leave(user, sandbox.world.home)
    sentence = page.get_by_role("alert").filter(has_text="in no server here any more")
    await expect(sentence).to_be_visible()
    await expect(page.locator("#chat")).to_be_hidden()
    await page.reload()
    await expect(sentence).to_be_visible()
    await come_as_before(page, sandbox.invite_url)
    await expect(page.locator("#chat")).to_be_visible()
    await expect(sentence).to_be_hidden()
    assert user.id in sandbox.world.home.members
    assert faults == []


async def test_a_banned_person_is_told_so(sandbox: Sandbox, browser: Browser) -> None:
    page, faults = await opened(browser, sandbox, DESKTOP)
    sandbox.world.ban(ana_of(sandbox), sandbox.world.home)
    await page.goto(sandbox.invite_url)
    await page.get_by_role("button", name="Come in as Ana").click()
    await expect(page.locator("#join .fault")).to_contain_text("banned from this server")
    assert faults == []
