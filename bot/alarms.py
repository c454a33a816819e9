"""What a table's timer rings for."""

from dataclasses import dataclass

from engine.seats import Seat


@dataclass(frozen=True, slots=True)
class Silence:
    """Who was asked at line ``seq`` has said nothing for a while, where the game says what that means."""

    seq: int


@dataclass(frozen=True, slots=True)
class TimeUp:
    """The turn of the ``seat`` that was ``asked`` at that line has lasted as long as it may."""

    seat: Seat
    asked: int


@dataclass(frozen=True, slots=True)
class RunningOut:
    """That turn will soon have lasted as long as it may."""

    seat: Seat
    asked: int


Alarm = Silence | TimeUp | RunningOut
