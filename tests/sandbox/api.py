"""Discord's API as a program without a library sees it: method, path, body; status and body back."""

from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self

import aiohttp


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    body: Any
    headers: dict[str, str]

    @property
    def code(self) -> int:
        """Discord's own code of an error."""
        return int(self.body["code"])

    def error_at(self, *path: str | int) -> str:
        """The code of the first error at ``path`` of the body that was sent."""
        node = self.body["errors"]
        for step in path:
            node = node[str(step)]
        return str(node["_errors"][0]["code"])


class Api:
    def __init__(self, address: str, token: str) -> None:
        self._http = aiohttp.ClientSession(headers={"Authorization": f"Bot {token}"})
        self._base = f"{address}/api/v10"

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._http.close()

    async def __call__(self, method: str, path: str, body: object = None) -> Answer:
        sent: dict[str, Any] = {"json": body} if body is not None else {}
        async with self._http.request(method, self._base + path, **sent) as response:
            received = await response.json() if response.content_type == "application/json" else None
            return Answer(response.status, received, dict(response.headers))
