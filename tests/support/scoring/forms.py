"""The forms of a club that begin with stored values: which notice newer ones, and why others need not."""

from tests.support.scoring.access import E, M
from tests.support.stored_forms import FormCase

C = "clubs/<slug:slug>/"
G = f"{C}guests/<int:pk>/"

# What one window saves, and what another one that was opened earlier saves then.
FORMS = {
    f"{C}settings/": FormCase({"club": "Kartenrunde", "cents_per_point": "20"}, {"club": "Tarockrunde"}),
    M: FormCase({"name": "Hildegard"}, {"name": "Hilde"}, by="director"),
    f"{G}rename/": FormCase({"name": "Katharina"}, {"name": "Kathi Huber"}, by="director"),
    f"{E}change/": FormCase({"place": "Post", "date": "2026-11-02"}, {"place": "Adler"}, by="director"),
    f"{E}pagatkassa/": FormCase({"pagatkassa": "on", "stake": "20"}, {"stake": "30"}, by="director"),
    "imprint/edit/": FormCase(
        {"who": "Runde", "email": "club@example.org", "further": "ZVR 1\nZVR 2"},
        {"who": "Verein", "phone": "1", "further": "ZVR 3"},
    ),
}
# They begin with something, and wipe out nothing: why not.
ELSE = {
    "display/": "the sign-in name is there for the browser's own list",
    f"{C}old-sheets/import/": "a file is added",
    f"{C}rules/new/": "a new one",
    f"{C}members/": "names are added",
    f"{C}evenings/<int:pk>/play/": "a new one",
    f"{C}play/": "a new one",
    f"{C}play/away/": "a new one",
    f"{C}play/totals/": "a new one",
    f"{C}seasons/": "a new one",
    "clubs/new/": "a new one",
    G: "evenings are joined to a member, and only those that were shown; taken apart again by a button",
    f"{G}anonymise/": "names go for good, and only those that were shown",
    "sheets/<int:pk>/hands/<uuid:entry>/": "an objection is settled once",
    "sheets/<int:pk>/hands/<uuid:entry>/take-out/": "an entry is added, behind the last one that was shown",
    "sheets/<int:pk>/seating/": "an entry is added, behind the last one that was shown",
}
