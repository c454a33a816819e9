"""What no honest client sends: any JSON at all, and good JSON with something wrong in it."""

import copy
import json
from collections.abc import Iterator
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

ODD = ("", "0", "-1", "1" * 21, "9" * 19, "@original", "\ud800", "\0", "<@1>", "attachment://x", "é" * 5000)
TEXTS = st.text(max_size=12) | st.sampled_from(ODD)
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-3, 30)
    | st.sampled_from([2**31, 2**53, 2**63, 2**64, -(2**63), 10**30])
    | st.floats()
    | TEXTS
)
ANYTHING: st.SearchStrategy[Any] = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS | st.just("type"), inner, max_size=4),
    max_leaves=8,
)


def places(node: Any) -> Iterator[tuple[Any, Any]]:
    """Each container in ``node`` with each of its keys."""
    keys = node.keys() if isinstance(node, dict) else range(len(node)) if isinstance(node, list) else ()
    for key in keys:
        yield node, key
        yield from places(node[key])


@st.composite
def spoilt(draw: st.DrawFn, good: Any) -> Any:
    """``good`` with one to three of its parts changed, taken out or put in elsewhere; or something else."""
    if draw(st.integers(0, 9)) == 0:
        return draw(ANYTHING)
    body = copy.deepcopy(good)
    for _ in range(draw(st.integers(1, 3))):
        found = list(places(body))
        if not found:
            break
        container, key = draw(st.sampled_from(found))
        match draw(st.sampled_from(["change", "change", "take", "more", "name"])):
            case "change":
                container[key] = draw(ANYTHING)
            case "take":
                del container[key]
            case "more" if isinstance(container, list):
                container += [copy.deepcopy(container[key])] * draw(st.integers(1, 40))
            case _ if isinstance(container, dict):
                container[draw(TEXTS)] = draw(ANYTHING)
    return body


def written(body: Any) -> bytes:
    """As JSON, with what JSON does not have but parsers may take: NaN, lone surrogates."""
    return json.dumps(body).encode()


RAW = st.binary(max_size=40) | st.sampled_from(
    [b"", b"{", b"[" * 5000, b'{"a":' * 5000, b"\xff", b'"\\ud800"', b"1" * 5000, b"NaN", b'{"a":1}{"a":1}']
)
"""Bytes that are mostly no JSON."""

at_a_server = settings(
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
"""For examples that all come to one running server, which must bear them all."""


@st.composite
def damaged(draw: st.DrawFn, good: bytes) -> bytes:
    """``good`` with some of it cut out, doubled or written over."""
    body = bytearray(good)
    for _ in range(draw(st.integers(1, 3))):
        first = draw(st.integers(0, len(body)))
        last = draw(st.integers(first, min(first + 40, len(body))))
        body[first:last] = draw(st.just(b"") | st.binary(max_size=8) | st.just(bytes(body[first:last]) * 2))
    return bytes(body)


def sendable(body: Any) -> Any:
    """``body`` as it can be JSON in UTF-8: without halves of characters and what is no number."""
    text = json.dumps(body).replace("\\ud800", "?")
    return json.loads(text, parse_constant=lambda constant: None)
