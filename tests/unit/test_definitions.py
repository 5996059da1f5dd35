"""A folder of a cluster's own CustomResourceDefinitions, as `render validate --crds` takes it."""

import json
import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner

from render.cli.validate import command
from render.engine import Chart
from render.kube.gvk import GroupVersionKind
from render.kube.schemas import Definitions, Schemas
from render.manifests.crd_files import load_definitions
from render.problem import Severity
from render.spec import Request
from render.validation.inputs import Input, Settings
from render.validation.pipeline import check_files, read_files
from tests.corpus import examples, more_examples, recorded

CRD = """\
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: things.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {kind: Thing, plural: things}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema: &schema
        type: object
        properties:
          spec:
            type: object
            x-kubernetes-validations:
            - {rule: self.size <= self.limit, message: size is above limit, fieldPath: .size}
            properties:
              size: {type: integer}
              limit: {type: integer, default: 8}
              mode: {type: string, enum: [fast, safe]}
              ports:
                type: array
                x-kubernetes-list-type: map
                x-kubernetes-list-map-keys: [port]
                items: {type: object, required: [port], properties: {port: {type: integer}}}
  - {name: v2, served: true, storage: false, schema: {openAPIV3Schema: *schema}}
  - {name: v1alpha1, served: false, storage: false, schema: {openAPIV3Schema: *schema}}
"""
SPEC = """\
spec:
  size: 4
  mode: fast
"""
THING = f"apiVersion: example.com/v1\nkind: Thing\nmetadata: {{name: a}}\n{SPEC}"
OTHER = CRD.replace("Thing", "Other").replace("things", "others")
POD = "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\n"


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("crds").mkdir()


def run(text: str, *folders: str) -> Any:
    Path("a.yaml").write_text(text)
    options = [word for folder in folders or ("crds",) for word in ("--crds", folder)]
    arguments = ["a.yaml", *options, "--output", "concise"]
    return CliRunner().invoke(command, arguments, standalone_mode=False, catch_exceptions=False)


def report(text: str, *folders: str) -> list[str]:
    return list(run(text, *folders).stdout.splitlines())


def refused(*folders: str) -> tuple[int, list[str]]:
    """Return the exit status and what is said of folders that can't be used."""
    result = run(THING, *folders)
    assert result.stdout == ""
    return result.return_value, result.stderr.splitlines()


def test_without_the_folder_the_kind_is_unknown() -> None:
    Path("crds/thing.yaml").write_text(OTHER)
    assert " info KUB006 no schema is known for `Thing`" in report(THING)[0]


def test_what_is_not_checked_is_reported_once_a_kind() -> None:
    Path("crds/other.yaml").write_text(OTHER)
    named = [THING.replace("name: a", f"name: {name}") for name in "abc"]
    other = THING.replace("Thing", "Item")
    lines = report("---\n".join([*named, other]))
    assert len(lines) == 2
    assert "info KUB006 no schema is known for `Thing` of `example.com/v1`, so it is not checked; nor" in lines[0]
    assert "; nor are 2 more `Thing` of this file" in lines[0]
    assert lines[1].startswith("a.yaml:22:13: info KUB006 no schema is known for `Item` ")


def a_list(*texts: str) -> dict[str, Any]:
    return {"apiVersion": "v1", "kind": "List", "metadata": {}, "items": [yaml.safe_load(text) for text in texts]}


FORMS = {
    "one file": {"thing.yaml": CRD},
    "a list": {"crds.yaml": yaml.safe_dump(a_list(OTHER, CRD))},
    "a list in JSON": {"crds.json": json.dumps(a_list(OTHER, CRD), indent=2)},
    "several documents": {"all.yml": f"{OTHER}---\n# nothing\n---\n{CRD}"},
    "nested folders": {"deep/er/thing.yaml": CRD, "other.yaml": OTHER},
    "beside schemas": {"thing.yaml": CRD, "v1.30.0/v1/pod_v1.json": "{}"},
    "beside a chart's files": {"Chart.yaml": "name: a\nversion: 1.0.0\n", "crds/thing.yaml": CRD},
}


@pytest.mark.parametrize("texts", FORMS.values(), ids=FORMS)
def test_definitions_as_they_come(texts: dict[str, str]) -> None:
    for name, text in texts.items():
        path = Path("crds", name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    assert report(THING) == []
    assert report(THING.replace("size: 4", "sise: 4"))[0].startswith("a.yaml:5:3: error KUB010 unknown key `sise`")


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("size: 4", "size: 9", "a.yaml:5:9: error KUB019 size is above limit"),
        ("size: 4", "size: 9\n  limit: 9", None),
        ("size: 4", 'size: "4"', "a.yaml:5:9: error KUB012 "),
        ("mode: fast", "mode: rash", "a.yaml:6:9: error KUB013 "),
        ("mode: fast", "ports: [{port: 1}, {port: 2}]", None),
        ("mode: fast", "ports: [{port: 1}, {port: 1}]", "a.yaml:6:29: error KUB017 "),
        ("mode: fast", "ports: [{}]", "a.yaml:6:11: error KUB011 "),
        ("example.com/v1", "example.com/v2", None),
        ("example.com/v1", "example.com/v1alpha1", "a.yaml:1:13: error KUB004 `example.com/v1alpha1` has no `Thing`"),
    ],
)
def test_what_a_definition_refuses(old: str, new: str, expected: str | None) -> None:
    Path("crds/thing.yaml").write_text(CRD)
    lines = report(THING.replace(old, new))
    assert [line[: len(expected or "")] for line in lines] == ([expected] if expected else [])


def test_a_definition_says_which_versions_are_served() -> None:
    Path("crds/thing.yaml").write_text(
        CRD.replace("example.com", "jobset.x-k8s.io").replace("Thing", "JobSet").replace("things", "jobsets")
    )
    (line,) = report("apiVersion: jobset.x-k8s.io/v1alpha2\nkind: JobSet\nmetadata: {name: a}\n")
    assert "error KUB004 `jobset.x-k8s.io/v1alpha2` has no `JobSet`" in line
    assert "(hint: write `jobset.x-k8s.io/v1` or `jobset.x-k8s.io/v2`)" in line


def test_the_first_folder_wins() -> None:
    Path("more").mkdir()
    Path("crds/thing.yaml").write_text(CRD.replace("[fast, safe]", "[safe]"))
    Path("more/thing.yaml").write_text(CRD)
    assert "KUB013" in report(THING, "crds", "more")[0]
    assert report(THING, "more", "crds") == []


def test_what_is_defined_otherwise_a_second_time_is_reported_and_left_out() -> None:
    Path("crds/a.yaml").write_text(CRD)
    Path("crds/b.yaml").write_text(CRD)
    assert run(THING).stderr.splitlines() == ["1 file, 1 object: no problems"]
    Path("crds/b.yaml").write_text(CRD.replace("[fast, safe]", "[safe]"))
    result = run(THING)
    assert (result.return_value, result.stdout) == (0, "")
    assert result.stderr.splitlines()[0] == (
        "crds/b.yaml: warning KUB032 `Thing` of `example.com/v1` is defined a second time, and otherwise: "
        "the first definition counts"
    )


def test_what_is_no_definition_is_reported_once() -> None:
    Path("crds/a.yaml").write_text(f"{POD}---\n{CRD}")
    Path("crds/b.yaml").write_text(POD)
    Path("crds/kustomization.yaml").write_text("resources: [a.yaml]\n")
    result = run(THING)
    assert (result.return_value, result.stdout) == (0, "")
    assert result.stderr.splitlines()[0] == (
        "crds/a.yaml:2:7: info KUB030 `Pod` of `v1` is not a `CustomResourceDefinition`: "
        "skipped, and so are 2 objects more"
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a: [", "crds/a.yaml:1:5: error SYN005 "),
        (CRD.replace("scope: Namespaced", "scope: Everywhere"), "crds/a.yaml:6:10: error KUB013 "),
        (CRD.replace("type: object\n        prop", "type: [object]\n        prop"), "crds/a.yaml:14:9: error KUB012 "),
        (CRD.replace("enum: [fast, safe]", "enum: fast"), "crds/a.yaml:23:42: error KUB031 "),
        (CRD.replace("enum: [fast, safe]", "pattern: ("), "crds/a.yaml: error KUB031 "),
        (POD, "crds: error KUB030 holds no `CustomResourceDefinition`"),
    ],
)
def test_a_broken_folder_stops_all(text: str, expected: str) -> None:
    Path("crds/a.yaml").write_text(text)
    status, lines = refused()
    assert status == 1
    assert lines[0].startswith(expected)


def test_an_empty_folder_is_no_silence() -> None:
    status, lines = refused()
    assert status == 1
    assert lines == [
        "crds: error KUB030 holds no `CustomResourceDefinition`",
        "hint: `kubectl get crd -o yaml > crds/crds.yaml` writes a cluster's own",
    ]


def test_a_schema_is_made_once_and_goes_to_other_processes() -> None:
    Path("crds/thing.yaml").write_text(CRD)
    definitions, problems = load_definitions([Path("crds")])
    schemas = Schemas(definitions=pickle.loads(pickle.dumps(definitions)))
    found = schemas.find(GroupVersionKind.of("example.com/v1", "Thing"))
    assert problems == []
    assert found is not None
    assert schemas.find(GroupVersionKind.of("example.com/v1", "Thing")) is found
    assert found.accepts(yaml.safe_load(THING))


@pytest.fixture(scope="module")
def own(upstream: Path) -> Definitions:
    definitions, problems = load_definitions([upstream / "crds"])
    assert [problem for problem in problems if problem.severity is Severity.ERROR] == []
    return definitions


OLD_MPIJOB = b"apiVersion: kubeflow.org/v1\nkind: MPIJob\n"


@pytest.mark.slow
def test_the_projects_own_definitions_give_the_verdicts_of_the_bundled_schemas(
    own: Definitions, tmp_path: Path
) -> None:
    """The words of a rule in CEL are the definition's; where it names no field, its place is the object."""
    request = Request(chart=Chart.bundled())
    settings = [Settings(request, Schemas()), Settings(request, Schemas(definitions=own))]
    paths = [*(found.path for found in recorded(tmp_path)), *examples(), *more_examples()]
    assert len(paths) > 200
    for path in paths:
        if OLD_MPIJOB in path.read_bytes():  # two projects define it, and a cluster has one of them
            continue
        bundled, brought = (sorted(findings(path, setting)) for setting in settings)
        assert brought == bundled, path.name


def findings(path: Path, settings: Settings) -> Iterator[tuple[str, str, int, str]]:
    for problem in next(iter(check_files(read_files([Input(str(path), is_named=True)], settings), settings))).problems:
        is_rule = problem.code == "KUB019"
        yield problem.code, problem.severity, *((0, "") if is_rule else (problem.line or 0, problem.message))
