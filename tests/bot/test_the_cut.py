"""The shuffle is committed to before the cards, and whoever cuts has a part in it."""

import json

import pytest
import simcord
from evening import LATER_S, Evening, words_of
from watching import cards_in

from data import journal
from engine import fair


async def cutter_of(evening: Evening) -> simcord.MemberActor:
    """The player who has asked to cut, and is asked to."""
    row = evening.bot.tables.cutter(evening.table)
    assert row is not None
    return next(member for member in evening.players if member.id == row.user_id)


async def ask_all(evening: Evening) -> None:
    for member in evening.players:
        said = await member.click(evening.table_message(), label="Let me cut")
        assert "You will be asked to cut" in words_of(said)


async def test_the_first_commitment_stands_in_the_lobby(evening: Evening) -> None:
    await evening.open()
    secret = evening.table.secret
    assert secret is not None
    assert secret.deal == 1
    assert secret.commit_hex in evening.table_text()
    await evening.players[0].slash(evening.channel, "table start")
    await evening.play_deal()
    (published,) = await journal.published(evening.bot.database, evening.table.id)
    assert published.commit_hex == secret.commit_hex


async def test_every_commitment_is_public_before_its_cards(evening: Evening) -> None:
    """In the order in which the bot sent its messages: commitment, then hands, turned card and plays."""
    await evening.start(deals=4)
    table = evening.table
    await evening.play_until(lambda: table.is_closed)
    published = await journal.published(evening.bot.database, table.id)
    sent = [
        (request.path, json.dumps(request.json, ensure_ascii=False))
        for request in evening.env.http_requests
        if request.method in ("POST", "PATCH") and request.json
    ]
    for proof in published:
        public = f"/channels/{evening.channel.id}/"
        first = next(
            i for i, (path, text) in enumerate(sent) if path.startswith(public) and proof.commit_hex in text
        )
        title = f"deal {proof.deal}"
        cards = next(i for i, (_, text) in enumerate(sent) if title in _title(text) and cards_in(text))
        assert first < cards, f"deal {proof.deal}"


def _title(text: str) -> str:
    embeds = json.loads(text).get("embeds") or [{}]
    return str(embeds[0].get("title", "")).replace(" is over", "")


async def test_a_phrase_cuts_the_deal(evening: Evening) -> None:
    await evening.open(deals=1)
    await ask_all(evening)
    await evening.players[0].slash(evening.channel, "table start")
    assert evening.deal == 0
    assert not evening.hand(evening.players[0])
    cutter = await cutter_of(evening)
    assert f"<@{cutter.id}>, cut the pack" in evening.table_text()
    assert (await evening.panel(cutter)).embeds[0].title == "Your hand · before the first deal"
    form = await cutter.click(evening.table_message(), label="Cut")
    assert form.modal is not None
    phrase = "  laissez les bons temps rouler “♥”  "
    control = form.modal["components"][0]["components"][0]["custom_id"]
    said = await cutter.submit_modal(form, {control: phrase})
    assert all(card.symbol in words_of(said) for card in evening.hand(cutter))
    table = evening.table
    await evening.play_until(lambda: table.is_closed)
    (published,) = await journal.published(evening.bot.database, table.id)
    assert published.cut == phrase.strip()
    file = await evening.bystander.slash(evening.channel, "record file")
    assert file.response is not None
    text = (await file.response.attachments[0].read()).decode()
    assert fair.check(text.splitlines()) == fair.Verdict((1,), ())
    proof = words_of(await evening.bystander.slash(evening.channel, "fair", deal=1))
    assert "laissez les bons temps rouler" in proof


async def test_dealing_on_leaves_it_to_chance(evening: Evening) -> None:
    await evening.open()
    await ask_all(evening)
    await evening.players[0].slash(evening.channel, "table start")
    cutter = await cutter_of(evening)
    other = next(member for member in evening.players if member is not cutter)
    await other.click(evening.table_message(), label="Deal on")
    assert evening.deal == 1


async def test_somebody_else_cannot_cut(evening: Evening) -> None:
    await evening.open()
    await ask_all(evening)
    await evening.players[0].slash(evening.channel, "table start")
    cutter = await cutter_of(evening)
    for other in (*evening.players, evening.bystander):
        if other is cutter:
            continue
        form = await other.click(evening.table_message(), label="Cut")
        assert form.modal is not None
        control = form.modal["components"][0]["components"][0]["custom_id"]
        said = words_of(await other.submit_modal(form, {control: "mine"}))
        wanted = "do not sit" if other is evening.bystander else f"{cutter.user.global_name}"
        assert wanted in said
        assert evening.deal == 0


@pytest.mark.parametrize("text", ["   ", "\u3000"])
async def test_an_empty_cut(evening: Evening, text: str) -> None:
    await evening.open()
    await ask_all(evening)
    await evening.players[0].slash(evening.channel, "table start")
    cutter = await cutter_of(evening)
    form = await cutter.click(evening.table_message(), label="Cut")
    assert form.modal is not None
    control = form.modal["components"][0]["components"][0]["custom_id"]
    assert "1 to 100 characters" in words_of(await cutter.submit_modal(form, {control: text}))
    assert evening.deal == 0


async def test_asking_to_cut_can_be_taken_back(evening: Evening) -> None:
    await evening.open()
    await ask_all(evening)
    await evening.env.advance_time(LATER_S)
    for member in evening.players:
        said = await member.click(evening.table_message(), label="Let me cut")
        assert "left to chance" in words_of(said)
    await evening.players[0].slash(evening.channel, "table start")
    assert evening.deal == 1


async def test_the_cutter_is_asked_once(evening: Evening) -> None:
    """To ask is for one deal; the one after is cut by chance."""
    await evening.open()
    await ask_all(evening)
    await evening.players[0].slash(evening.channel, "table start")
    cutter = await cutter_of(evening)
    await cutter.click(evening.table_message(), label="Deal on")
    assert cutter.id not in evening.table.cutters


async def test_the_cutter_leaves(evening: Evening) -> None:
    await evening.open()
    await ask_all(evening)
    await evening.players[0].slash(evening.channel, "table start")
    cutter = await cutter_of(evening)
    await cutter.slash(evening.channel, "table leave")
    assert evening.deal == 1


async def test_acting_while_the_cut_is_awaited(evening: Evening) -> None:
    await evening.open()
    await ask_all(evening)
    await evening.players[0].slash(evening.channel, "table start")
    before = evening.table.seq
    for name in ("stay", "pass", "draw", "claim", "hand"):
        said = words_of(await evening.players[0].slash(evening.channel, name))
        assert said
        assert "My mistake" not in said
    assert evening.table.seq == before
