"""Which part of a spec stands behind a place in what it renders."""

from pathlib import Path as FilePath

import pytest

from render import engine
from render.engine import Chart, Release, RenderRejected
from render.kube.schemas import Schemas
from render.problem import Problem
from render.schema_errors.error import Path
from render.source import Text, load_document
from render.spec import Request
from render.spec.provenance import origins
from render.validation.check_spec import check_manifests
from render.validation.inputs import Settings
from tests.unit.charts import chart

POD = ("spec", "replicatedJobs", 0, "template", "spec", "template")
VALUES = {
    "storage": {"volumes": [{"name": "a"}, {"name": "data"}]},
    "pod": {"sidecars": [{"name": "metrics"}], "initContainers": [{"name": "fetch"}]},
}
CONTAINERS = [{"name": "node", "env": [{"name": "A", "value": "b"}]}, {"name": "metrics"}]
VOLUMES = [{"name": "data"}, {"name": "shm"}]
TEMPLATE = {"spec": {"containers": CONTAINERS, "initContainers": [{"name": "fetch"}], "volumes": VOLUMES}}
JOBSET = {"kind": "JobSet", "spec": {"replicatedJobs": [{"template": {"spec": {"template": TEMPLATE}}}]}}


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ((*POD, "spec", "containers", 0, "image"), [("image",)]),
        ((*POD, "spec", "containers", 0, "env", 0, "value"), [("env", "A", "value")]),
        ((*POD, "spec", "containers", 0, "resources", "limits", "cpu"), [("resourcesPerNode", "limits", "cpu")]),
        ((*POD, "spec", "containers", 1, "image"), [("pod", "sidecars", 0, "image")]),
        ((*POD, "spec", "initContainers", 0, "image"), [("pod", "initContainers", 0, "image")]),
        ((*POD, "spec", "volumes", 0, "nfs"), [("storage", "volumes", 1, "nfs")]),
        ((*POD, "spec", "volumes", 1, "emptyDir"), []),
        ((*POD, "spec", "tolerations", 2), [("pod", "tolerations", 2), ("tolerations", 2)]),
        ((*POD, "metadata", "labels", "x"), [("pod", "labels", "x")]),
        (("spec", "suspend"), [("suspend",)]),
        (("metadata", "name"), [("metadata", "name")]),
        ((*POD, "spec", "containers", 0, "readinessProbe", "exec"), [("container", "readinessProbe", "exec")]),
        (("metadata", "labels", "x"), [("metadata", "labels", "x")]),
    ],
)
def test_origins(path: Path, expected: list[Path]) -> None:
    assert list(origins(JOBSET, path, VALUES)) == expected


def test_origins_of_a_runtime_are_those_of_its_jobset() -> None:
    runtime = {"kind": "TrainingRuntime", "spec": {"mlPolicy": {"numNodes": 2}, "template": JOBSET}}
    for path in [(*POD, "spec", "containers", 0, "env", 0), (*POD, "spec", "volumes", 0), (*POD, "metadata", "labels")]:
        assert list(origins(runtime, ("spec", "template", *path), VALUES)) == list(origins(JOBSET, path, VALUES))
    assert list(origins(runtime, ("spec", "mlPolicy", "numNodes"), VALUES)) == [("numNodes",)]
    assert ("failurePolicy",) in origins(runtime, ("spec", "template", "spec", "failurePolicy"), VALUES)


def test_origins_of_other_objects() -> None:
    assert list(origins({"kind": "ConfigMap"}, ("data", "A"), {})) == [("env", "A")]
    assert list(origins({"kind": "PersistentVolumeClaim"}, ("spec",), {})) == [
        ("storage", "checkpoints"),
        ("initializers", "storage"),
    ]
    assert list(origins({"kind": "PersistentVolumeClaim"}, ("spec", "resources", "requests", "storage"), {})) == [
        ("storage", "checkpoints", "size"),
        ("initializers", "storage", "size"),
    ]


def found(demo: Chart, spec: str) -> list[Problem]:
    document, _ = load_document(Text("spec.yaml", spec))
    assert document.root is not None
    [files] = engine.render_files(demo, [Release(document.root.data, "run")])
    assert not isinstance(files, RenderRejected)
    return check_manifests(files, [document], Settings(Request(demo), Schemas()), document.root.data)[1]


def test_a_finding_in_a_manifest_stands_at_the_line_of_the_spec(tmp_path: FilePath) -> None:
    demo = chart(
        tmp_path,
        {
            "templates/a.yaml": (
                "apiVersion: batch/v1\nkind: Job\nmetadata: {name: run, label: {}}\nspec:\n  template:\n    spec:\n"
                "      restartPolicy: Never\n      containers: [{name: main, image: {{ .Values.image }}}]\n"
            ),
            "templates/b.yaml": "kind: Service\n---\na: [\n",
        },
    )
    problems = found(demo, "command: []\nimage: 3\n")
    assert [(p.code, p.file, p.line, p.column, p.object, p.pointer, p.message) for p in problems] == [
        (
            *("KUB010", "spec.yaml", None, None, "Job/run", "/metadata/label"),
            "Job/run: unknown key `label` in `metadata`",
        ),
        (
            *("KUB012", "spec.yaml", 2, 8, "Job/run", "/spec/template/spec/containers/0/image"),
            "Job/run: `spec.template.spec.containers[0].image` takes a string, not the number `3`",
        ),
        (
            *("KUB003", "spec.yaml", None, None, None, "/apiVersion"),
            "in the rendered `demo/templates/b.yaml`: the object has no `apiVersion`",
        ),
        (
            *("SYN005", "spec.yaml", None, None, None, None),
            ("in the rendered `demo/templates/b.yaml`: while parsing a flow node, did not find expected node content"),
        ),
    ]
