"""What continuous integration and images install is known by its hash, and follows pyproject.toml."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

CHECKOUT = Path(__file__).parents[2]
LOCKS = {path.stem: path for path in sorted((CHECKOUT / "ci/locks").iterdir())}
PROJECT: dict[str, Any] = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))
EXTRAS: dict[str, list[str]] = PROJECT["project"]["optional-dependencies"]
PYTHONS = ["3.11", "3.12", "3.13", "3.14"]
PIN = re.compile(
    r"(?P<name>[a-z0-9.-]+)==(?P<version>[\w.+!]+)(?: ; (?P<marker>[^\\]+?))?(?P<hashes>(?: \\\n    --hash=\S+)+)\n"
)


def pins(lock: str) -> Iterator[re.Match[str]]:
    """Yield the entries of a lock; all of its text belongs to one."""
    text, end = LOCKS[lock].read_text(encoding="utf-8"), 0
    for pin in PIN.finditer(text):
        assert text[end : pin.start()] == ""
        end = pin.end()
        yield pin
    assert text[end:] == ""


def versions(lock: str, python: str) -> dict[str, str]:
    """Return the versions that a lock has for a Python on Linux, by name."""
    where = {
        "python_version": python,
        "python_full_version": f"{python}.1",
        "sys_platform": "linux",
        "os_name": "posix",
    }
    return {
        pin["name"]: pin["version"]
        for pin in pins(lock)
        if pin["marker"] is None or Requirement(f"{pin['name']} ; {pin['marker']}").marker.evaluate(where)  # type: ignore[union-attr]
    }


def requirements(lock: str) -> list[Requirement]:
    """Return what pyproject.toml asks for with the extras in the name of a lock."""
    extras = [] if lock == "runtime" else lock.split("-")
    lists = [PROJECT["project"]["dependencies"], *(EXTRAS[extra] for extra in extras)]
    return [Requirement(requirement) for requirements in lists for requirement in requirements]


def test_there_is_a_lock_for_each_extra() -> None:
    assert {extra for lock in LOCKS for extra in lock.split("-")} == {"runtime", *EXTRAS}


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_has_names_versions_and_hashes_alone(lock: str) -> None:
    names = [(pin["name"], pin["marker"]) for pin in pins(lock)]
    assert names
    assert len(set(names)) == len(names)
    for pin in pins(lock):
        assert re.fullmatch(r"(?: \\\n    --hash=sha256:[0-9a-f]{64})+", pin["hashes"]), pin["name"]


@pytest.mark.parametrize("python", PYTHONS)
@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_has_what_pyproject_asks_for(lock: str, python: str) -> None:
    found = versions(lock, python)
    for requirement in requirements(lock):
        assert found[canonicalize_name(requirement.name)] in requirement.specifier, f"{requirement}: run ci/lock"


def test_the_backend_that_builds_the_package_is_locked() -> None:
    for requirement in map(Requirement, PROJECT["build-system"]["requires"]):
        assert versions("build", "3.11")[requirement.name] in requirement.specifier


@pytest.mark.parametrize("requirement", [*PROJECT["project"]["dependencies"], *EXTRAS["cluster"], *EXTRAS["schemas"]])
def test_what_a_user_installs_has_an_upper_bound(requirement: str) -> None:
    operators = {specifier.operator for specifier in Requirement(requirement).specifier}
    assert operators in ({"=="}, {">=", "<"}), requirement
