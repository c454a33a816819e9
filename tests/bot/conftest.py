from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from duel import DELAY_S
from evening import Evening
from lots import seed_lots

EVENTFUL = 2341
"""With this seed three daring players soon come to each refusal of a play, an ace turned up, a claim."""


@pytest.fixture
async def evening(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> AsyncIterator[Evening]:
    """Three players, unless a test asks for others by ``parametrize("evening", [5], indirect=True)``."""
    seed_lots(monkeypatch, EVENTFUL)
    evening = Evening(tmp_path / "levee.db", getattr(request, "param", 3))
    await evening.env.start()
    yield evening
    await evening.end()
    evening.env._raise_errors_since(evening.env._errors_acknowledged)


@pytest.fixture
async def duel(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> AsyncIterator[Evening]:
    """Two at a table of Bura, dealt. Silence is waited for DELAY_S, unless a test asks for another time."""
    seed_lots(monkeypatch, 11)
    duel = Evening(tmp_path / "levee.db", 2, getattr(request, "param", DELAY_S))
    await duel.env.start()
    first, second = duel.players
    await first.slash(duel.channel, "table open", game="bura")
    await second.slash(duel.channel, "table join")
    await first.slash(duel.channel, "table start")
    yield duel
    await duel.end()
    duel.env._raise_errors_since(duel.env._errors_acknowledged)
