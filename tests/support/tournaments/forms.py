"""The forms of tournaments that begin with what is stored: which are compared; why not the others."""

from tests.support.tournaments.access import C, E, R, S, T

AT_TABLE = f"{R}tables/<int:table>/"

# They bring along what their page showed, and a verb compares it: tests/scoring/web/test_verb.py.
FORMS = {
    *(f"{C}presets/<int:preset>/", f"{S}settings/", f"{S}events/"),
    *(f"{T}settings/", f"{T}sections/", f"{T}registration/", f"{T}people/<int:entrant>/"),
    *(f"{T}prizes/<int:position>/", f"{R}prizes/<int:position>/"),
}
# They begin with something, and wipe out nothing: why not.
ELSE = {
    f"{C}series/new/": "a new one",
    f"{C}lists/write/": "a new one; what it replaces is shown first, and only that is saved",
    f"{S}final/": "those who are not on the list yet are ticked",
    f"{E}change/": "what changes is shown first, and saved only as it was shown",
    f"{T}copy/": "a new one",
    f"{T}preset/": "a new one; the page says which names are taken, and that such a preset is replaced",
    f"{T}prizes/": "a prize is added",
    f"{R}prizes/": "a prize is added",
    f"{T}people/register/": "names are added",
    f"{R}draw/": "drawn anew only where the draw is the one that was shown",
    T: "minutes are added",
    R: "minutes are added",
    f"{R}lots/": "a lot is added",
    f"{AT_TABLE}": "compared with what its page showed: tests/tournaments/corrections/test_mend.py",
    f"{R}results/": "compared row by row: tests/tournaments/corrections/test_paper.py",
}
