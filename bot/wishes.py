"""What users ask for at a table, and take back by asking again. Knows no Discord."""

from typing import Final

from bot.errors import Refused

TWICE_MS: Final = 2000
"""Nobody reads what he is told and thinks better of it in less."""


class Wishes(set[int]):
    """The users who wish it."""

    def __init__(self) -> None:
        super().__init__()
        self._asked_ms: dict[int, int] = {}

    def turn(self, user_id: int, interaction_id: int | None) -> None:
        """Take it that he wishes it or, if he did, no longer. Raises Refused for a press that came twice.

        An interaction's id tells when it was made, however long it was on its way.
        """
        if interaction_id is not None:
            at_ms, before_ms = interaction_id >> 22, self._asked_ms.get(user_id)
            self._asked_ms[user_id] = at_ms
            if before_ms is not None and abs(at_ms - before_ms) < TWICE_MS:
                raise Refused("refused.pressed-twice")
        self.symmetric_difference_update({user_id})

    def forget(self, user_id: int) -> None:
        """It has come about, or cannot any more: to wish it then is something new."""
        self.discard(user_id)
        self._asked_ms.pop(user_id, None)

    def clear(self) -> None:
        super().clear()
        self._asked_ms.clear()
