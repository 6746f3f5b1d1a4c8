"""A Debian to try things on as root: the system of this machine under layers that are thrown away.

Its processes and its network are its own. `apt-get` and `systemctl` are stand-ins: nothing is fetched, and no
systemd runs. A package is given to dpkg, and a service is begun as its unit says, but for what systemd would
forbid it.
"""

import os
import secrets
import shlex
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Self

from tests.everything.servers.container import UNSHARE

LAYERED = ("usr", "etc", "var/lib/dpkg", "var/cache/debconf")
EMPTY = (
    *("dev", "proc", "root", "srv", "opt", "tmp", "mnt", "run/systemd/system", "run/postgresql", "run/lock"),
    *("var/lib/postgresql", "var/log/postgresql", "var/cache/apt", "var/tmp", "image"),
)
PROGRAMS = (
    "dpkg-deb",
    "pg_createcluster",
    "make-ssl-cert",
    "caddy",
    "debconf-set-selections",
    "ip",
    "runuser",
)
HOME = "root"
PATH = "/image:/usr/sbin:/usr/bin:/usr/local/bin"


def has_debian() -> bool:
    """Whether this is a Debian on which all is installed that is told to be."""
    path = f"{os.environ['PATH']}:/usr/sbin"
    version = Path("/etc/debian_version")
    return (
        version.exists()
        and version.read_text().startswith("12")
        and all(shutil.which(name, path=path) for name in PROGRAMS)
    )


def may_be_layered() -> bool:
    """Whether this machine lets a test have layers and a network of its own."""
    tried = "mount -t tmpfs none /mnt && mkdir /mnt/a /mnt/b /mnt/c && mount -t overlay none /mnt/c -o "
    tried += "lowerdir=/usr,upperdir=/mnt/a,workdir=/mnt/b"
    return (
        os.geteuid() == 0
        and not subprocess.run([*UNSHARE, "--net", "sh", "-c", tried], capture_output=True).returncode
    )


class Shell:
    """A shell of root in such a Debian, which goes on from one line to the next."""

    def __init__(self, folder: Path, home: Path) -> None:
        self.own = dict[str, str]()
        empty, root = folder / "empty", folder / "root"
        for name in EMPTY:
            (empty / name).mkdir(parents=True)
        (empty / "tmp").chmod(0o1777)
        for name in ("run/postgresql", "var/lib/postgresql", "var/log/postgresql"):
            shutil.chown(empty / name, "postgres", "postgres")
        (empty / "var/run").symlink_to("/run")
        for name in ("bin", "sbin", "lib", "lib32", "lib64"):
            if Path("/", name).is_symlink():
                (empty / name).symlink_to(Path("/", name).readlink())
        for name in ("apt-get", "systemctl"):
            program = empty / "image" / name
            program.write_text(f"#!/usr/bin/python3\n{STAND_IN}")
            program.chmod(0o755)
        # All of it lies in memory: dpkg waits for the disk at each of its thousands of files.
        root.mkdir()
        mounts = [f"mount -t tmpfs none {root}", f"cp -a {empty}/. {root}"]
        for number, name in enumerate(LAYERED):
            upper, work = (f"{root}/layers/{number}/{layer}" for layer in ("upper", "work"))
            mounts.append(f"mkdir -p {upper} {work} {root / name}")
            layers = f"lowerdir=/{name},upperdir={upper},workdir={work}"
            mounts.append(f"mount -t overlay none -o {layers} {root / name}")
        mounts += [f"mount --rbind {home} {root / HOME}"]
        mounts += [f"mount --rbind /dev {root}/dev", f"mount -t proc none {root}/proc"]
        mounts += ["ip link set lo up", f"rm -rf {root}/etc/postgresql/*"]
        surroundings = (f"PATH={PATH}", f"HOME=/{HOME}", "LANG=C.UTF-8", "DEBIAN_FRONTEND=noninteractive")
        entered = ["chroot", str(root), "env", "-i", *surroundings, "sh"]
        script = "\n".join(["set -e", *mounts, shlex.join(entered)])
        self.process = subprocess.Popen(
            [*UNSHARE, "--net", "sh", "-c", script],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def type_all(self, lines: Iterable[str]) -> list[str]:
        """Return what each of these lines prints."""
        return [self.type(line) for line in lines]

    def type(self, line: str) -> str:
        """Return what a line prints, which has to go well; what is the reader's own is exchanged."""
        for word, own in self.own.items():
            line = line.replace(word, own)
        print(f"$ {line}")
        end = secrets.token_hex(8)
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(f"{line}\necho {end} $?\n")
        self.process.stdin.flush()
        said = []
        for printed in self.process.stdout:
            before, mark, status = printed.partition(end)
            said.append(before)
            if mark:
                break
        else:
            raise AssertionError("".join(said))
        assert status.strip() == "0", f"$ {line}\n{''.join(said)}"
        return "".join(said)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *about: Any) -> None:
        self.process.kill()
        self.process.communicate()


STAND_IN = r"""
import os, re, signal, socket, subprocess, sys, time
from contextlib import suppress
from pathlib import Path

name, words = Path(sys.argv[0]).name, [word for word in sys.argv[1:] if not word.startswith("-")]
CLUSTER = [path.name for path in Path("/usr/lib/postgresql").iterdir()][-1], "main"

def unit_of(called):
    called = called if "." in called else f"{called}.service"
    found = (Path(folder, "systemd/system", called) for folder in ("/etc", "/usr/lib"))
    return next(path for path in found if path.exists())

def start(called):
    if called == "postgresql":
        return run("pg_ctlcluster", *CLUSTER, "start", "--skip-systemctl-redirect")
    if called in ("caddy",):
        return
    unit = unit_of(called)
    if unit.suffix == ".timer":
        return
    text = unit.read_text()
    def told(key):
        return re.findall(rf"^{key}=-?(.+)$", text, re.MULTILINE)
    surroundings = dict(line.split("=", 1) for line in told("Environment"))
    for file in told("EnvironmentFile"):
        surroundings |= dict(re.findall(r"^(\w+)='(.*)'$", Path(file).read_text(), re.MULTILINE))
    surroundings |= {"PATH": "/usr/bin:/bin"}
    *before, command = told("ExecStart")
    as_user = ["/usr/sbin/runuser", "-u", *told("User"), "--"]
    for line in before:
        subprocess.run([*as_user, *line.split()], env=surroundings, cwd="/", check=True)
    log = Path("/run", called)
    # Where it is told to, the program says by itself that it is ready; no other one is waited for.
    kind = (told("Type") or ["simple"])[0]
    ready = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    if kind == "notify":
        ready.settimeout(0.1)
        ready.bind(f"\0{called}")
        surroundings["NOTIFY_SOCKET"] = f"@{called}"
    with log.open("w") as output:
        begun = subprocess.Popen(
            [*as_user, *command.split()],
            env=surroundings, cwd="/", start_new_session=True,
            stdin=subprocess.DEVNULL, stdout=output, stderr=output,
        )
    if kind == "oneshot":
        if begun.wait():
            sys.exit(log.read_text())
        return
    Path("/run", f"{called}.pid").write_text(str(begun.pid))
    while kind == "notify":
        with suppress(TimeoutError):
            if b"READY=1" in ready.recv(4096).splitlines():
                return
        if begun.poll() is not None:
            sys.exit(log.read_text())

def stop(called):
    if called == "postgresql":
        return run("pg_ctlcluster", *CLUSTER, "stop", "--skip-systemctl-redirect")
    pid = Path("/run", f"{called}.pid")
    if pid.exists():
        os.kill(int(pid.read_text()), signal.SIGTERM)
        while Path("/proc", pid.read_text()).exists():
            time.sleep(0.05)
        pid.unlink()

def run(*command):
    subprocess.run(command, check=True)

def asked(*command):
    return subprocess.run(command, capture_output=True, text=True).stdout.strip()

def main():
    verb, *names = words
    names = [called.removesuffix(".service") for called in names]
    if name == "apt-get":
        for package in (word for word in names if word.endswith(".deb")):
            called = asked("dpkg-deb", "--field", package, "Package")
            version = asked("dpkg-deb", "--field", package, "Version")
            here = asked("dpkg-query", "--show", "--showformat=${Version}", called)
            if subprocess.run(["dpkg", "--compare-versions", here, "lt", version]).returncode and here:
                print(f"{called} is already the newest version ({here}).")
            else:
                run("dpkg", "--install", package)
        if verb in ("remove", "purge"):
            run("dpkg", f"--{verb}", *names)
        if "postgresql" in names:
            run("make-ssl-cert", "generate-default-snakeoil")
            run("pg_createcluster", *CLUSTER, "--pgoption", "fsync=off", "--", "--no-sync")
            start("postgresql")
        return
    if verb == "is-active":
        sys.exit(0 if Path("/run", f"{names[0]}.pid").exists() else 3)
    running = [called for called in names if Path("/run", f"{called}.pid").exists() or called == "postgresql"]
    if verb in ("stop", "disable", "restart"):
        for called in names:
            stop(called)
    if verb == "try-restart":
        for called in running:
            stop(called)
            start(called)
    if verb in ("enable", "start", "restart"):
        for called in names:
            start(called)

main()
"""
