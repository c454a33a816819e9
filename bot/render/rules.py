"""Passages of the rule books, and the buttons that open them."""

from collections.abc import Iterable

import discord

from bot import limits, rulebook
from bot.components.address import RuleAddress
from bot.components.buttons import RuleButton
from bot.render.message import Message
from bot.render.table import CLOTH
from bot.rulebook import Passage
from bot.text import say


def passage_message(passage: Passage) -> Message:
    title = f"{passage.game.title}{rulebook.SEPARATOR}{passage.heading}"
    text = passage.text[: limits.EMBED_TEXT]
    return Message(discord.Embed(title=title[: limits.EMBED_TITLE], description=text, colour=CLOTH))


def rule_buttons(clauses: Iterable[str], locale: str, row: int | None = None) -> list[RuleButton]:
    """One a clause, if a book states it."""
    found = {clause: rulebook.clause(clause) for clause in clauses}
    return [
        RuleButton(RuleAddress(passage.game.key, clause), say(locale, "button.rule", clause=clause), row=row)
        for clause, passage in found.items()
        if passage
    ]
