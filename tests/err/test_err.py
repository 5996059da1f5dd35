"""What `render validate` says to bad input, in full: `STAGE/CASE.yaml` is the input, `CASE.out` the answer.

A first line `# with: ARGUMENTS` gives the command more of them.
"""

import json
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

import render.manifests.codes
import render.source.codes
import render.spec.codes
from render.cli.validate import command
from render.problem import Rule

FOLDER = Path(__file__).parent
CASES = sorted(path for path in FOLDER.glob("*/*") if path.suffix in (".yaml", ".json"))
MODULES = (render.manifests.codes, render.source.codes, render.spec.codes)
NO_TEXT = {"SYN001", "SYN002", "SYN018", "SYN025", "SYN036"}
"""Codes of what is no text: a folder and what is in it, a FIFO, 50 MB."""
OWN_FAILURES = {"INT001"}
RENDER_TEMPLATE = {"SYN037", "SYN015", "SYN019", "SYN020"}
RENDER_PODS = {"KUB040"}
SEVERAL_SPECS = {"STO207"}
RENDER_SWEEP = {"SYN026", "SYN027", "SYN028", "SYN029", "SYN030", "SYN031"}
RENDER_SMOKE = {"SYN032", "SYN033", "SYN034"}
RENDER_HANG = {"SYN039", "SYN040"}
RENDER_EXPAND = {"KUB050", "KUB051", "KUB052", "KUB053", "KUB054"}
RENDER_IMPORT = {"IMP001", "IMP002", "IMP003", "IMP004", "IMP005"}
RENDER_SCHEMA = {"KUB030", "KUB031", "KUB032"}
SERVER = {"KUB060", "KUB061", "KUB062", "KUB063", "KUB064"}
MEGABYTES = {"KUB023", "SYN023", "SYN024"}
POLICIES = {"KUB021", "KUB022"}
CONFIGURATION = {"SYN041"}
"""Codes of a `render.yaml`."""
OWN_KEYWORDS = {"KUB018", "SCH018"}
"""Codes of keywords that only users' own schemas have."""
ELSEWHERE = {
    *(
        RENDER_TEMPLATE
        | RENDER_PODS
        | RENDER_SWEEP
        | SEVERAL_SPECS
        | RENDER_SMOKE
        | RENDER_HANG
        | RENDER_EXPAND
        | RENDER_IMPORT
        | RENDER_SCHEMA
    ),
    *(OWN_FAILURES | MEGABYTES | POLICIES | CONFIGURATION | OWN_KEYWORDS | SERVER),
}
"""Codes that no small file has, or that `render validate` does not."""


def arguments(case: Path) -> list[str]:
    first = case.read_bytes().split(b"\n")[0].decode(errors="replace")
    return shlex.split(first.removeprefix("# with: ")) if first.startswith("# with: ") else []


@pytest.fixture(autouse=True)
def _here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(FOLDER)


@pytest.mark.parametrize("case", CASES, ids=[str(path.relative_to(FOLDER)) for path in CASES])
def test_answer(case: Path, *, regen: bool) -> None:
    result = CliRunner().invoke(
        command, [str(case.relative_to(FOLDER)), *arguments(case)], standalone_mode=False, catch_exceptions=False
    )
    answer = f"{result.output}exit {result.return_value}\n"
    path = case.with_name(f"{case.name}.out")
    if regen:
        path.write_text(answer, encoding="utf-8")
    assert path.exists(), f"write it: ci/test tests/err --regen\n{answer}"
    assert answer == path.read_text(encoding="utf-8")


def test_no_answer_is_stale() -> None:
    assert sorted(FOLDER.glob("*/*.out")) == sorted(case.with_name(f"{case.name}.out") for case in CASES)


def test_every_code_has_a_case() -> None:
    rules = [value for module in MODULES for value in vars(module).values()]
    rules += [rule for module in MODULES for rule in vars(module).get("BY_SORT", {}).values()]
    codes = {rule.code for rule in rules if isinstance(rule, Rule)}
    said = " ".join(path.read_text(encoding="utf-8") for path in FOLDER.glob("*/*.out"))
    assert {code for code in codes if code not in said} == NO_TEXT | ELSEWHERE


def test_json_says_the_same_as_the_schema_of_reports() -> None:
    """See tests/unit/test_outputs.py for the schema; here every finding of every case passes it."""
    from jsonschema_rs import validator_for

    schema = json.loads((FOLDER.parents[1] / "schemas" / "report.json").read_text(encoding="utf-8"))
    validator = validator_for(schema)
    for case in CASES:
        result = CliRunner().invoke(
            command, [str(case.relative_to(FOLDER)), *arguments(case), "--output", "json"], standalone_mode=False
        )
        validator.validate(json.loads(result.stdout))
