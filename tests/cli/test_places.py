"""Every command prints a finding of a file as `file:line:col: severity CODE message`, and the same mistake alike."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from render.cli import render

PLACE = re.compile(r"\S+?(:\d+:\d+)?: (error|warning|info) [A-Z]{3}\d{3} \S")
FILES = {
    "spec.yaml": "apiVersion: render/v1alpha1\nkind: TrainingJob\nname: a\nimage: x:1\nnumNodez: 2\n",
    "broken.yaml": "a: [1\n",
    "object.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: 3\n",
    "sweep.yaml": 'template: {a: "{{ b }}"}\nparameters: {c: [1]}\n',
    "hang.log": 'x\nRENDER-HANG-REPORT {"a": 1}\n',
    "smoke.log": 'RENDER-SMOKE-RESULT {"verdict": \n',
    "config.yaml": "foo: 1\n",
    "folder/spec.yaml": "kind: Other\n",
}
MISTAKES = {
    "spec.yaml:5:1: error SCH010 unknown key `numNodez`": [
        "validate spec.yaml",
        "template spec.yaml",
        "doctor spec.yaml",
        "diff spec.yaml broken.yaml",
        "pods spec.yaml",
        "run spec.yaml",
        "ladder spec.yaml",
    ],
    "broken.yaml:2:1: error SYN005 while parsing": [
        "validate broken.yaml",
        "validate folder --config broken.yaml",
        "template spec.yaml -f broken.yaml",
        "doctor broken.yaml",
        "diff broken.yaml broken.yaml",
        "pods broken.yaml",
        "run broken.yaml",
        "expand broken.yaml",
        "ladder broken.yaml",
        "sweep broken.yaml",
        "import broken.yaml",
        "schema crd broken.yaml --output-dir out",
    ],
    "object.yaml:3:11: error KUB012 `metadata` takes a mapping": [
        "validate object.yaml",
        "diff object.yaml object.yaml",
        "pods object.yaml",
        "run object.yaml",
        "expand object.yaml",
        "import object.yaml",
    ],
    "missing.yaml: error SYN001 can't be read": [
        "validate missing.yaml",
        "template missing.yaml",
        "doctor missing.yaml",
        "diff missing.yaml object.yaml",
        "pods missing.yaml",
        "run missing.yaml",
        "expand missing.yaml",
        "import missing.yaml",
        "smoke report missing.yaml",
        "hang report missing.yaml",
    ],
    "config.yaml:1:1: error SCH010 unknown key `foo`": ["validate folder --config config.yaml"],
    "sweep.yaml:1:11: error SYN031 ": ["sweep sweep.yaml"],
    "hang.log:2:19: error SYN040 ": ["hang report hang.log"],
    "smoke.log:1:33: error SYN033 ": ["smoke report smoke.log"],
    "folder: error KUB030 ": ["validate spec.yaml --crds folder"],
    "folder/spec.yaml:1:7: info SYN017 ": ["template folder spec.yaml"],
}
CASES = [(start, command) for start, commands in MISTAKES.items() for command in commands]


@pytest.mark.parametrize(("start", "command"), CASES, ids=[command for _, command in CASES])
def test_a_finding_begins_with_its_place(
    start: str, command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "folder").mkdir()
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    lines = CliRunner().invoke(render, command.split()).output.splitlines()
    assert any(line.startswith(start) for line in lines), lines
    assert [line for line in lines if line.startswith(tuple(FILES)) and not PLACE.match(line)] == []
