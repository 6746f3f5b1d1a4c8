"""No save wipes out what it did not show: forms of tournaments that are ticked or tapped, not typed."""

from uuid import uuid4

from tests.support.stored_forms import FormCase, forms_on, nothing_is_wiped_out
from tests.support.tournaments.access import TABLE, S, Scene, scene, tournament_scene
from tests.support.tournaments.playing import opened
from tournaments.engine.terms import PLAY_MONEY
from tournaments.models import Entrant
from tournaments.series.sections import set_sections

__all__ = ["scene", "tournament_scene"]  # the fixtures
BY = "director"  # saves first, while the owner has the page open


def test_events_that_are_ticked(scene: Scene) -> None:
    """The director takes out all that counts; the owner adds a tournament, and takes a use off a list."""
    path = scene.path(f"{S}events/", TABLE[f"{S}events/"])
    [form] = [form for form in forms_on(scene.browser("owner").get(path)) if form.is_compared]
    ticked, added = form.values, f"t{scene.elsewhere.tournament.pk}"
    assert added not in ticked
    [both] = [name for name, uses in ticked.items() if uses == ["ranked", "team"]]
    case = FormCase({name: [] for name in ticked}, {added: ["on"], both: ["team"]}, BY)
    nothing_is_wiped_out(scene, path, case)


def in_sections(scene: Scene) -> tuple[str, list[Entrant]]:
    """Return the page of sections of a tournament, nobody of which has played, and two people there."""
    playing = opened(scene.house, title="Sektionsturnier", terms=PLAY_MONEY)
    about = {"actor": playing.director, "tournament": playing.tournament}
    set_sections(**about, deed=uuid4(), names=["A", "B"], together=False)
    playing.register(["Rosl", "Sali"])
    path = f"/clubs/{scene.house.club.slug}/tournaments/{playing.tournament.pk}/sections/"
    return path, list(playing.tournament.entrants.order_by("pk"))


def test_people_who_are_tapped_into_sections(scene: Scene) -> None:
    path, (rosl, sali) = in_sections(scene)
    case = FormCase({f"section_{rosl.pk}": "1"}, {f"section_{sali.pk}": "2"}, BY)
    nothing_is_wiped_out(scene, path, case)


def test_the_names_of_sections(scene: Scene) -> None:
    path, _people = in_sections(scene)
    case = FormCase({"names": "Nord\nSüd", "ranked": "together"}, {"names": "Stark\nSchwach"}, BY)
    nothing_is_wiped_out(scene, path, case)
