"""Who leaves the server without leaving his season: staff withdraw him, and he is not drawn."""

from evening import Evening
from league_night import a_season, only_season, say
from test_people_go import comes, goes
from test_rounds import drawn

from data import seasons
from data.seasons import Entry


async def entry(evening: Evening, user_id: int) -> Entry:
    season = await only_season(evening)
    (found,) = [
        each for each in await seasons.entries(evening.bot.database, season.id) if each.user_id == user_id
    ]
    return found


async def test_staff_withdraw_who_has_left(evening: Evening) -> None:
    await a_season(evening)
    gone = evening.players[1]
    goes(evening, gone)
    (offered,) = await evening.owner.autocomplete(evening.channel, "season leave", "player", "be")
    assert (offered["name"], offered["value"]) == ("Ben", str(gone.id))
    said = await say(evening, evening.owner, "season leave", player=offered["value"])
    assert said.startswith("Ben has left the season “Winter” and is not drawn any more")
    assert (await entry(evening, gone.id)).left_at_ms is not None
    said = await say(evening, evening.owner, "season leave", player=str(gone.id))
    assert "I find no one player" in said


async def test_by_name_or_mention(evening: Evening) -> None:
    await a_season(evening)
    first, second, third = evening.players
    assert "Ana has left the season" in await say(evening, evening.owner, "season leave", player="ana")
    assert "Ben has left" in await say(evening, evening.owner, "season leave", player=second.mention)
    assert "I find no one player “Zoe”" in await say(evening, evening.owner, "season leave", player="Zoe")
    assert (await entry(evening, first.id)).left_at_ms is not None
    assert (await entry(evening, third.id)).left_at_ms is None


async def test_two_of_one_name_are_not_mistaken(evening: Evening) -> None:
    twin = evening.member("Ana")
    await a_season(evening, *evening.players, twin)
    assert "I find no one player “Ana”" in await say(evening, evening.owner, "season leave", player="Ana")
    assert "Ana has left" in await say(evening, evening.owner, "season leave", player=str(twin.id))
    assert (await entry(evening, evening.players[0].id)).left_at_ms is None


async def test_only_staff_withdraw_others(evening: Evening) -> None:
    await a_season(evening)
    first, second, _ = evening.players
    assert "Only staff may do that" in await say(evening, first, "season leave", player=str(second.id))
    assert (await entry(evening, second.id)).left_at_ms is None
    assert "You have left the season" in await say(evening, first, "season leave")


async def test_who_is_gone_is_not_drawn(evening: Evening) -> None:
    await a_season(evening)
    gone = evening.players[2]
    goes(evening, gone)
    assert "Round 1 is drawn: one table." in await say(evening, evening.owner, "season schedule")
    (fixture,) = await drawn(evening)
    assert gone.id not in fixture.players
    told = evening.messages()[-1]
    assert told.content == "Not drawn for round 1, because they have left the server: Cleo."
    assert (await entry(evening, gone.id)).left_at_ms is None, "who comes back is drawn again"
    comes(evening, gone)
    await say(evening, evening.owner, "season schedule", force=True)
    assert gone.id in (await drawn(evening))[1].players


async def test_too_few_are_left_for_a_round(evening: Evening) -> None:
    await a_season(evening)
    for member in evening.players[1:]:
        goes(evening, member)
    assert "1 entered players are too few" in await say(evening, evening.owner, "season schedule")
    assert not await drawn(evening)
