"""B-5: sure tricks, and what must be played by who cannot lose. Cards are bits and sets of PACK."""


def sure_tricks(held: int, unseen: int) -> int:
    """B-5.1: how many of the trumps ``held`` no play of anyone can lose to the ``unseen`` ones.

    Going down the suit, each trump is paired with a higher unseen one while there is one left: as the higher
    unseen trumps of a card are among those of every lower card, no other pairing pairs more.
    """
    sure = paired = 0
    while held:
        top = 1 << (held.bit_length() - 1)
        if (unseen & -top).bit_count() > paired:
            paired += 1
        else:
            sure += 1
        held ^= top
    return sure


def top_equivalents(held: int, unseen: int) -> int:
    """B-5.8: the highest trump held, with those that serve as well because no unseen trump lies between."""
    top = held.bit_length()
    between = unseen & ((1 << top) - 1)
    return held & -(1 << between.bit_length())
