"""From arguments to specs, and from Helm's refusals to lines."""

import json
import os
from collections.abc import Mapping
from pathlib import Path

import pytest

from render.engine import Chart, EngineName
from render.problem import Problem
from render.spec import Request, collect, overlays, render
from render.spec.name import release_name
from tests.unit.charts import chart

SPEC = "kind: TrainingJob\n"
SCHEMA = """{
  "required": ["image"],
  "additionalProperties": false,
  "properties": {
    "kind": {"const": "TrainingJob"},
    "name": {"type": "string", "pattern": "^[a-z]+$"},
    "image": {"type": "string"},
    "env": {"type": "object", "additionalProperties": {"type": "string"}},
    "args": {"type": "array", "items": {"type": "string"}},
    "numNodes": {"type": "integer"}
  }
}"""
TEMPLATE = """\
{{- if gt (len .Release.Name) 9 }}{{ fail "demo: 1 problem(s)\\n- at '/name': is long (hint: shorten it)" }}{{ end -}}
kind: Job
name: {{ .Release.Name }}
args: {{ toJson .Values.args }}
"""


def tree(folder: Path, files: Mapping[str, str]) -> None:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def brief(problems: tuple[Problem, ...] | list[Problem]) -> list[str]:
    return [f"{p.code} {p.file}:{p.line or ''}:{p.column or ''} {p.message}" for p in problems]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def demo(tmp_path: Path) -> Chart:
    return chart(tmp_path / "chart", {"values.schema.json": SCHEMA, "templates/a.yaml": TEMPLATE})


def test_a_folder_holds_specs_and_others(folder: Path) -> None:
    tree(
        folder,
        {
            "specs/b.yaml": SPEC,
            "specs/a.yml": "# a\n" + SPEC,
            "specs/a/z.json": '{"kind": "TrainingJob"}',
            "specs/a-c.yaml": "apiVersion: render/v1alpha1\nimage: x",
            "specs/a-b/c.yaml": SPEC,
            "specs/broken.yaml": SPEC + "a: [",
            "specs/.hidden.yaml": SPEC,
            "specs/.git/x.yaml": SPEC,
            "specs/notes.md": "# notes",
            "specs/overlay.yaml": "numNodes: 2",
            "specs/job.yaml": "kind: Job\n---\nkind: Service",
            "specs/list.json": "[1]",
            "specs/nothing.yaml": "# later",
        },
    )
    specs, notes = collect(["specs"])
    assert [(spec.file, str(spec.output), spec.is_readable) for spec in specs] == [
        ("specs/a/z.json", "a/z.yaml", True),
        ("specs/a-b/c.yaml", "a-b/c.yaml", True),
        ("specs/a-c.yaml", "a-c.yaml", True),
        ("specs/a.yml", "a.yaml", True),
        ("specs/b.yaml", "b.yaml", True),
        ("specs/broken.yaml", "broken.yaml", False),
    ]
    assert brief(notes) == [
        "SYN017 specs/job.yaml:1:7 `Job` is not a spec (`kind: TrainingJob`): skipped",
        "SYN017 specs/list.json:: is a list, not a spec: skipped",
        "SYN004 specs/nothing.yaml:: is empty",
        "SYN017 specs/overlay.yaml:: has no `kind`, so it is not a spec: skipped",
    ]


def test_links_stay_in_their_folder(folder: Path) -> None:
    tree(folder, {"outside/a.yaml": SPEC, "specs/..data/real.yaml": SPEC, "specs-b/x.yaml": SPEC})
    for name, target in {
        "out.yaml": "../outside/a.yaml",
        "beside.yaml": "../specs-b/x.yaml",
        "in.yaml": "..data/real.yaml",
        "loop.yaml": "loop.yaml",
        "gone.yaml": "nowhere",
        "folder": "../outside",
    }.items():
        (folder / "specs" / name).symlink_to(target)
    specs, notes = collect(["specs"])
    assert [(spec.file, spec.is_readable) for spec in specs] == [
        ("specs/gone.yaml", False),
        ("specs/in.yaml", True),
        ("specs/loop.yaml", False),
    ]
    assert brief(notes) == [
        "SYN018 specs/beside.yaml:: is a link to outside the folder, skipped",
        "SYN018 specs/folder:: is a link to outside the folder, skipped",
        "SYN018 specs/out.yaml:: is a link to outside the folder, skipped",
    ]


def test_what_helm_reads_of_a_chart_is_left_out(folder: Path) -> None:
    chart = {"Chart.yaml": "name: a\n", "values.yaml": SPEC, "templates/a.yaml": "{{ a }}", "charts/b.yaml": SPEC}
    tree(folder, {f"specs/chart/{name}": text for name, text in chart.items()} | {"specs/templates/c.yaml": SPEC})
    specs, notes = collect(["specs"])
    assert [spec.file for spec in specs] == ["specs/chart/charts/b.yaml", "specs/templates/c.yaml"]
    assert brief(notes) == ["SYN025 specs/chart:: is a Helm chart: its templates and defaults are skipped"]


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_a_folder_that_can_not_be_read_is_a_problem(folder: Path) -> None:
    (folder / "specs" / "closed").mkdir(parents=True)
    (folder / "specs" / "closed").chmod(0)
    assert brief(collect(["specs"])[1]) == ["SYN001 specs/closed:: can't be read: permission denied"]


def test_named_files_are_specs_in_the_order_given(folder: Path) -> None:
    tree(folder, {"b.yaml": "image: x", "x/a.txt": "kind: Job"})
    specs, notes = collect(["b.yaml", "x/a.txt", "missing.yaml"])
    assert [(spec.file, str(spec.output), spec.is_readable) for spec in specs] == [
        ("b.yaml", "b.yaml", True),
        ("x/a.txt", "a.yaml", True),
        ("missing.yaml", "missing.yaml", False),
    ]
    assert notes == []


NAMES: dict[str, tuple[str, object, str | None, str]] = {
    "given": ("a.yaml", "b", "c", "c"),
    "written": ("a.yaml", "b", None, "b"),
    "written with a dot": ("a.yaml", "b.c", None, "b.c"),
    "the file's": ("x/a-1.yaml", None, None, "a-1"),
    "of a name that is no text": ("a.yaml", 1, None, "a"),
    "of a name without text": ("a.yaml", "", None, "a"),
    "a bad one given": ("a.yaml", "b", "C", "SCH003 --name:: `C`"),
    "a long one given": ("a.yaml", "b", "c" * 54, f"SCH003 --name:: `{'c' * 54}`"),
    "a bad one written": ("a.yaml", "b_c", None, "SCH003 a.yaml:2:7 `b_c`"),
    "a bad file's": ("A b.yaml", None, None, "SCH003 A b.yaml:: `A b`, the file's name, is not a valid release name:"),
    "a file's with a dot": ("a.train.yaml", None, None, "SCH003 a.train.yaml:: `a.train`, the file's name,"),
}


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(("file", "written", "given", "expected"), NAMES.values(), ids=NAMES)
def test_the_name_of_a_release(file: str, written: object, given: str | None, expected: str) -> None:
    tree(Path(), {file: f"image: x\nname: {json.dumps(written)}" if written is not None else "image: x"})
    [spec], _ = collect([file])
    name = release_name(spec, {"name": written}, given)
    assert (brief([name])[0] if isinstance(name, Problem) else name).startswith(expected)


@pytest.mark.parametrize(
    ("stem", "suggestion"),
    [("My Run", "my-run"), ("a.train", "a-train"), ("__", "training"), ("é" + "a" * 99, "a" * 53)],
)
def test_a_name_is_suggested(folder: Path, stem: str, suggestion: str) -> None:
    tree(folder, {f"{stem}.yaml": SPEC})
    [spec], _ = collect([f"{stem}.yaml"])
    problem = release_name(spec, {}, None)
    assert isinstance(problem, Problem)
    assert problem.hint == f"give `--name`, or write `name: {suggestion}`"


def rendered(
    demo: Chart, engine: EngineName, texts: list[str], sets: tuple[str, ...] = (), name: str | None = None
) -> list[str]:
    """Render `a.yaml` under overlays `1.yaml`, `2.yaml`; return its problems, or its text."""
    files = ["a.yaml", *(f"{number}.yaml" for number in range(1, len(texts)))]
    tree(Path(), dict(zip(files, texts, strict=True)))
    [spec], _ = collect(files[:1])
    documents, problems = overlays(files[1:])
    assert problems == ()
    outcome = render(spec, Request(chart=demo, overlays=documents, sets=sets, name=name, engine=engine))
    assert (outcome.text is None) == bool(outcome.problems)
    if outcome.text is not None:
        return [outcome.text]
    return [
        f"{line} ({p.hint})" if p.hint else line
        for p, line in zip(outcome.problems, brief(outcome.problems), strict=True)
    ]


NAME_RULE = (
    "is not a valid release name: use at most 53 lower-case letters, digits and `-`, "
    "with a letter or a digit at both ends"
)
REFUSED: dict[str, tuple[list[str], tuple[str, ...], list[str]]] = {
    "a value": (["image: x\nnumNodes: two"], (), ["SCH001 a.yaml:2:11 `numNodes`: got string, want integer"]),
    "a number for text": (
        ["image: 1.50"],
        (),
        ['SCH001 a.yaml:1:8 `image`: got number, want string (write `"1.50"`)'],
    ),
    "a boolean for text": (
        ["image: x\nargs: [a, on]"],
        (),
        ['SCH001 a.yaml:2:11 `args[1]`: got boolean, want string (write `"on"`)'],
    ),
    "a key": (["image: x\nimgae: y"], (), ["SCH001 a.yaml:2:1 `imgae`: unknown key"]),
    "a missing key": (["\nname: a"], (), ["SCH001 a.yaml:2:1 missing property 'image'"]),
    "a missing key under an overlay": (
        ["\nname: a", "name: b"],
        (),
        ["SCH001 a.yaml:2:1 missing property 'image'"],
    ),
    "in an overlay": (
        ["image: x", "env: {A: b}", "env:\n  A: 1"],
        (),
        ['SCH001 2.yaml:2:6 `env.A`: got number, want string (write `"1"`)'],
    ),
    "overlaid by another": (
        ["image: x\nenv: {A: 1}", "env: {B: 2}"],
        (),
        [
            'SCH001 a.yaml:2:10 `env.A`: got number, want string (write `"1"`)',
            'SCH001 1.yaml:1:10 `env.B`: got number, want string (write `"2"`)',
        ],
    ),
    "behind an alias": (
        ["image: x\nenv: &e\n  A: b\nargs: *e"],
        (),
        ["SCH001 a.yaml:4:7 `args`: got object, want array"],
    ),
    "set": (["image: x\nnumNodes: 1"], ("numNodes=two",), ["SCH001 --set:: `numNodes`: got string, want integer"]),
    "a list that is set": (["image: x"], ("args={a,1}",), ["SCH001 --set:: `args[1]`: got number, want string"]),
    "a set that is none": (["image: x"], ("a",), ['SCH002 --set:: failed parsing --set data: key "a" has no value']),
    "a name": (
        ["image: x\nname: a_b\nfoo: 1"],
        (),
        [
            f"SCH003 a.yaml:2:7 `a_b` {NAME_RULE} (write `name: a-b`)",
            "SCH001 a.yaml:3:1 `foo`: unknown key",
        ],
    ),
    "the chart's own": (["image: x\nname: abcdefghij"], (), ["SCH001 a.yaml:2:7 `name`: is long (shorten it)"]),
    "a text that only Helm can't read": (
        ["image: x", 'env: {A: "\\/"}'],
        (),
        [
            "SYN005 1.yaml:: error converting YAML to JSON: yaml: found unknown escape character",
        ],
    ),
}


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(("texts", "sets", "expected"), REFUSED.values(), ids=REFUSED)
def test_refusals_have_their_line(
    demo: Chart, each_engine: EngineName, texts: list[str], sets: tuple[str, ...], expected: list[str]
) -> None:
    assert rendered(demo, each_engine, texts, sets) == expected


@pytest.mark.usefixtures("folder")
def test_overlays_and_sets_win_in_their_order(demo: Chart, each_engine: EngineName) -> None:
    texts = ["image: x\nname: b\nargs: [1]", "name: c\nargs: ['2']", "name: d"]
    text = "---\n# Source: demo/templates/a.yaml\nkind: Job\nname: {}\nargs: {}\n"
    assert rendered(demo, each_engine, texts) == [text.format("d", '["2"]')]
    assert rendered(demo, each_engine, texts, ("name=e", "args={f,g}")) == [text.format("e", '["f","g"]')]
    assert rendered(demo, each_engine, texts, name="h") == [text.format("h", '["2"]')]


@pytest.mark.usefixtures("folder")
def test_a_text_with_a_mistake_is_not_rendered(demo: Chart) -> None:
    assert rendered(demo, "embedded", ["image: x\nimage: y"]) == [
        "SYN009 a.yaml:2:1 duplicate key `image`, first defined at 1:1 (remove one of them)"
    ]


def test_overlays_tell_their_own_mistakes(folder: Path) -> None:
    tree(folder, {"a.yaml": "a: 1\na: 2", "b.yaml": ""})
    documents, problems = overlays(["a.yaml", "missing.yaml", "b.yaml"])
    assert [document.file for document in documents] == ["a.yaml", "b.yaml"]
    assert brief(problems) == [
        "SYN009 a.yaml:2:1 duplicate key `a`, first defined at 1:1",
        "SYN001 missing.yaml:: can't be read: no such file or directory",
        "SYN004 b.yaml:: is empty",
    ]
