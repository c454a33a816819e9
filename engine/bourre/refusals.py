"""Why Bourré refuses an action. The value is the key of the message shown."""

from enum import StrEnum


class BourreRefusal(StrEnum):
    DEALER_MUST_STAY = "bourre.dealer-must-stay"
    TOO_MANY_DISCARDS = "bourre.too-many-discards"
    MUST_FOLLOW = "bourre.must-follow"
    MUST_TRUMP = "bourre.must-trump"
    MUST_WIN = "bourre.must-win"
    CINCH_LEAD = "bourre.cinch-lead"
    CINCH_ANSWER = "bourre.cinch-answer"
    CLAIM_OFF = "bourre.claim-off"
    CLAIM_NOT_ON_LEAD = "bourre.claim-not-on-lead"
    CLAIM_NOT_SURE = "bourre.claim-not-sure"
    NOTHING_TO_RETRACT = "bourre.nothing-to-retract"
    SEALED_ALREADY = "bourre.sealed-already"
    NOT_BEFORE_TURN = "bourre.not-before-turn"
    ONLY_BY_HONOUR = "bourre.only-by-honour"
