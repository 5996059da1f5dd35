"""How rules are found: the areas that an input needs, and those of installed packages."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from render.manifests.objects import Object
from render.problem import Severity
from render.rules.registry import SPEC, areas, entries, rules_in
from render.rules.rule import Finding, rule

CHECKOUT = Path(__file__).parents[2]
JOBSET = "jobset.x-k8s.io/JobSet"

INSTALLED = '''
"""ORG001 owner-unknown: an object names no owner.

Nobody can be asked.

Source: https://example.com/rules

Example:
    apiVersion: v1
    kind: ConfigMap
    metadata: {name: a}
Use instead:
    apiVersion: v1
    kind: ConfigMap
    metadata: {name: a, labels: {owner: me}}
"""
from collections.abc import Iterator
from render.manifests.objects import Object
from render.problem import Severity
from render.rules.rule import Finding, rule

@rule(severity=Severity.WARNING)
def check(item: Object) -> Iterator[Finding]:
    if "owner" not in item.data["metadata"].get("labels", {}):
        yield Finding(("metadata", "labels", "owner"), "names no owner", "write the team")
'''


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A folder of installed packages with one that brings a rule."""
    folder = tmp_path / "site"
    files = {
        "org_rules/__init__.py": '"""Rules of an organisation."""\n',
        "org_rules/owner_unknown.py": INSTALLED,
        "org_rules-1.0.dist-info/METADATA": "Metadata-Version: 2.1\nName: org-rules\nVersion: 1.0\n",
        "org_rules-1.0.dist-info/entry_points.txt": "[render.rules]\norg = org_rules\n",
    }
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


@pytest.fixture
def manifest(tmp_path: Path) -> str:
    path = tmp_path / "a.yaml"
    path.write_text("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n")
    return str(path)


def render(*arguments: str, path: Path, cwd: Path) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "render", *arguments],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(CHECKOUT), str(path)])},
        cwd=cwd,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout


def test_an_installed_package_brings_rules(site: Path, manifest: str, tmp_path: Path) -> None:
    (problem,) = json.loads(render("validate", manifest, "--output", "json", path=site, cwd=tmp_path))["problems"]
    assert (problem["code"], problem["severity"], problem["line"]) == ("ORG001", "warning", 3)
    assert problem["url"] == "https://example.com/rules"
    assert render("validate", manifest, "--ignore", "ORG", path=site, cwd=tmp_path) == ""
    said = render("explain", "owner-unknown", path=site, cwd=tmp_path)
    assert said.startswith("ORG001 owner-unknown (warning): ")


def test_a_checkout_brings_none(site: Path, manifest: str) -> None:
    """Whatever the working directory holds, `python -m` puts it among the places of modules."""
    assert render("validate", manifest, path=CHECKOUT, cwd=site) == ""


def test_only_the_areas_that_an_input_needs_are_imported(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n")
    program = (
        "import sys\n"
        "from render.cli.validate import command\n"
        f"command.main([{str(path)!r}], standalone_mode=False)\n"
        "print(*sorted(name for name in sys.modules if name.startswith('render.rules.')))\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=CHECKOUT)
    imported = done.stdout.split()
    assert any(name.startswith("render.rules.admission.metadata.") for name in imported)
    for area in ("admission.jobset", "admission.pod", "launcher"):
        assert not any(name.startswith(f"render.rules.{area}.") for name in imported), area


def test_an_area_is_needed_by_its_kinds() -> None:
    def prefixes(*kinds: str) -> set[str]:
        known = entries(frozenset(kinds))
        return {entry.module.rpartition(".")[0] for found in known.values() for entry in found}

    assert "render.rules.admission.jobset" in prefixes(JOBSET)
    assert "render.rules.admission.jobset" not in prefixes("batch/Job")
    assert "render.rules.launcher" in prefixes(SPEC)
    assert "render.rules.admission.metadata" in prefixes("example.com/Anything")


@pytest.mark.parametrize("area", areas(), ids=lambda area: area.__name__)
def test_kinds_are_written_alike(area: ModuleType) -> None:
    kinds = getattr(area, "KINDS", ())
    assert not isinstance(kinds, str)
    for kind in (*kinds, *(kind for check in rules_in(area) for kind in check.kinds)):
        assert kind.count("/") == 1, kind


def test_a_rule_is_named_by_its_module() -> None:
    def unnamed(item: Object) -> Iterator[Finding]:
        raise AssertionError(item)

    with pytest.raises(ValueError, match="the docstring needs `CODE name: summary` and `Source: URL`"):
        rule(severity=Severity.INFO)(unnamed)
