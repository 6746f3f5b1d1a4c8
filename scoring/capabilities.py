"""What the program can do with one table, its club and its year: a line for each capability."""

from __future__ import annotations

from scoring.archive import capability as archive
from scoring.calculator import capability as calculator
from scoring.club import capability as club
from scoring.coming import capability as coming
from scoring.demonstration import capability as demonstration
from scoring.error_reports import capability as mistakes
from scoring.evenings import capability as evenings
from scoring.guests import capability as guests
from scoring.handbook import capability as handbook
from scoring.house_rules import capability as house_rules
from scoring.imprint import capability as imprint
from scoring.old_sheets import capability as old_sheets
from scoring.people import capability as people
from scoring.privacy import capability as privacy
from scoring.rules import capability as rules
from scoring.season import capability as season
from scoring.sharing import capability as sharing
from scoring.table import capability as table
from scoring.what_if import capability as what_if

CAPABILITIES = (
    club.CAPABILITY,
    people.CAPABILITY,
    house_rules.CAPABILITY,
    rules.CAPABILITY,
    calculator.CAPABILITY,
    table.CAPABILITY,
    evenings.CAPABILITY,
    coming.CAPABILITY,
    season.CAPABILITY,
    what_if.CAPABILITY,
    sharing.CAPABILITY,
    guests.CAPABILITY,
    old_sheets.CAPABILITY,
    archive.CAPABILITY,
    privacy.CAPABILITY,
    demonstration.CAPABILITY,
    imprint.CAPABILITY,
    handbook.CAPABILITY,
    mistakes.CAPABILITY,
)
