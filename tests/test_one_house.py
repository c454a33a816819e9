"""The house knows no game by name: not the bot, not the data, not what the games share of the engine."""

import re
from pathlib import Path

import pytest

from engine.game import FOLDERS, games
from engine.words import clause_of

ROOT = Path(__file__).parents[1]
SHARED = [
    file
    for place in (*(ROOT / "bot").rglob("*"), *(ROOT / "data").rglob("*"), *(ROOT / "engine").glob("*"))
    for file in [place]
    if file.suffix in {".py", ".toml", ".sql", ".js", ".css", ".html"}
]
NAMES = {name for game in games().values() for name in (game.key, game.title)}
CLAUSES = "".join(sorted({clause_of(game, "win")[0] for game in games().values()}))
KNOWN = re.compile(rf"{'|'.join(sorted(NAMES))}|\b[{CLAUSES}]-\d", re.IGNORECASE)


def test_the_search_finds_names_and_clauses() -> None:
    assert len(SHARED) > 150
    assert CLAUSES == "BOU"
    for text in ("Bourré", "from engine.bura import", "by B-8.5"):
        assert KNOWN.search(text)


@pytest.mark.parametrize("file", SHARED, ids=lambda file: str(file.relative_to(ROOT)))
def test_no_game_is_known_by_name_or_clause(file: Path) -> None:
    register = f"FOLDERS: Final = {FOLDERS}".replace("'", '"')
    text = file.read_text("utf-8").replace(register, "")
    assert not KNOWN.findall(text)
