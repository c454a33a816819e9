"""People in browsers of their own: what they press, and everything that reaches their browser."""

import asyncio
import json
import re
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

import pytest
from playwright.async_api import (
    Browser,
    ConsoleMessage,
    Locator,
    Page,
    Response,
    WebSocket,
    async_playwright,
    expect,
)

from tests.whole.knowledge import cards_in

CHROMIUM: Final = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium here to show the page")

DESKTOP: Final[dict[str, Any]] = {"viewport": {"width": 1280, "height": 800}}
PHONE: Final[dict[str, Any]] = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "is_mobile": True,
    "has_touch": True,
}
PLAYABLE: Final = re.compile(r"act:\d+:\d+:(stay|play:\w+|draw)")
MOST_TABS: Final = 80
WORDS: Final = """[...document.querySelectorAll("*")].flatMap((element) => {
    const attributes = [...element.attributes].filter(({ name }) => !["src", "href", "d"].includes(name));
    const texts = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
    return [...attributes.map(({ value }) => value), ...texts.map(({ data }) => data)];
})"""
"""Every text and attribute of the page, shown or not, save addresses and drawings."""
LEFT_BELOW: Final = "scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight"
"""Pixels that could still be scrolled down."""


@asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        await browser.close()


class Visitor:
    """``heard`` is all that the server told this browser; ``faults`` what its console complains of."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.heard: list[Any] = []
        self.faults: list[str] = []
        self._reading: set[asyncio.Task[None]] = set()
        page.on("response", self._take_response)
        page.on("websocket", self._take_socket)
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", self._take_remark)

    def _take_remark(self, said: ConsoleMessage) -> None:
        if said.type == "error":
            self.faults.append(said.text)

    @classmethod
    async def join(cls, browser: Browser, invite: str, name: str, screen: dict[str, Any]) -> "Visitor":
        page = await (await browser.new_context(**screen)).new_page()
        visitor = cls(page)
        await page.goto(invite)
        await page.get_by_test_id("name-input").fill(name)
        await page.get_by_test_id("name-submit").click()
        await page.wait_for_url("**/play/**")
        return visitor

    def _take_response(self, response: Response) -> None:
        if response.status >= 400:
            self.faults.append(f"{response.status} {response.url}")
        if "/page/api/" in response.url and response.status == 200:
            reading = asyncio.create_task(self._read(response))
            self._reading.add(reading)
            reading.add_done_callback(self._reading.discard)

    async def _read(self, response: Response) -> None:
        self.heard.append(await response.json())

    def _take_socket(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.heard.append(json.loads(frame)))

    # what is on show

    @property
    def panel(self) -> Locator:
        """The hand, as it was asked for last."""
        hands = self.page.locator("[data-testid=message][data-ephemeral=true]")
        return hands.filter(has_text="Your hand · deal").last

    @property
    def table(self) -> Locator:
        """The public message of the table."""
        return self.page.locator("[data-testid=message][data-ephemeral=false]").last

    async def open_channel(self, name: str) -> None:
        """Through the drawer where the screen is narrow."""
        channel = self.page.locator(f"[data-testid=channel][data-channel-name={name}]")
        if not await channel.is_visible() or await self.page.get_by_test_id("open-rail").is_visible():
            await self.page.get_by_test_id("open-rail").click()
        await channel.click()

    async def press(self, label: str) -> None:
        await self.page.get_by_role("button", name=label, exact=True).last.click()

    async def open_hand(self) -> None:
        panels = self.page.locator("[data-testid=message]").filter(has_text="Your hand · deal")
        before = await panels.count()
        await self.table.get_by_role("button", name="My hand").click()
        await expect(panels).to_have_count(before + 1)

    async def hand(self) -> set[str]:
        return cards_in(await self.panel.locator(".embed-text").inner_text())

    async def choices(self) -> list[str]:
        """The custom ids of what can be pressed on the panel now."""
        pressable = self.panel.locator("[data-custom-id]:not([disabled])")
        ids = await pressable.evaluate_all("all => all.map(one => one.dataset.customId)")
        return [id for id in ids if PLAYABLE.fullmatch(id) or id.startswith("pick:")]

    async def act(self) -> str:
        """Take the first choice by pressing it, the first card of a list; its custom id."""
        first = (await self.choices())[0]
        control = self.panel.locator(f"[data-custom-id='{first}']")
        await control.click()
        if first.startswith("pick:"):
            await self.panel.get_by_test_id("select-option").first.click()
            await self.panel.get_by_test_id("select-confirm").click()
        await expect(control).to_have_count(0)
        return first

    async def told_cards(self) -> set[str]:
        """Every card that stands anywhere in what the server said, or in the page."""
        if self._reading:
            await asyncio.wait(self._reading)
        told = [
            each for each in self.heard if not (isinstance(each, dict) and each.get("t") == "commands_update")
        ]
        return cards_in(told) | cards_in(await self.page.evaluate(WORDS))

    async def is_at_end(self) -> None:
        """The newest message is in view, and no button offers to jump to it."""
        await expect(self.page.locator("#jump")).to_be_hidden()
        for _ in range(100):
            if await self.page.evaluate(LEFT_BELOW) < 3:
                return
            await self.page.wait_for_timeout(20)
        raise AssertionError("the page does not stay at its end")

    async def tab_to(self, custom_id: re.Pattern[str]) -> None:
        """Walk backwards with the keyboard until a component with such an id has the focus."""
        for _ in range(MOST_TABS):
            await self.page.keyboard.press("Shift+Tab")
            focused = await self.page.evaluate("document.activeElement.dataset.customId ?? ''")
            if custom_id.fullmatch(focused):
                return
        raise AssertionError(f"the keyboard does not lead to {custom_id.pattern}")


async def whose_turn(visitors: list[Visitor]) -> Visitor:
    for _ in range(500):
        for visitor in visitors:
            if await visitor.choices():
                return visitor
        await visitors[0].page.wait_for_timeout(20)
    raise AssertionError("it is nobody's turn")


async def opened_table(visitor: Visitor) -> None:
    """By typing the command; the game is the first choice offered."""
    await visitor.page.get_by_test_id("composer").press_sequentially("/table open ")
    await visitor.page.keyboard.press("Enter")
    await visitor.page.keyboard.press("Enter")
    await expect(visitor.table).to_contain_text("a table is open")
