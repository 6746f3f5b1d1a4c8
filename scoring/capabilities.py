"""What the program can do with one table, its club and its year: a line for each capability."""

from django.utils.translation import gettext_lazy as _

from scoring import demo, handbook
from scoring.accounts import capability as people
from scoring.archive import views as archive
from scoring.calculator import views as calculator
from scoring.capability import LogSubject
from scoring.clubs import capability as club
from scoring.coming import views as coming
from scoring.evenings import capability as evenings
from scoring.old_sheets import views as old_sheets
from scoring.rule_editor import capability as house_rules
from scoring.rule_editor.published import views as rules
from scoring.season import views as season
from scoring.server import backup_line, error_reports, imprint
from scoring.sharing import capability as sharing
from scoring.table import capability as table

LOG_SUBJECT = LogSubject("club", _("Club and members"))
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
    sharing.CAPABILITY,
    old_sheets.CAPABILITY,
    archive.CAPABILITY,
    demo.CAPABILITY,
    imprint.CAPABILITY,
    handbook.CAPABILITY,
    error_reports.CAPABILITY,
    backup_line.CAPABILITY,
)
