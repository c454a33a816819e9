"""Settings, from the environment or any mapping of the names that ``.env.example`` documents."""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from data.backups import default_folder
from data.database import DEFAULT

_WHOLE: Final = re.compile(r"[0-9]{1,9}")
_DECIMAL: Final = re.compile(r"[0-9]{1,9}(\.[0-9]{1,9})?")
_OWN_MACHINE: Final = re.compile(r"http://(127\.0\.0\.1|localhost|\[::1\]):([1-9][0-9]{0,4})")
LEVELS: Final = ("DEBUG", "INFO", "WARNING", "ERROR")


class BadSetting(ValueError):
    """A setting cannot be used. The text is one sentence naming it and what it may be."""


@dataclass(frozen=True, slots=True)
class Settings:
    """``token`` is empty when this process is to have an embedded server; ``sandbox_port`` 0 takes any free
    port. ``sandbox_url`` is that of another process, empty if the token is one of Discord itself.

    ``window_delay_s`` is how long a silent player is waited for where silence means something; 0: for ever.
    Backups are made each ``backup_every_h`` hours, 0: never; as many as ``backup_keep`` stay. ``health_port``
    0 opens none. Tables leave memory after ``idle_after_min`` minutes without a move or a press, 0: never.
    Of ``shard_count`` shards this process has those in ``shard_ids``. Between two changes of a table's
    message ``edit_pace_s`` pass.
    """

    token: str = field(repr=False)
    database: Path
    key_file: Path
    sandbox_port: int
    sandbox_url: str
    log_level: str
    window_delay_s: float
    backup_folder: Path
    backup_every_h: float
    backup_keep: int
    health_port: int
    idle_after_min: float
    shard_count: int
    shard_ids: tuple[int, ...]
    edit_pace_s: float

    @classmethod
    def read(cls, values: Mapping[str, str]) -> "Settings":
        """Raises BadSetting. What is not there has its default."""
        database = Path(_text(values, "DATABASE", DEFAULT))
        token = _token(values)
        shard_count = _number(values, "SHARD_COUNT", 1, 1000, least=1)
        if shard_count > 1 and not token:
            raise BadSetting(
                "SHARD_COUNT needs DISCORD_TOKEN: an embedded server of one's own is for one bot."
            )
        return cls(
            token=token,
            database=database,
            key_file=Path(_text(values, "KEY_FILE", f"{database}.key")),
            sandbox_port=_number(values, "SANDBOX_PORT", 8420, 65535),
            sandbox_url=_own_machine(values, "SANDBOX_URL", token),
            log_level=_choice(values, "LOG_LEVEL", "INFO" if token else "WARNING", LEVELS),
            window_delay_s=_decimal(values, "WINDOW_DELAY", "4", 60, "seconds"),
            backup_folder=Path(_text(values, "BACKUP_FOLDER", str(default_folder(database)))),
            backup_every_h=_decimal(values, "BACKUP_EVERY", "24", 720, "hours"),
            backup_keep=_number(values, "BACKUP_KEEP", 14, 1000, least=1),
            health_port=_number(values, "HEALTH_PORT", 0, 65535),
            idle_after_min=_decimal(values, "IDLE_AFTER", "30", 1440, "minutes"),
            shard_count=shard_count,
            shard_ids=_shards(values, "SHARD_IDS", shard_count),
            edit_pace_s=_decimal(values, "EDIT_PACE", "1", 60, "seconds"),
        )


def _text(values: Mapping[str, str], name: str, default: str) -> str:
    text = os.fspath(values.get(name, default)).strip()
    if not text or "\0" in text:
        raise BadSetting(f"{name} is empty; leave it out, or set it to something like {default}.")
    return text


def _token(values: Mapping[str, str]) -> str:
    token = values.get("DISCORD_TOKEN", "").strip()
    if token and token.count(".") != 2:
        raise BadSetting(
            "DISCORD_TOKEN is not a bot token: copy it whole from the developer portal (three parts with "
            "dots), or leave it empty to play on the embedded server."
        )
    return token


def _own_machine(values: Mapping[str, str], name: str, token: str) -> str:
    """The address of a program of this machine, without a slash at its end; empty if none is named."""
    address = values.get(name, "").strip().removesuffix("/")
    if not address:
        return ""
    parts = _OWN_MACHINE.fullmatch(address)
    if parts is None or int(parts[2]) > 65535:
        raise BadSetting(
            f"{name}={address[:40]} is not possible: {name} is the address of an embedded server on this "
            "machine, such as http://127.0.0.1:8420."
        )
    if not token:
        raise BadSetting(f"{name} needs DISCORD_TOKEN: the bot token of the embedded server at {address}.")
    return address


def _number(values: Mapping[str, str], name: str, default: int, most: int, least: int = 0) -> int:
    text = values.get(name, str(default)).strip()
    if not (_WHOLE.fullmatch(text) and least <= int(text) <= most):
        raise BadSetting(
            f"{name}={text[:40]} is not possible: {name} is a whole number from {least} to {most}."
        )
    return int(text)


def _shards(values: Mapping[str, str], name: str, count: int) -> tuple[int, ...]:
    """All of ``count`` if nothing is said."""
    text = values.get(name, "").strip()
    numbers = [part.strip() for part in text.split(",")] if text else [str(n) for n in range(count)]
    if not all(_WHOLE.fullmatch(number) and int(number) < count for number in numbers):
        raise BadSetting(
            f"{name}={text[:40]} is not possible: {name} is some of the numbers from 0 to {count - 1} "
            f"(SHARD_COUNT is {count}), such as 0 or 0,1."
        )
    return tuple(sorted({int(number) for number in numbers}))


def _decimal(values: Mapping[str, str], name: str, default: str, most: int, unit: str) -> float:
    text = values.get(name, default).strip()
    if not (_DECIMAL.fullmatch(text) and float(text) <= most):
        raise BadSetting(
            f"{name}={text[:40]} is not possible: {name} is a number of {unit} from 0 to {most}, "
            f"such as {default} or 2.5."
        )
    return float(text)


def _choice(values: Mapping[str, str], name: str, default: str, choices: tuple[str, ...]) -> str:
    text = values.get(name, default).strip().upper()
    if text not in choices:
        raise BadSetting(f"{name}={text[:40]} is not possible: {name} is {', '.join(choices)}.")
    return text
