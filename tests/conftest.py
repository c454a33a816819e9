"""Hypothesis profiles: `ci` repeats itself exactly; `nightly` and `deep` take time (HYPOTHESIS_PROFILE)."""

import os

import pytest
from hypothesis import HealthCheck, settings

from engine.game import FOLDERS

settings.register_profile("dev", max_examples=50, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", settings.get_profile("dev"), max_examples=200, derandomize=True)
settings.register_profile("nightly", settings.get_profile("dev"), max_examples=1000)
settings.register_profile("deep", settings.get_profile("dev"), max_examples=5000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci" if os.environ.get("CI") == "true" else "dev"))


@pytest.fixture
def fourth_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """The register with one line more: the game in ``tests/tiny``."""
    monkeypatch.setattr("engine.game.FOLDERS", [*FOLDERS, "tiny"])
