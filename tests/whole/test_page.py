"""The page in a real browser, before a bot that runs as people run it."""

import re
import signal
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

from tests.whole.installation import Installation
from tests.whole.knowledge import cards_in
from tests.whole.playing import CHANNEL
from tests.whole.visitor import DESKTOP, PHONE, Visitor, chromium, needs_chromium, opened_table, whose_turn

pytestmark = needs_chromium
MOST_ACTS = 60


@pytest.fixture
async def installation(tmp_path: Path) -> AsyncIterator[Installation]:
    installation = Installation(tmp_path)
    await installation.start()
    yield installation
    code, _ = await installation.end()
    assert code == 0
    assert installation.log == ""


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    async with chromium() as browser:
        yield browser


async def test_a_deal_by_clicking(installation: Installation, browser: Browser) -> None:
    """Ana at a desk and Ben with a phone, each in a browser of their own, and three computers."""
    ana = await Visitor.join(browser, installation.invite_url, "Ana", DESKTOP)
    ben = await Visitor.join(browser, installation.invite_url, "Ben", PHONE)
    for visitor in (ana, ben):
        await visitor.open_channel(CHANNEL)
    await opened_table(ana)
    await ben.press("Sit down")
    await ana.press("Fill with computers")
    await expect(ana.table).not_to_contain_text("free")
    await ana.press("Start")
    await expect(ben.table).to_contain_text("deal 1")
    await ben.open_hand()
    await play_a_deal(ana, ben)
    await ana.is_at_end()
    for visitor in (ana, ben):
        assert visitor.faults == []
    await ana.page.reload()
    log = ana.page.locator("#log")
    await expect(log).to_contain_text("deal 1 is over")
    await expect(ana.table).to_contain_text("deal 2")
    await expect(ana.panel).to_contain_text("deal 2")


async def play_a_deal(ana: Visitor, ben: Visitor) -> None:
    """Neither browser is ever told a card that only the other one's player may know."""
    held: dict[Visitor, set[str]] = {ana: await ana.hand(), ben: await ben.hand()}
    turned = cards_in(re.findall(r"\((\S+) turned up\)", await ana.table.inner_text()))
    assert len(turned) == 1
    played: set[str] = set()
    acts = 0
    while await ana.page.locator("#log").get_by_text("deal 1 is over").count() == 0:
        assert (acts := acts + 1) < MOST_ACTS
        player = await whose_turn([ana, ben])
        held[player] |= await player.hand()
        for visitor, other in ((ana, ben), (ben, ana)):
            foreign = held[other] - held[visitor] - played - turned
            assert not foreign & await visitor.told_cards()
        await usable(ben)
        chosen = await player.act()
        if ":play:" in chosen:
            played.add(chosen.rpartition(":")[2])
        await ana.is_at_end()
    assert played, "they played no tricks"


async def usable(phone: Visitor) -> None:
    """Nothing is wider than the screen, and what is to be touched is large enough to be."""
    widths = await phone.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert widths[0] <= widths[1]
    for button in await phone.panel.get_by_test_id("component").all():
        box = await button.bounding_box()
        assert box is not None
        assert box["height"] >= 40
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390


async def test_by_keyboard_alone(installation: Installation, browser: Browser) -> None:
    page = await (await browser.new_context(**DESKTOP)).new_page()
    ana = Visitor(page)
    await page.goto(installation.invite_url)
    await page.keyboard.type("Ana")
    await page.keyboard.press("Enter")
    await page.wait_for_url("**/play/**")
    await expect(page.get_by_test_id("composer")).to_be_focused()
    await page.keyboard.press("Alt+ArrowDown")
    await expect(page.get_by_role("heading", level=1)).to_have_text("# table-1")
    await page.keyboard.type("/table open ")
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")
    await expect(ana.table).to_contain_text("a table is open")
    for words, then in (("/table fill", "Bayou"), ("/table start", "deal 1")):
        await page.keyboard.type(words)
        await page.keyboard.press("Enter")
        await page.keyboard.press("Enter")
        await expect(ana.table).to_contain_text(then)
    await until_cards_are_played(ana, act_by_keyboard)
    await act_by_keyboard(ana)
    await expect(page.locator("#log")).to_contain_text(re.compile(r"\*?Ana .*→|On the table:.*Ana"))
    assert ana.faults == []


async def test_what_was_asked_for_comes_into_view(installation: Installation, browser: Browser) -> None:
    """A phone that shows the top of a long channel, a press there, and the answer at its end."""
    ben = await Visitor.join(browser, installation.invite_url, "Ben", PHONE)
    await opened_table(ben)
    for _ in range(6):
        await ben.press("Sit down")
    await expect(ben.page.get_by_text("You sit at this table already.")).to_have_count(6)
    await ben.page.locator("#scroller").evaluate("scroller => { scroller.scrollTop = 0; }")
    await expect(ben.page.locator("#jump")).to_be_visible()
    await ben.table.get_by_role("button", name="Start").click()
    refusal = ben.page.get_by_text("Bourré needs 2 to 7 players")
    await expect(refusal).to_be_in_viewport()
    await ben.is_at_end()


async def test_what_failed_stays_where_it_was(installation: Installation, browser: Browser) -> None:
    ana = await Visitor.join(browser, installation.invite_url, "Ana", DESKTOP)
    composer, everything = ana.page.get_by_test_id("composer"), ana.page.get_by_test_id("message")
    await ana.page.route("**/interactions", lambda route: route.abort())
    await composer.fill("/hand ")
    await ana.page.keyboard.press("Enter")
    await expect(everything.last).to_contain_text("cannot be reached")
    await ana.page.unroute_all()
    await composer.fill("/hand ")
    await ana.page.keyboard.press("Enter")
    await expect(everything).to_have_count(2)
    await expect(everything.last).to_contain_text("no table in this channel")


async def test_options_named_as_they_are_typed(installation: Installation, browser: Browser) -> None:
    ana = await Visitor.join(browser, installation.invite_url, "Ana", DESKTOP)
    await ana.page.get_by_test_id("composer").press_sequentially("/table open game:Bura clock:60 deals:3")
    await expect(ana.page.get_by_test_id("option")).to_contain_text(["game", "clock", "deals"])
    values = await ana.page.locator("[data-option]").evaluate_all("all => all.map(one => one.value)")
    assert values == ["Bura", "60", "3"]


async def act_by_keyboard(visitor: Visitor) -> None:
    first = (await visitor.choices())[-1]
    await visitor.tab_to(re.compile(re.escape(first)))
    await visitor.page.keyboard.press("Enter")
    await expect(visitor.panel.locator(f"[data-custom-id='{first}']")).to_have_count(0)


async def until_cards_are_played(visitor: Visitor, act: Callable[[Visitor], Awaitable[object]]) -> None:
    """Act until the visitor's next choice is a card to play."""
    for _ in range(MOST_ACTS):
        await whose_turn([visitor])
        if ":play:" in (await visitor.choices())[0]:
            return
        await act(visitor)
    raise AssertionError("no deal came to its tricks")


async def test_sigterm_in_mid_deal(installation: Installation, browser: Browser) -> None:
    ana = await Visitor.join(browser, installation.invite_url, "Ana", DESKTOP)
    await opened_table(ana)
    await ana.press("Fill with computers")
    await expect(ana.table).not_to_contain_text("free")
    await ana.press("Start")
    await until_cards_are_played(ana, Visitor.act)
    hand, choices = await ana.hand(), await ana.choices()
    code, seconds = await installation.end(signal.SIGTERM)
    assert code == 0
    assert seconds < 5
    await expect(ana.page.locator("#banner")).to_be_visible(timeout=10_000)
    await installation.start()
    await expect(ana.page.locator("#banner")).to_be_hidden(timeout=10_000)
    await ana.open_hand()
    assert (await ana.hand(), await ana.choices()) == (hand, choices)
    chosen = await ana.act()
    assert await ana.hand() == hand - {chosen.rpartition(":")[2]}
