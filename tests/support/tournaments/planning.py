"""The forms in which a tournament is planned."""

from __future__ import annotations

from uuid import uuid4

from tests.support.stored_forms import forms_in


def form_on(text: str) -> dict[str, str]:
    """Return what a browser would send of the forms on a page, with a new id."""
    forms = forms_in(text[text.index("<main") :])
    found = {name: values[-1] for form in forms for name, values in form.sent.items() if values}
    return found | {"deed": str(uuid4())}
