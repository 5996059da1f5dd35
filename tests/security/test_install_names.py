"""Nobody is told to install a name from an index that anyone may register."""

import re
import subprocess
import tomllib
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path

import pytest
from packaging.requirements import InvalidRequirement, Requirement

from render import cluster
from render.cli import _schema

CHECKOUT = Path(__file__).parents[2]
PROJECT = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
# Not in an expression of sed, as `.ci/run` has one.
COMMAND = re.compile(r"(?<!\\\()\bpip[\d.]*['\"]? (?:install|download|wheel) (?P<arguments>.*)")
CHECKOUT_PATH = re.compile(r"\.(\[[\w,]+\])?$|\.{0,2}/|\$\w+/|\$checkout$")
"""A folder or a file: the checkout itself, or what it was built to."""
COMMIT = re.compile(r"git\+https://[\w./-]+@(COMMIT|[0-9a-f]{40})$")
SEPARATORS = {"&&", "||", ";", "|", "\\"}


def texts() -> Iterator[tuple[str, str]]:
    """Yield the name and the text of each file of the project, its locks apart."""
    names = subprocess.run(["git", "ls-files", "-z"], cwd=CHECKOUT, capture_output=True, check=True, text=True).stdout
    for name in filter(None, names.split("\0")):
        path = CHECKOUT / name
        if path.is_file() and not name.startswith("ci/locks/") and path != Path(__file__):
            try:
                yield name, re.sub(r"\\\n\s*", "", path.read_text(encoding="utf-8"))
            except UnicodeDecodeError:
                continue


def commands() -> Iterator[tuple[str, str]]:
    """Yield the arguments of each `pip install` that is run or shown anywhere."""
    for name, text in texts():
        for command in COMMAND.finditer(text):
            yield name, command["arguments"].partition("`")[0]


def unknown(arguments: str) -> list[str]:
    """Return what of a command's arguments comes from an index with neither hash nor bounds."""
    words = re.sub(r"['\"()]", " ", arguments).split()
    words = list(takewhile(lambda word: word not in SEPARATORS, words))
    if "--require-hashes" in words:
        return []
    return [word for word in words if not word.startswith("-") and not is_known(word)]


def is_known(word: str) -> bool:
    if CHECKOUT_PATH.match(word) or COMMIT.match(word):
        return True
    try:
        requirement = Requirement(word)
    except InvalidRequirement:
        return False
    operators = {specifier.operator for specifier in requirement.specifier}
    return requirement.name != PROJECT["name"] and operators in ({"=="}, {">=", "<"})


def test_what_is_installed_is_a_checkout_a_commit_a_lock_or_has_bounds() -> None:
    found = list(commands())
    assert {"README.md", "ci/action/install.sh", "ci/argocd-plugin/Dockerfile"} <= {name for name, _ in found}
    assert [(name, unknown(arguments)) for name, arguments in found if unknown(arguments)] == []


@pytest.mark.parametrize(
    ("arguments", "names"),
    [
        ("render-training", ["render-training"]),
        ("-U 'render-training[cluster]'", ["render-training[cluster]"]),
        ("--quiet render-training==0.1.0 && render template", ["render-training==0.1.0"]),
        ("'torch'", ["torch"]),
        ("'rich>=13'", ["rich>=13"]),
        ("'rich>=13,<16' torch==2.15.0", []),
        ("git+https://github.com/team/render@v0.1.0", ["git+https://github.com/team/render@v0.1.0"]),
        ("git+https://github.com/team/render", ["git+https://github.com/team/render"]),
        ("'git+https://github.com/team/render@COMMIT'", []),
        ("'.[cluster]' && render", []),
        ("--require-hashes -r ci/locks/build.txt", []),
        ("-r ci/locks/build.txt", ["ci/locks/build.txt"]),
    ],
)
def test_what_the_test_finds(arguments: str, names: list[str]) -> None:
    assert unknown(arguments) == names


def test_the_name_is_nowhere_but_in_the_package_itself() -> None:
    assert [name for name, text in texts() if PROJECT["name"] in text] == ["pyproject.toml"]


def test_other_tools_install_nothing_of_ours() -> None:
    tools = re.compile(r"\b(?:pipx (?:install|run)|uvx|uv tool|uv pip install|uv add|conda install|easy_install) ")
    assert [name for name, text in texts() if tools.search(text)] == []


def test_hints_have_the_bounds_of_the_extras() -> None:
    extras = PROJECT["optional-dependencies"]
    assert f"'{extras['cluster'][0]}'" in Path(cluster.__file__).read_text(encoding="utf-8")
    assert f"'{extras['schemas'][0]}'" in Path(_schema.__file__).read_text(encoding="utf-8")
