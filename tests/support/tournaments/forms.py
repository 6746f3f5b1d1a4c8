"""The forms of tournaments that begin with what is stored: what is saved there at once; why not elsewhere."""

from collections.abc import Callable
from uuid import uuid4

from tests.support.stored_forms import FormCase, forms_on
from tests.support.tournaments.access import TABLE, C, E, R, S, Scene, T
from tests.support.tournaments.playing import opened
from tournaments.engine.terms import PLAY_MONEY
from tournaments.models import Entrant, Tournament
from tournaments.series.lines import POINTS
from tournaments.series.sections import set_sections

BY = "director"  # saves first, while the owner has the page open
SOMEBODY = "Hier wurde"  # where the log does not lead to who changed it
AT_TABLE = f"{R}tables/<int:table>/"


def chosen_events(scene: Scene) -> FormCase:
    """The director takes everything out; the owner, who still sees it ticked, adds another tournament."""
    page = scene.browser("owner").get(scene.path(f"{S}events/", TABLE[f"{S}events/"]))
    [form] = [form for form in forms_on(page) if form.is_compared]
    return FormCase({"event": []}, {"event": [f"t{scene.elsewhere.tournament.pk}", *form.sent["event"]]}, BY)


def path_of(scene: Scene, address: str) -> str:
    """Return the address with something behind it that can be changed."""
    path = scene.path(address, TABLE[address])
    if address == f"{T}people/<int:entrant>/":
        nandl = Entrant.objects.get(tournament=scene.playing.tournament, participant__guest="Nandl")
        return path.removesuffix(f"{scene.emil.pk}/") + f"{nandl.pk}/"
    return in_sections(scene) if address == f"{T}sections/" else path


def sections_of(scene: Scene) -> FormCase:
    """Two people are tapped into sections, each by somebody else."""
    anna, bert = two_in_sections(scene)
    return FormCase({f"section_{anna.pk}": "1"}, {f"section_{bert.pk}": "2"}, BY)


def two_in_sections(scene: Scene) -> list[Entrant]:
    playing = opened(scene.house, title="Sektionsturnier", terms=PLAY_MONEY)
    about = {"actor": playing.director, "tournament": playing.tournament}
    set_sections(**about, deed=uuid4(), names=["A", "B"], together=False)
    playing.register(["Rosl", "Sali"])
    return list(playing.tournament.entrants.order_by("pk"))


def in_sections(scene: Scene) -> str:
    """Return the page of sections of the newest tournament, nobody of which has played."""
    tournament = Tournament.objects.latest("pk")
    return f"/clubs/{scene.house.club.slug}/tournaments/{tournament.pk}/sections/"


# What the director saves, and what the owner saves then, who had opened the page before.
FORMS: dict[str, FormCase | Callable[[Scene], FormCase]] = {
    f"{C}presets/<int:preset>/": FormCase({"name": "Sommerregeln"}, {"name": "Winterregeln"}, BY),
    f"{C}groups/<int:group>/": FormCase({"lines": "Dora\nEmil", "name": "U27"}, {"lines": "Anna"}, BY),
    f"{S}settings/": FormCase({"least": "3", "title": "Jahr"}, {"title": "Cupjahr"}, BY),
    f"{S}events/": chosen_events,
    f"{E}rename/": FormCase({"title": "Cup", "date": "2019-10-05"}, {"title": "Pokal"}, BY),
    **{
        f"{S}{kind}/": FormCase({"lines": "Anna; 3; Cup\nBert; 4"}, {"lines": "Cilli; 7"}, BY)
        for kind in POINTS
    },
    f"{S}final/terms/": FormCase({"places": "8", "percent": "40"}, {"places": "12"}, BY),
    f"{T}settings/": FormCase({"place": "Post", "title": "Sonnwende"}, {"place": "Adler"}, BY),
    f"{T}sections/": sections_of,
    f"{T}registration/": FormCase({"limit": "40", "word": "Pagat"}, {"limit": "60"}, BY),
    f"{T}people/<int:entrant>/": FormCase(
        {"name": "Nandl Huber"}, {"name": "Nandl Gruber"}, BY, told=SOMEBODY
    ),
    **{
        f"{where}prizes/<int:position>/": FormCase({"name": "Wurst", "sponsor": "Post"}, {"name": "Käse"}, BY)
        for where in (T, R)
    },
}
# They begin with something, and wipe out nothing: why not.
ELSE = {
    f"{C}groups/new/": "a new one",
    f"{C}series/new/": "a new one",
    f"{C}end-tables/write/": "what changes is shown first, and saved only as it was shown",
    f"{T}copy/": "a new one",
    f"{T}preset/": "a new one; the page says which names are taken, and that such a preset is replaced",
    f"{T}prizes/": "a prize is added",
    f"{R}prizes/": "a prize is added",
    f"{T}people/register/": "names are added",
    f"{R}draw/": "drawn anew only where the draw is the one that was shown",
    T: "minutes are added",
    R: "minutes are added",
    f"{R}lots/": "a lot is added",
    f"{AT_TABLE}": "minutes are added",
    f"{R}results/": "compared row by row: tests/tournaments/corrections/test_paper.py",
    f"{AT_TABLE}ruling/": "a ruling is added, behind the last one that was shown",
    f"{AT_TABLE}hands/": "hands are added, behind the last entry that was shown",
}
