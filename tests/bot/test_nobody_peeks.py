"""Nobody learns a card he may not know: not from messages, edits, buttons, files, logs or the disk."""

import logging

import discord
import pytest
import simcord
from evening import Evening, words_of
from watching import Known, Sweep, Watch, cards_in, deals, ends_the_sitting

from bot.render.picture import hand_picture, table_picture
from engine.bourre.actions import Draw, Play
from engine.seats import Seat

MOST_ACTS = 1500


async def ask_around(evening: Evening, member: simcord.MemberActor) -> None:
    """Everything that anybody may ask while a deal runs."""
    channel = evening.channel
    for option, verb in (("cards", "play"), ("discard", "stay"), ("discard", "draw")):
        await member.autocomplete(channel, verb, option, "")
    for name in ("hand", "ledger show", "table show", "claim", "table join"):
        if member is evening.turn() and name == "claim":
            continue
        await member.slash(channel, name)
    await member.slash(channel, "fair", deal=evening.deal)
    await member.slash(channel, "ledger explain", deal=evening.deal)
    await member.slash(channel, "record show", deal=evening.deal)
    await member.slash(channel, "play", cards="Ah")


@pytest.mark.parametrize("evening", [5], indirect=True)
async def test_a_whole_sitting(evening: Evening, caplog: pytest.LogCaptureFixture) -> None:
    """Players use commands, buttons and panels in turn; others ask all they can."""
    caplog.set_level(logging.DEBUG)
    sweep = Sweep(evening, caplog)
    await evening.start()
    await sweep.look()
    table = evening.table
    for number in range(MOST_ACTS):
        member, action = evening.turn(), evening.choice()
        act = evening.by_button if number % 3 else evening.by_command
        last = evening.deal == 12 and await ends_the_sitting(evening)
        await act(member, action)
        if last:
            break
        await sweep.look()
        if not number % 20:
            await ask_around(evening, evening.everyone[number // 20 % 6])
            await sweep.look()
    assert table.is_closed
    assert sweep.looked_at > 1000


@pytest.mark.parametrize("evening", [4], indirect=True)
async def test_the_sweep_would_see_a_hand(evening: Evening) -> None:
    """The hand that a player is shown is found where it belongs, and would be found elsewhere."""
    watch = Watch(evening)
    await evening.start()
    member = evening.players[2]
    await evening.panel(member)
    hand = set(evening.hand(member))
    private = [seen for seen in watch.news() if hand <= cards_in(seen.text)]
    assert {seen.user_id for seen in private} == {member.id}
    known = Known.of(await evening.lines())
    assert known.to(evening.seat(member)) == hand | known.public
    assert not hand <= known.to(None)
    assert not hand <= known.to(evening.seat(evening.players[3]))


def test_cards_are_found_in_both_forms() -> None:
    text = 'act:1:9:play:Ah "10♥" 5d3s As2 9c-Kd'
    assert {str(card) for card in cards_in(text)} == {"Ah", "Th", "5d", "3s", "9c", "Kd"}


@pytest.mark.parametrize("evening", [3], indirect=True)
async def test_records_and_proofs_are_of_finished_deals_only(evening: Evening) -> None:
    await evening.start()
    await evening.play_deal()
    await evening.play_until(lambda: evening.phase == "playing", daring=True)
    number = evening.deal
    *_, running = deals(await evening.lines())
    for name in ("record show", "record file"):
        said = await evening.bystander.slash(evening.channel, name)
        text = words_of(said)
        assert said.response is not None
        for file in said.response.attachments:
            text += (await file.read()).decode()
        assert f"deal {number - 1}\n" in text
        assert f"deal {number}\n" not in text
        assert not [line for line in running if line.startswith("d deal") and line in text]
    for name in ("record show", "fair"):
        assert not cards_in(words_of(await evening.bystander.slash(evening.channel, name, deal=number)))
    assert evening.table.secret is not None
    assert evening.table.secret.commit_hex in words_of(
        await evening.bystander.slash(evening.channel, "fair", deal=number)
    )


@pytest.mark.parametrize("evening", [3], indirect=True)
async def test_discards_are_told_by_number_only(evening: Evening) -> None:
    await evening.start()
    watch = Watch(evening)
    member = evening.turn()
    thrown = evening.hand(member)[:3]
    await evening.by_command(member, evening.table.game.parse("stay", ""))  # type: ignore[arg-type]
    await evening.by_button(member, Draw(thrown))
    told = [seen for seen in watch.news() if seen.user_id != member.id]
    turned = Known.of(await evening.lines()).public
    assert any("draws 3 cards" in seen.text for seen in told)
    assert all(cards_in(seen.text) <= turned | hand_of(evening, seen.user_id) for seen in told)


def hand_of(evening: Evening, user_id: int | None) -> set[object]:
    seat: Seat | None = None if user_id is None else evening.table.seat_of(user_id)
    assert evening.table.sitting is not None
    return set(evening.table.sitting.observe(seat).hand) if seat is not None else set()


@pytest.mark.parametrize("evening", [2], indirect=True)
async def test_pictures_carry_no_text(evening: Evening) -> None:
    """They hold pixels only."""
    await evening.start()
    await evening.panel(evening.players[0])
    pictures = list(evening.env.backend.cdn._blobs.values())
    assert len(pictures) >= 2
    for picture in pictures:
        assert picture.startswith(b"\x89PNG")
        assert not [kind for kind in (b"tEXt", b"zTXt", b"iTXt", b"eXIf") if kind in picture]


@pytest.mark.parametrize("evening", [3], indirect=True)
async def test_pictures_show_what_their_viewer_may_know(evening: Evening) -> None:
    """The table's is drawn from what a bystander knows, a direct message's from its owner's hand alone."""
    await evening.start()
    await evening.play_until(lambda: evening.phase == "playing", daring=True)
    sitting = evening.table.sitting
    assert sitting is not None
    names = [row.name for row in evening.table.row.seats]
    assert await picture_of(evening.table_message()) == table_picture(sitting.observe(None), names)
    for member in evening.players:
        (message,) = member.user.dm_channel.history(viewer=member.user)
        seen = sitting.observe(evening.seat(member))
        either = {hand_picture(seen.hand, seen.hand, seen.trump), hand_picture(seen.hand, (), seen.trump)}
        playable = [each.card for each in seen.legal if isinstance(each, Play)]
        assert await picture_of(message) in either | {hand_picture(seen.hand, playable, seen.trump)}


async def picture_of(message: discord.Message) -> bytes:
    (file,) = message.attachments
    assert file.filename == "table.png"
    return await file.read()
