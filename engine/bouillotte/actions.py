"""What a seat can do in Bouillotte. Amounts are in units: the seat's total contribution after the act."""

from collections.abc import Mapping
from typing import ClassVar, Final

from engine.actions import Action
from engine.cards import Pack
from engine.ledger import amount
from engine.values import value

PACK: Final = Pack("AKQ98")


@value
class Carre(Action):
    """O-1.4: add as much as the whole pot holds, before cards are seen."""

    verb: ClassVar[str] = "carre"


@value
class Decline(Action):
    verb: ClassVar[str] = "decline"


@value
class Pass(Action):
    """O-2.2: not now; the right to come in is kept."""

    verb: ClassVar[str] = "pass"


@value
class Stake(Action):
    """Base of the acts that name a total."""

    total: int

    def __str__(self) -> str:
        return f"{self.verb} {amount(self.total)}"

    def told(self) -> Mapping[str, object]:
        return {"units": self.total}


@value
class Open(Stake):
    verb: ClassVar[str] = "open"


@value
class Raise(Stake):
    verb: ClassVar[str] = "raise"


@value
class Call(Action):
    verb: ClassVar[str] = "call"


@value
class Fold(Action):
    verb: ClassVar[str] = "fold"


@value
class Done(Action):
    """O-2.7: no more."""

    verb: ClassVar[str] = "done"


@value
class Refill(Action):
    """O-5.2: the answer to whether a new cave is wanted."""

    verb: ClassVar[str] = "refill"
    wanted: bool

    @property
    def answer(self) -> str:
        return "yes" if self.wanted else "no"

    def __str__(self) -> str:
        return f"{self.verb} {self.answer}"

    def told(self) -> Mapping[str, object]:
        return {"answer": self.answer}


CARRE: Final = Carre()
DECLINE: Final = Decline()
PASS: Final = Pass()
CALL: Final = Call()
FOLD: Final = Fold()
DONE: Final = Done()
REFILL_YES: Final = Refill(True)
REFILL_NO: Final = Refill(False)
