"""How often a fault strikes."""

import random
from dataclasses import dataclass, field


@dataclass(slots=True)
class Chance:
    """Strikes a ``share`` of the times it is asked, as ``dice`` say, until it has struck ``times``.

    Without ``times`` there is no end to it. The dice are seeded, by the caller or here, so that what went
    wrong goes wrong again.
    """

    share: float = 1.0
    times: int | None = None
    dice: random.Random = field(default_factory=lambda: random.Random(0))

    def strikes(self) -> bool:
        if self.times == 0 or self.dice.random() >= self.share:
            return False
        if self.times is not None:
            self.times -= 1
        return True
