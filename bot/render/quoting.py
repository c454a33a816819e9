"""What somebody typed freely, as it stands in a message: on one line, and nothing of it works."""

from typing import Final

import discord

from data.export import one_line

LONGEST: Final = 300


def quoted(text: str, most: int = LONGEST) -> str:
    plain = " ".join(one_line(text).split())
    short = plain if len(plain) <= most else f"{plain[: most - 1]}…"
    quiet = discord.utils.escape_mentions(discord.utils.escape_markdown(short, ignore_links=False))
    return quiet.replace("<", r"\<")
