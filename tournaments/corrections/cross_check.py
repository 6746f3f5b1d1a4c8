"""The cross-check of a round: printed sheets are typed once more and compared with the stored results.

No result is stored by it; kept is who compared which amounts, and when.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from uuid import uuid5

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from scoring.web.access import PAGE, deed_of
from scoring.web.submitting import submit
from tournaments.corrections.desk import line_in_words
from tournaments.corrections.forms.paper import ResultForm
from tournaments.corrections.pages import ways_of
from tournaments.corrections.verbs import as_kept, compare_result, may_compare
from tournaments.engine.played import results_from
from tournaments.engine.terms import Format
from tournaments.models import PaperResult, Round, Stage, Table
from tournaments.standings.results import in_seat_order
from tournaments.web.access import page_about, round_in, typed_tournament


@dataclass
class ComparedTable:
    """A table whose printed sheet is typed once more, with the comparison."""

    table: Table
    form: ResultForm
    result: PaperResult | None  # what is stored
    may_compare: bool  # nobody compares what they typed themselves
    verdict: str = ""  # "same" or "differs", once it was compared
    differences: list[tuple[str, str, str]] = field(default_factory=list)  # name, typed and stored

    def compare(self) -> None:
        """Compare what was typed with what is stored, person by person."""
        assert self.result is not None
        terms, stored = self.table.round.tournament.terms, results_from(self.result.lines)
        for player, line in self.form.lines.items():
            typed = as_kept(terms, line)
            if typed != stored[player]:
                row = self.form.people[player], line_in_words(typed), line_in_words(stored[player])
                self.differences.append(row)
        self.verdict = "differs" if self.differences else "same"


def compared_tables(round_: Round, names: Mapping[str, str], posted: QueryDict | None) -> list[ComparedTable]:
    """Return every table of a round that has begun, with an empty form or what was typed into it."""
    stored = PaperResult.objects.filter(table__round=round_).order_by("table", "seq")
    results = {result.table_id: result for result in stored}
    rows = []
    for table in (
        round_.tables.filter(sheet__isnull=False).select_related("sheet__evening").order_by("number")
    ):
        table.round, result = round_, results.get(table.pk)
        if result is not None and result.lines is None:  # it was taken back
            result = None
        own, sent = f"t{table.number}-", {} if posted is None else posted.dict()
        is_typed = any(str(text).strip() for key, text in sent.items() if key.startswith(own))
        people = in_seat_order(table, table.started_sheet.totals) if result is None else list(result.lines)
        form = ResultForm(
            posted if is_typed else None,  # the others are not compared
            prefix=f"t{table.number}",
            people={player: names[player] for player in people},
            cup=round_.tournament.terms.format is Format.CUP,
            table=table.number,
        )
        rows.append(
            ComparedTable(table, form, result, result is not None and may_compare(result, round_.tournament))
        )
    return rows


@require_http_methods(PAGE)
def cross_check(request: HttpRequest, slug: str, pk: int, number: int) -> HttpResponse:
    """Show an empty form of all tables; when sent, compare each typed table with its stored result."""
    round_ = round_in(typed_tournament(request, slug, pk), number)
    if round_.stage in (Stage.CHECK_IN, Stage.DRAFT, Stage.PUBLISHED):
        return redirect("tournaments:round", slug, pk, number)
    posted = request.POST if request.method == "POST" else None
    rows = compared_tables(round_, round_.tournament.evening.names(), posted)
    for row in rows:
        if not row.may_compare or not row.form.is_valid():
            continue
        lines = row.form.lines
        deed = uuid5(deed_of(request), f"{row.table.number} {sorted(lines.items())}")
        if submit(request, row.form, compare_result, deed=deed, table=row.table, lines=lines):
            row.compare()
    page = page_about(
        round_,
        rows=rows,
        most_people=max([4, *(len(row.form.people) for row in rows)]),
        ways=ways_of(round_, "second_results"),
        compared=[row.table.number for row in rows if row.verdict],
        differing=[row.table.number for row in rows if row.verdict == "differs"],
    )
    return render(request, "tournaments/corrections/cross_check.html", page)
