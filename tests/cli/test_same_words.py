"""`render template` says to a mistake what `render validate` says, line by line.

`render validate` checks more, and reads manifests too: of its findings, those of texts and of the schema are compared.
"""

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from render.cli import render

TESTS = Path(__file__).parents[1]
SPEC = "apiVersion: render/v1alpha1\nkind: TrainingJob\nname: a\nimage: x:1\ncommand: [sleep]\n"
FILES = {
    "ok.yaml": SPEC,
    "broken.yaml": "a: [1\n",
    "duplicate.yaml": "numNodes: 1\nnumNodes: 2\n",
    "unknown.yaml": "numNodez: 2\n",
    "type.yaml": "numNodes: two\n",
    "list.yaml": "- a\n",
    "empty.yaml": "# later\n",
    "name.yaml": "name: Bad_NAME\n",
    "alias.yaml": "env: &a {A: *b}\n",
    "two.yaml": "args: [a]\n---\nargs: [b]\n",
    "kind.yaml": "kind: PyTorchJob\n",
    "null.yaml": "image: null\n",
    "lower.yaml": "kind: trainingjob\nimage: x:1\n",
    "without-image.yaml": "kind: TrainingJob\n",
    "without-kind/spec.yaml": SPEC.replace("kind: TrainingJob\n", "").replace("apiVersion: render/v1alpha1\n", ""),
    "with-empty/nothing.yaml": "# later\n",
    "with-broken/spec.yaml": "kind: [TrainingJob\n",
    "with-bytes/spec.yaml": "kind: TrainingJob\nname: \x00\n",
    "with-overlay/overlay.yaml": "numNodes: 2\nimage: x:2\nargs: [a]\n",
    "with-lower/spec.yaml": "kind: TRAININGJOB\nimage: x:1\n",
    "with-two/spec.yaml": SPEC + "---\n" + SPEC,
    "without-specs/notes.md": "# Notes\n",
}
COMMANDS = [
    "missing.yaml",
    "ok.yaml missing.yaml",
    "empty.yaml",
    "empty.yaml -f ok.yaml",
    "lower.yaml",
    "without-image.yaml",
    "broken.yaml",
    "alias.yaml",
    "duplicate.yaml",
    "without-kind",
    "with-empty",
    "with-broken",
    "with-bytes",
    "with-overlay -f with-overlay/overlay.yaml --set numNodes=two",
    "with-lower",
    "with-two",
    *(f"ok.yaml -f {file}" for file in FILES if file.count("/") == 0 and file not in ("ok.yaml", "without-image.yaml")),
    "ok.yaml -f missing.yaml",
    "ok.yaml -f without-kind",
    "ok.yaml -f - -f -",
    "ok.yaml -f unknown.yaml -f type.yaml",
    "ok.yaml -f type.yaml --set numNodes=2",
    "ok.yaml --set numNodez=1",
    "ok.yaml --set numNodes=two",
    "ok.yaml --set numNodes",
    "ok.yaml --set image=null",
    "ok.yaml --set storage=3",
    "ok.yaml --set gitops.x=1",
    "ok.yaml --set name=BAD",
    "ok.yaml --set launcher=none",
    "ok.yaml --set launcher=mpi",
    "ok.yaml --set network.fabric=efa",
    "ok.yaml --set storage.checkpoints.mode=existing",
    "ok.yaml --name BAD",
    "ok.yaml --name",
    "ok.yaml -n BAD",
    "ok.yaml --chart missing",
    "ok.yaml --engine tiller",
]
"""Arguments of both commands. Next to each mistake in a folder there is a valid spec."""

OF_VALIDATE = {
    "text/a-list.yaml": "it may be an object",
    "text/a-scalar.yaml": "it may be an object",
    "text/mkdocs.yaml": "it is another program's file",
    "text/null-documents.yaml": "it may be a file of objects, which may have several documents",
    "text/ignore-secret.yaml": "it is an object",
    "text/ignore-unknown.yaml": "it is an object",
    "spec/values-of-another-chart.yaml": "it may be another program's file",
    "spec/split-by-a-comma.yaml": "the finding rejects no value: the spec is rendered",
}
"""Cases of `tests/err` in which `render validate` reads other kinds of files, or judges the rendered objects."""

CASES = [
    str(path.relative_to(TESTS / "err"))
    for folder in ("spec", "text", "files")
    for path in sorted((TESTS / "err" / folder).iterdir())
    if path.suffix in (".yaml", ".json") and str(path.relative_to(TESTS / "err")) not in OF_VALIDATE
]
REFUSALS = sorted(path.relative_to(TESTS / "chart" / "err") for path in (TESTS / "chart" / "err").glob("*/*.yaml"))
"""Specs that the chart rejects, with Helm's answer next to each."""

_FINDING = re.compile(r"\S+: (error|warning|info) [A-Z]{3}\d{3} |Error: |Usage: ")
_SPEC_CODE = re.compile(r": (error|warning|info) (SYN|SCH)\d{3} |Error: ")
_STATUS = re.compile(r"\d+ (files?|specs?)[,:] ")


@pytest.fixture
def _files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
        if path.parent != tmp_path:
            (path.parent / "valid.yaml").write_text(SPEC, encoding="utf-8")
    monkeypatch.chdir(tmp_path)


@pytest.mark.usefixtures("_files")
@pytest.mark.parametrize("arguments", COMMANDS)
def test_command(arguments: str) -> None:
    said = findings("template", shlex.split(arguments))
    assert said == findings("validate", shlex.split(arguments))
    assert said or arguments in WITHOUT_A_MISTAKE


WITHOUT_A_MISTAKE = {"ok.yaml -f type.yaml --set numNodes=2"}


@pytest.mark.parametrize("case", CASES)
def test_case_of_validate(case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(TESTS / "err")
    first = Path(case).read_bytes().split(b"\n")[0].decode(errors="replace")
    arguments = [case, *shlex.split(first.removeprefix("# with: "))] if first.startswith("# with: ") else [case]
    assert findings("template", arguments) == findings("validate", arguments)


@pytest.mark.parametrize("case", REFUSALS, ids=str)
def test_refusal_of_the_chart(case: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(TESTS / "chart" / "err")
    said = findings("template", [str(case)])
    assert said == findings("validate", [str(case)])
    assert said


@pytest.mark.parametrize("case", OF_VALIDATE)
def test_no_exception_is_stale(case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(TESTS / "err")
    assert findings("template", [case]) != findings("validate", [case])


def findings(command: str, arguments: list[str]) -> list[str]:
    """Return the findings of a command about the text and the values of specs, each with its lines."""
    done = CliRunner().invoke(render, [command, *arguments])
    printed = done.stderr if command == "template" else done.stdout + done.stderr
    found: list[list[str]] = []
    for line in printed.splitlines():
        if _STATUS.match(line):
            continue
        if _FINDING.match(line) or not found:
            found.append([])
        found[-1].append(line)
    return ["\n".join(lines) for lines in found if _SPEC_CODE.search(lines[0])]
