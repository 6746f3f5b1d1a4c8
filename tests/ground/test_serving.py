"""`make run` as a real process: who is let in, and what a person is told."""

import http.client
import os
import re
import socket
import sqlite3
import subprocess
import sys
from contextlib import closing
from secrets import token_hex
from urllib.parse import urlencode

import pytest

from tarockclub import serving
from tests.support.races.processes import free_port
from tests.support.scoring.house import PASSWORD
from tests.support.started import PATIENCE, programs
from tests.support.stored_forms import forms_in
from tests.support.waiting import wait_for


@pytest.fixture
def port():
    return free_port()


@pytest.fixture
def serve(root):
    """Starts the server; ends it after the test."""
    with programs() as begun:

        def start(*, config="python:tarockclub.gunicorn", by_command=False, **environment):
            words = (
                ["tarockclub", "run"] if by_command else ["gunicorn", "--config", config, "tarockclub.wsgi"]
            )
            settings = os.environ | {"SECRET_KEY": token_hex(32)} | environment
            return begun(sys.executable, "-m", *words, cwd=root, env=settings)

        yield start


def status(address, port, host, path="/there-is-no-such-page"):
    """What a visitor gets who calls the server by this host name; waits until it is up."""

    def answer():
        with closing(http.client.HTTPConnection(address, port, timeout=PATIENCE)) as connection:
            try:
                connection.request("GET", path, headers={"Host": host})
            except ConnectionRefusedError:
                return None
            return connection.getresponse().status

    return wait_for(answer)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux answers on all of 127.0.0.0/8")
def test_phones_are_let_in_under_the_address_they_were_given(serve, port):
    serve(LAN="1", LAN_ADDRESS="127.0.0.2", PORT=str(port))
    assert status("127.0.0.2", port, host=f"127.0.0.2:{port}") == 404
    assert status("127.0.0.2", port, host="elsewhere.example.org") == 400


@pytest.mark.database("sqlite")
def test_a_first_start_lets_in_only_this_machine_and_prints_the_way_to_the_first_account(
    serve, port, migrated_database
):
    """Whoever goes away with the form sent has a club all the same, and its demonstration."""
    process = serve(PORT=str(port), DATABASE_URL=migrated_database, PYTHONUNBUFFERED="1")
    assert status("127.0.0.1", port, host=f"localhost:{port}") == 404
    assert status("127.0.0.1", port, host=f"192.168.1.5:{port}") == 400
    here, output = f"http://127.0.0.1:{port}/", ""
    while not (link := re.search(rf"Set up your club here:\n{here}(setup/[0-9a-f]{{16}}/)\n", output)):
        output += process.stdout.readline()
    assert f"Open: {here}" in output
    sent_and_left(port, f"/{link[1]}")
    with closing(sqlite3.connect(migrated_database.removeprefix("sqlite:///"))) as database:
        wait_for(lambda: database.execute("SELECT 1 FROM scoring_club WHERE demonstration").fetchone())
        evenings = database.execute("SELECT count(*) FROM scoring_evening").fetchone()
        assert evenings[0] > 10, "all of it in one transaction"


def test_in_a_checkout_a_new_data_folder_shows_pages(serve, port, migrated_database, tmp_path):
    data = tmp_path / "not" / "yet"
    serve(by_command=True, PORT=str(port), DATA_FOLDER=str(data), DATABASE_URL=migrated_database)
    assert status("127.0.0.1", port, host=f"127.0.0.1:{port}", path="/handbook/") == 200
    assert (data / "static" / "staticfiles.json").exists()


def sent_and_left(port, path):
    """Sends the form of the set-up with a demonstration, and is gone before it is answered."""
    browser = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    browser.request("GET", path)
    answer = browser.getresponse()
    [form] = forms_in(answer.read().decode())
    typed = {"name": "Anna", "demonstration": "on", "password": PASSWORD}
    cookie = answer.getheader("Set-Cookie").partition(";")[0]
    head = {"Cookie": cookie, "Content-Type": "application/x-www-form-urlencoded"}
    browser.request("POST", path, urlencode(form.with_(typed), doseq=True), head)
    browser.sock.shutdown(socket.SHUT_RDWR)
    browser.close()


@pytest.mark.parametrize(
    ("environment", "read", "message"),
    [
        ({"PORT": "http"}, serving.read_port, "PORT is 'http'. Give a number"),
        ({"PORT": "65536"}, serving.read_port, "PORT is '65536'. Give a number"),
        ({"LAN": "yes"}, serving.read_lan, "LAN is 'yes'. Set it to 0 or 1"),
        (
            {"LAN": "1", "PUBLIC_URL": "https://tarock.example.org"},
            serving.read_lan,
            "LAN is 1 while PUBLIC_URL is https.",
        ),
    ],
)
def test_what_cannot_be_understood_is_refused_by_name(monkeypatch, environment, read, message):
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(SystemExit, match=f"^{re.escape(message)}"):
        read()


@pytest.mark.program
@pytest.mark.parametrize(
    ("environment", "sentence"),
    [
        ({"LISTEN": "192.0.2.1"}, "LISTEN is '192.0.2.1'. This machine has no such address ("),
        ({"LISTEN": "2001:db8::1"}, "LISTEN is '2001:db8::1'. This machine has no such address ("),
        ({"LAN": "1", "LAN_ADDRESS": "192.0.2.1"}, "LAN_ADDRESS is '192.0.2.1'. This machine has no such "),
        *(
            (
                {"GUNICORN_CMD_ARGS": given},
                f"GUNICORN_CMD_ARGS is {given!r}. gunicorn does not understand: {why}",
            )
            for given, why in (
                ("--workers x", "argument -w/--workers: invalid int value: 'x'"),
                ("--wrokers=4", "--wrokers=4"),
                ("--workers '4", "No closing quotation"),
                ("4", "4"),
            )
        ),
    ],
)
def test_what_cannot_be_served_is_refused_in_one_sentence_that_names_the_setting(
    root, port, tmp_path, environment, sentence
):
    done = subprocess.run(
        [sys.executable, "-m", "tarockclub", "run"],
        cwd=root,
        env=os.environ | {"PORT": str(port), "DATA_FOLDER": str(tmp_path)} | environment,
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr.startswith(sentence)) == (1, True), done.stderr
    assert done.stderr.count("\n") == 1
    assert done.stdout == ""


@pytest.mark.skipif(not socket.has_ipv6, reason="this machine knows no IPv6")
def test_an_address_of_ipv6_is_listened_to(serve, port, migrated_database):
    serve(PORT=str(port), LISTEN="::1", DATABASE_URL=migrated_database)
    assert status("::1", port, host=f"[::1]:{port}") == 404


@pytest.mark.parametrize("lan", [{}, {"LAN": "1", "LAN_ADDRESS": "127.0.0.1"}])
def test_a_port_in_use_is_answered_with_a_way_out(serve, port, lan):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", port))
        taken.listen()
        process = serve(PORT=str(port), **lan)
        output, _ = process.communicate(timeout=PATIENCE)
    assert f"make run{' LAN=1' if lan else ''} PORT={port + 1}\n" in output
    assert "Traceback" not in output
    assert process.returncode == 1
