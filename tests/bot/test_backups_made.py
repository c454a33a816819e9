# ruff: noqa: ASYNC110, ASYNC240 -- these tests may wait for their own small files, and files send no event
"""Backups are made by themselves, end with the bot, and are named when they are needed."""

import asyncio
import logging
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from evening import Evening
from test_bad_settings import check_refusal, run

from bot import create_bot
from bot.backups import Backups
from data import backups

SHORT = timedelta(milliseconds=20)


async def made(path: Path, wanted: int) -> list[backups.Backup]:
    """The backups, as soon as so many different ones were there."""
    seen: set[Path] = set()
    async with asyncio.timeout(30):
        while len(seen) < wanted:
            await asyncio.sleep(0.01)
            seen |= {backup.path for backup in backups.backups(path, backups.default_folder(path))}
    return backups.backups(path, backups.default_folder(path))


async def test_backups_follow_each_other_while_people_play(evening: Evening) -> None:
    path = evening.bot.settings.database
    every = Backups(path, backups.default_folder(path), SHORT, 2, settle_s=0)
    await evening.start()
    every.begin()
    await evening.play_deal()
    await made(path, 3)
    await every.rest()
    kept = backups.backups(path, backups.default_folder(path))
    assert 1 <= len(kept) <= 3, "two, and perhaps one that was just made"
    for backup in kept:
        backups.check(backup.path)


async def test_a_backup_that_cannot_be_made_is_said_and_play_goes_on(
    evening: Evening, caplog: pytest.LogCaptureFixture
) -> None:
    path = evening.bot.settings.database
    nowhere = Backups(path, Path("/proc/levee"), SHORT, 2, settle_s=0)
    assert not await nowhere.back_up()
    assert "no backup was made in /proc/levee" in caplog.text
    await evening.start()
    await evening.play_deal()


async def test_a_restart_makes_no_backup_before_it_is_due(evening: Evening) -> None:
    path = evening.bot.settings.database
    daily = Backups(path, backups.default_folder(path), timedelta(days=1), 2, settle_s=0)
    assert await daily.back_up()
    again = Backups(path, backups.default_folder(path), timedelta(days=1), 2, settle_s=0)
    assert timedelta(hours=23) < again._until_due() <= timedelta(days=1)


async def test_a_clock_that_was_ahead_puts_no_backup_off(evening: Evening) -> None:
    path = evening.bot.settings.database
    with closing(backups.source(path)) as source:
        backups.back_up(source, path, backups.default_folder(path), datetime(2999, 1, 1, tzinfo=UTC))
    daily = Backups(path, backups.default_folder(path), timedelta(days=1), 2, settle_s=0)
    assert daily._until_due() == timedelta(days=1)


async def test_closing_gives_up_a_backup_that_is_being_made(
    evening: Evening, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    path = evening.bot.settings.database
    await evening.bot.database.write(lambda writer: writer.execute("CREATE TABLE much (a)"))
    await evening.bot.database.write(
        lambda writer: writer.executemany("INSERT INTO much VALUES (zeroblob(200))", [()] * 300_000)
    )
    big = Backups(path, backups.default_folder(path), SHORT, 2, settle_s=0)
    big.begin()
    part = backups.default_folder(path) / f"{path.name}.part"
    async with asyncio.timeout(30):
        while not part.exists():
            await asyncio.sleep(0.001)
    await big.rest()
    assert list(part.parent.iterdir()) == []
    assert "was made" not in caplog.text


async def test_no_backups_are_made_unless_wanted(tmp_path: Path) -> None:
    bot = create_bot({"DATABASE": tmp_path / "levee.db", "BACKUP_EVERY": 0})
    bot.backups.begin()
    await bot.backups.rest()
    assert list(tmp_path.iterdir()) == []


async def test_a_damaged_database_names_its_last_good_backup(tmp_path: Path) -> None:
    path = tmp_path / "levee.db"
    evening = Evening(path, 2)
    await evening.env.start()
    await evening.open()
    await evening.end()
    with closing(backups.source(path)) as source:
        good = backups.back_up(source, path, backups.default_folder(path), datetime(2026, 12, 31, tzinfo=UTC))
    whole = path.read_bytes()
    path.write_bytes(whole[:4096] + bytes(len(whole) - 4096))
    advice = f"its last good backup is {good}, and `python -m data restore {good.name}` puts it back."
    ended = await asyncio.to_thread(run, tmp_path)
    check_refusal(ended, advice)
    assert "levee.db is damaged" in ended.stderr
    path.write_bytes(b"\0" * len(whole))
    check_refusal(await asyncio.to_thread(run, tmp_path), advice)


async def test_a_second_bot_on_the_same_database_is_refused(evening: Evening) -> None:
    path = evening.bot.settings.database
    check_refusal(
        await asyncio.to_thread(run, path.parent), "is in use by another Levée: end that one first."
    )
