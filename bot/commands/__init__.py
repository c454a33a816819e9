"""The slash commands (contract §4): doors, each of which reads its options and hands them on."""

from typing import TYPE_CHECKING

from discord import app_commands

from bot.commands.choosing import offer_games
from bot.commands.ledger import LedgerGroup
from bot.commands.privacy import PrivacyGroup
from bot.commands.record import RecordGroup, fair
from bot.commands.rules import help_command, rules
from bot.commands.season import SeasonGroup
from bot.commands.settings import SettingsGroup
from bot.commands.standings import standings
from bot.commands.stats import head_to_head, stats
from bot.commands.table import TableGroup
from bot.commands.verbs import hand, verb_commands

if TYPE_CHECKING:
    from bot.client import Levee


def add_all(tree: "app_commands.CommandTree[Levee]") -> None:
    groups = (TableGroup(), LedgerGroup(), RecordGroup(), SeasonGroup(), PrivacyGroup(), SettingsGroup())
    offer_games(rules)
    for group in groups:
        tree.add_command(group)
    for command in (hand, *verb_commands(), standings, stats, head_to_head, fair, rules, help_command):
        tree.add_command(command)
