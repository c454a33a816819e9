"""What Discord takes at most."""

from typing import Final

MESSAGE: Final = 2000
"""Characters of a message's content."""
EMBED_TITLE: Final = 256
EMBED_TEXT: Final = 4096
"""Characters of an embed's description."""
EMBEDS: Final = 6000
"""Characters of all embeds of a message together."""
ALT: Final = 1024
"""Characters of a picture's description."""
CHANNEL_NAME: Final = 100
BUTTONS: Final = 25
"""Of a message, in 5 rows."""
CHOICES: Final = 25
"""Choices of an autocomplete, options of a select."""
CHOICE: Final = 100
"""Characters of a choice's name and value, and of a ``custom_id``."""
