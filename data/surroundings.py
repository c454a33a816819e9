"""What this process was told where it runs."""

import os
from collections.abc import Mapping
from pathlib import Path

from dotenv import dotenv_values


def surroundings() -> Mapping[str, str]:
    """The lines of ``.env`` in the working folder and, before them, the environment."""
    file = {name: value for name, value in dotenv_values(Path(".env")).items() if value is not None}
    return {**file, **os.environ}
