"""The page of a table as somebody fills it in, by the names of people."""

from typing import Any
from uuid import uuid4

from django.http import HttpResponse

from tests.support.stored_forms import FormOnPage, forms_on
from tests.support.tournaments.playing import Playing, address


def page_of(playing: Playing, at: int = 1, *, by: str = "Bert") -> HttpResponse:
    answer = playing.client(by).get(address(playing, "table", 1, at))
    assert answer.status_code == 200
    return answer  # type: ignore[no-any-return]


def form_of(page: HttpResponse) -> FormOnPage:
    """Return the form of a table's page by which it is put right."""
    [form] = [form for form in forms_on(page) if form.name == "mend"]
    return form


def typed(playing: Playing, fields: dict[str, Any]) -> dict[str, Any]:
    """Return fields with the ids of people in place of their names: {"ruled Anna": "points"}."""
    ids = playing.ids()
    names = {key: key.partition(" ") for key in fields}
    return {
        f"{kind}-{ids[name]}" if name else key: ids.get(fields[key], fields[key])
        if kind == "who"
        else fields[key]
        for key, (kind, _space, name) in names.items()
    }


def sends(
    playing: Playing,
    fields: dict[str, Any],
    at: int = 1,
    *,
    by: str = "Bert",
    page: HttpResponse | None = None,
    **more: str,
) -> Any:
    """Send the form of a table's page with this typed into it, as a page shows it or showed it then."""
    form = form_of(page or page_of(playing, at, by=by))
    sent = form.with_({**typed(playing, fields), "deed": str(uuid4()), **more})
    return playing.client(by).post(address(playing, "table", 1, at), sent, follow=True)


def looks(playing: Playing, fields: dict[str, Any], at: int = 1, **more: Any) -> Any:
    return sends(playing, fields, at, step="look", **more)


def mends(playing: Playing, fields: dict[str, Any], at: int = 1, **more: Any) -> Any:
    return sends(playing, fields, at, step="save", **more)
