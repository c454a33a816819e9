"""A server with a bot in it; where Discord's API description is at hand, all traffic is held against it."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.sandbox import Sandbox, point_discord_at
from tests.sandbox.api import Api
from tests.sandbox.person import Person
from tests.sandbox.recorder import SPECIFICATION, Recorder

StartBot = Callable[[discord.Client], Awaitable[discord.Client]]
Join = Callable[[str], Awaitable[Person]]
READY_S = 15.0


async def run_bot(sandbox: Sandbox, client: discord.Client) -> "asyncio.Task[None]":
    """Start ``client`` on the sandbox and wait until it is ready."""
    task = asyncio.create_task(client.start(sandbox.bot_token))
    ready = asyncio.create_task(client.wait_until_ready())
    done, _ = await asyncio.wait({task, ready}, timeout=READY_S, return_when=asyncio.FIRST_COMPLETED)
    if ready not in done:
        ready.cancel()
        await client.close()
        await task
        raise TimeoutError("the bot did not become ready")
    return task


@pytest.fixture
def recorder() -> Recorder:
    return Recorder()


@pytest.fixture
async def sandbox(recorder: Recorder) -> AsyncIterator[Sandbox]:
    """A new world in memory, without rate limits, every request and response of the bot recorded."""
    sandbox = Sandbox(None, rate_limits=False)
    sandbox.middlewares.append(recorder.middleware)
    await sandbox.start()
    with point_discord_at(sandbox.address):
        yield sandbox
    await sandbox.close()
    if SPECIFICATION.exists():
        assert recorder.faults() == []


@pytest.fixture
async def start_bot(sandbox: Sandbox) -> AsyncIterator[StartBot]:
    """Starts a bot; it is closed when the test ends."""
    running: list[tuple[discord.Client, asyncio.Task[Any]]] = []

    async def start(client: discord.Client) -> discord.Client:
        running.append((client, await run_bot(sandbox, client)))
        return client

    yield start
    for client, task in running:
        await client.close()
        await asyncio.wait_for(task, READY_S)


@pytest.fixture
async def join(sandbox: Sandbox) -> AsyncIterator[Join]:
    """Lets a person join by name; their connections end with the test."""
    people: list[Person] = []

    async def join(name: str) -> Person:
        people.append(await Person.join(sandbox, name))
        return people[-1]

    yield join
    for person in people:
        await person.close()


@pytest.fixture
async def api(sandbox: Sandbox) -> AsyncIterator[Api]:
    """The API as a program without a library sees it."""
    async with Api(sandbox.address, sandbox.bot_token) as api:
        yield api


@pytest.fixture
def world_file(tmp_path: Path) -> Path:
    return tmp_path / "world.db"
