"""Discord's rate limits: buckets per route and major parameter, told in headers, refused with 429."""

import hashlib
import math
import time
from dataclasses import dataclass

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

from bot.sandbox.context import reply

Budget = tuple[int, float]
"""So many requests in so many seconds."""

BUDGETS: dict[tuple[str, str], Budget] = {
    ("POST", "/channels/{channel_id}/messages"): (5, 5.0),
    ("PATCH", "/channels/{channel_id}/messages/{message_id}"): (5, 5.0),
    ("DELETE", "/channels/{channel_id}/messages/{message_id}"): (5, 1.0),
    ("POST", "/channels/{channel_id}/typing"): (5, 5.0),
    ("PATCH", "/channels/{channel_id}"): (5, 15.0),
    ("POST", "/webhooks/{webhook_id}/{webhook_token}"): (5, 2.0),
    ("PATCH", "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}"): (5, 2.0),
    ("DELETE", "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}"): (5, 2.0),
}
GLOBAL: Budget = (50, 1.0)
"""For all routes together, save those of interactions."""
MAJOR = ("channel_id", "guild_id", "webhook_id", "webhook_token")
MOST_KEPT = 4096


@dataclass(slots=True)
class Bucket:
    """A window that opens with its first request; ``ends`` is on the monotonic clock."""

    left: int
    ends: float


class Limiter:
    def __init__(self) -> None:
        self._buckets: dict[tuple[str, ...], Bucket] = {}

    def take(self, key: tuple[str, ...], budget: Budget) -> Bucket:
        """The bucket after one more request; ``left`` below 0 means that it was one too many."""
        now, bucket = time.monotonic(), self._buckets.get(key)
        if bucket is None or bucket.ends <= now:
            if len(self._buckets) >= MOST_KEPT:
                self._buckets = {k: b for k, b in self._buckets.items() if b.ends > now}
            bucket = self._buckets[key] = Bucket(budget[0], now + budget[1])
        bucket.left = max(bucket.left - 1, -1)
        return bucket


def rate_limits() -> Middleware:
    """A middleware that holds the bot to ``BUDGETS`` and ``GLOBAL``."""
    limiter = Limiter()

    @web.middleware
    async def limit(request: web.Request, handler: Handler) -> web.StreamResponse:
        route = template(request)
        if not route.startswith(("/webhooks", "/interactions")):
            overall = limiter.take(("global",), GLOBAL)
            if overall.left < 0:
                return refusal(overall, everywhere=True)
        budget = BUDGETS.get((request.method, route))
        if budget is None:
            return await handler(request)
        major = [request.match_info[name] for name in MAJOR if name in request.match_info]
        bucket = limiter.take((request.method, route, *major), budget)
        response = refusal(bucket) if bucket.left < 0 else await handler(request)
        response.headers.update(headers(bucket, budget, f"{request.method} {route}"))
        return response

    return limit


def template(request: web.Request) -> str:
    """The route as ``BUDGETS`` write it; empty if there is none such."""
    resource = request.match_info.route.resource
    return resource.canonical.removeprefix("/api/v10") if resource else ""


def headers(bucket: Bucket, budget: Budget, route: str) -> dict[str, str]:
    after = max(bucket.ends - time.monotonic(), 0.001)
    return {
        "X-RateLimit-Limit": str(budget[0]),
        "X-RateLimit-Remaining": str(max(bucket.left, 0)),
        "X-RateLimit-Reset": f"{time.time() + after:.3f}",
        "X-RateLimit-Reset-After": f"{after:.3f}",
        "X-RateLimit-Bucket": hashlib.sha256(route.encode()).hexdigest()[:32],
    }


def refusal(bucket: Bucket, *, everywhere: bool = False) -> web.Response:
    wait = max(bucket.ends - time.monotonic(), 0.001)
    body = {"message": "You are being rate limited.", "retry_after": round(wait, 3), "global": everywhere}
    response = reply(body, 429)
    response.headers["Retry-After"] = str(math.ceil(wait))
    response.headers["Via"] = "1.1 google"
    response.headers["X-RateLimit-Scope"] = "global" if everywhere else "user"
    if everywhere:
        response.headers["X-RateLimit-Global"] = "true"
    return response
