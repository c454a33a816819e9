"""JSON from outside, read so strictly that whatever comes of it can be stored and sent on."""

import json
from typing import Any


def parsed(raw: bytes | str) -> Any:
    """Raises ValueError for what is not JSON in UTF-8, is nested too deep, or holds half a character."""
    text = raw.decode() if isinstance(raw, bytes) else raw
    try:
        body = json.loads(text, parse_constant=_refuse)
    except RecursionError as error:
        raise ValueError("nested too deep") from error
    if "\\ud" in text.lower():  # as some write what is not ASCII: two halves, or wrongly one
        json.dumps(body, ensure_ascii=False).encode()
    return body


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is no number")
