"""Why Bura refuses an action. The value is the key of the message shown."""

from enum import StrEnum


class BuraRefusal(StrEnum):
    DECIDE_FIRST = "bura.decide-first"
    DECIDED = "bura.decided"
    NO_SUCH_HAND = "bura.no-such-hand"
    NOT_HIGHER = "bura.not-higher"
    CLAIM_TOO_LATE = "bura.claim-too-late"
    ONE_SUIT = "bura.one-suit"
    AS_MANY = "bura.as-many"
    TURNED_CARD_LAST = "bura.turned-card-last"
