"""What the examples render to is what their golden files hold."""

import difflib
from pathlib import Path

import pytest

from render.engine import Chart, merge_values, template
from tests.golden.cases import EXAMPLES, FOLDER, ROOT, Case, each_example

CHART = Chart(ROOT / "charts" / "training-job")
OTHERS = {"expect.yaml"}


@each_example
def test_example_renders_to_its_golden(case: Case, *, regen: bool) -> None:
    rendered = _without_scripts(
        template(CHART, merge_values([case.source.read_text(encoding="utf-8")]), case.spec["name"])
    )
    if regen:
        case.path.write_text(rendered, encoding="utf-8", newline="")
    golden = case.path.read_bytes().decode() if case.path.exists() else ""
    if golden != rendered:
        pytest.fail(_difference(golden, rendered, case.path.relative_to(ROOT)), pytrace=False)


def test_no_golden_is_stale() -> None:
    expected = {case.path.name for case in EXAMPLES}
    assert {path.name for path in FOLDER.glob("*.yaml")} - OTHERS == expected


def _without_scripts(rendered: str) -> str:
    """Leave out the ConfigMap of the scripts, which have tests of their own: a golden would repeat them."""
    documents = rendered.split("---\n# Source: ")
    return "---\n# Source: ".join(found for found in documents if "/scripts-configmap.yaml\n" not in found[:100])


def _difference(golden: str, rendered: str, path: Path) -> str:
    lines = difflib.unified_diff(golden.splitlines(), rendered.splitlines(), str(path), "rendered", lineterm="")
    return "\n".join([*lines, "", f"if this is meant: ci/test {FOLDER.relative_to(ROOT)} --regen"])
