"""What the page gets, made easy to read: outcomes, refusals, messages and forms."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

Json = dict[str, Any]


class Refusal(Exception):
    """The page was told no, with one sentence."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(f"{status}: {sentence}")
        self.status = status
        self.sentence = sentence


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of an interaction: done or failed, the message it made or changed, the form it opened."""

    id: str
    status: str
    message: Json | None
    modal: Json | None

    @property
    def text(self) -> str:
        return text_of(self.message) if self.message else ""


def filled(item: Json, values: dict[str, object]) -> Json:
    """A form's part with the values entered; what is not given keeps its preset."""
    if item["type"] == 1:
        return {"type": 1, "components": [filled(inner, values) for inner in item["components"]]}
    if item["type"] == 18:
        named = {item["component"]["custom_id"]: values[item["label"]]} if item["label"] in values else {}
        return {"type": 18, "component": filled(item["component"], {**values, **named})}
    part = {"type": item["type"]}
    if "custom_id" in item:
        part["custom_id"] = item["custom_id"]
        given = values.get(item["custom_id"], values.get(item.get("label", "")))
        key, preset = ("value", item.get("value", "")) if item["type"] == 4 else ("values", [])
        part[key] = preset if given is None else given
    return part


def is_called(component: Json, label: str | None, custom_id: str | None) -> bool:
    return (label is None or component.get("label") == label) and (
        custom_id is None or component.get("custom_id") == custom_id
    )


def components_of(message: Json) -> Iterator[Json]:
    """Every component of a message, inner ones too."""
    waiting = list(message["components"])
    while waiting:
        component = waiting.pop(0)
        yield component
        waiting = [*component.get("components", []), *waiting]
        if "accessory" in component:
            waiting.insert(0, component["accessory"])


def labels_of(message: Json) -> list[str]:
    """The labels of a message's buttons that can be clicked."""
    return [c.get("label", "") for c in components_of(message) if c["type"] == 2 and not c.get("disabled")]


def find(message: Json, wanted: Callable[[Json], bool]) -> Json:
    found = next(filter(wanted, components_of(message)), None)
    assert found is not None, f"no such component; there are {list(components_of(message))}"
    return found


def text_of(message: Json) -> str:
    """All the words of a message: content, embeds and text displays."""
    texts = [message["content"]]
    for embed in message["embeds"]:
        texts += [embed.get("title"), embed.get("description"), (embed.get("footer") or {}).get("text")]
        texts += [text for field in embed.get("fields", []) for text in (field["name"], field["value"])]
    texts += [component.get("content") for component in components_of(message)]
    return "\n".join(text for text in texts if text)
