"""A deal from the first command to its telling, by commands only and by buttons only; and a whole sitting."""

import pytest
from evening import Evening, embed_text, words_of

from data import journal, ledger
from data.rows import TableState
from engine import fair
from engine.bourre.actions import Draw
from engine.game import Observation
from engine.ledger import amount
from engine.replay import replayed

MOST_ACTS = 1500


async def check_autocomplete(evening: Evening) -> None:
    """``/play`` offers the cards that may be played now, to nobody but the player on turn."""
    member = evening.turn()
    assert evening.table.sitting is not None
    legal = [str(each) for each in evening.table.sitting.legal(evening.seat(member)) if "play" in str(each)]
    offered = await member.autocomplete(evening.channel, "play", "cards", "")
    assert sorted(f"play {choice['value']}" for choice in offered) == sorted(legal)
    assert await evening.not_on_turn().autocomplete(evening.channel, "play", "cards", "") == []
    assert await evening.bystander.autocomplete(evening.channel, "play", "cards", "") == []


async def test_a_deal_by_commands(evening: Evening) -> None:
    first, second, third = evening.players
    await first.slash(evening.channel, "table open", game="bourre", seats=3, deals=2)
    await second.slash(evening.channel, "table join", seat=3)
    await third.slash(evening.channel, "table join")
    assert [row.user_id for row in evening.table.row.seats] == [first.id, third.id, second.id]
    await second.slash(evening.channel, "table start")
    for _ in range(MOST_ACTS):
        if evening.deal != 1:
            break
        if evening.phase == "playing":
            await check_autocomplete(evening)
        await evening.by_command(evening.turn(), evening.choice())
    finished = next(message for message in evening.messages() if "is over" in str(message.embeds[0].title))
    assert "deal 1 is over" in str(finished.embeds[0].title)
    assert not finished.components
    assert "deal 2" in str(evening.table_message().embeds[0].title)


async def test_a_hand_comes_with_what_lies_on_the_table(evening: Evening) -> None:
    """On a phone the table is out of sight then."""
    await evening.start()

    def seen() -> Observation:
        assert evening.table.sitting is not None
        return evening.table.sitting.observe(None)

    await evening.play_until(lambda: len(seen().trick) == 2, daring=True)
    turn_up = seen().turn_up
    assert turn_up is not None
    lying = [f"{turn_up.symbol} turned up", *(cards[0].symbol for _, cards in seen().trick)]
    for member in evening.players:
        (field,) = (await evening.panel(member)).embeds[0].fields
        assert [each for each in lying if each not in field.value] == []


async def test_staying_and_discarding_is_one_command(evening: Evening) -> None:
    await evening.start()
    member = evening.turn()
    discarded = evening.hand(member)[:2]
    said = await member.slash(evening.channel, "stay", discard=" ".join(card.symbol for card in discarded))
    hand = evening.hand(member)
    assert len(hand) == 5
    assert not set(discarded) & set(hand)
    assert all(card.symbol in words_of(said) for card in hand)
    assert "stays, draws 2 cards" in evening.table_text()


@pytest.mark.parametrize("word", ["none", "-", "0", "pat"])
async def test_standing_pat_by_a_word(evening: Evening, word: str) -> None:
    await evening.start()
    member = evening.turn()
    hand = evening.hand(member)
    await member.slash(evening.channel, "stay", discard=word)
    assert evening.hand(member) == hand
    assert "stays, stands pat" in evening.table_text()


async def test_discards_are_offered_card_by_card(evening: Evening) -> None:
    await evening.start()
    member = evening.turn()
    first, second, *_ = evening.hand(member)
    offered = await member.autocomplete(evening.channel, "stay", "discard", "")
    assert [choice["value"] for choice in offered] == ["none", *map(str, evening.hand(member))]
    offered = await member.autocomplete(evening.channel, "stay", "discard", first.symbol)
    assert f"{first}{second}" in [choice["value"] for choice in offered]


async def test_what_is_no_card_is_completed_from_the_start(evening: Evening) -> None:
    await evening.start()
    member = evening.turn()
    offered = await member.autocomplete(evening.channel, "stay", "discard", "five of")
    assert [choice["value"] for choice in offered] == ["none", *map(str, evening.hand(member))]
    assert await member.autocomplete(evening.channel, "play", "cards", "") == []


@pytest.mark.parametrize("evening", [2], indirect=True)
async def test_a_deal_by_buttons(evening: Evening) -> None:
    """Opening needs a command; from then on nothing but buttons and selects."""
    first, second = evening.players
    await first.slash(evening.channel, "table open", game="bourre", seats=4)
    await second.click(evening.table_message(), label="Sit down")
    await second.click(evening.table_message(), label="Stand up")
    await second.click(evening.table_message(), label="Sit down")
    await first.click(evening.table_message(), label="Fill with computers")
    await second.click(evening.table_message(), label="Start")
    drew = 0
    for _ in range(MOST_ACTS):
        if evening.deal > 3:
            break
        action = evening.choice()
        drew += isinstance(action, Draw)
        before = evening.table.seq
        await evening.by_button(evening.turn(), action)
        assert evening.table.seq > before
    assert evening.deal == 4
    assert drew


async def test_the_public_buttons_say_stay_and_pass(evening: Evening) -> None:
    await evening.start()
    member = evening.turn()
    await member.click(evening.table_message(), label="Pass")
    assert "passes" in evening.table_text()
    member = evening.turn()
    await member.click(evening.table_message(), label="Stay")
    assert evening.phase != "playing"
    assert evening.turn() is member, "who stays draws"


@pytest.mark.parametrize("evening", [5], indirect=True)
async def test_a_sitting_of_twelve_deals(evening: Evening) -> None:
    await evening.start()
    table = evening.table
    await evening.play_until(lambda: table.is_closed)
    assert evening.bot.tables.find(evening.channel.id) is None
    assert table.row.state is TableState.CLOSED
    assert table.sitting is not None
    records = [amount(units) for units in table.sitting.records]

    text = await record_file(evening)
    replay, fault = replayed(text.splitlines())
    assert fault is None
    assert replay is not None
    told = replay.json()
    assert told["complete"]
    assert list(told["records"].values()) == records  # type: ignore[attr-defined]
    assert fair.check(text.splitlines()) == fair.Verdict(tuple(range(1, 13)), ())
    await check_ledger(evening, told)
    check_last_message(evening, told)


async def record_file(evening: Evening) -> str:
    """What anybody gets by ``/record file``."""
    said = await evening.bystander.slash(evening.channel, "record file")
    assert said.response is not None
    (file,) = said.response.attachments
    assert file.filename.endswith(".rec")
    return (await file.read()).decode()


async def check_ledger(evening: Evening, told: dict[str, object]) -> None:
    """The ledger holds exactly the record's postings, and each player's total is what the record says."""
    deals = told["deals"]
    assert isinstance(deals, list)
    for deal in deals:
        booked = await ledger.postings(evening.bot.database, 1, deal["number"])
        shown = [[each.posting.account, each.posting.cause, amount(each.posting.units)] for each in booked]
        assert shown == deal["postings"]
    totals = await ledger.totals(evening.bot.database, evening.guild.id)
    by_user = {total.user_id: total for total in totals}
    records = told["records"]
    assert isinstance(records, dict)
    for seat, member in enumerate(evening.players):
        said = words_of(await member.slash(evening.channel, "ledger show"))
        assert by_user[member.id].deals == 12
        assert "in 12 deals" in said
        assert amount(by_user[member.id].units) in said
        assert amount(by_user[member.id].units + 100 * 840) == records[f"p{seat + 1}"]


def check_last_message(evening: Evening, told: dict[str, object]) -> None:
    """The places are told, nothing is left to press, and no table message stays behind."""
    *_, last = [message for message in evening.messages() if message.embeds]
    text = embed_text(last.embeds[0])
    assert "deal 12 is over" in text
    places, records = told["places"], told["records"]
    assert isinstance(places, dict)
    assert isinstance(records, dict)
    for seat, member in enumerate(evening.players):
        name = member.user.global_name
        assert f"**{places[f'p{seat + 1}']}.** **{name}** with {records[f'p{seat + 1}']}" in text
    assert not last.components
    assert not any(message.components for message in evening.messages())


@pytest.mark.parametrize("evening", [4], indirect=True)
async def test_what_can_be_asked_afterwards(evening: Evening) -> None:
    await evening.start(deals=1)
    table = evening.table
    await evening.play_until(lambda: table.is_closed)
    asked = evening.bystander
    shown = words_of(await asked.slash(evening.channel, "record show"))
    assert "deal 1" in shown
    assert "# proof" in shown
    assert words_of(await asked.slash(evening.channel, "record show", table=1, deal=1)) == shown
    proof = words_of(await asked.slash(evening.channel, "fair", deal=1))
    (published,) = await journal.published(evening.bot.database, 1)
    assert published.secret.hex() in proof
    assert published.commit_hex in proof
    explained = words_of(await asked.slash(evening.channel, "ledger explain", deal=1))
    assert "Antes" in explained
    assert "B-2.2" in explained
    assert explained.count("Sum 0") >= 3


async def test_claiming_by_command(evening: Evening) -> None:
    """Whoever may claim does, and the deal is told to its end."""
    await evening.start(deals=100)
    await evening.play_until(lambda: any(str(each) == "claim" for each in _legal(evening)))
    deal = evening.deal
    await evening.turn().slash(evening.channel, "claim")
    assert evening.deal == deal + 1
    told = [embed_text(message.embeds[0]) for message in evening.messages() if message.embeds]
    assert any("lays the hand down" in text for text in told)


def _legal(evening: Evening) -> tuple[object, ...]:
    assert evening.table.sitting is not None
    return evening.table.sitting.legal(evening.seat(evening.turn()))


async def test_choices_made_in_secret_stay_told_when_the_last_to_choose_draws_first(evening: Evening) -> None:
    await evening.start(rules="series declare=simultaneous")
    assert evening.table.sitting is not None
    dealer = evening.table.sitting.observe(None).dealer
    *others, eldest = sorted(evening.players, key=lambda member: (dealer - evening.seat(member)) % 3)
    for member in (*others, eldest):
        await member.slash(evening.channel, "stay")
    assert evening.turn() is eldest
    await eldest.slash(evening.channel, "draw", discard="none")
    told = evening.table_text()
    assert told.count("** stays") == 3
    assert "stands pat" in told
