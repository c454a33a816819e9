"""``python -m tests.whole.screenshots FOLDER``: table.png and phone.png, taken in the middle of a deal."""

import asyncio
import sys
import tempfile
from pathlib import Path

from playwright.async_api import Browser, expect

from tests.whole.installation import Installation
from tests.whole.playing import CHANNEL
from tests.whole.visitor import PHONE, Visitor, chromium, opened_table, whose_turn

MOST_ACTS = 200
CARDS_ON_TABLE = 2
CARDS_IN_HAND = 3
DESK = {"viewport": {"width": 1920, "height": 1200}, "device_scale_factor": 2 / 3}
"""1280 by 800 pixels in the end, with room for table and hand together."""


async def main(folder: Path) -> None:
    with tempfile.TemporaryDirectory() as home:
        installation = Installation(Path(home))
        await installation.start()
        try:
            async with chromium() as browser:
                await take(browser, installation, folder)
        finally:
            await installation.end()


async def take(browser: Browser, installation: Installation, folder: Path) -> None:
    ana = await Visitor.join(browser, installation.invite_url, "Ana", DESK)
    ben = await Visitor.join(browser, installation.invite_url, "Benoît", PHONE)
    for visitor in (ana, ben):
        await visitor.open_channel(CHANNEL)
    await opened_table(ana)
    await ben.press("Sit down")
    await ana.press("Fill with computers")
    await expect(ana.table).not_to_contain_text("free")
    await ana.press("Start")
    await expect(ben.table).to_contain_text("deal 1")
    await ben.open_hand()
    await play_to_a_full_table(ana, ben)
    await tidied(ben)
    await ben.page.screenshot(path=folder / "phone.png")
    await tidied(ana)
    await ana.page.screenshot(path=folder / "table.png")


async def play_to_a_full_table(ana: Visitor, ben: Visitor) -> None:
    """Until it is Ana's turn with a few cards on the table, and the first tricks are taken."""
    for _ in range(MOST_ACTS):
        player = await whose_turn([ana, ben])
        if player is ana and len(await ana.hand()) >= CARDS_IN_HAND and await has_a_full_table(ana):
            return
        await player.act()
    raise AssertionError("no trick was full when it came to Ana")


async def has_a_full_table(visitor: Visitor) -> bool:
    """Once the public message has caught up: it may be edited about once a second only."""
    await expect(visitor.table).to_contain_text("▶ Ana", timeout=10_000)
    words = await visitor.table.inner_text()
    trick = words.rpartition("On the table: ")[2].partition("\n")[0]
    return "→" in words and trick.count("·") + 1 >= CARDS_ON_TABLE


async def tidied(visitor: Visitor) -> None:
    """The hand directly below the table, everything loaded, and the newest in view."""
    dismiss = visitor.page.get_by_test_id("dismiss")
    for _ in range(await dismiss.count()):
        left = await dismiss.count()
        await dismiss.first.click()
        await expect(dismiss).to_have_count(left - 1)
    await visitor.open_hand()
    await visitor.page.mouse.move(5, 5)
    await visitor.page.wait_for_load_state("networkidle")
    await visitor.page.wait_for_timeout(500)


if __name__ == "__main__":
    target = Path(sys.argv[1])
    target.mkdir(parents=True, exist_ok=True)
    asyncio.run(main(target))
