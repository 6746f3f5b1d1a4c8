"""The engine as a wheel of its own: it stands on nothing but Python, and does what its README says."""

import doctest
import json
import os
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from tarockclub import folders
from tarockclub.engine_wheel import building
from tarockclub.release import release
from tests.support.tournaments.results_files import KEPT

pytestmark = pytest.mark.program

HAND = {
    "players": ["Anna", "Bert", "Cilli", "Dora"],
    "games": [{"contract": "rufer", "declarer": "Anna", "partner": "Cilli", "won": True}],
}
DOCUMENTS = ("README.md", "EXAMPLES.md")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return building.build(tmp_path_factory.mktemp("dist"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("installed")
    with ZipFile(wheel) as packed:
        packed.extractall(folder)
    return folder


def bare(installed: Path, *arguments: str, given: str = "") -> subprocess.CompletedProcess[str]:
    """Run Python with the wheel and nothing else: without site packages, away from the checkout."""
    surroundings = {"PATH": os.environ["PATH"], "PYTHONPATH": str(installed), "PYTHONUTF8": "1"}
    return subprocess.run(
        [sys.executable, "-S", "-B", *arguments],
        cwd=installed,
        env=surroundings,
        input=given,
        capture_output=True,
        text=True,
        encoding="utf-8",
    )


def test_the_wheel_settles_a_hand_on_a_bare_python(installed: Path) -> None:
    program = (
        "import sys, tarock_engine\n"
        f"print(tarock_engine.settle({HAND})['payouts'])\n"
        "print([name for name in sys.modules if name.split('.')[0] in "
        "('django', 'scoring', 'tournaments', 'tarockclub')], tarock_engine.__version__)"
    )
    done = bare(installed, "-c", program)
    assert done.stdout.splitlines() == [
        "{'Anna': 1, 'Bert': -1, 'Cilli': 1, 'Dora': -1}",
        f"[] {release().version}",
    ], done.stderr


def test_every_module_of_it_imports_nothing_but_python_and_itself(installed: Path) -> None:
    program = (
        "import importlib, pkgutil, sys, tarock_engine\n"
        "for found in pkgutil.walk_packages(tarock_engine.__path__, 'tarock_engine.'):\n"
        "    if not found.name.endswith('__main__'): importlib.import_module(found.name)\n"
        "print(sorted({name.split('.')[0] for name in sys.modules} - set(sys.stdlib_module_names)))"
    )
    done = bare(installed, "-c", program)
    assert done.returncode == 0, done.stderr
    ours = json.loads(done.stdout.replace("'", '"'))
    assert [name for name in ours if not name.startswith("__")] == ["tarock_engine"]


def test_its_commands_settle_check_generate_and_list(installed: Path) -> None:
    run = ("-m", "tarock_engine")
    line = json.dumps({**HAND, "rules": "standard"})
    settled = bare(installed, *run, "settle", given=f"{line}\n{{}}\n")
    assert (settled.returncode, settled.stdout.count("\n")) == (1, 2)
    assert json.loads(settled.stdout.splitlines()[0])["payouts"]["Anna"] == 1
    assert bare(installed, *run, "settle", "gone.jsonl").stderr == "gone.jsonl: No such file or directory\n"
    assert bare(installed, *run, "check", *map(str, KEPT)).returncode == 0
    made = installed / "made.json"
    made.write_text(bare(installed, *run, "generate", "--players", "8", "--rounds", "1").stdout)
    assert bare(installed, *run, "check", str(made)).returncode == 0
    assert bare(installed, *run, "sheets").stdout.startswith("standard ")
    house = installed / "house.toml"
    house.write_text(bare(installed, *run, "sheets", "wien").stdout)
    assert (
        bare(installed, *run, "settle", "--rules", str(house), given=f"{json.dumps(HAND)}\n").returncode == 0
    )
    assert "[[example]]" in bare(installed, *run, "sheets", "standard", "--examples").stdout


@pytest.mark.parametrize("name", DOCUMENTS)
def test_what_its_documents_show_comes_out(installed: Path, name: str) -> None:
    how = f"{name!r}, module_relative=False, encoding='utf-8'"
    program = f"import doctest, sys; sys.exit(doctest.testfile({how}).failed)"
    document = building.FOLDER / name
    (installed / name).write_text(document.read_text(encoding="utf-8"), encoding="utf-8")
    done = bare(installed, "-c", program)
    assert done.returncode == 0, done.stdout
    assert len(doctest.DocTestParser().get_examples(document.read_text(encoding="utf-8"))) > 2


EVENING = """
from tarock_engine import EntryRecord, Game, Hand, Table, from_dict, published, settle
table = Table(published()["standard"], ["Anna", "Bert", "Cilli", "Dora"], "Dora")
table.push(Hand((), (Game("rufer", "Anna", partner="Cilli", won=True),)))
entry: EntryRecord = {"games": [{"contract": "dreier", "declarer": "Bert", "won": False}]}
row = table.push(entry)
print(sum(table.totals.values()), None if row is None else row.dealer)
"""


def test_a_misspelt_key_is_an_error_for_mypy_before_it_is_one_at_the_table(installed: Path) -> None:
    def told(program: str) -> list[str]:
        (installed / "evening.py").write_text(program)
        command = ["-m", "mypy", "--strict", "--follow-imports=silent", "--no-color-output", "evening.py"]
        surroundings = {"PATH": os.environ["PATH"], "MYPYPATH": str(installed)}
        run = subprocess.run(
            [sys.executable, *command], cwd=installed, env=surroundings, capture_output=True, text=True
        )
        return run.stdout.splitlines()

    assert told(EVENING) == ["Success: no issues found in 1 source file"]
    assert bare(installed, "-c", EVENING).stdout == "0 Anna\n"
    assert told(EVENING.replace("partner=", "partnr="))[0] == (
        'evening.py:4: error: Unexpected keyword argument "partnr" for "Game"; '
        'did you mean "partner"?  [call-arg]'
    )
    assert told(EVENING.replace('"declarer":', '"declarar":'))[0] == (
        'evening.py:5: error: Extra key "declarar" for TypedDict "GameRecord"  [typeddict-unknown-key]'
    )


def test_what_another_program_reads_lies_in_the_package(installed: Path) -> None:
    package = installed / "tarock_engine"
    assert "## `Table`" in (package / "REFERENCE.md").read_text(encoding="utf-8")
    assert json.loads((package / "record.schema.json").read_text())["title"] == "tarock-record, version 1"


def test_its_modules_are_those_of_the_program_but_for_their_imports(installed: Path) -> None:
    for module, path in building.modules().items():
        assert path.is_relative_to(folders.ROOT)
        assert not path.is_relative_to(folders.ROOT / "tests")
        assert module.partition(".")[0] in ("scoring", "tournaments", "tarockclub")
    package = installed / "tarock_engine"
    assert (package / "py.typed").exists()
    ours = (folders.ROOT / "scoring" / "engine" / "settling.py").read_text(encoding="utf-8")
    theirs = (package / "engine" / "settling.py").read_text(encoding="utf-8")
    assert [line for line in theirs.splitlines() if "import" not in line] == [
        line for line in ours.splitlines() if "import" not in line
    ]


def test_whoever_reads_only_the_beginning_is_not_told_of_a_broken_pipe(installed: Path) -> None:
    command = f"{sys.executable} -S -m tarock_engine generate --players 60 | head -n 1"
    surroundings = {"PATH": os.environ["PATH"], "PYTHONPATH": str(installed)}
    done = subprocess.run(
        command, shell=True, cwd=installed, env=surroundings, capture_output=True, text=True
    )
    assert (done.stdout, done.stderr) == ("{\n", "")
