"""House rules a server saves by name: what a name may be, and what is kept under it. Knows no Discord."""

from typing import Final

from bot.errors import Refused
from bot.render.names import LONGEST, escaped, is_blank, plain
from bot.rules_line import Saved
from data import house_rules as rows
from data.database import Database
from data.errors import HouseRulesFull
from data.house_rules import HouseRules, folded
from engine.errors import BadRules
from engine.game import Game, games
from engine.options import Rules

MOST: Final = 100
"""How many a server keeps for a game."""


async def saved(database: Database, guild_id: int, game: Game) -> Saved:
    kept = await rows.of_guild(database, guild_id)
    return {each.name: each.rules for each in kept if each.game == game.key}


def checked_name(typed: str, game: Game) -> str:
    """The name as it is kept, without what cannot be seen. Raises Refused."""
    name = " ".join(typed.split())
    if len(name) > LONGEST:
        raise Refused("refused.name-too-long", length=len(name), most=LONGEST)
    if is_blank(name):
        raise Refused("refused.name-empty", most=LONGEST)
    name = plain(name)
    if folded(name) in map(folded, game.rules.PRESETS):
        presets = ", ".join(game.rules.PRESETS)
        raise Refused("refused.name-preset", name=escaped(name), game=game.title, presets=presets)
    if "=" in name or folded(name) in map(folded, game.rules.CHOICES):
        raise Refused("refused.name-option", name=escaped(name), game=game.title)
    return name


async def save(database: Database, new: HouseRules, game: Game) -> HouseRules | None:
    """Keep them; what had the name before. Raises Refused if there are too many."""
    try:
        return await rows.save(database, new, MOST)
    except HouseRulesFull as full:
        raise Refused("refused.house-rules-full", game=game.title, most=full.most) from None


async def delete(database: Database, guild_id: int, name: str, game: Game | None) -> HouseRules:
    """Delete those of this name, of ``game`` if the name is not of one game only. Raises Refused."""
    kept = await rows.of_guild(database, guild_id)
    named = [each for each in kept if folded(each.name) == folded(plain(name))]
    found = [each for each in named if game is None or each.game == game.key]
    if len(found) > 1:
        raise Refused("refused.name-of-several", name=escaped(name))
    if not found or not await rows.delete(database, found[0]):
        raise Refused("refused.no-saved-name", name=escaped(name))
    return found[0]


def readable(kept: HouseRules) -> Rules | None:
    """None if the game or its options have changed since, and the line cannot be read any more."""
    try:
        return games()[kept.game].rules.parse(kept.rules)
    except (KeyError, BadRules):
        return None
