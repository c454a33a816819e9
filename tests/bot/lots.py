"""Lots that fall the same way every time."""

import random

import pytest


class Lots:
    """In place of ``secrets``: lots with a seed, so that an evening can be repeated."""

    def __init__(self, seed: int) -> None:
        self._source = random.Random(seed)

    def token_bytes(self, count: int) -> bytes:
        return self._source.randbytes(count)

    def randbelow(self, n: int) -> int:
        return self._source.randrange(n)

    def below(self, n: int) -> int:
        return self._source.randrange(n)


def seed_lots(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    lots = Lots(seed)
    monkeypatch.setattr("bot.lot.secrets", lots)
    monkeypatch.setattr("bot.lobby.secrets", lots)
