"""The curves of a player's record, deal by deal and game below game, as a PNG in the colours of the house."""

import threading
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib import resources
from io import BytesIO
from typing import TYPE_CHECKING, Final

from bot.render import paint
from bot.render.lettering import TEXT as TEXT_FACE
from engine.ledger import UNITS

if TYPE_CHECKING:
    from matplotlib.axes import Axes

WIDE: Final = 9.0
HIGH: Final = 5.0
LOW: Final = 3.5
"""Inches of the picture, and of one curve among several."""

DPI: Final = 100
TEXT: Final = 20
"""Points; a phone shows the 900 pixels in about 360."""
MOST: Final = 1000
"""Points of a curve: more are not seen on so few pixels."""
GRID: Final = 0.25
"""How far the grid goes from the ground towards grey."""

_one_at_a_time = threading.Lock()
"""Matplotlib is not made for several threads."""


def curve_picture(curves: Mapping[str, Sequence[int]], axis: str) -> bytes:
    """900 pixels wide. ``curves`` are units after each deal, by the name of the game; ``axis`` is for deals.

    Takes a while the first time, when the library is loaded.
    """
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    with _one_at_a_time:
        size = WIDE, HIGH if len(curves) == 1 else LOW * len(curves)
        figure = Figure(figsize=size, dpi=DPI, facecolor=_rgb(paint.PLATE), layout="constrained")
        FigureCanvasAgg(figure)
        all_axes = figure.subplots(len(curves), squeeze=False)[:, 0]
        for axes, (game, curve) in zip(all_axes, curves.items(), strict=True):
            deals, chips = _thinned(curve)
            axes.plot(deals, chips, color=_rgb(paint.GOLD), linewidth=3, solid_joinstyle="round")
            _dress(axes, game)
        all_axes[-1].set_xlabel(axis, family=_family(), size=TEXT, color=_rgb(paint.GREY))
        out = BytesIO()
        figure.savefig(out, format="png")
        return out.getvalue()


def _thinned(curve: Sequence[int]) -> tuple[list[int], list[float]]:
    """Deals and chips from the start at 0 on; of a long curve every so many deals, and the last."""
    step = max(1, len(curve) // MOST)
    deals = sorted({*range(step, len(curve) + 1, step), len(curve)})
    return [0, *deals], [0.0, *(curve[deal - 1] / UNITS for deal in deals)]


def _dress(axes: "Axes", game: str) -> None:
    axes.set_facecolor(_rgb(paint.PLATE))
    axes.set_title(game, loc="left", family=_family(), size=TEXT, color=_rgb(paint.GOLD))
    axes.axhline(0, color=_rgb(paint.BRASS), linewidth=2, zorder=1)
    axes.grid(color=_rgb(paint.mix(paint.PLATE, paint.GREY, GRID)), linewidth=1)
    axes.locator_params(nbins=6, integer=True)
    axes.set_xlim(left=0)
    for side in axes.spines.values():
        side.set_color(_rgb(paint.BRASS))
    axes.tick_params(
        color=_rgb(paint.BRASS), labelcolor=_rgb(paint.IVORY), labelsize=TEXT, labelfontfamily=_family()
    )


@lru_cache(1)
def _family() -> str:
    """The face of the other pictures, made known to the library."""
    from matplotlib.font_manager import fontManager

    with resources.as_file(resources.files("ttf_opensans") / "ttf" / "OpenSans-Regular.ttf") as file:
        fontManager.addfont(file)
    return TEXT_FACE


def _rgb(colour: paint.Colour) -> tuple[float, float, float]:
    r, g, b = (part / 255 for part in colour)
    return r, g, b
