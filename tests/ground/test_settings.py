import os
import re
import secrets
import subprocess
import sys

import pytest
from django.core.exceptions import ImproperlyConfigured

from scoring import clock
from scoring.archive.backups import Trouble
from scoring.encryption import BEGINS_WITH
from scoring.management.postgresql import copy_before_update
from tarockclub import folders
from tarockclub import settings as read
from tarockclub.command import COMMANDS, main
from tarockclub.environment import SETTINGS

PRODUCTION = {"PUBLIC_URL": "https://tarock.example.org", "SECRET_KEY": secrets.token_urlsafe(50)}
VARIABLES = ("PUBLIC_URL", "SECRET_KEY", "ALLOWED_HOSTS", "DATABASE_URL", "DEBUG")


@pytest.fixture(autouse=True)
def bare_environment(monkeypatch):
    for variable in VARIABLES:
        monkeypatch.delenv(variable, raising=False)


def run(root, *command, **environment):
    # A browser test of the same process may have switched off a guard that production insists on.
    own = {name: value for name, value in os.environ.items() if name != "DJANGO_ALLOW_ASYNC_UNSAFE"}
    return subprocess.run(
        [sys.executable, *command], cwd=root, env=own | environment, capture_output=True, text=True
    )


@pytest.mark.program
def test_production_passes_every_check(root):
    result = run(root, "manage.py", "check", "--deploy", "--fail-level", "WARNING", **PRODUCTION)
    assert result.returncode == 0, result.stderr
    assert "no issues" in result.stdout


@pytest.mark.program
def test_a_half_configured_program_does_not_start(root):
    result = run(root, "-m", "django", "check", PUBLIC_URL=PRODUCTION["PUBLIC_URL"])
    assert result.returncode != 0
    assert "SECRET_KEY is not set" in result.stderr


@pytest.mark.program
def test_production_shows_strangers_no_insides(root):
    result = run(root, "manage.py", "check", DEBUG="1", **PRODUCTION)
    assert result.returncode != 0
    assert "DEBUG is 1 while PUBLIC_URL is https" in result.stderr


def test_plain_http_needs_nothing_and_asks_nothing_of_the_browser(settings):
    assert not settings.SESSION_COOKIE_SECURE
    assert not settings.CSRF_COOKIE_SECURE
    assert not settings.LANGUAGE_COOKIE_SECURE
    assert not settings.SECURE_SSL_REDIRECT
    assert not settings.SECURE_HSTS_SECONDS
    assert {"localhost", "127.0.0.1"} <= set(settings.ALLOWED_HOSTS)


@pytest.mark.parametrize(
    ("variable", "value", "reader"),
    [
        ("DEBUG", "true", lambda: read.read_switch("DEBUG")),
        ("DEBUG", "", lambda: read.read_switch("DEBUG")),
        ("PUBLIC_URL", "tarock.example.org", read.read_public_url),
        ("PUBLIC_URL", "https://tarock.example.org/club", read.read_public_url),
        ("PUBLIC_URL", "ftp://tarock.example.org", read.read_public_url),
        ("ALLOWED_HOSTS", "*", read.read_hosts),
        ("ALLOWED_HOSTS", "http://tarock.local", read.read_hosts),
        ("DATABASE_URL", "mysql://anna@localhost/tarock", read.read_database),
        ("DATABASE_URL", "sqlite://tarock.sqlite3", read.read_database),
        ("DATABASE_URL", "sqlite:///:memory:", read.read_database),
        ("DATABASE_URL", "postgres://localhost", read.read_database),
        ("DATABASE_URL", "postgres://anna@db/tarock?sslmod=require", read.read_database),
        ("SECRET_KEY", "short", lambda: read.read_secret_key(required=False)),
        ("SECRET_KEY", "Sküs, Mond und Pagat " * 3, lambda: read.read_secret_key(required=True)),
        ("SECRET_KEY", "django-insecure-0123456789" * 3, lambda: read.read_secret_key(required=True)),
        ("SECRET_KEY", "", lambda: read.read_secret_key(required=True)),
    ],
)
def test_a_value_that_is_not_understood_is_refused_by_name(monkeypatch, variable, value, reader):
    monkeypatch.setenv(variable, value)
    with pytest.raises(ImproperlyConfigured, match=f"^{variable} is "):
        reader()


def test_a_refused_database_address_keeps_its_password_secret(monkeypatch):
    monkeypatch.setenv("DATABASE_URL", "mysql://anna:sküs@localhost/tarock")
    with pytest.raises(ImproperlyConfigured) as refusal:
        read.read_database()
    assert "sküs" not in str(refusal.value)


def test_the_postgresql_of_an_earlier_compose_file_is_never_left_for_an_empty_database(monkeypatch):
    monkeypatch.setenv("DATABASE_PASSWORD", "sküs")
    monkeypatch.delenv("DATABASE_URL", raising=False)
    with pytest.raises(
        ImproperlyConfigured, match=r"^DATABASE_URL is not set, but DATABASE_PASSWORD is\."
    ) as refusal:
        read.read_database()
    assert "sküs" not in str(refusal.value)


def test_public_url_gives_scheme_and_host(monkeypatch):
    monkeypatch.setenv("PUBLIC_URL", "http://Tarock.local:8000/")
    assert read.read_public_url() == ("http", "tarock.local")


def test_further_hosts_are_separated_by_commas(monkeypatch):
    monkeypatch.setenv("ALLOWED_HOSTS", "tarock.local, 192.168.1.5,[fd00::2]")
    assert read.read_hosts() == ["tarock.local", "192.168.1.5", "[fd00::2]"]


def test_sqlite_paths_are_relative_to_the_project_or_absolute(monkeypatch, tmp_path):
    monkeypatch.setenv("DATABASE_URL", "sqlite:///var/club.sqlite3")
    assert read.read_database()["NAME"] == read.BASE_DIR / "var" / "club.sqlite3"
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path}/club.sqlite3")
    assert read.read_database()["NAME"] == tmp_path / "club.sqlite3"


@pytest.mark.parametrize("scheme", ["postgres", "postgresql"])
def test_postgres_addresses_are_taken_apart(monkeypatch, scheme):
    monkeypatch.setenv("DATABASE_URL", f"{scheme}://anna:pa%40gat@db.example.org:5433/tarock")
    database = read.read_database()
    assert database.pop("CONN_MAX_AGE") > 0
    assert database.pop("CONN_HEALTH_CHECKS")
    assert database == {
        "ENGINE": "django.db.backends.postgresql",
        "USER": "anna",
        "PASSWORD": "pa@gat",
        "HOST": "db.example.org",
        "PORT": "5433",
        "NAME": "tarock",
        "DISABLE_SERVER_SIDE_CURSORS": False,
        "OPTIONS": {"server_side_binding": True, "prepare_threshold": 5},
    }


def test_behind_a_pgbouncer_no_statement_is_prepared_and_a_replica_is_another_postgresql(monkeypatch):
    monkeypatch.setenv("DATABASE_URL", "postgres://anna@db,other/tarock?target_session_attrs=read-write")
    monkeypatch.setenv("REPLICA_URL", "postgres://anna@other/tarock?connect_timeout=5")
    found = read.read_databases()
    assert found["replica"]["HOST"] == "other"
    assert found["replica"]["OPTIONS"]["connect_timeout"] == "5"
    monkeypatch.setenv("PGBOUNCER", "1")
    pooled = read.read_databases()["default"]
    assert pooled["OPTIONS"] == {"target_session_attrs": "read-write"}
    assert pooled["DISABLE_SERVER_SIDE_CURSORS"]
    with pytest.raises(Trouble, match="must not go through a PgBouncer"):
        copy_before_update(pooled, at=clock.now(), came_from="0033")
    for database, replica in (
        ("sqlite:///x", "postgres://anna@db/tarock"),
        ("postgres://a@b/c", "sqlite:///x"),
    ):
        monkeypatch.setenv("DATABASE_URL", database)
        monkeypatch.setenv("REPLICA_URL", replica)
        with pytest.raises(ImproperlyConfigured, match=r"^REPLICA_URL is "):
            read.read_databases()


@pytest.mark.database("sqlite")
def test_sqlite_loses_nothing_and_lets_writers_queue(db):
    from django.db import connection

    # As the program connects; the tests' own connection does not wait for the disk.
    database = connection.get_new_connection(connection.get_connection_params())
    answers = [database.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous")]
    database.close()
    assert answers == ["wal", 2]
    assert connection.transaction_mode == "IMMEDIATE"


@pytest.mark.program
def test_behind_https_cookies_are_safe_and_nobody_is_listed_unasked(root):
    script = """
from tarockclub import settings as s
names = (s.SESSION_COOKIE_NAME, s.CSRF_COOKIE_NAME, s.LANGUAGE_COOKIE_NAME, s.KNOWN_BROWSER_COOKIE_NAME)
names += (s.READING_COOKIE_NAME,)
print(all(name.startswith("__Host-") for name in names))
print(s.SECURE_HSTS_INCLUDE_SUBDOMAINS, s.SECURE_HSTS_PRELOAD)
print(s.ALLOWED_HOSTS, s.SESSION_COOKIE_SECURE, s.CSRF_COOKIE_SECURE, s.LANGUAGE_COOKIE_SECURE)
"""
    rest = "['tarock.example.org'] True True True\n"
    for further, listed in (
        ({}, "False False"),
        ({"HSTS_SUBDOMAINS": "1"}, "True False"),
        ({"HSTS_PRELOAD": "1"}, "True True"),
    ):
        assert run(root, "-c", script, **further, **PRODUCTION).stdout == f"True\n{listed}\n{rest}"


@pytest.mark.parametrize("variable", ["SECRET_KEY_FALLBACKS", "ENCRYPTION_KEY_FALLBACKS"])
def test_earlier_keys_are_whole_keys(monkeypatch, variable):
    keys = [secrets.token_hex(25), secrets.token_urlsafe(60)]
    monkeypatch.setenv(variable, " ".join(keys))
    assert read.read_earlier_keys(variable) == keys
    monkeypatch.setenv(variable, f"{keys[0]},short short")
    with pytest.raises(ImproperlyConfigured, match=rf"^{variable} is ") as refusal:
        read.read_earlier_keys(variable)
    assert "short" not in str(refusal.value)


@pytest.mark.program
def test_what_commands_write_is_readable_by_its_owner_alone(root, tmp_path):
    script = "from django.db import connection; connection.cursor().execute('CREATE TABLE quiet (x)')"
    address = f"sqlite:///{tmp_path}/club.sqlite3"
    run(root, "manage.py", "shell", "--no-imports", "-c", script, DATABASE_URL=address)
    modes = {file.name: oct(file.stat().st_mode & 0o777) for file in tmp_path.iterdir()}
    assert set(modes.values()) == {"0o600"}
    assert "club.sqlite3" in modes


@pytest.mark.program
def test_every_setting_that_is_read_is_listed_with_what_holds_and_where_it_comes_from(root, tmp_path):
    sources = "".join((root / "tarockclub" / name).read_text() for name in ("settings.py", "serving.py"))
    named = set(re.findall(r'(?:environ\.get|read_switch|refuse)\("([A-Z_]+)"', sources))
    assert named - {"DATABASE_PASSWORD"} <= SETTINGS.keys()  # which is only looked for, to refuse it
    data, key = tmp_path / "data", secrets.token_urlsafe(50)
    given = {"DATA_FOLDER": str(data), "DATABASE_URL": "postgres://anna:ultimo@db/tarock", "SECRET_KEY": key}
    listed = run(root, "-m", "tarockclub", "settings", **given)
    assert listed.returncode == 0, listed.stderr
    assert [line for line in listed.stdout.splitlines() if line in SETTINGS] == list(SETTINGS)
    assert "DATABASE_URL\n    postgres://anna:…@db/tarock   [environment]\n" in listed.stdout
    assert "SECRET_KEY\n    (67 characters)   [environment]\n" in listed.stdout
    assert f"{data}   [environment]" in listed.stdout
    assert "PORT\n    8000   [as usual]\n" in listed.stdout
    wrong = run(root, "manage.py", "settings", **given | {"DEBUG": "yes"})
    assert wrong.returncode == 1
    assert "DEBUG\n    yes   [environment]\n" in wrong.stdout
    assert wrong.stderr == "DEBUG is 'yes'. Set it to 0 or 1, or leave it out.\n"
    assert not data.exists()


@pytest.mark.program
def test_a_misspelt_setting_is_refused_with_the_one_that_was_meant(root, tmp_path):
    refused = run(
        root, "-m", "tarockclub", "prepare", DATA_FOLDER=str(tmp_path), DATABASE_URI="postgres:///x"
    )
    assert refused.returncode == 1
    assert refused.stderr.startswith("DATABASE_URI is not a setting. Did you mean DATABASE_URL?")
    assert list(tmp_path.iterdir()) == []
    by_manage = run(root, "manage.py", "check", DATA_FOLDER=str(tmp_path), DATABASE_URI="postgres:///x")
    assert by_manage.stderr == refused.stderr


@pytest.mark.program
def test_without_a_key_a_restore_says_so_and_leaves_nothing(root, tmp_path):
    copy, data = tmp_path / "copy.sqlite3", tmp_path / "data"
    copy.write_bytes(BEGINS_WITH + b"what nobody can read")
    refused = run(root, "-m", "tarockclub", "restore", str(copy), DATA_FOLDER=str(data))
    assert refused.returncode == 1
    assert refused.stderr.endswith(" is encrypted. Set ENCRYPTION_KEY to the key it was made with.\n")
    assert not data.exists()


def test_an_unknown_command_names_the_nearest_one(capsys):
    for typed, sentence in (
        ("bakcup", "“bakcup” is not a command. Did you mean `tarockclub backup`?"),
        ("import_club", "“import_club” is not a command. Did you mean `tarockclub import-club`?"),
        ("zzz", "“zzz” is not a command. `tarockclub --help` lists all of them."),
    ):
        with pytest.raises(SystemExit) as ended:
            main([typed])
        assert ended.value.code == 2
        assert capsys.readouterr().err.splitlines()[-1] == f"tarockclub: error: {sentence}"


@pytest.mark.parametrize("name", [*COMMANDS])
def test_asking_for_help_makes_nothing_and_names_no_option_of_django(monkeypatch, tmp_path, capsys, name):
    monkeypatch.setattr(folders, "DATA", tmp_path / "data")
    monkeypatch.setattr(folders, "KEY", tmp_path / "data" / "secret-key")
    monkeypatch.setattr("os.umask", lambda mask: mask)  # the process of the tests goes on
    with pytest.raises(SystemExit) as ended:
        main([name, "--help"])
    assert ended.value.code == 0
    said = capsys.readouterr().out
    assert said.startswith(f"usage: tarockclub {name}")
    what_it_does = said.split("\n\n")[1]
    assert re.match(r"[A-Z][\s\S]+\.$", what_it_does), what_it_does
    assert not {"--settings", "--pythonpath", "--no-color", "--verbosity"} & {*said.split()}
    assert list(tmp_path.iterdir()) == []


@pytest.mark.program
def test_trouble_around_the_program_is_told_in_sentences(root, tmp_path):
    """A port nobody answers at, a folder that is a file, a database that is none."""
    file, none = tmp_path / "file", tmp_path / "none" / "x.sqlite3"
    file.write_text("no database at all, but long enough to look at" * 20)
    for given, sentence in (
        ({"DATABASE_URL": "postgres://anna:x@127.0.0.1:1/tarock"}, "Nobody answers at 127.0.0.1:1."),
        ({"DATABASE_URL": f"sqlite:///{none}"}, f"{none} cannot be reached"),
        ({"DATABASE_URL": f"sqlite:///{file}"}, f"{file} is not a database"),
        ({"DATA_FOLDER": f"{file}"}, f"DATA_FOLDER is '{file}': {file} is not a folder."),
        ({"DATA_FOLDER": f"{file}/data"}, f"DATA_FOLDER is '{file}/data': {file} is not a folder."),
    ):
        told = run(root, "manage.py", "export-club", "runde", **given)
        assert told.returncode == 1
        assert told.stderr.startswith(sentence), told.stderr
        assert ("`.venv/bin/tarockclub settings` shows" in told.stderr) == ("DATABASE_URL" in given)
        assert "Traceback" not in told.stderr


@pytest.mark.program
def test_a_command_speaks_the_language_of_the_system(root, tmp_path):
    data = {"DATA_FOLDER": str(tmp_path), "LANGUAGE": ""}
    for given, begin, refused in (
        ({"LANG": "de_AT.UTF-8"}, "Aufruf: tarockclub verify", "DEBUG ist 'yes'. Setzen Sie es auf 0 oder 1"),
        ({"LC_ALL": "de_DE.UTF-8", "LANG": "C"}, "Aufruf: tarockclub verify", "DEBUG ist 'yes'."),
        ({"LANG": "sv_SE.UTF-8"}, "usage: tarockclub verify", "DEBUG is 'yes'. Set it to 0 or 1"),
    ):
        assert run(root, "-m", "tarockclub", "verify", "--help", **data, **given).stdout.startswith(begin)
        wrong = run(root, "-m", "tarockclub", "prepare", DEBUG="yes", **data, **given)
        assert wrong.stderr.startswith(refused)
    german = run(root, "manage.py", "migrate", "--help", **data, LANG="de_AT.UTF-8").stdout
    assert "Bringt die Datenbank auf den heutigen Stand" in german
    assert "--fake" not in german, "what Django alone says is left out"
