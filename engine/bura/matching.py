"""U-3.3: does an answer cover what was led? Cards are sets of PACK."""

from engine.bura.actions import BEATS


def covers(led: int, answer: int, trumps: int) -> bool:
    """Can the cards be paired one to one so that each of ``answer`` beats its card of ``led``?

    The cards led are of one suit, so whatever beats one of them beats every lower one too. Then there is a
    pairing (by Hall's theorem) if, going down from the highest card led, the first has one card that beats
    it, the second two, and so on.
    """
    beats = BEATS[trumps]
    needed = 1
    while led:
        top = 1 << (led.bit_length() - 1)
        if (answer & beats[top]).bit_count() < needed:
            return False
        led ^= top
        needed += 1
    return True
