"""No save wipes out what it did not show: every form of tournaments that begins with what is stored."""

import pytest

from tests.support.stored_forms import FormCase, nothing_is_wiped_out
from tests.support.tournaments.access import Scene, scene, tournament_scene
from tests.support.tournaments.forms import BY, FORMS, in_sections, path_of, two_in_sections

__all__ = ["scene", "tournament_scene"]  # the fixtures


@pytest.mark.parametrize("address", FORMS)
def test_something_newer_is_shown_beside_what_was_typed(scene: Scene, address: str) -> None:
    case = FORMS[address]
    case = case if isinstance(case, FormCase) else case(scene)
    nothing_is_wiped_out(scene, path_of(scene, address), case)


def test_the_names_of_sections_too(scene: Scene) -> None:
    two_in_sections(scene)
    case = FormCase({"names": "Nord\nSüd", "ranked": "together"}, {"names": "Stark\nSchwach"}, BY)
    nothing_is_wiped_out(scene, in_sections(scene), case)
