"""Where people go: the embedded server in this process, or in another one."""

from typing import Protocol


class Server(Protocol):
    @property
    def address(self) -> str: ...

    @property
    def invite_url(self) -> str: ...
