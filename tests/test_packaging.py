"""The small files around the code agree with it."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def test_the_image_has_a_python_that_the_project_allows() -> None:
    versions = re.findall(r"^FROM python:3\.(\d+)", (ROOT / "Dockerfile").read_text("utf-8"), re.MULTILINE)
    lowest = int(PROJECT["project"]["requires-python"].removeprefix(">=3."))
    assert versions
    assert all(int(version) >= lowest for version in versions)


def test_constraints_pin_every_dependency_and_name_no_index() -> None:
    lines = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    pinned = {re.sub(r"[-_.]+", "-", line.split("==")[0]).lower() for line in lines}
    assert all(re.fullmatch(r"[A-Za-z0-9._-]+==[0-9][0-9A-Za-z.]*", line) for line in lines)
    project = PROJECT["project"]
    wanted = [*project["dependencies"], *project["optional-dependencies"]["dev"]]
    assert {re.sub(r"[-_.]+", "-", name).lower() for name in wanted} <= pinned


def test_every_setting_is_documented() -> None:
    read = set(
        re.findall(r'(?:values, |values\.get\()"([A-Z_]+)"', (ROOT / "bot/config.py").read_text("utf-8"))
    )
    documented = set(re.findall(r"^#?([A-Z_]+)=", (ROOT / ".env.example").read_text("utf-8"), re.MULTILINE))
    assert read == documented


def test_the_readme_has_the_two_commands_and_every_dependency() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    assert "make play" in readme
    assert "make test" in readme
    assert all(name.lower() in readme.lower() for name in PROJECT["project"]["dependencies"])


def test_nothing_leads_to_places_outside_the_project() -> None:
    """Every relative link of the README and of the pages is there."""
    for page in (ROOT / "README.md", *(ROOT / "docs").glob("*.md")):
        links = re.findall(r"\]\(((?!https?:)[^)#]+)\)|src=\"([^\"]+)\"", page.read_text("utf-8"))
        assert all((page.parent / (one or other)).exists() for one, other in links)


def test_every_metric_is_documented() -> None:
    exposed = set(re.findall(r'"(levee_[a-z_]+)"', (ROOT / "bot/metrics.py").read_text("utf-8")))
    told = (ROOT / "docs/operations.md").read_text("utf-8")
    assert exposed
    assert all(name in told for name in exposed)


def test_what_is_deployed_sets_settings_that_there_are() -> None:
    settings = set(re.findall(r"^#?([A-Z_]+)=", (ROOT / ".env.example").read_text("utf-8"), re.MULTILINE))
    for name in ("compose.yaml", "levee.service"):
        text = (ROOT / "deploy" / name).read_text("utf-8")
        used = set(re.findall(r"^ +([A-Z_]+): |^Environment=([A-Z_]+)=", text, re.MULTILINE))
        ours = {one or other for one, other in used} - {"PYTHONUNBUFFERED"}
        assert ours
        assert ours <= settings
