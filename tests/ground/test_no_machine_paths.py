"""The project runs anywhere: no file names the machine or the mirror it was written on."""

import re
import subprocess

from tests.support.checkout import names_of_files

# Written with a gap, so that this file is not its own first finding.
REGISTRIES = "py|pi.org python|hosted.org npm|js.org deb|.debian.org".replace("|", "").split()
FOLDERS = "wo|rk ro|ot op|t ho|me fa|rm".replace("|", "").split()
PATTERN = re.compile(
    "|".join(map(re.escape, REGISTRIES))
    # Where the package for Debian puts the program is a place of its own.
    + rf"|(?<![\w.-])/(?!{FOLDERS[2]}/tarockclub\b)(?:{'|'.join(FOLDERS)})(?![\w-])"
    + r"|\.\./shared\b"
)


def findings(text):
    return [match[0] for match in PATTERN.finditer(text)]


def test_no_file_names_a_machine_path_or_a_registry(root):
    files = [root / name for name in names_of_files()]
    assert files
    texts = {file: file.read_bytes().decode("utf-8", "replace") for file in files}
    assert {str(file.relative_to(root)): found for file in files if (found := findings(texts[file]))} == {}


def test_no_link_leads_out_of_a_clone(root):
    """A symbolic link has no text that is looked through; nothing here needs one."""
    listed = subprocess.run(
        ["git", "-c", "safe.directory=*", "ls-files", "--stage"],
        cwd=root,
        capture_output=True,
        text=True,
        check=True,
    )
    assert [line for line in listed.stdout.splitlines() if line.startswith("120000 ")] == []
