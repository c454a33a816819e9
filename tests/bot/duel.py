"""Two people at a table of Bura, and what they do before a lead (U-4)."""

import simcord
from evening import Evening, embed_text

from engine.actions import Action
from engine.bura.actions import WAIVE, Announce

DELAY_S = 60
"""How long silence is waited for: no real clock comes to it in a test."""
MOST_DEALS = 60


def acts(duel: Evening) -> list[tuple[int, str]]:
    """What people and chance did in this deal."""
    return [(step.actor, str(step.action)) for step in duel.table.steps if step.actor >= 0]


def leads(duel: Evening, member: simcord.MemberActor) -> tuple[Action, ...]:
    assert duel.table.sitting is not None
    return duel.table.sitting.observe(duel.seat(member)).ahead


def pair(duel: Evening) -> tuple[simcord.MemberActor, simcord.MemberActor]:
    return duel.turn(), duel.not_on_turn()


async def press(duel: Evening, member: simcord.MemberActor, words: str) -> simcord.InteractionResult:
    """On a hand opened anew."""
    address = f"act:{duel.table.id}:{duel.table.seq}:{words.replace(' ', ':')}"
    return await member.click(await duel.panel(member), custom_id=address)


def panel_text(panel: simcord.ResponseMessage) -> str:
    return "\n".join([panel.content, *map(embed_text, panel.embeds)])


def legal(duel: Evening, member: simcord.MemberActor) -> tuple[Action, ...]:
    assert duel.table.sitting is not None
    found = duel.table.sitting.legal(duel.seat(member))
    return tuple(each for each in found if isinstance(each, Action))


async def until_somebody_can_announce(duel: Evening, *, leads: bool) -> simcord.MemberActor:
    """Claim falsely, deal by deal, until the leader, or the other after the leader's turn, holds a molodka or
    aces; it is the leader's turn then."""
    for _ in range(MOST_DEALS):
        sitting = duel.table.sitting
        assert sitting is not None
        trial = sitting.copy()
        if not leads:
            trial.apply(duel.seat(duel.turn()), WAIVE)
        (seat,) = trial.to_act()
        kinds = [each for each in trial.legal(seat) if isinstance(each, Announce)]
        if kinds and str(kinds[0].kind) != "bura":
            return duel.turn()
        await duel.turn().slash(duel.channel, "claim")
    raise AssertionError("nobody is dealt a special hand")
