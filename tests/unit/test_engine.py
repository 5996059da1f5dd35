"""The engine against the real `helm`: the same bytes, the same values, the same refusals."""

import json
import os
import re
import subprocess
import sys
import tarfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from render import engine
from render.engine import Chart, EngineError, EngineName, Refusal, Refused
from render.engine.command import Command
from render.engine.sets import has_list_index

ENGINES: list[EngineName] = ["embedded", "helm"]
EXAMPLES = sorted(Path(__file__).parents[2].glob("examples/*/spec.yaml"))

CHART_YAML = "apiVersion: v2\nname: demo\nversion: 1.0.0\n"
HOOK = "kind: {kind}\nmetadata:\n  name: {name}\n  annotations:\n    helm.sh/hook: {types}\n"
UNSORTED = [
    *("ZKind", "JobSet", "ValidatingWebhookConfiguration", "Job", "ConfigMap", "PodGroup", "Service", "SecretList"),
    *("Namespace", "RoleList", "PersistentVolumeClaim", "AKind", "PriorityClass", "Pod", "Secret", "IngressClass"),
    *("CronJob", "Role", "List", "jobset"),
]
HOOKS = [
    *(("Job", "test"), ("ZKind", "pre-install,post-upgrade"), ("Service", " Pre-Install , TEST "), ("Job", "''")),
    *(("Pod", "test-success"), ("Job", "unknown"), ("Job", "test,unknown"), ("AKind", "post-rollback")),
    *(("Job", "crd-install"), ("Job", "true"), ("Job", "pre-delete"), ("Job", "null"), ("Job", "12")),
]

CHARTS: dict[str, dict[str, str]] = {
    "nothing": {},
    "blank templates": {"templates/a.yaml": "", "templates/b.yaml": "\n \n", "templates/c.yaml": "---\n---\n"},
    "comments only": {"templates/a.yaml": "# nothing here\n", "templates/b.yaml": "---\n# one\n---\n# two\n"},
    "install order": {f"templates/{position:02}.yaml": f"kind: {kind}\n" for position, kind in enumerate(UNSORTED)},
    "paths": {
        f"templates/{name}.yaml": f"kind: ConfigMap\nname: {name}\n"
        for name in ("b", "B", "a/z", "a-b", "é", "10", "9")
    },
    "no kind": {"templates/a.yaml": "name: a\n", "templates/b.yaml": "kind:\n", "templates/c.yaml": "kind: A\n"},
    "kinds that are no text": {
        "templates/a.yaml": "kind: 12\n",
        "templates/b.yaml": "kind: true\n",
        "templates/c.yaml": "kind: 1\n",
    },
    "several documents": {
        "templates/a.yaml": "kind: Service\n---\nkind: Secret\n--- \nkind: Pod\n---\t\n\n# a\nkind: B\n---\n"
    },
    "separators": {"templates/a.yaml": "--- # comment\nkind: Service\n---\n\n\n---\nkind: Pod\n"},
    "CRLF": {"templates/a.yaml": "kind: Service\r\nname: a\r\n---\r\nkind: Secret\r\n"},
    "space at the ends": {"templates/a.yaml": "\n\n  \nkind: Service\n\n\n", "templates/b.yaml": "kind: X  \n\n \n\n"},
    "space that Go knows": {"templates/a.yaml": "\u00a0\u2003\nkind: Pod\n", "templates/b.yaml": "kind: X\u00a0\u3000"},
    "separator in a text": {"templates/a.yaml": "kind: ConfigMap\ndata:\n  a: |\n    ---\n    b\n"},
    "partials and notes": {
        "templates/_a.tpl": '{{ define "a" }}x{{ end }}',
        "templates/_b.yaml": "kind: Hidden\n",
        "templates/NOTES.txt": "notes",
        "templates/sub/NOTES.txt": "kind: Other",
        "templates/xNOTES.txt": "y",
        "templates/c.yaml": 'kind: {{ include "a" . }}\n',
    },
    "other suffixes": {
        "templates/a.json": '{"kind": "Pod"}',
        "templates/b.txt": "kind: Secret",
        "templates/c": "kind: Job",
    },
    "crds": {"crds/a.yaml": "kind: CustomResourceDefinition\n", "templates/a.yaml": "kind: A\n"},
    "sub-charts": {
        "charts/one/Chart.yaml": "apiVersion: v2\nname: one\nversion: 1.0.0\n",
        "charts/one/templates/a.yaml": "kind: Service\n",
        "charts/one/templates/NOTES.txt": "one",
        "charts/one/charts/two/Chart.yaml": "apiVersion: v2\nname: two\nversion: 1.0.0\n",
        "charts/one/charts/two/templates/a.yaml": "kind: Secret\nglobal: {{ .Values.global | toJson }}\n",
        "templates/a.yaml": "kind: Job\n",
    },
    "hooks": {
        f"templates/{position}.yaml": HOOK.format(kind=kind, name=f"h{position}", types=types)
        for position, (kind, types) in enumerate(HOOKS)
    }
    | {
        "templates/a.yaml": "kind: Service\nmetadata: {annotations: {other: x}}\n",
        "templates/b.yaml": "kind: JobSet\nmetadata:\n",
    },
    "hooks only": {"templates/a.yaml": HOOK.format(kind="Job", name="a", types="test") + "\n\n"},
    "a hook and a manifest in one file": {
        "templates/a.yaml": HOOK.format(kind="Job", name="a", types="test") + "---\nkind: Service\n"
    },
    "annotations that are no text": {
        "templates/a.yaml": "kind: A\nmetadata: {annotations: {a: 1, b: true, c: null}}\n"
    },
    "release": {"templates/a.yaml": "kind: A\nis: {{ .Release.Name }}/{{ .Release.Namespace }}/{{ .Template.Name }}\n"},
    "values": {
        "values.yaml": "a: {b: 1, c: 2}\nd: e\n",
        "templates/a.yaml": "kind: A\nvalues: {{ .Values | toJson }}\n",
    },
    "duplicate keys": {"templates/a.yaml": "kind: Pod\nkind: Secret\n", "templates/b.yaml": "kind: Service\n"},
}


def chart(folder: Path, files: Mapping[str, str]) -> Chart:
    for name, text in {"Chart.yaml": CHART_YAML, **files}.items():
        path = folder / "demo" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
    return Chart(folder / "demo")


def helm_template(binary: Path, chart: Chart, home: Path, *arguments: str) -> str:
    homes = {f"HELM_{kind}_HOME": str(home / "helm") for kind in ("CACHE", "CONFIG", "DATA")}
    command = [str(binary), "template", "run1", str(chart.path), "-n", "team", *arguments]
    return subprocess.run(command, env={"HOME": str(home), **homes}, capture_output=True, check=True).stdout.decode()


def documents(text: str) -> list[str]:
    return [document.strip() for document in re.split(r"(?m)^---$", text) if document.strip()]


@pytest.fixture
def helm_in_path(helm: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(helm.parent), prepend=os.pathsep)


@pytest.fixture(params=ENGINES)
def each_engine(request: pytest.FixtureRequest) -> EngineName:
    if request.param == "helm":
        request.getfixturevalue("helm_in_path")
    name: EngineName = request.param
    return name


@pytest.mark.parametrize("hooks", [True, False], ids=["hooks", "no-hooks"])
@pytest.mark.parametrize("files", CHARTS.values(), ids=CHARTS)
def test_template_is_what_helm_prints(files: Mapping[str, str], hooks: bool, tmp_path: Path, helm: Path) -> None:  # noqa: FBT001
    demo = chart(tmp_path, files)
    arguments = [] if hooks else ["--no-hooks"]
    printed = helm_template(helm, demo, tmp_path, *arguments)
    assert engine.template(demo, {}, "run1", "team", hooks=hooks, engine="embedded") == printed
    assert Command(str(helm)).template(demo, {}, "run1", "team", hooks=hooks) == printed


HELM_3_DIFFERS = {"install order", "blank templates", "separators"}
"""Helm 3 sorts webhook configurations as unknown kinds, and takes a blank part of a file for a document."""


@pytest.mark.parametrize("name", [name for name in CHARTS if name not in HELM_3_DIFFERS])
def test_template_has_the_documents_of_helm_3(name: str, tmp_path: Path, helm3: Path) -> None:
    demo = chart(tmp_path, CHARTS[name])
    printed = helm_template(helm3, demo, tmp_path)
    assert documents(engine.template(demo, {}, "run1", "team", engine="embedded")) == documents(printed)


@pytest.mark.parametrize("example", EXAMPLES, ids=[path.parent.name for path in EXAMPLES])
def test_the_examples_are_what_helm_prints(example: Path, tmp_path: Path, helm: Path, helm3: Path) -> None:
    values = engine.values([example.read_text(encoding="utf-8")], engine="embedded")
    text = engine.template(Chart.bundled(), values, "run1", "team", engine="embedded")
    assert text == helm_template(helm, Chart.bundled(), tmp_path, "-f", str(example))
    assert documents(text) == documents(helm_template(helm3, Chart.bundled(), tmp_path, "-f", str(example)))


def test_a_packed_chart(tmp_path: Path, each_engine: EngineName) -> None:
    demo = chart(tmp_path, CHARTS["values"])
    with tarfile.open(tmp_path / "demo-1.0.0.tgz", "w:gz") as archive:
        archive.add(demo.path, "demo")
    packed = Chart(tmp_path / "demo-1.0.0.tgz")
    expected = engine.template(demo, {"d": "f"}, "run1", engine="embedded")
    assert engine.template(packed, {"d": "f"}, "run1", engine=each_engine) == expected


VALUES: dict[str, tuple[list[str], list[str]]] = {
    "nothing": ([], []),
    "empty texts": (["", "# a\n", "---\n", "{}"], []),
    "Helm's scalars": (
        ["{a: 1e3, b: 0o17, c: 1_000, d: 2020-01-01, e: 12:30, f: ~, g: 0777, h: 1., i: 08, j: yes, k: =}"],
        [],
    ),
    "numbers": (["{a: 12345678901234567890, b: 1e400, c: 0.1, d: -0.0, e: 9007199254740993, f: 1e21, g: 1000000}"], []),
    "text": (['a: "\\u0000\\u007f\\u0085\\u2028\\U0001F600"', "b: 'é{{ .Values }}'", "c: |\n  x\n  y\n"], []),
    "keys": (["y: 1", "1.0: a", "true: b", "'': c"], []),
    "anchors": (["a: &a {b: 1, c: 2}\nd: *a\ne: {<<: *a, c: 3}"], []),
    "mappings merge": (["a: {b: 1, c: {d: 2}}", "a: {c: {e: 3}, f: 4}", "a: {b: {g: 5}}"], []),
    "lists are replaced": (["a: [1, 2, {b: 3}]", "a: [{c: 4}]"], []),
    "a null stays": (["a: {b: 1}\nc: null", "a: {b: null, d: null}", "c: {e: null}"], []),
    "a null replaces and is replaced": (["a: {b: 1}", "a: null", "a: {c: 2}"], []),
    "CRLF and byte order mark": (["\ufeffa: 1\r\nb:\r\n  c: 2\r\n"], []),
    "JSON": (['{"a": [1, 2.5, "\\u00e9", null, true], "b": {"c": {}}}'], []),
    "sets": (["a: {b: 1}\nc: [1]\nd: x"], ["a.e=2,a.f.g=h", "c={2,3}", "d=y"]),
    "types of sets": ([], ["a=1,b=true,c=null,d=1.5,e=007,f=,g={},h=[],i=9999999999999999999,j=0x1f,k={a,1,null}"]),
    "escapes in sets": ([], [r"a\.b=c\,d,e=f\=g", r"h=\{i\}", r"j\[0\]=k", "l=m=n", "o=[p]", r"q={r\,s}"]),
    "a set of null": (["a: {b: 1, c: 2}"], ["a.b=null"]),
    "sets in order": ([], ["a.b=1", "a={x}", "a=2", "c.d=3", "c.e=4"]),
    "an index": (["a: [1, 2, 3]"], ["a[1]=x"]),
    "an index below an index": (["a: [{b: 1}, {b: [5, 6]}]"], ["a[1].b[0]=x,a[0].c=y"]),
    "an index past the end": (["a: [1]"], ["a[2]=x", "b[1].c=2"]),
}


@pytest.mark.usefixtures("helm_in_path")
@pytest.mark.parametrize(("texts", "sets"), VALUES.values(), ids=VALUES)
def test_values_merge_as_helm_merges(texts: list[str], sets: list[str]) -> None:
    assert engine.values(texts, sets) == engine.values(texts, sets, engine="helm")


def test_the_command_reads_values_as_an_install_would(tmp_path: Path, helm: Path) -> None:
    demo = chart(tmp_path, {"templates/a.yaml": "v: {{ .Values | toJson }}"})
    texts = ["a: {b: 1, c: null}\nd: [1]", "a: {b: null, e: 1e3}"]
    files = [f"-f{tmp_path / str(position)}" for position in range(len(texts))]
    for position, text in enumerate(texts):
        (tmp_path / str(position)).write_text(text)
    printed = helm_template(helm, demo, tmp_path, *files, "--set", "d[1]=x,f=g")
    assert json.loads(printed.partition("\nv: ")[2]) == Command(str(helm)).values(texts, ["d[1]=x,f=g"])


NOT_YAML = "[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]"
json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abcd"), inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.dictionaries(st.sampled_from("abcd"), json_values, max_size=3), max_size=3))
def test_any_values_merge_as_helm_merges(helm: Path, layers: list[dict[str, Any]]) -> None:
    texts = [re.sub(NOT_YAML, "?", json.dumps(layer, ensure_ascii=False)) for layer in layers]
    assert engine.values(texts, engine="embedded") == Command(str(helm)).values(texts, [])


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.text(st.characters(exclude_categories=["Cs"])))
def test_any_text_reaches_the_chart_in_both_engines(text: str, tmp_path: Path, helm: Path) -> None:
    demo = chart(tmp_path, {"templates/a.yaml": "v: {{ .Values.v | b64enc }}"})
    assert Command(str(helm)).template(demo, {"v": text}, "run1", "team", hooks=True) == engine.template(
        demo, {"v": text}, "run1", "team", engine="embedded"
    )


SCHEMA = {
    "$schema": "http://json-schema.org/draft-07/schema#",
    "additionalProperties": False,
    "required": ["name"],
    "properties": {
        "name": {"type": "string", "pattern": "^[a-z]+$"},
        "a": {"type": ["integer", "null"], "maximum": 10},
        "e": {"enum": ["x", None]},
        "l": {"type": "array", "items": {"type": "string"}},
        "o": {"allOf": [{"type": "object", "additionalProperties": False, "properties": {"k": {"type": "integer"}}}]},
        "env": {
            "type": "object",
            "additionalProperties": {
                "anyOf": [
                    {"type": "string"},
                    {"type": "null"},
                    {
                        "type": "object",
                        "additionalProperties": False,
                        "required": ["valueFrom"],
                        "properties": {"valueFrom": {}},
                    },
                ]
            },
        },
    },
}
REFUSALS: dict[str, tuple[dict[str, Any], list[Refusal]]] = {
    "missing": ({}, [Refusal("", "missing property 'name'")]),
    "pattern": ({"name": "A b"}, [Refusal("/name", "'A b' does not match pattern '^[a-z]+$'")]),
    "type": ({"name": "a", "a": "x"}, [Refusal("/a", "got string, want null or integer")]),
    "limit": ({"name": "a", "a": 11}, [Refusal("/a", "maximum: got 11, want 10")]),
    "enum": ({"name": "a", "e": "y"}, [Refusal("/e", "value must be one of 'x', null")]),
    "item": ({"name": "a", "l": ["x", 1]}, [Refusal("/l/1", "got number, want string")]),
    "unknown keys": (
        {"name": "a", "z'z": 1, "x/y": 2, "o": {"p": 1, "k": 1.5}},
        [
            Refusal("/o/k", "got number, want integer"),
            Refusal("/o/p", "unknown key"),
            Refusal("/x~1y", "unknown key"),
            Refusal("/z'z", "unknown key"),
        ],
    ),
    "no alternative has the type": (
        {"name": "a", "env": {"X": 1}},
        [Refusal("/env/X", "got number, want string, null or object")],
    ),
    "one alternative has the type": (
        {"name": "a", "env": {"it's~/\n": {"value": 1}}},
        [Refusal("/env/it's~0~1\n", "missing property 'valueFrom'"), Refusal("/env/it's~0~1\n/value", "unknown key")],
    ),
}


@pytest.mark.parametrize(("values", "expected"), REFUSALS.values(), ids=REFUSALS)
def test_what_the_schema_refuses(
    values: dict[str, Any], expected: list[Refusal], tmp_path: Path, each_engine: EngineName
) -> None:
    demo = chart(tmp_path, {"values.schema.json": json.dumps(SCHEMA)})
    with pytest.raises(Refused) as refused:
        engine.template(demo, values, "run1", engine=each_engine)
    assert list(refused.value.refusals) == expected


FAULTS: dict[str, tuple[str, list[Refusal]]] = {
    "the chart's own": (
        """{{ fail "demo: 2 problem(s)\\n- at '/name': is long (hint: up to 53 (here))\\n- at '/env/A': a\\nproblem" }}""",
        [Refusal("/env/A", "a\nproblem"), Refusal("/name", "is long", "up to 53 (here)")],
    ),
    "another fail": ("""{{ fail "no" }}""", [Refusal(None, "execution error at (demo/templates/a.yaml:1:3): no")]),
    "nil": (
        "{{ .Values.a.b }}",
        [
            Refusal(
                None,
                'demo/templates/a.yaml:1:10\n  executing "demo/templates/a.yaml" at <.Values.a.b>:\n'
                "    nil pointer evaluating interface {}.b",
            )
        ],
    ),
    "syntax": (
        "{{ .Values.a }",
        [Refusal(None, 'parse error at (demo/templates/a.yaml:1): unexpected "}" in operand')],
    ),
    "no YAML": (
        "kind: A\nb: [",
        [
            Refusal(
                None,
                "YAML parse error on demo/templates/a.yaml: error converting YAML to JSON: yaml: line 2: "
                "did not find expected node content",
            )
        ],
    ),
}


@pytest.mark.parametrize(("template", "expected"), FAULTS.values(), ids=FAULTS)
def test_what_the_templates_refuse(
    template: str, expected: list[Refusal], tmp_path: Path, each_engine: EngineName
) -> None:
    with pytest.raises(Refused) as refused:
        engine.template(chart(tmp_path, {"templates/a.yaml": template}), {}, "run1", engine=each_engine)
    assert list(refused.value.refusals) == expected


@pytest.mark.parametrize("template", ["[a]", "text", "metadata: [a]", "metadata: {annotations: a}"])
def test_a_document_that_is_no_object_is_refused(template: str, tmp_path: Path, each_engine: EngineName) -> None:
    with pytest.raises(Refused, match=r"YAML parse error on demo/templates/a\.yaml"):
        engine.template(chart(tmp_path, {"templates/a.yaml": template}), {}, "run1", engine=each_engine)


@pytest.mark.parametrize("name", ["", "A", "a_b", "-a", "a-", "a" * 54, "a b", "é", "a\nb", "--help", "a..b"])
def test_names_that_helm_refuses(name: str, tmp_path: Path, each_engine: EngineName) -> None:
    with pytest.raises(Refused, match="release name check failed"):
        engine.template(chart(tmp_path, {}), {}, name, engine=each_engine)


@pytest.mark.parametrize("name", ["a", "1", "a.b", "a" * 53])
def test_names_that_helm_takes(name: str, tmp_path: Path, each_engine: EngineName) -> None:
    assert engine.template(chart(tmp_path, {}), {}, name, engine=each_engine) == "\n"


@pytest.mark.parametrize(
    ("texts", "sets"),
    [(["a: ["], []), (["a: .inf"], []), (["- 1"], []), ([], ["a"]), (["a: 1"], ["a.b=2"]), (["a: null"], ["a.b=2"])],
)
def test_values_that_helm_refuses(texts: list[str], sets: list[str], each_engine: EngineName) -> None:
    with pytest.raises(Refused) as refused:
        engine.values(texts, sets, engine=each_engine)
    assert all("/tmp" not in refusal.message for refusal in refused.value.refusals)


@pytest.mark.parametrize(
    ("extra", "message"),
    [
        ("type: library\n", "library charts are not installable"),
        ("dependencies: [{name: other, version: 1.0.0, repository: ''}]\n", "other"),
    ],
)
def test_charts_that_can_not_be_installed(extra: str, message: str, tmp_path: Path, each_engine: EngineName) -> None:
    with pytest.raises((EngineError, Refused), match=message):
        engine.template(chart(tmp_path, {"Chart.yaml": CHART_YAML + extra}), {}, "run1", engine=each_engine)


def test_a_chart_that_is_none(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file.tgz").write_bytes(b"nothing packed")
    for path in (tmp_path / "missing", tmp_path / "folder"):
        with pytest.raises(EngineError, match="neither a chart's folder nor a packed chart"):
            Chart(path)
    with pytest.raises(EngineError, match="can't be loaded"):
        engine.template(Chart(tmp_path / "file.tgz"), {}, "run1", engine="embedded")


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("a[0]=1", True),
        ("a=1,b.c[0].d=2", True),
        ("a={x},b[1]=2", True),
        (r"a\,b[0]=1", True),
        ("a[0][1]=x", True),
        ("a=[0]", False),
        ("a={[x],y}", False),
        (r"a\[0\]=1", False),
        ("a=b[0]", False),
        ("a", False),
        ("", False),
    ],
)
def test_has_list_index(expression: str, expected: bool) -> None:  # noqa: FBT001
    assert has_list_index(expression) is expected


def test_a_list_index_takes_the_command() -> None:
    assert engine.choose() == "embedded"
    assert engine.choose(None, ["a=1"]) == "embedded"
    assert engine.choose(None, ["a=1", "b[0]=2"]) == "helm"
    assert engine.choose("helm", []) == "helm"
    with pytest.raises(EngineError, match="can't set a list index"):
        engine.choose("embedded", ["b[0]=2"])


CHOICE = "from render import engine; print(engine.choose()); print(engine.values(['a: 1']))"


def run_python(script: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", script]
    return subprocess.run(command, env={**os.environ, **environment}, capture_output=True, text=True, check=False)


def test_without_its_library_the_command_is_used(tmp_path: Path, helm: Path) -> None:
    (tmp_path / "lib.so").write_bytes(b"no library")
    broken = {"HELM_C_LIB": str(tmp_path / "lib.so")}
    assert run_python(CHOICE, PATH=str(helm.parent), **broken).stdout == "helm\n{'a': 1}\n"
    assert "EngineError: no `helm` is found in PATH" in run_python(CHOICE, PATH=str(tmp_path), **broken).stderr


def test_the_library_is_loaded_when_it_is_used() -> None:
    script = "import sys; from render import engine; print('helm_python' in sys.modules, 'yaml' in sys.modules)"
    assert run_python(script).stdout == "False False\n"


def test_the_command_sees_nothing_of_the_users_helm(
    tmp_path: Path, helm: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrapper = tmp_path / "helm"
    wrapper.write_text(f'#!/bin/sh\n/usr/bin/env > {tmp_path}/env\nexec {helm} "$@"\n')
    wrapper.chmod(0o755)
    for name in ("HELM_DEBUG", "HELM_NAMESPACE", "HELM_PLUGINS", "KUBECONFIG"):
        monkeypatch.setenv(name, str(tmp_path))
    Command(str(wrapper)).template(chart(tmp_path, {}), {}, "run1", "team", hooks=True)
    seen = {line.partition("=")[0] for line in (tmp_path / "env").read_text().splitlines()}
    homes = {"HELM_CACHE_HOME", "HELM_CONFIG_HOME", "HELM_DATA_HOME"}
    assert seen - {"PWD", "OLDPWD", "SHLVL", "_"} == {"PATH", "HOME", *homes}
