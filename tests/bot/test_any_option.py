"""Whatever is typed into a command's options: an answer that is no mistake of ours, and the table goes on."""

from typing import Any

import pytest
import simcord
from evening import Evening, state, words_of
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

LETTERS = st.sampled_from("AKQJT1098765432cdhs ♥=+:-./Zß١\u200b\u202e\0`*_<@>&#\n'\"%{}\\é🂡")
KNOWN = ("series", "wiki", "deals=3", "pots=5", "players=", "net", "places 10 7", "Ah", "Kd 5c", "off")
WORDS = st.sampled_from(KNOWN) | st.text(LETTERS, max_size=5)
TEXTS = st.text(LETTERS, max_size=40) | st.lists(WORDS, max_size=4).map(" ".join)
DATES = st.from_regex(r"\A(20|29|99)[0-9]{2}-[01][0-9]-[0-3][0-9]( [0-2][0-9]:[0-6][0-9])?\Z")
NUMBERS = st.integers(1, 9) | st.sampled_from([10**6, 2**31, 10**9])
GAMES = st.sampled_from(["bourre", "bura", "bouillotte"])

TYPED: dict[str, dict[str, st.SearchStrategy[Any]]] = {
    "play": {"cards": TEXTS},
    "stay": {"discard": TEXTS},
    "draw": {"discard": TEXTS},
    "announce": {"kind": TEXTS},
    "refill": {"answer": TEXTS},
    "open": {"total": NUMBERS},
    "raise": {"total": NUMBERS},
    "table open": {"game": GAMES, "rules": TEXTS, "clock": TEXTS, "season": TEXTS},
    "season create": {"name": TEXTS, "rules": TEXTS, "start": TEXTS | DATES, "end": DATES, "points": TEXTS},
    "season create ": {"name": TEXTS, "timezone": TEXTS, "start": DATES},
    "season show": {"name": TEXTS},
    "season join": {"season": TEXTS},
    "season correct": {"table": NUMBERS, "reason": TEXTS, "deal": NUMBERS, "amount": TEXTS},
    "standings": {"season": TEXTS, "as_of": TEXTS | DATES},
    "ledger explain": {"deal": NUMBERS, "table": NUMBERS},
    "ledger export": {"season": TEXTS},
    "record show": {"deal": NUMBERS, "table": NUMBERS},
    "record file": {"table": NUMBERS},
    "fair": {"deal": NUMBERS},
    "rules": {"game": GAMES, "topic": TEXTS},
    "help": {"topic": TEXTS},
    "settings timezone": {"zone": TEXTS},
    "settings clock": {"clock": TEXTS},
    "settings house-rules save": {"name": TEXTS, "game": GAMES, "rules": TEXTS},
    "settings house-rules delete": {"name": TEXTS},
}
COMPLETED = (
    ("play", "cards"),
    ("stay", "discard"),
    ("announce", "kind"),
    ("table open", "rules"),
    ("table open", "season"),
    ("season create", "timezone"),
    ("rules", "topic"),
    ("settings house-rules delete", "name"),
)
one_evening = settings(
    deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)


@pytest.fixture
async def started(evening: Evening) -> Evening:
    await evening.start()
    return evening


@one_evening
@given(data=st.data(), name=st.sampled_from(list(TYPED)))
async def test_any_options(started: Evening, data: st.DataObject, name: str) -> None:
    """By the owner of the server, who has no seat but may do the most."""
    options = {option: data.draw(texts) for option, texts in TYPED[name].items()}
    before = state(started)
    try:
        result = await started.owner.slash(started.channel, name.strip(), **options)
    except simcord.SetupError:
        return  # Discord would not have sent it
    said = words_of(result)
    assert said
    assert "My mistake" not in said
    assert state(started) == before


@one_evening
@given(data=st.data(), asked=st.sampled_from(COMPLETED), typed=TEXTS)
async def test_anything_half_typed(
    started: Evening, data: st.DataObject, asked: tuple[str, str], typed: str
) -> None:
    name, option = asked
    filled = {"game": data.draw(GAMES)} if name == "table open" else {}
    staff = (started.owner,) if name.startswith("settings") else started.everyone
    member = data.draw(st.sampled_from(staff))
    for choice in await member.autocomplete(started.channel, name, option, typed, **filled):
        assert 1 <= len(choice["name"]) <= 100
        assert 1 <= len(str(choice["value"])) <= 100


@settings(one_evening, max_examples=8)
@given(phrase=st.text(LETTERS, min_size=1, max_size=100))
async def test_anything_in_a_form(evening: Evening, phrase: str) -> None:
    """A cut: the deal is proved by it in the end; or it is refused."""
    if evening.bot.tables.find(evening.channel.id) is None:
        await evening.open(deals=1)
        for player in evening.players:
            await player.click(evening.table_message(), label="Let me cut")
        await evening.players[0].slash(evening.channel, "table start")
    table = evening.table
    waiting = table.cutter_at(table.sitting) if table.sitting else None
    assert waiting is not None
    cutter = next(player for player in evening.players if player.id == waiting.user_id)
    form = await cutter.click(evening.table_message(), label="Cut")
    assert form.modal is not None
    control = form.modal["components"][0]["components"][0]["custom_id"]
    said = words_of(await cutter.submit_modal(form, {control: phrase}))
    assert "My mistake" not in said
    if phrase.strip():
        await evening.owner.slash(evening.channel, "table close")
        query = "SELECT cut FROM proof WHERE table_id = ?"
        stored = await evening.bot.database.read(lambda reader: reader.execute(query, (table.id,)).fetchall())
        assert stored == [(phrase.strip(),)]
