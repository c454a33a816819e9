"""A player's results game by game, with the curve of his record; and two players' against each other."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

import discord

from bot.render.curve import curve_picture
from bot.render.ledger import signed
from bot.render.message import Message
from bot.render.names import escaped
from bot.render.table import CLOTH
from bot.text import at_table, say
from data.stats import HeadToHead, Stats
from engine.game import games
from engine.ledger import UNITS


def stats_message(found: Sequence[Stats], name: str, locale: str) -> Message:
    """Draws: not for the event loop. ``name`` is not escaped."""
    embed = discord.Embed(title=say(locale, "stats.title", name=escaped(name)), colour=CLOTH)
    if not found:
        embed.description = say(locale, "stats.nothing")
        return Message(embed)
    embed.description = "\n\n".join("\n".join(_of_game(each, locale)) for each in found)
    embed.set_image(url="attachment://table.png")
    picture = curve_picture(
        {games()[each.game].title: each.curve for each in found}, say(locale, "stats.axis")
    )
    ends = ", ".join(
        say(locale, "stats.alt-game", game=games()[each.game].title, n=each.deals, net=signed(each.curve[-1]))
        for each in found
    )
    return Message(embed, picture=picture, alt=say(locale, "stats.alt", name=name, ends=ends))


def _of_game(stats: Stats, locale: str) -> Iterator[str]:
    game = games()[stats.game]
    yield say(locale, "stats.game", game=game.title, n=stats.deals, net=signed(stats.curve[-1]))
    key = "stats.deals-fined" if game.fine else "stats.deals"
    counts = {"stays": stats.stays, "wins": stats.wins, "ties": stats.ties, "fines": stats.fines}
    yield say(at_table(locale, game), key, **counts)
    yield say(locale, "stats.average", average=average(stats.average))
    streak = "none" if not stats.streak else "won" if stats.streak > 0 else "lost"
    yield say(locale, "stats.streaks", won=stats.winning_streak, lost=stats.losing_streak)
    yield say(locale, f"stats.streak-{streak}", n=abs(stats.streak))
    if stats.best is not None and stats.worst is not None:
        yield say(locale, "stats.sittings", best=signed(stats.best), worst=signed(stats.worst))


def average(units: Fraction) -> str:
    """Chips, exact; behind a fraction what it comes to."""
    chips = units / UNITS
    sign = "+" if chips > 0 else ""
    if chips.denominator == 1:
        return f"{sign}{chips}"
    hundredths = round(abs(chips) * 100)
    minus = "-" if chips < 0 else sign
    return f"{sign}{chips} (≈ {minus}{hundredths // 100}.{hundredths % 100:02})"


def head_to_head_text(found: HeadToHead, a: str, b: str, locale: str) -> str:
    """``a`` and ``b`` are names, escaped."""
    if not found.sittings:
        return say(locale, "head-to-head.never")
    return "\n".join(
        [
            say(locale, "head-to-head.deals", n=found.deals),
            say(locale, "head-to-head.sittings", n=found.sittings),
            say(locale, "head-to-head.better", name=a, n=found.better_a, net=signed(found.net_a)),
            say(locale, "head-to-head.better", name=b, n=found.better_b, net=signed(found.net_b)),
            *([say(locale, "head-to-head.equal", n=found.equal)] if found.equal else ()),
        ]
    )
