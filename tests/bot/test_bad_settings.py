"""What cannot be used at the start is one sentence for whoever started the bot, and an exit code."""

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from evening import Evening

from bot import create_bot
from bot.config import BadSetting, Settings

ROOT = Path(__file__).parents[2]
FAULTS = [
    ("DISCORD_TOKEN", "abc"),
    ("DISCORD_TOKEN", "a.b.c.d"),
    ("DATABASE", "  "),
    ("DATABASE", "a\0b"),
    ("KEY_FILE", ""),
    ("SANDBOX_PORT", "web"),
    ("SANDBOX_PORT", "-1"),
    ("SANDBOX_PORT", "65536"),
    ("SANDBOX_PORT", "8420.5"),
    ("SANDBOX_PORT", "٨٤٢٠"),
    ("SANDBOX_PORT", "9" * 5000),
    ("SANDBOX_PORT", ""),
    ("SANDBOX_URL", "http://127.0.0.1:8420"),  # without a token
    ("SANDBOX_URL", "8420"),
    ("WINDOW_DELAY", "-1"),
    ("WINDOW_DELAY", "60.1"),
    ("WINDOW_DELAY", "soon"),
    ("WINDOW_DELAY", "1e1"),
    ("WINDOW_DELAY", "inf"),
    ("WINDOW_DELAY", "٤"),
    ("WINDOW_DELAY", ""),
    ("EDIT_PACE", "fast"),
    ("EDIT_PACE", "61"),
    ("BACKUP_EVERY", "-1"),
    ("BACKUP_EVERY", "721"),
    ("BACKUP_EVERY", "daily"),
    ("IDLE_AFTER", "-1"),
    ("IDLE_AFTER", "soon"),
    ("BACKUP_KEEP", "0"),
    ("BACKUP_KEEP", "1001"),
    ("BACKUP_KEEP", "all"),
    ("BACKUP_FOLDER", ""),
    ("HEALTH_PORT", "65536"),
    ("HEALTH_PORT", "yes"),
    ("SHARD_COUNT", "0"),
    ("SHARD_COUNT", "2"),  # without a token
    ("SHARD_IDS", "1"),
    ("SHARD_IDS", "0,"),
    ("SHARD_IDS", "0;1"),
    ("SHARD_IDS", "-1"),
    ("SHARD_IDS", "٠"),
    ("LOG_LEVEL", "loud"),
    ("LOG_LEVEL", ""),
]


@pytest.mark.parametrize(("name", "value"), FAULTS)
def test_a_bad_setting(tmp_path: Path, name: str, value: str) -> None:
    settings = {"DATABASE": str(tmp_path / "levee.db"), name: value}
    with pytest.raises(BadSetting) as fault:
        create_bot(settings)
    check_sentence(str(fault.value))
    assert name in str(fault.value)
    assert len(str(fault.value)) < 300
    assert not list(tmp_path.iterdir())


def check_sentence(text: str) -> None:
    assert "\n" not in text
    assert "Traceback" not in text
    assert text.endswith(".")


def test_a_token_is_never_repeated() -> None:
    token = "MTIzNDU2.secret-part"
    with pytest.raises(BadSetting) as fault:
        create_bot({"DISCORD_TOKEN": token})
    assert "secret" not in str(fault.value)
    assert "secret" not in repr(Settings.read({"DISCORD_TOKEN": "a.secret.b"}))


def test_settings_have_the_documented_defaults() -> None:
    settings = Settings.read({})
    documented = dict(
        line.removeprefix("#").split("=", 1)
        for line in (ROOT / ".env.example").read_text("utf-8").splitlines()
        if "=" in line and " " not in line and not line.startswith("#LOG_LEVEL")
    )
    assert {"DISCORD_TOKEN", "DATABASE", "KEY_FILE", "SANDBOX_PORT", "WINDOW_DELAY"} < set(documented)
    assert settings == Settings.read(documented)


def test_unknown_settings_do_no_harm(tmp_path: Path) -> None:
    bot = create_bot({"DATABASE": tmp_path / "x.db", "HOME": "/", "LOG_LEVEL": "debug"})
    assert bot.settings.log_level == "DEBUG"


def run(folder: Path, **settings: str) -> subprocess.CompletedProcess[str]:
    """``python -m bot`` on the embedded server, in an empty folder."""
    bare = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "SANDBOX_PORT": "0"}
    return subprocess.run(
        [sys.executable, "-m", "bot"],
        cwd=folder,
        env=bare | {"DATABASE": str(folder / "levee.db")} | settings,
        capture_output=True,
        text=True,
        timeout=40,
        check=False,
    )


def check_refusal(ended: subprocess.CompletedProcess[str], wanted: str) -> None:
    assert ended.returncode == 1
    assert ended.stdout == ""
    check_sentence(ended.stderr.strip())
    assert wanted in ended.stderr


def test_bad_settings_end_the_program(tmp_path: Path) -> None:
    check_refusal(run(tmp_path, SANDBOX_PORT="web"), "SANDBOX_PORT=web is not possible")


def test_a_bad_setting_in_the_file(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("LOG_LEVEL=loud\n")
    check_refusal(run(tmp_path), "LOG_LEVEL=LOUD is not possible")


def test_the_environment_goes_before_the_file(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("LOG_LEVEL=loud\nSANDBOX_PORT=0\n")
    check_refusal(run(tmp_path, LOG_LEVEL="INFO", DATABASE=str(tmp_path)), str(tmp_path))


def test_a_database_that_is_a_folder(tmp_path: Path) -> None:
    folder = tmp_path / "levee.db"
    folder.mkdir()
    check_refusal(run(tmp_path), "levee.db")


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    (tmp_path / "levee.db").write_text("This is a letter, and not a short one: " * 50)
    check_refusal(run(tmp_path), "is not a database")


def test_a_database_that_may_not_be_written(tmp_path: Path) -> None:
    check_refusal(run(tmp_path, DATABASE="/proc/levee/levee.db"), "/proc/levee")


def test_a_newer_schema(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "levee.db") as database:
        database.execute("PRAGMA user_version = 9999")
    database.close()
    ended = run(tmp_path)
    check_refusal(ended, "newer")


def test_shards_of_a_process() -> None:
    token = {"DISCORD_TOKEN": "a.b.c", "SHARD_COUNT": "4"}
    assert Settings.read(token).shard_ids == (0, 1, 2, 3)
    assert Settings.read(token | {"SHARD_IDS": "3, 1,3"}).shard_ids == (1, 3)
    with pytest.raises(BadSetting, match="SHARD_IDS=4 is not possible"):
        Settings.read(token | {"SHARD_IDS": "4"})


@pytest.mark.parametrize(
    "address",
    [
        "https://127.0.0.1:8420",
        "http://127.0.0.1",
        "http://127.0.0.1:0",
        "http://127.0.0.1:65536",
        "http://127.0.0.1:8420/api",
        "http://127.0.0.1:8420@example.org:80",
        "http://127.0.0.2:8420",
        "http://example.org:8420",
        "http://localhost.example.org:8420",
        "http://127.0.0.1:٨٤٢٠",
    ],
)
def test_another_programs_embedded_server_is_on_this_machine(address: str) -> None:
    with pytest.raises(BadSetting, match=r"^SANDBOX_URL=.* is not possible") as fault:
        Settings.read({"DISCORD_TOKEN": "a.b.c", "SANDBOX_URL": address})
    check_sentence(str(fault.value))


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "[::1]"])
def test_another_programs_embedded_server(host: str) -> None:
    settings = Settings.read({"DISCORD_TOKEN": "a.b.c", "SANDBOX_URL": f" http://{host}:8420/ "})
    assert settings.sandbox_url == f"http://{host}:8420"


async def test_a_missing_key(tmp_path: Path) -> None:
    """Of a database that holds the secret of a coming deal."""
    evening = Evening(tmp_path / "levee.db", 2)
    await evening.env.start()
    await evening.open()
    await evening.end()
    (tmp_path / "levee.db.key").unlink()
    check_refusal(run(tmp_path), "levee.db.key")
