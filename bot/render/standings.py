"""A page of who stands where, as a message; the first one with a picture."""

from collections.abc import Iterator, Mapping
from typing import Final

import discord

from bot import limits
from bot.components.standings_button import StandingsAddress, StandingsButton
from bot.listing import Asked, Line, Page
from bot.listing_files import FORMATS
from bot.render.board import Board, Column, board_picture
from bot.render.message import Item, Message
from bot.render.names import escaped, plain
from bot.render.table import CLOTH
from bot.text import at_table, say
from bot.times import stamp

Names = Mapping[int, str]
Columns = tuple[str, ...]

DRAWN: Final[Columns] = ("points", "net", "sittings", "best", "rating")
DRAWN_TOTALS: Final[Columns] = ("net", "deals", "deals_won")
"""In the picture, which has less room than the text."""


def standings_message(page: Page, names: Names, locale: str) -> Message:
    """``names`` by user id; a player who is not in it is shown by a mention, which pings nobody."""
    locale = at_table(locale, page.asked.game)
    embed = discord.Embed(
        title=title(page.asked, locale)[: limits.EMBED_TITLE],
        description="\n".join(_text(page, names, locale)),
        colour=CLOTH,
    )
    if not page.lines:
        return Message(embed)
    said = say(locale, "standings.footer", page=page.number + 1, pages=page.pages, n=page.players)
    embed.set_footer(text=said)
    items = tuple(_buttons(page, locale))
    if page.number:
        return Message(embed, items=items)
    embed.set_image(url="attachment://table.png")
    alt = say(locale, "standings.alt", n=len(page.lines), title=_plain_title(page.asked, locale))
    return Message(embed, picture=_picture(page, names, locale), alt=alt, items=items)


def title(asked: Asked, locale: str) -> str:
    if asked.season is None:
        return say(locale, "standings.title-totals", game=asked.game.title)
    return say(locale, "standings.title", season=escaped(asked.season.name))


def _plain_title(asked: Asked, locale: str) -> str:
    if asked.season is None:
        return title(asked, locale)
    return say(locale, "standings.title", season=plain(asked.season.name))


# ---- the text


def _text(page: Page, names: Names, locale: str) -> Iterator[str]:
    if page.asked.as_of_ms is not None:
        yield say(locale, "standings.as-of", time=stamp(page.asked.as_of_ms))
    if not page.lines:
        kind = "totals" if page.asked.season is None else "season"
        yield say(locale, f"standings.nobody-{kind}", game=page.asked.game.title)
    for line in page.lines:
        yield from _told(line, page.asked, names, locale)
    if page.own:
        yield say(locale, "standings.own")
        yield from _told(page.own, page.asked, names, locale)


def _told(line: Line, asked: Asked, names: Names, locale: str) -> Iterator[str]:
    """Who stands there and with what; below it the rest, and which tie-break decided."""
    user = line.user_id
    name = f"**{escaped(names[user])}**" if user in names else f"<@{user}>"
    if not line.played:
        yield say(locale, "standings.unplayed", rank=line.rank, name=name)
        return
    first, second = _columns(asked)
    yield say(locale, "standings.line", rank=line.rank, name=name, results=_cells(line, first, locale))
    told = _cells(line, second, locale)
    if decided_by := line.cells.get("decided_by"):
        told += " · " + say(locale, f"standings.decided.{decided_by}")
    yield say(locale, "standings.details", results=told)


def _columns(asked: Asked) -> tuple[Columns, Columns]:
    """Of the first and the second line. A game without a fine has none to count."""
    if asked.season is None:
        return ("net",), ("deals", "deals_won")
    fines = ("fines",) if asked.game.fine else ()
    return ("points", "net"), ("sittings", *fines, "best", "rating")


def _cells(line: Line, columns: Columns, locale: str) -> str:
    found = {column: line.cells[column] for column in columns if line.cells[column] is not None}
    return " · ".join(say(locale, f"standings.cell.{column}", n=_shown(line, column)) for column in found)


def _shown(line: Line, column: str) -> object:
    """Records with their sign."""
    value = line.cells[column]
    if column in ("net", "best") and isinstance(value, str) and value[0] not in "-0":
        return f"+{value}"
    return "–" if value is None else value


# ---- the buttons


def _buttons(page: Page, locale: str) -> Iterator[Item]:
    if page.pages > 1:
        yield _button(page, "back", locale, disabled=page.number == 0)
        yield _button(page, "on", locale, disabled=page.number == page.pages - 1)
    for format in FORMATS:
        yield _button(page, format, locale)


def _button(page: Page, what: str, locale: str, *, disabled: bool = False) -> StandingsButton:
    asked = page.asked
    of = asked.game.key if asked.season is None else str(asked.season.id)
    address = StandingsAddress(of, asked.as_of_ms, page.number, what)
    return StandingsButton(address, say(locale, f"standings.button.{what}"), disabled=disabled)


# ---- the picture


def _picture(page: Page, names: Names, locale: str) -> bytes:
    columns = DRAWN_TOTALS if page.asked.season is None else DRAWN
    board = Board(
        title=_plain_title(page.asked, locale),
        otherwise=page.asked.game.title,
        ranks=[str(line.rank) for line in page.lines],
        names=[plain(names.get(line.user_id, "")) for line in page.lines],
        nameless=say(locale, "standings.name-unseen"),
        columns=[
            Column(
                say(locale, f"standings.column.{column}"),
                tuple(str(_shown(line, column)) if line.played else "–" for line in page.lines),
            )
            for column in columns
        ],
    )
    return board_picture(board)
