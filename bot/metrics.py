"""What this process counts and measures, for Prometheus. Nothing of it names a person, a table or a card."""

from typing import Final

import aiohttp
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

REGISTRY: Final = CollectorRegistry()

_SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0, 10.0)
"""Discord gives up on who does not acknowledge within three seconds."""

MOVES: Final = Counter("levee_moves", "Moves stored, by game.", ["game"], registry=REGISTRY)
REFUSALS: Final = Counter(
    "levee_refusals", "Answers that were no, by the key of the reason.", ["reason"], registry=REGISTRY
)
ACKNOWLEDGED: Final = Histogram(
    "levee_acknowledgement_seconds",
    "From receiving an interaction until Discord has heard that it came.",
    buckets=_SECONDS,
    registry=REGISTRY,
)
COMMITTED: Final = Histogram(
    "levee_commit_seconds",
    "From handing a transaction to the writer until it is on disk or refused.",
    buckets=_SECONDS,
    registry=REGISTRY,
)
TABLES: Final = Gauge("levee_open_tables", "Tables that are not closed.", registry=REGISTRY)
AWAKE: Final = Gauge("levee_awake_tables", "Open tables whose sitting is in memory.", registry=REGISTRY)
GATEWAY: Final = Gauge(
    "levee_gateway_connected", "1 while Discord's gateway is up, else 0.", registry=REGISTRY
)
DISCORD_ERRORS: Final = Counter(
    "levee_discord_errors",
    "Requests that Discord did not grant, by HTTP status; “none” if no response came.",
    ["status"],
    registry=REGISTRY,
)
LAST_BACKUP: Final = Gauge(
    "levee_last_backup_timestamp_seconds",
    "When this process last made a backup; 0: never.",
    registry=REGISTRY,
)


def watching_discord() -> aiohttp.TraceConfig:
    """Sees every request, also those that discord.py repeats by itself."""
    trace = aiohttp.TraceConfig()
    trace.on_request_end.append(_count_status)
    trace.on_request_exception.append(_count_silence)
    return trace


async def _count_status(_session: object, _context: object, ended: aiohttp.TraceRequestEndParams) -> None:
    if ended.response.status >= 400:
        DISCORD_ERRORS.labels(str(ended.response.status)).inc()


async def _count_silence(
    _session: object, _context: object, _failed: aiohttp.TraceRequestExceptionParams
) -> None:
    DISCORD_ERRORS.labels("none").inc()
