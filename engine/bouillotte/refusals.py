"""Why Bouillotte refuses an action. The value is the key of the message shown."""

from enum import StrEnum


class BouillotteRefusal(StrEnum):
    CARRE_TOO_DEAR = "bouillotte.carre-too-dear"
    NOT_OPENED = "bouillotte.not-opened"
    OPENED = "bouillotte.opened"
    NO_FOLDING = "bouillotte.no-folding"
    ANSWER_FIRST = "bouillotte.answer-first"
    TOO_LOW = "bouillotte.too-low"
    BEYOND_CAVE = "bouillotte.beyond-cave"
    CAVE_TOO_SHORT = "bouillotte.cave-too-short"
    WHOLE_CHIPS = "bouillotte.whole-chips"
    SOMEBODY_DEALS = "bouillotte.somebody-deals"
