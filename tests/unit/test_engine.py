"""What the engine prints, against the real `helm`: the same bytes."""

import re
import tarfile
from collections.abc import Mapping
from pathlib import Path

import pytest

from render import engine
from render.engine import Chart, EngineName, Release, RenderRejected
from render.engine.helm_command import HelmCommand
from tests.unit.charts import chart, helm_template

EXAMPLES = sorted(Path(__file__).parents[2].glob("examples/*/spec.yaml"))

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


def documents(text: str) -> list[str]:
    return [document.strip() for document in re.split(r"(?m)^---$", text) if document.strip()]


@pytest.mark.parametrize("hooks", [True, False], ids=["hooks", "no-hooks"])
@pytest.mark.parametrize("files", CHARTS.values(), ids=CHARTS)
def test_template_is_what_helm_prints(files: Mapping[str, str], hooks: bool, tmp_path: Path, helm: Path) -> None:  # noqa: FBT001
    demo = chart(tmp_path, files)
    arguments = [] if hooks else ["--no-hooks"]
    printed = helm_template(helm, demo, tmp_path, *arguments)
    assert engine.template(demo, {}, "run1", "team", hooks=hooks, engine="embedded") == printed
    assert HelmCommand(str(helm)).template(demo, {}, "run1", "team", hooks=hooks) == printed


HELM_3_DIFFERS = {"install order", "blank templates", "separators"}
"""Helm 3 sorts webhook configurations as unknown kinds, and takes a blank part of a file for a document."""


@pytest.mark.parametrize("name", [name for name in CHARTS if name not in HELM_3_DIFFERS])
def test_template_has_the_documents_of_helm_3(name: str, tmp_path: Path, helm3: Path) -> None:
    demo = chart(tmp_path, CHARTS[name])
    printed = helm_template(helm3, demo, tmp_path)
    assert documents(engine.template(demo, {}, "run1", "team", engine="embedded")) == documents(printed)


@pytest.mark.parametrize("example", EXAMPLES, ids=[path.parent.name for path in EXAMPLES])
def test_the_examples_are_what_helm_prints(example: Path, tmp_path: Path, helm: Path, helm3: Path) -> None:
    values = engine.merge_values([example.read_text(encoding="utf-8")], engine="embedded")
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


@pytest.mark.parametrize("scripts", [False, True])
def test_scripts_are_rendered_where_they_are_asked_for(*, scripts: bool) -> None:
    """Whoever starts what is rendered needs them: an empty script ends well and does nothing."""
    values = {"image": "train:1", "command": ["train"], "numNodes": 2}
    [found] = engine.render_files(Chart.bundled(), [Release(values, "run")], scripts=scripts, engine="embedded")
    assert not isinstance(found, RenderRejected)
    [text] = [text for path, text in found.items() if path.endswith("/templates/scripts-configmap.yaml")]
    assert ("import argparse" in text) == scripts
