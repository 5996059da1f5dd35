"""Same input, same bytes: whatever the process, the machine and the moment."""

import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.schema import CHART, ROOT

EXAMPLES = sorted(str(path) for path in ROOT.glob("examples/*/spec.yaml"))
TEMPLATES = sorted(path for path in (CHART / "templates").rglob("*") if path.is_file())

DIFFERS = re.compile(
    r"\.(Capabilities|Release\.(IsInstall|IsUpgrade|Revision))"
    r"|\b(lookup|tpl|now|ago|getHostByName|shuffle|rand\w+|uuid\w+|htpasswd|bcrypt|derivePassword|encryptAES|gen[A-Z]\w*)\b"
)
"""What differs by cluster, by moment or by chance, and what runs a user's text."""

ACTION = re.compile(r"\{\{-?(?!-? ?/\*)(.*?)-?\}\}", re.DOTALL)
TEXT = re.compile(r"\"(?:\\.|[^\"\\])*\"|`[^`]*`")


def printed(environment: Mapping[str, str], folder: Path = ROOT, umask: int = 0o022) -> bytes:
    """Return what a process of its own prints for every example."""
    command = [sys.executable, "-m", "render", "template", "-n", "team", *EXAMPLES]
    surroundings = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), **environment}
    return subprocess.run(command, check=True, capture_output=True, cwd=folder, umask=umask, env=surroundings).stdout


@pytest.fixture(scope="module")
def reference() -> bytes:
    return printed({})


@pytest.mark.parametrize(
    "environment",
    [
        {},
        {"PYTHONHASHSEED": "1", "GOMAXPROCS": "1"},
        {"PYTHONHASHSEED": "4294967295", "GOGC": "1"},
        {"LC_ALL": "C", "PYTHONUTF8": "0"},
        {"LC_ALL": "tr_TR.UTF-8", "LANG": "tr_TR.UTF-8"},
        {"TZ": "Pacific/Kiritimati"},
        {"HOME": "/nonexistent", "HELM_NAMESPACE": "other", "KUBECONFIG": "/nonexistent", "HELM_DEBUG": "true"},
    ],
    ids=lambda environment: " ".join(environment) or "again",
)
def test_environment_changes_nothing(reference: bytes, environment: dict[str, str]) -> None:
    assert printed(environment) == reference


def test_folder_and_umask_change_nothing(reference: bytes, tmp_path: Path) -> None:
    assert printed({}, tmp_path, umask=0o077) == reference


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: path.name)
def test_template_asks_nothing_of_the_machine(template: Path) -> None:
    for action in ACTION.findall(template.read_text()):
        assert DIFFERS.search(TEXT.sub("", action)) is None, action
