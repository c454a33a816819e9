"""Discord's refusals: one function each, status, code and text together.

The codes are those of Discord's documentation, "Opcodes and Status Codes".
"""

from typing import Any


class DiscordError(Exception):
    """A refusal as the HTTP API words it; ``errors`` points into the body where that is what is wrong."""

    def __init__(self, status: int, code: int, message: str, errors: dict[str, Any] | None = None) -> None:
        super().__init__(f"{status} {code} {message}")
        self.status = status
        self.body: dict[str, Any] = {"message": message, "code": code}
        if errors:
            self.body["errors"] = errors


def not_found() -> DiscordError:
    return DiscordError(404, 0, "404: Not Found")


def unauthorized() -> DiscordError:
    return DiscordError(401, 0, "401: Unauthorized")


def not_json() -> DiscordError:
    return DiscordError(400, 50109, "The request body contains invalid JSON.")


def unknown_channel() -> DiscordError:
    return DiscordError(404, 10003, "Unknown Channel")


def unknown_guild() -> DiscordError:
    return DiscordError(404, 10004, "Unknown Guild")


def unknown_member() -> DiscordError:
    return DiscordError(404, 10007, "Unknown Member")


def unknown_message() -> DiscordError:
    return DiscordError(404, 10008, "Unknown Message")


def unknown_user() -> DiscordError:
    return DiscordError(404, 10013, "Unknown User")


def unknown_webhook() -> DiscordError:
    return DiscordError(404, 10015, "Unknown Webhook")


def unknown_interaction() -> DiscordError:
    return DiscordError(404, 10062, "Unknown interaction")


def unknown_command() -> DiscordError:
    return DiscordError(404, 10063, "Unknown application command")


def already_acknowledged() -> DiscordError:
    return DiscordError(400, 40060, "Interaction has already been acknowledged.")


def too_large() -> DiscordError:
    return DiscordError(413, 40005, "Request entity too large")


def missing_access() -> DiscordError:
    return DiscordError(403, 50001, "Missing Access")


def not_yours_to_edit() -> DiscordError:
    return DiscordError(403, 50005, "Cannot edit a message authored by another user")


def empty_message() -> DiscordError:
    return DiscordError(400, 50006, "Cannot send an empty message")


def direct_messages_closed() -> DiscordError:
    return DiscordError(403, 50007, "Cannot send messages to this user")


def missing_permissions() -> DiscordError:
    return DiscordError(403, 50013, "Missing Permissions")


def wrong_channel_type() -> DiscordError:
    return DiscordError(400, 50024, "Cannot execute action on this channel type")


def invalid_webhook_token() -> DiscordError:
    return DiscordError(401, 50027, "Invalid Webhook Token")


def invalid_recipient() -> DiscordError:
    return DiscordError(400, 50033, "Invalid Recipient(s)")


def thread_archived() -> DiscordError:
    return DiscordError(400, 50083, "Thread is archived")


def invalid_form_body(errors: dict[str, Any]) -> DiscordError:
    return DiscordError(400, 50035, "Invalid Form Body", errors)


def no_server_in_common() -> DiscordError:
    """The text is the same as of closed direct messages."""
    return DiscordError(403, 50278, "Cannot send messages to this user")
