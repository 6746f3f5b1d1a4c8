"""The container file without a container engine: read, and its steps run in an empty root.

The root has of this machine what a small image has: programs, libraries and Python, to be read only.
Whatever a step writes stays in a folder of the test.
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pip

READ_ONLY = ("usr", "lib", "lib32", "lib64", "libx32", "bin", "sbin")
OF_ETC = ("ld.so.cache", "ld.so.conf", "localtime", "nsswitch.conf", "hosts", "protocols", "services")
PYTHON = Path(getattr(sys, "_base_executable", sys.executable)).resolve()
# Whoever is not root is made one in a user namespace, in which further users have to be allowed.
OWN_ROOT = ("unshare", "--mount", "--pid", "--fork", "--kill-child")
IN_A_NAMESPACE = () if os.geteuid() == 0 else ("--user", "--map-root-user", "--map-auto")
UNSHARE = (*OWN_ROOT, *IN_A_NAMESPACE)
FORBIDDEN = (
    "An empty root takes `unshare`, and user namespaces for whoever is not root: they are forbidden here."
)


class Step(NamedTuple):
    """One instruction: `RUN`, and what stands behind it."""

    word: str
    text: str


def steps_of(file: Path) -> list[Step]:
    """Return the instructions of a container file; lines that end in a backslash go on."""
    lines = [line for line in file.read_text().splitlines() if not line.lstrip().startswith("#")]
    joined = re.sub(r"\\\n\s*", "", "\n".join(lines))
    return [Step(*line.strip().split(None, 1)) for line in joined.splitlines() if line.strip()]


def may_be_emptied() -> bool:
    """Whether this machine lets a test have a root of its own."""
    asked = (*UNSHARE, "sh", "-c", "mount --rbind / /mnt && chroot --userspec=10001:10001 / true")
    return shutil.which("unshare") is not None and not subprocess.run(asked, capture_output=True).returncode


class Root:
    """What becomes of an empty folder as the instructions are followed."""

    def __init__(self, folder: Path, context: Path, wheels: Path) -> None:
        self.folder, self.context, self.wheels = folder, context, wheels
        self.environment = {"PATH": "/image:/usr/sbin:/usr/bin:/sbin:/bin"}
        self.user, self.workdir = "0:0", "/"
        self.installed = ""
        self.told: dict[str, str] = {}  # what only a container engine does something with
        for name in ("etc", "dev", "tmp", "image", "wheels", "mnt"):
            (folder / name).mkdir(parents=True)
        (folder / "tmp").chmod(0o1777)
        (folder / "etc" / "passwd").write_text("root:x:0:0::/:/bin/sh\n")
        (folder / "etc" / "group").write_text("root:x:0:\n")
        for name in filter(lambda name: Path("/etc", name).exists(), OF_ETC):
            shutil.copyfile(f"/etc/{name}", folder / "etc" / name)
        self.mounts = [f"mount --rbind /dev {folder}/dev"]
        for name in filter(lambda name: Path("/", name).exists(), READ_ONLY):
            self._borrow(Path("/", name), name)
        if not PYTHON.is_relative_to("/usr"):
            self._borrow(Path(sys.base_prefix), sys.base_prefix[1:])
        self._borrow(Path(pip.__file__).parent, "image/lib/pip")
        self._borrow(wheels, "wheels")
        python = folder / "image" / "python"
        python.write_text(f'#!/bin/sh\nPYTHONPATH=/image/lib exec {PYTHON} "$@"\n')
        python.chmod(0o755)

    def _borrow(self, source: Path, name: str) -> None:
        """Show something of this machine, to be read only."""
        target = self.folder / name
        if source.is_symlink():
            target.symlink_to(source.readlink())
            return
        target.mkdir(parents=True, exist_ok=True)
        there = shlex.quote(str(target))
        self.mounts.append(f"mount --rbind {shlex.quote(str(source))} {there}")
        self.mounts.append(f"mount -o remount,bind,ro {there}")

    def follow(self, step: Step) -> None:
        """Do what an instruction says."""
        if step.word == "COPY":
            *sources, target = step.text.split()
            into = self.folder / target.lstrip("/")
            into.mkdir(parents=True)
            for pattern in sources:
                found = list(self.context.glob(pattern))
                assert found, f"{pattern} is not there to be copied"
                for one in found:
                    shutil.copy(one, into)
        elif step.word == "RUN" and step.text.startswith("apt-get "):
            self.installed = step.text  # what a distribution brings is that of this machine
        elif step.word == "RUN":
            # The packages come from a folder, and are compiled when they are first used: pip reads "no" so.
            offline = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": "/wheels", "PIP_NO_COMPILE": "no"}
            done = self.begin(["sh", "-euc", step.text], offline)
            said, _ = done.communicate(timeout=120)
            assert done.returncode == 0, said
        elif step.word == "ENV":
            for pair in shlex.split(step.text):
                name, _, value = pair.partition("=")
                self.environment[name] = value.replace(f"${name}", self.environment.get(name, ""))
        elif step.word == "USER":
            self.user = step.text
        elif step.word == "WORKDIR":
            self.workdir = step.text
        else:
            assert step.word in ("FROM", "VOLUME", "EXPOSE", "HEALTHCHECK", "CMD"), step
            self.told[step.word] = step.text

    def leave(self) -> None:
        """Remove what belongs to users of the container, which whoever runs the test may not."""
        self.user, self.workdir = "0:0", "/"
        self.begin(["rm", "-r", "-f", "/data", "/srv"]).communicate(timeout=120)

    def begin(self, words: list[str], further: Mapping[str, str] | None = None) -> subprocess.Popen[str]:
        """Begin a command as the container would."""
        there = f"cd {shlex.quote(self.workdir)} && exec {shlex.join(words)}"
        variables = [f"{name}={value}" for name, value in {**self.environment, **(further or {})}.items()]
        inside = ["env", "-i", *variables, "sh", "-c", there]
        entered = ["chroot", f"--userspec={self.user}", "--groups=", str(self.folder), *inside]
        # The shell stays: when it is ended, everything in here is.
        script = "\n".join(["set -e", *self.mounts, f"{shlex.join(entered)} || exit $?", "exit 0"])
        return subprocess.Popen(
            [*UNSHARE, "sh", "-c", script], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )

    def command(self, word: str) -> list[str]:
        """Return the command of `CMD` or of `HEALTHCHECK`."""
        found: list[str] = json.loads(self.told[word][self.told[word].index("[") :])
        return found


def indented(text: str) -> Any:
    """Return what a file of maps, lists and texts says, each on a line of its own: enough of YAML."""
    lines = [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    return _block([(len(line) - len(line.lstrip()), line.strip()) for line in lines])


def _block(lines: list[tuple[int, str]]) -> Any:
    if not lines:
        return None
    level = lines[0][0]
    starts = [number for number, (depth, _) in enumerate(lines) if depth == level]
    if lines[0][1].startswith("- "):
        assert len(starts) == len(lines), lines
        return [_text(line[2:]) for _, line in lines]
    found: dict[str, Any] = {}
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        key, colon, rest = lines[start][1].partition(":")
        assert colon, lines[start]
        assert key not in found, f"{key} stands there twice"
        found[key] = _text(rest.strip()) if rest.strip() else _block(lines[start + 1 : end])
    return found


def _text(written: str) -> str:
    return written[1:-1] if written[:1] == '"' == written[-1:] else written
