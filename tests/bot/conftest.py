from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from evening import Evening, seed_lots

EVENTFUL = 2341
"""With this seed three daring players soon come to every refusal of a play, to an ace turned up and to a claim."""


@pytest.fixture
async def evening(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> AsyncIterator[Evening]:
    """Three players unless the test asks for others: ``@pytest.mark.parametrize("evening", [5], indirect=True)``."""
    seed_lots(monkeypatch, EVENTFUL)
    evening = Evening(tmp_path / "levee.db", getattr(request, "param", 3))
    await evening.env.start()
    yield evening
    await evening.end()
    evening.env.raise_errors()
