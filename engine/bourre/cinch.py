"""B-5: sure tricks, and what must be played by who cannot lose. Cards are bits and sets of PACK."""


def sure_tricks(trumps_held: int, unseen: int) -> int:
    """B-5.1: how many of ``trumps_held`` no play of anyone can lose to the ``unseen`` trumps.

    Going down the suit, each trump is paired with a higher unseen one while there is one left: as the higher
    unseen trumps of a card are among those of every lower card, no other pairing pairs more.
    """
    sure = free = 0
    both = trumps_held | unseen
    while both:
        top = 1 << (both.bit_length() - 1)
        if top & unseen:
            free += 1
        elif free:
            free -= 1
        else:
            sure += 1
        both ^= top
    return sure


def top_equivalents(trumps_held: int, unseen: int) -> int:
    """B-5.8: the highest trump held, with those that serve as well because no unseen trump lies between."""
    top = trumps_held.bit_length()
    between = unseen & ((1 << top) - 1)
    return trumps_held & -(1 << between.bit_length())
