"""What the program can do with many tables: a line for each capability."""

from importlib import import_module

from django.utils.translation import gettext_lazy as _

from scoring.capability import Capability, LogSubject
from tournaments import duties, index, privacy
from tournaments.cash import views as cash
from tournaments.corrections import views as repair
from tournaments.corrections.disputes import views as disputes
from tournaments.covered import COVERED
from tournaments.draw import views as drawing
from tournaments.draw import wish_list
from tournaments.entrants import views as people
from tournaments.entrants.registration import views as registration
from tournaments.export import views as export
from tournaments.models import TOURNAMENT, Tournament
from tournaments.planning import views as planning
from tournaments.prizes import views as prizes
from tournaments.public import views as public
from tournaments.results_file import capability as results_file
from tournaments.rounds import views as rounds
from tournaments.series import finals, guests, lists, sections
from tournaments.series import views as series
from tournaments.standings import views as standings
from tournaments.table_policy import AT_A_TOURNAMENT
from tournaments.verifying import of_tournaments

# Lots of series are lists by now, and dividing people into sections is not undone.
FROM_LOG = {
    (table, column): fill
    for migration in ("0026_state_out_of_the_log", "0035_seatings", "0038_seats_and_ranks")
    for (table, column), fill in import_module(f"tournaments.migrations.{migration}").FROM_LOG.items()
    if table != "tournaments.serieslot" and column != "divided"
}
LOG_SUBJECT = LogSubject("tournaments", _("Tournaments"))
CAPABILITIES = (
    Capability(
        occasions={TOURNAMENT: AT_A_TOURNAMENT},
        verified=(of_tournaments,),
        in_log={"tournament": Tournament},
        covered=COVERED,
        from_log=FROM_LOG,
    ),
    planning.CAPABILITY,
    duties.CAPABILITY,
    cash.CAPABILITY,
    people.CAPABILITY,
    wish_list.CAPABILITY,
    sections.CAPABILITY,
    drawing.CAPABILITY,
    rounds.CAPABILITY,
    disputes.CAPABILITY,
    repair.CAPABILITY,
    prizes.CAPABILITY,
    standings.CAPABILITY,
    lists.CAPABILITY,
    series.CAPABILITY,
    finals.CAPABILITY,
    guests.CAPABILITY,
    public.CAPABILITY,
    registration.CAPABILITY,
    export.CAPABILITY,
    results_file.CAPABILITY,
    index.CAPABILITY,
    privacy.CAPABILITY,
)
