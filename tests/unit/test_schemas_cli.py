"""`render schema` as people run it: a process, its output, its exit status."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from render.kube.gvk import GroupVersionKind
from render.kube.schema_folders import bundled_schemas
from render.kube.schemas import Schemas

CHECKOUT = Path(__file__).parents[2]

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
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              size: {type: integer, format: int32, minimum: 1}
"""
THING = {"apiVersion": "example.com/v1", "kind": "Thing", "metadata": {"name": "x"}}


def schema(*arguments: str, stdin: str = "", **environment: str) -> tuple[int, str, list[str]]:
    done = subprocess.run(
        [sys.executable, "-m", "render", "schema", *arguments],
        env={**os.environ, "PYTHONPATH": str(CHECKOUT), **environment},
        input=stdin,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    return done.returncode, done.stdout, done.stderr.splitlines()


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_prints_the_schema_of_specs() -> None:
    status, printed, said = schema("print")
    assert (status, said) == (0, [])
    assert printed == (CHECKOUT / "charts" / "training-job" / "values.schema.json").read_text(encoding="utf-8")


def test_a_definition_becomes_a_schema_that_is_found() -> None:
    Path("crd.yaml").write_text(CRD)
    assert schema("crd", "crd.yaml", "--output-dir", "out") == (0, "", ["1 written, 0 unchanged"])
    assert schema("crd", "-", "--output-dir", "out", stdin=CRD) == (0, "", ["0 written, 1 unchanged"])
    found = Schemas(folders=(Path("out"),)).find(GroupVersionKind.of("example.com/v1", "Thing"))
    assert found is not None
    assert found.accepts({**THING, "spec": {"size": 1}})
    assert [violation.keyword for violation in found.errors({**THING, "spec": {"size": 0}})] == ["minimum"]
    assert [violation.path for violation in found.errors({**THING, "spec": {"sise": 1}})] == [("spec", "sise")]


def test_definitions_in_a_list_or_in_several_documents() -> None:
    other = CRD.replace("Thing", "Other").replace("things", "others")
    items = [yaml.safe_load(CRD), yaml.safe_load(other)]
    both = json.dumps({"apiVersion": "v1", "kind": "List", "items": items})
    assert schema("crd", "-", "--output-dir", "a", stdin=both)[2] == ["2 written, 0 unchanged"]
    assert schema("crd", "-", "--output-dir", "b", stdin=f"{CRD}---\n{other}")[2] == ["2 written, 0 unchanged"]
    assert [path.name for path in sorted(Path("a").rglob("*.json"))] == ["other_v1.json", "thing_v1.json"]
    assert (Path("a") / "example.com" / "thing_v1.json").read_bytes() == Path(
        "b/example.com/thing_v1.json"
    ).read_bytes()


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("kind: Pod\napiVersion: v1", "1:7", "`Pod` of `v1` is not a `CustomResourceDefinition`"),
        (CRD.replace("k8s.io/v1\n", "k8s.io/v1beta1\n"), "2:7", "is not a `CustomResourceDefinition`"),
        (CRD.replace("scope: Namespaced", "scope: Everywhere"), "6:10", "Everywhere"),
        (CRD.replace("              size", "              - size"), "18:13", "is not allowed here"),
        (CRD.replace("type: integer", "type: [integer]"), "19:22", "is not allowed here"),
        (CRD.replace("minimum: 1", "pattern: ("), "", "has a schema that can't be used"),
        (CRD.replace("    schema:", "    schemas:"), "12:5", "schemas"),
        (f"{CRD}---\n{CRD}", "", "is defined a second time"),
        ("a: [", "1:5", ""),
        ("- 1", "1:1", "is not an object"),
    ],
)
def test_what_is_wrong_has_a_place_and_nothing_is_written(text: str, place: str, message: str) -> None:
    status, printed, said = schema("crd", "-", "--output-dir", "out", stdin=text)
    assert (status, printed) == (1, "")
    assert said[0].startswith(f"<stdin>:{place}".removesuffix(":"))
    assert message in said[0]
    assert not Path("out").exists()


def test_a_missing_file() -> None:
    status, _, said = schema("crd", "missing.yaml", "--output-dir", "out")
    assert (status, len(said)) == (1, 1)
    assert said[0].startswith("missing.yaml: error SYN001")


def test_the_schemas_of_a_bundled_version_are_generated_again() -> None:
    status, printed, said = schema("kubernetes", "1.36", "--output-dir", "out")
    files = sorted(Path("out").rglob("*.json"))
    assert (status, printed, said) == (0, "", [f"{len(files)} written, 0 unchanged"])
    for path in files:
        assert path.read_bytes() == (bundled_schemas() / path.relative_to("out")).read_bytes()
    assert len(files) == len(list((bundled_schemas() / "v1.36.0").rglob("*.json")))


def test_an_older_version_has_other_kinds() -> None:
    assert schema("kubernetes", "1.25", "--output-dir", "out")[0] == 0
    pod = GroupVersionKind.of("v1", "Pod")
    found = Schemas("1.25", folders=(Path("out"),)).find(pod)
    assert found is not None
    assert "schedulingGates" not in found.schema["properties"]["spec"]["properties"]


def test_a_version_that_no_one_published() -> None:
    status, printed, said = schema("kubernetes", "1.99", "--output-dir", "out")
    assert (status, printed) == (2, "")
    assert "not `1.99`" in said[0]
    assert said[1] == "hint: `pip install -U 'kubernetes-validate>=1.37.0,<2'` in the environment of render"


def test_without_the_package_it_says_what_to_install() -> None:
    Path("kubernetes_validate.py").write_text("raise ModuleNotFoundError(name='kubernetes_validate')")
    status, printed, said = schema("kubernetes", "1.36", "--output-dir", "out", PYTHONPATH=f"{Path.cwd()}:{CHECKOUT}")
    assert (status, printed) == (2, "")
    assert said == [
        "Error: the package kubernetes-validate is not installed",
        "hint: `pip install -U 'kubernetes-validate>=1.37.0,<2'` in the environment of render",
    ]
