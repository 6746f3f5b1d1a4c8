"""Replace the program by a newer version of it: `tarockclub update FILE`, a wheel or a package for Debian.

The new program is unpacked beside the old one and first tries itself on a copy of the database, while nobody
can record. Only then does it take the old one's place; if anything fails afterwards, program and database are
put back as they were, and why is said. Nothing here is loaded later on, as the files are replaced meanwhile.
"""

import base64
import csv
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from io import StringIO
from pathlib import Path
from tempfile import mkdtemp
from typing import Any, Protocol
from zipfile import BadZipFile, ZipFile

from scoring.language import _
from tarockclub import folders
from tarockclub.release import release

SUMS = "SHA256SUMS"
SERVICE = "tarockclub"
VERSION = re.compile(r"(\d+(?:\.\d+)*)(?:[.~]dev(\d+))?(?:\+.*)?")
METADATA = re.compile(r"tarockclub-[^/]+\.dist-info/METADATA")


class CannotUpdate(Exception):
    """Why the program stays, or is again, what it was."""


class NotPutBack(CannotUpdate):
    """Why not all is as it was; the program from before stays beside the new one."""


class Package(Protocol):
    """One file with a program."""

    version: str
    old: Path  # where the program from before is, once it was exchanged

    def unpack(self) -> list[str]: ...

    def switch(self) -> None: ...

    def back(self) -> None: ...

    def forget(self) -> None: ...


def update(given: Sequence[str]) -> None:
    """Replace the program that runs this by the one in a file."""
    parser = ArgumentParser(prog="tarockclub update")
    parser.add_argument("file", metavar="FILE", type=Path, help=_("tarockclub-….whl or tarockclub_….deb"))
    file: Path = parser.parse_args(given).file.absolute()
    try:
        if os.name != "posix":
            raise CannotUpdate(_("On Windows: end the program, unpack the new zip, and start that one."))
        if not folders.IS_INSTALLED:
            raise CannotUpdate(_("This is a checkout. Type there: git pull, make run"))
        _replace(file)
    except CannotUpdate as why:
        sys.exit(str(why))


def _replace(file: Path) -> None:
    for line in checked(file):
        print(line)
    package: Package = Deb(file) if file.suffix == ".deb" else Wheel(file)
    if order_of(package.version) <= order_of(release().version):
        raise CannotUpdate(
            _(
                "{file} is version {new}. This installation runs {old}: there is nothing newer in it.",
                file=file.name,
                new=package.version,
                old=release().version,
            )
        )
    print(_("From {old} to {new}.", old=release().version, new=package.version), flush=True)
    try:
        new_program = package.unpack()
        with _service_stopped() as service, _database() as database:
            print(_("The new program is tried out on a copy of the database."), flush=True)
            if failure := database.ask({"try": new_program}):
                raise CannotUpdate(_("Nothing was changed: the new program fails.\n{why}", why=failure))
            try:
                package.switch()
                database.run("prepare")
                database.run("verify")
                database.ask({"serve": True})
                service.start()
            except (CannotUpdate, OSError, subprocess.SubprocessError, KeyboardInterrupt) as why:
                with suppress(CannotUpdate):  # where it still serves, the database refuses to go back
                    service.stop()
                _go_back(package, database, why)
    except NotPutBack:
        raise
    except BaseException:
        package.forget()
        raise
    package.forget()
    print(_("This installation now runs {version}.", version=package.version))


def _go_back(package: Package, database: "Database", why: BaseException) -> None:
    """Put database and program back, and say why; the program stays where the database cannot be put back."""
    why = CannotUpdate(_("It was interrupted.")) if isinstance(why, KeyboardInterrupt) else why
    try:
        failure = database.ask({"back": True})
    except OSError as error:  # the process that holds it has ended
        failure = str(error)
    if failure:
        raise NotPutBack(
            _(
                "The update failed:\n"
                "{why}\n"
                "The new program stays, and so does the database: {failure}\n"
                "The previous program is here: {old}",
                why=why,
                failure=failure,
                old=package.old,
            )
        ) from why
    try:
        package.back()
    except (CannotUpdate, OSError) as error:
        raise NotPutBack(
            _(
                "The update failed:\n"
                "{why}\n"
                "The database is as it was, but the program could not be put back: {error}\n"
                "The previous program is here: {old}",
                why=why,
                error=error,
                old=package.old,
            )
        ) from error
    raise CannotUpdate(
        _("The update failed; the program and the database are as they were.\n{why}", why=why)
    ) from why


# The file


def checked(file: Path) -> Iterator[str]:
    """Yield what was checked of a file; refuse it if its checksum or its signature is not right."""
    if not file.is_file():
        raise CannotUpdate(_("There is no file {file}.", file=file))
    if file.suffix not in (".whl", ".deb"):
        raise CannotUpdate(_("{file} is neither a wheel nor a package for Debian.", file=file.name))
    sums = file.with_name(SUMS)
    if sums.exists():
        listed = dict(line.split(maxsplit=1)[::-1] for line in sums.read_text().splitlines() if line.strip())
        expected = {name.strip().lstrip("*"): digest for name, digest in listed.items()}.get(file.name)
        if expected != _digest(file):
            raise CannotUpdate(
                _("{file} is not the file whose checksum is in {sums}.", file=file.name, sums=SUMS)
            )
        yield _("Its checksum is that in {sums}.", sums=SUMS)
    else:
        yield _("There is no {sums} next to it: its checksum has not been compared.", sums=SUMS)
    for signed in (sums, file):
        signature = signed.with_name(f"{signed.name}.asc")
        if not signature.exists():
            continue
        if shutil.which("gpg") is None:
            raise CannotUpdate(
                _("{file} is a signature, but gpg is not installed here.", file=signature.name)
            )
        finished = subprocess.run(
            ["gpg", "--batch", "--verify", str(signature), str(signed)],
            capture_output=True,
            text=True,
            check=False,
        )
        if finished.returncode:
            raise CannotUpdate(_("The signature is not valid: {why}", why=finished.stderr.strip()))
        yield _("Its signature is valid: {file}", file=signature.name)


def _digest(file: Path) -> str:
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def order_of(version: str) -> tuple[tuple[int, ...], bool, int]:
    """Return by what versions are sorted, as pip and as Debian write them.

    >>> builds = ["2.0.1", "2.0.1~dev14+g1a2b3c4", "2.0.0", "2.0.1.dev3+g0a2b3c4", "2.0.10"]
    >>> sorted(builds, key=order_of)
    ['2.0.0', '2.0.1.dev3+g0a2b3c4', '2.0.1~dev14+g1a2b3c4', '2.0.1', '2.0.10']
    """
    match = VERSION.fullmatch(version)
    if match is None:
        raise CannotUpdate(_("{version} is not a version of this program.", version=version))
    numbers, dev = match.groups()
    return tuple(map(int, numbers.split("."))), dev is None, int(dev or 0)


class Wheel:
    """A wheel, for the environment in which this program is installed."""

    def __init__(self, file: Path) -> None:
        self.file, self.environment = file, Path(sys.prefix)
        self.new = self.environment.with_name(f".{self.environment.name}-new")
        self.old = self.environment.with_name(f".{self.environment.name}-old")
        try:
            with ZipFile(file) as packed:
                (info,) = (
                    name
                    for name in packed.namelist()
                    if re.fullmatch(r"tarockclub-[^/]+\.dist-info/METADATA", name)
                )
                self.version = re.findall(r"^Version: (\S+)$", packed.read(info).decode(), re.MULTILINE)[0]
                self._demand_whole(packed, info.replace("METADATA", "RECORD"))
        except (BadZipFile, ValueError, IndexError, KeyError) as error:
            raise CannotUpdate(
                _("{file} is not a wheel of this program, or is damaged.", file=file.name)
            ) from error

    def _demand_whole(self, packed: ZipFile, record: str) -> None:
        for name, digest, _size in csv.reader(StringIO(packed.read(record).decode())):
            if digest:
                actual = base64.urlsafe_b64encode(hashlib.sha256(packed.read(name)).digest()).rstrip(b"=")
                if digest != f"sha256={actual.decode()}":
                    raise ValueError(name)

    def unpack(self) -> list[str]:
        """Install it into a copy of the environment, and return the command that runs it there."""
        self.forget()
        shutil.copytree(self.environment, self.new, symlinks=True)
        python = self.new / "bin" / "python"
        finished = subprocess.run(
            [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", str(self.file)],
            capture_output=True,
            text=True,
            check=False,
        )
        if finished.returncode:
            self.forget()
            raise CannotUpdate(
                _("Nothing was changed: it cannot be installed.\n{why}", why=finished.stderr.strip())
            )
        return [str(python), "-P", "-m", "tarockclub"]

    def switch(self) -> None:
        """Exchange the two environments, and the paths in the commands of the new one."""
        for script in (self.new / "bin").iterdir():
            if script.is_file() and not script.is_symlink():
                content = script.read_bytes()
                if bytes(self.new) in content and b"\0" not in content:
                    script.write_bytes(content.replace(bytes(self.new), bytes(self.environment)))
        self._tell_pipx()
        self.environment.rename(self.old)
        self.new.rename(self.environment)

    def _tell_pipx(self) -> None:
        metadata_file = self.new / "pipx_metadata.json"
        with suppress(OSError, ValueError, KeyError):
            metadata = json.loads(metadata_file.read_text())
            metadata["main_package"] |= {"package_or_url": str(self.file), "package_version": self.version}
            metadata_file.write_text(json.dumps(metadata))

    def back(self) -> None:
        """Put the old environment back, wherever the exchange had come to."""
        if self.old.exists():
            if self.environment.exists():
                self.environment.rename(self.new)
            self.old.rename(self.environment)

    def forget(self) -> None:
        """Remove both environments that are not in use."""
        for folder in (self.new, self.old):
            shutil.rmtree(folder, ignore_errors=True)


class Deb:
    """A package for Debian, which dpkg installs."""

    def __init__(self, file: Path) -> None:
        self.file = file
        if os.geteuid() != 0:
            raise CannotUpdate(_("Only root can install a package."))
        output = _run(["dpkg-deb", "--field", str(file), "Package", "Version"])
        fields = dict(line.split(": ", 1) for line in output.splitlines())
        if fields.get("Package") != "tarockclub":
            raise CannotUpdate(_("{file} is not a package of this program, or is damaged.", file=file.name))
        self.version = fields["Version"]
        self.folder = Path(mkdtemp(prefix="tarockclub-update-", dir="/var/tmp"))
        self.folder.chmod(0o755)
        private = self.folder / "installed"
        private.mkdir(mode=0o700)
        self.old = private / "old.deb"

    def unpack(self) -> list[str]:
        """Unpack it beside, pack the installed one for the way back; return the command that runs it."""
        _run(["dpkg-deb", "--extract", str(self.file), str(self.folder / "new")])
        self._pack_installed()
        return [str(self.folder / "new/opt/tarockclub/bin/python"), "-P", "-m", "tarockclub"]

    def _pack_installed(self) -> None:
        """Make a package of what is installed, as dpkg-repack does; the settings stay where they are.

        Were they in it, dpkg would take them for the maker's, and the next package would replace them.
        """
        root = self.old.with_name("root")
        conffiles = Path("/var/lib/dpkg/info/tarockclub.conffiles")
        settings = conffiles.read_text().split() if conffiles.exists() else []
        for name in _run(["dpkg-query", "--listfiles", "tarockclub"]).splitlines():
            source, target = Path(name), root / name.lstrip("/")
            if name in settings:
                continue
            if source.is_dir() and not source.is_symlink():
                target.mkdir(parents=True, exist_ok=True)
            elif source.is_symlink() or source.exists():
                shutil.copy2(source, target, follow_symlinks=False)
        control = root / "DEBIAN"
        control.mkdir()
        status = _run(["dpkg-query", "--status", "tarockclub"])
        fields = re.sub(r"^(?:Status: .*|Conffiles:(?:\n .*)*)\n", "", status, flags=re.MULTILINE)
        (control / "control").write_text(f"{fields.strip()}\n")
        for part in ("templates", "postinst", "prerm", "postrm"):
            if (known := Path("/var/lib/dpkg/info", f"tarockclub.{part}")).exists():
                shutil.copy2(known, control / part)
        fast = os.environ | {"DPKG_DEB_COMPRESSOR_TYPE": "none"}
        _run(["dpkg-deb", "--root-owner-group", "--build", str(root), str(self.old)], env=fast)

    def switch(self) -> None:
        """Install it by apt, which also fetches what it newly depends on."""
        _run(
            ["apt-get", "install", "--yes", "--option=Dpkg::Options::=--force-confold", str(self.file)],
            env=os.environ | {"DEBIAN_FRONTEND": "noninteractive"},
        )

    def back(self) -> None:
        """Install the one that was installed before."""
        _run(["dpkg", "--install", "--force-confold", str(self.old)])

    def forget(self) -> None:
        """Remove what was unpacked."""
        shutil.rmtree(self.folder, ignore_errors=True)


def _run(command: list[str], **how: Any) -> str:
    try:
        finished = subprocess.run(command, capture_output=True, text=True, check=False, **how)
    except OSError as error:
        raise CannotUpdate(f"{command[0]}: {error.strerror}") from error
    if finished.returncode:
        raise CannotUpdate(f"{' '.join(command[:2])}: {(finished.stderr or finished.stdout).strip()}")
    return str(finished.stdout)


# The database


def as_owner() -> list[str]:
    """Return what root types in front of a command that touches the data, so that it stays its owner's."""
    if os.name != "posix" or os.geteuid() != 0 or not folders.DATA.exists():
        return []
    owner = folders.DATA.stat().st_uid
    return (
        ["setpriv", f"--reuid={owner}", f"--regid={folders.DATA.stat().st_gid}", "--init-groups"]
        if owner
        else []
    )


class Database:
    """The process that holds the database while the program is replaced: `tarockclub/database_keeper.py`."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self.process = process

    def answer(self) -> dict[str, Any]:
        """Return its next line."""
        assert self.process.stdout
        line = self.process.stdout.readline()
        reply: dict[str, Any] = json.loads(line) if line else {"failure": _("The database cannot be locked.")}
        return reply

    def ask(self, request: dict[str, Any]) -> str:
        """Return what fails; empty if it goes well."""
        assert self.process.stdin
        self.process.stdin.write(f"{json.dumps(request)}\n")
        self.process.stdin.flush()
        return str(self.answer().get("failure") or "")

    def run(self, command: str) -> None:
        """Run a command of the program that is in its place now."""
        _run([*as_owner(), sys.executable, "-P", "-m", "tarockclub", command], cwd="/")


@contextmanager
def _database() -> Iterator[Database]:
    """Hold the database in a process of its own, with a copy of it."""
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "tarockclub.settings"}
    with subprocess.Popen(
        [*as_owner(), sys.executable, "-P", "-m", "tarockclub.database_keeper"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd="/",
        env=environment,
        process_group=0,  # Ctrl-C ends the update, which then goes back by this process
    ) as process:
        database = Database(process)
        if failure := database.answer().get("failure"):
            raise CannotUpdate(str(failure))
        yield database
        # Its input ends here, and with that it lets go.


class Service:
    """The service of systemd, where there is one, it runs and root types this; else nothing happens."""

    def __init__(self) -> None:
        self.is_there = (
            os.name == "posix"
            and os.geteuid() == 0
            and Path("/run/systemd/system").exists()
            and subprocess.run(["systemctl", "is-active", "--quiet", SERVICE], check=False).returncode == 0
        )
        self.is_stopped = False

    def stop(self) -> None:
        """Stop it."""
        if self.is_there:
            _run(["systemctl", "stop", SERVICE])
            self.is_stopped = True

    def start(self) -> None:
        """Start it; systemctl waits until it serves."""
        if self.is_stopped:
            self.is_stopped = False
            _run(["systemctl", "start", SERVICE])


@contextmanager
def _service_stopped() -> Iterator[Service]:
    """Stop the service; whatever happens, it is started again at last."""
    service = Service()
    service.stop()
    try:
        yield service
    finally:
        with suppress(CannotUpdate):
            service.start()
