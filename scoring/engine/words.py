"""Lines of a settlement in words, as "Besserrufer gewonnen: 2"; they end with the unit of their amounts."""

from scoring.engine.customs import Kind
from scoring.engine.declaring import declared
from scoring.engine.money import number_in_words
from scoring.engine.result import BESIDE_VALAT, SILENT_MISS, Factor, Line, Outcome, exact
from scoring.engine.rules import KONTRA_LABELS, Rules
from scoring.engine.sides import limit_as_written
from scoring.engine.texts import Text, listed, sentences

LANGUAGES = ("de", "en")
_DECLARED = {name: sentences(table) for name, table in declared(__name__).items()}

_EACH = Text("je {}", "{} each")
_DIVIDED = Text("{} : {} = {}", "{} ÷ {} = {}")
_ALONE = 3  # shares of whoever plays alone
_THREEFOLD = Text(" (wer allein spielt, dreifach)", " (three times for whoever plays alone)")
_ENOUGH = Text(", im Kontra genügen {}", ", {} are enough under kontra")
_RAISED = Text(", in ganzen Punkten ", ", in whole points ")


def line_in_words(line: Line, rules: Rules, language: str) -> str:
    """Return a line's reason, its value, what multiplied it, and the unit that comes out.

    "Rufer gewonnen: 1 × 2 Kontra × 2 Radl = 4"
    """
    head, chain = _head(line, rules, language), _chain(line, rules, language)
    if line.enough is not None:
        head += _ENOUGH.in_language(language).format(limit_as_written(line.enough, rules))
    contract = rules.contracts.get(line.subject)
    if contract is None or contract.kind is not Kind.TRISCHAKEN:
        return f"{head}: {chain}"
    if line.outcome is Outcome.JUNGFRAU:
        return f"{head}: {_EACH.in_language(language).format(chain)}"
    return f"{head}: {_shared(line, chain, language)}"


def _shared(line: Line, chain: str, language: str) -> str:
    """Return the count of a Trischaken and how its payers share it.

    "6 : 2 = 3, Vorhand 3 × 2 = 6"
    """
    shares = [share for share in line.shares if share < 0]
    each = _EACH.in_language(language)
    if not shares:
        return f"{chain} ({each.format(0)})"
    if shares == [-1]:
        return chain
    if len(set(shares)) == 1 and shares[0].denominator == 1:
        return each.format(chain)
    if len(set(shares)) > 1 and line.doubly is None:
        paid = [-amount for amount in line.amounts if amount < 0]
        people = (f"{name} {number_in_words(amount)}" for name, amount in zip(line.by, paid, strict=True))
        return f"{chain} ({', '.join(people)})"
    share = -max(shares)  # of whoever pays once
    if (loss := exact(share * len(shares))) != 1:  # together they pay more, or less, than one alone
        total = number_in_words(exact(line.unit * loss))
        chain += f", {number_in_words(loss)} × {number_in_words(line.unit)} = {total}"
    single = exact(line.unit * share)
    words = _DIVIDED.in_language(language).format(chain, len(shares), number_in_words(single))
    if line.doubly is None:
        return words
    label, times = _DECLARED["factors"][line.doubly.name].in_language(language), line.doubly.times
    return f"{words}, {label} {number_in_words(single)} × {times} = {number_in_words(exact(single * times))}"


def _head(line: Line, rules: Rules, language: str) -> str:
    german = language == "de"
    contract = rules.contracts.get(line.subject)
    if contract is not None:
        label, heads = contract.label, "trischaken" if contract.kind is Kind.TRISCHAKEN else "game"
    elif line.outcome is Outcome.CLAIM:
        label, heads = Text("", ""), "game"
    else:
        label, heads = rules.premiums[line.subject].label, "premium"
    payees = ", ".join(line.to)
    return (
        _DECLARED[heads][line.outcome.value]
        .in_language(language)
        .format(
            label=label.in_language(language),
            by=_whose(line.by, german=german),
            whose="" if line.against else _whose(line.by, german=german),  # as `between` says
            against=(" gegen " if german else " against ") + ", ".join(line.against) if line.against else "",
            to=(", an " if german else ", to ") + payees if line.to else "",
            payee=payees,
            points=_with_points(line, german=german),
            between=_between(line, german=german),
            offender=listed(line.offenders, language) if line.offenders else "",
            payers=", ".join(line.by),
            pay=_pay(len(line.by), german=german),
            jungfrau=_jungfrauen(line.to, german=german),
        )
    )


def _with_points(line: Line, *, german: bool) -> str:
    """Return the card points of the winners: " mit 46", " gegen 46"."""
    if line.points is None:
        return ""
    if line.outcome is Outcome.LOST:
        return f" {'gegen' if german else 'against'} {line.points}"
    return f" {'mit' if german else 'with'} {line.points}"


def _between(line: Line, *, german: bool) -> str:
    """Return the two players who settle a premium between them: ", Anna gegen Cilli"."""
    if not (line.by and line.against):
        return ""
    return f", {line.by[0]} {'gegen' if german else 'against'} {line.against[0]}"


def _whose(declarers: tuple[str, ...], *, german: bool) -> str:
    if not declarers:
        return ""
    return f" von {declarers[0]}" if german else f"{declarers[0]}'s "


def _jungfrauen(names: tuple[str, ...], *, german: bool) -> str:
    if not names:
        return ""
    word = "Jungfrau" if len(names) == 1 else "Jungfrauen"
    return f" {'an ' if german else ''}{word} {', '.join(names)}"


def _pay(payers: int, *, german: bool) -> str:
    if german:
        return "zahlt" if payers == 1 else "zahlen"
    return "pays" if payers == 1 else "pay"


def _chain(line: Line, rules: Rules, language: str) -> str:
    for factor in line.factors:
        if factor in (BESIDE_VALAT, SILENT_MISS):
            nothing = _DECLARED["nothing"][factor.name].in_language(language)
            return f"{number_in_words(line.unit)} ({nothing})"
    counting = [factor for factor in line.factors if not factor.void]
    value = _value(line, language)
    if line.more and counting:
        value = f"({value})"
    multiplied = (f"{factor.times} {_factor_label(factor, rules, language)}" for factor in counting)
    chain = " × ".join([value, *multiplied])
    if counting or line.more:
        chain += f" = {number_in_words(line.unit)}"
    for factor in line.factors:
        if factor.void:
            void = _DECLARED["void"][factor.why].in_language(language)
            chain += f" ({_factor_label(factor, rules, language)} {void})"
    if line.outcome is Outcome.REVOKED and _ALONE in line.shares and len(set(line.shares)) > 2:
        chain += _THREEFOLD.in_language(language)
    return chain


def _value(line: Line, language: str) -> str:
    if line.more:
        return f"{number_in_words(exact(line.value - line.more))} + {number_in_words(line.more)}"
    if line.raised_from is None:
        return number_in_words(line.value)
    return f"{number_in_words(line.raised_from)}{_RAISED.in_language(language)}{line.value}"


def _factor_label(factor: Factor, rules: Rules, language: str) -> str:
    if factor.name in KONTRA_LABELS:
        return rules.kontra.label(factor.name)
    label = _DECLARED["factors"].get(factor.name) or rules.premiums[factor.name].label
    return label.in_language(language)
