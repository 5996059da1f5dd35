"""`render validate` judges every document, whatever stands before it, and reports what it does not judge."""

import json
from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner, Result
from jsonschema_rs import validator_for

from render.cli.validate import command
from render.manifests import schema_check as checking
from render.outputs import names
from render.source import files
from render.spec import check_spec as checking_of_specs
from render.validation import check_file as file
from render.validation import cross_file
from render.validation import deployments as deploying
from render.validation import file_content as content

CHECKOUT = Path(__file__).parents[2]
POD = "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: {containers: [{name: a, image: 7}]}\n"
GOOD = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n"
SPEC = "kind: TrainingJob\nimage: busybox:1.37\ncommand: [sleep]\n"

BAD = {
    "pod": POD,
    "list": f"apiVersion: v1\nkind: List\nitems:\n- {json.dumps(yaml.safe_load(POD))}\n",
    "unknown field": GOOD + "dat: {a: b}\n",
    "no kind": "apiVersion: v1\nmetadata: {name: a}\n",
    "group that does not exist": "apiVersion: jobset.sigs.k8s.io/v1alpha2\nkind: JobSet\nmetadata: {name: a}\n",
    "spec": SPEC + "numNode: 2\n",
    "spec of another version": "apiVersion: render/v2\n" + SPEC,
    "syntax": GOOD + "data: {a: [\n",
    "too deep": GOOD + f"data: {'[' * 300}{']' * 300}\n",
    "spec and object": SPEC + f"---\n{POD}",
}
DEPLOYMENT = """\
apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: {name: a}
spec:
  sources:
    - {chart: training-job, repoURL: charts.example, targetRevision: 0.1.0, helm: {valueFiles: [$specs/c.yaml]}}
    - {repoURL: git.example/specs, ref: specs}
"""
FIRST = {
    "empty mapping": "{}\n",
    "comment map": "x-note: written by hand\n",
    "overlay": "numNodes: 4\n",
    "several keys of a spec": "image: a:1\nnumNodes: 2\nlauncher: plain\n",
    "null": "null\n",
    "comment": "# nothing\n",
    "list": "- {name: play, hosts: all}\n",
    "empty list": "[]\n",
    "text": "hello\n",
    "object": GOOD,
    "empty List": "apiVersion: v1\nkind: List\nitems: []\n",
    "spec": SPEC,
    "TrainJob": "apiVersion: trainer.kubeflow.org/v1alpha1\nkind: TrainJob\nmetadata: {name: t}\n"
    "spec: {runtimeRef: {name: torch-distributed}}\n",
    "object without a schema": "apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: a}\n",
    "Kustomization": "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources: [a.yaml]\n",
    "kubeconfig": "apiVersion: v1\nkind: Config\nclusters: []\n",
    "Application": "apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: a}\n",
}


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(command, list(arguments), standalone_mode=False, catch_exceptions=False)


def report(*arguments: str) -> tuple[int, dict[str, Any]]:
    done = run(*arguments, "--output", "json")
    found: dict[str, Any] = json.loads(done.stdout)
    validator_for(json.loads((CHECKOUT / "schemas/report.json").read_text(encoding="utf-8"))).validate(found)
    return done.return_value, found


def errors(path: str, down: int = 0) -> set[tuple[str, int | None]]:
    """Return the errors of a file, those of the text that stands this many lines further up in another one."""
    _, found = report(path)
    return {
        (p["code"], p["line"] and p["line"] - down)
        for p in found["problems"]
        if p["severity"] == "error" and p["code"] != "SYN008"
    }


def write(**texts: str) -> None:
    for name, text in texts.items():
        path = Path(*name.split("__")).with_suffix(".yaml")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


@pytest.mark.parametrize("folder", [False, True], ids=["named", "in a folder"])
@pytest.mark.parametrize("bad", BAD)
def test_no_first_document_hides_the_errors_of_another(bad: str, *, folder: bool) -> None:
    write(alone__a=BAD[bad])
    expected = errors("alone" if folder else "alone/a.yaml")
    assert expected
    for name, first in FIRST.items():
        write(both__a=f"{first}---\n{BAD[bad]}")
        found = errors("both" if folder else "both/a.yaml", first.count("\n") + 1)
        assert expected <= found, name


@pytest.mark.parametrize("bad", [name for name in BAD if name not in ("syntax", "too deep")])
def test_no_last_document_hides_the_errors_of_another(bad: str) -> None:
    write(alone=BAD[bad])
    for name, last in FIRST.items():
        write(both=f"{BAD[bad]}---\n{last}")
        assert errors("alone.yaml") <= errors("both.yaml"), name


def test_a_spec_in_a_list_is_refused() -> None:
    item = json.dumps({"apiVersion": "render/v1alpha1", **yaml.safe_load(SPEC)})
    write(a=f"apiVersion: v1\nkind: List\nitems:\n- {item}\n")
    assert errors("a.yaml") == {("KUB001", 4)}


def test_two_specs_of_one_file_are_both_checked() -> None:
    write(a=f"{SPEC}numNode: 1\n---\n{SPEC}numNod: 1\n")
    assert errors("a.yaml") == {("SCH010", 4), ("SCH010", 9)}


def test_many_specs_of_one_file_are_an_error_and_not_all_rendered() -> None:
    write(a=f"{SPEC}---\n" * 12 + POD)
    _, found = report("a.yaml")
    assert {"SYN008", "SYN023", "KUB012"} <= {p["code"] for p in found["problems"]}
    assert found["summary"]["objects"] == 10 * 3 + 1


@pytest.mark.parametrize(
    "text",
    [
        f"{GOOD}data: {{a: [ # render: ignore[SYN]\n---\n{POD}",
        f"{SPEC}image: a # render: ignore[SYN]\nnumNode: 1\n",
    ],
    ids=["syntax", "duplicate key of a spec"],
)
def test_what_can_not_be_read_can_not_be_ignored(text: str) -> None:
    write(a=text)
    assert run("a.yaml").return_value == 1
    assert run("a.yaml", "--ignore", "SYN").return_value == 1


@pytest.mark.parametrize("text", ["{}\n", "a: 1\n", "- a\n", "numNodes: 2\n", "null\n"])
def test_nothing_checked_is_no_success(text: str) -> None:
    write(in__a=text)
    done = run("in")
    assert done.return_value == 2
    assert "nothing was checked" in done.stderr
    assert "--allow-empty" in done.stderr
    assert run("in", "--allow-empty").return_value == 0


def test_an_empty_folder_is_no_success_unless_it_may_be_empty() -> None:
    Path("in").mkdir()
    assert run("in", "--allow-empty").return_value == 0


def test_what_is_skipped_is_counted_in_every_format() -> None:
    write(in__a=GOOD, in__b="a: 1\n", in__c="- a\n", in__kustomization="resources: [a.yaml]\n", in__d="numNodes: 2\n")
    status, found = report("in")
    assert status == 0
    assert found["summary"]["skipped"] == [
        {"reason": "for Kustomize", "count": 1},
        {"reason": "no kind", "count": 2},
        {"reason": "overlay", "count": 1},
    ]
    assert [p["code"] for p in found["problems"]] == ["SYN017"] * 3
    words = "4 skipped (2 no kind, 1 for Kustomize, 1 overlay)"
    assert f"5 files, 1 object, {words}: 3 notes" in run("in").stderr
    shown = {"junit": 'name="skipped: no kind" value="1"', "markdown": "4 skipped", "sarif": '"no kind": 2'}
    assert set(shown) <= set(names())
    assert [name for name, text in shown.items() if text not in run("in", "--output", name).stdout] == []


def test_a_spec_without_kind_in_a_folder_is_a_warning() -> None:
    text = SPEC.replace("kind: TrainingJob\n", "") + "numNodes: 2\n"
    write(in__a=text, in__b=GOOD)
    _, found = report("in")
    assert [(p["code"], p["severity"]) for p in found["problems"]] == [("SYN036", "warning")]
    assert "`kind: TrainingJob`" in found["problems"][0]["hint"]
    assert run("in", "--fail-on", "warning").return_value == 1
    write(spec=SPEC)
    _, found = report("spec.yaml", "in", "-f", "in/a.yaml")
    assert found["problems"] == []


@pytest.mark.parametrize(
    ("threshold", "statuses"), [("error", [1, 0, 0, 0]), ("warning", [1, 1, 0, 0]), ("info", [1, 1, 1, 0])]
)
def test_the_least_severity_that_fails(threshold: str, statuses: list[int]) -> None:
    write(error=POD, warning=SPEC + "ttlSecondsAfterFinished: 0777\n", info=FIRST["object without a schema"], none=GOOD)
    files = ("error.yaml", "warning.yaml", "info.yaml", "none.yaml")
    assert [run(path, "--fail-on", threshold).return_value for path in files] == statuses


def test_an_object_without_a_schema_is_an_error_where_that_is_asked_for() -> None:
    write(a=FIRST["object without a schema"], config="severity: {KUB: info}\n")
    assert run("a.yaml").return_value == 0
    status, found = report("a.yaml", "--missing-schemas", "error", "--config", "config.yaml")
    assert (status, [p["severity"] for p in found["problems"]]) == (1, ["error"])


FOREIGN = {
    "argoproj.io/v1alpha1": "Application",
    "app.k8s.io/v1beta1": "Application",
    "apps.kruise.io/v1beta1": "StatefulSet",
    "authorization.openshift.io/v1": "Role",
    "cluster.x-k8s.io/v1beta1": "Cluster",
    "crd.projectcalico.org/v1": "NetworkPolicy",
    "kubeflow.org/v1": "XDLJob",
    "kubeflow.org/v1alpha2": "MPIJob",
    "kueue.x-k8s.io/v1alpha1": "Cohort",
    "networking.gke.io/v1": "Ingress",
    "policy.karmada.io/v1alpha1": "Cluster",
    "sagemaker.services.k8s.aws/v1alpha1": "TrainingJob",
    "scheduling.run.ai/v2alpha2": "PodGroup",
    "scheduling.sigs.k8s.io/v1alpha1": "PodGroup",
    "serving.knative.dev/v1": "Service",
}


@pytest.mark.parametrize("version", FOREIGN)
def test_a_kind_of_another_project_is_no_error(version: str) -> None:
    write(a=f"apiVersion: {version}\nkind: {FOREIGN[version]}\nmetadata: {{name: a}}\nspec: {{}}\n")
    _, found = report("a.yaml")
    assert [(p["code"], p["severity"]) for p in found["problems"]] == [("KUB006", "info")]
    assert found["summary"]["skipped"] == [{"reason": "no schema", "count": 1}]


@pytest.mark.parametrize(
    ("version", "kind", "meant"),
    [
        ("jobset.sigs.k8s.io/v1alpha2", "JobSet", "jobset.x-k8s.io/v1alpha2"),
        ("jobset.x-k8.io/v1alpha2", "JobSet", "jobset.x-k8s.io/v1alpha2"),
        ("jobset.x-k8s.io/v1", "JobSet", "jobset.x-k8s.io/v1alpha2"),
        ("apps/v1beta9", "Deployment", "apps/v1"),
        ("extensions/v1beta1", "Deployment", "apps/v1"),
        ("kubeflow.org/v2", "PyTorchJob", "kubeflow.org/v1"),
        ("kubeflow.org/v2alpha1", "TrainJob", "trainer.kubeflow.org/v1alpha1"),
        ("kueue.sigs.k8s.io/v1beta1", "LocalQueue", "kueue.x-k8s.io/v1beta1"),
        ("volcano.sh/v1", "Job", "batch.volcano.sh/v1alpha1"),
        ("volcano.sh/v1beta1", "PodGroup", "scheduling.volcano.sh/v1beta1"),
    ],
)
def test_a_group_or_version_that_does_not_exist(version: str, kind: str, meant: str) -> None:
    write(a=f"apiVersion: {version}\nkind: {kind}\nmetadata: {{name: a}}\n")
    _, found = report("a.yaml")
    [problem] = [p for p in found["problems"] if p["severity"] == "error"]
    assert f"`{meant}`" in problem["hint"]


def test_files_of_other_tools_are_left_out_and_counted() -> None:
    for name, text in {
        "compose.yaml": "services: {a: {image: b}}\n",
        "mkdocs.yml": "site_name: a\n",
        "helmfile.yaml": "releases: []\n",
        "package.json": "{}\n",
        ".github/workflows/ci.yml": "on: push\n",
        "component.yaml": "apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\n",
        "kubelet.yaml": "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n",
        "a.yaml": GOOD,
    }.items():
        Path("in", name).parent.mkdir(parents=True, exist_ok=True)
        Path("in", name).write_text(text, encoding="utf-8")
    status, found = report("in", "in/.github")
    assert (status, found["problems"]) == (0, [])
    assert sum(one["count"] for one in found["summary"]["skipped"]) == 7
    done = run("in/compose.yaml")
    assert done.return_value == 2
    assert "is a file for Docker Compose, which render does not check" in done.stdout


def test_no_object_hides_behind_the_name_of_another_tools_file() -> None:
    for name in ("compose.yaml", "kustomization.yaml", "mkdocs.yml", "package.json"):
        Path(name).write_text(f"services: {{}}\n---\n{POD}", encoding="utf-8")
        assert ("KUB012", 6) in errors(".")
        Path(name).unlink()


class _Failure(Exception):  # noqa: N818 - any exception
    """What no code of ours expects."""


def fail(*_: object, **__: object) -> Iterator[None]:
    raise _Failure("password")


@pytest.mark.parametrize(
    ("where", "name"),
    [
        (files, "read_file"),
        (content, "kind_of"),
        (checking, "schema_checker"),
        (file, "check_all"),
        (file, "check_rendered"),
        (file, "invalid_ignores"),
        (cross_file, "attach_findings"),
    ],
)
def test_a_failure_of_our_own_is_a_problem_of_its_file(where: Any, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    write(a=GOOD, b=SPEC, c=POD)
    monkeypatch.setattr(where, name, fail)
    status, found = report("a.yaml", "b.yaml", "c.yaml")
    assert status == 2
    crashes = [p for p in found["problems"] if p["code"] == "INT001"]
    assert crashes
    assert {p["severity"] for p in crashes} == {"error"}
    assert all("_Failure" in p["message"] and "password" not in p["message"] for p in crashes)
    done = run("a.yaml", "b.yaml", "c.yaml", "--ignore", "INT")
    assert done.return_value == 2
    assert "Traceback" not in done.output


def test_only_the_spec_that_fails_is_not_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(releases: Any, *others: Any) -> Any:
        if any(release.spec.file == "b.yaml" for release in releases):
            raise _Failure
        return checking_of_specs.check_all(releases, *others)

    monkeypatch.setattr(file, "check_all", failing)
    write(a=SPEC + "numNode: 1\n", b=SPEC, c=SPEC + "numNode: 1\n")
    status, found = report("a.yaml", "b.yaml", "c.yaml")
    assert status == 2
    assert [(p["file"], p["code"]) for p in found["problems"]] == [
        ("a.yaml", "SCH010"),
        ("b.yaml", "INT001"),
        ("c.yaml", "SCH010"),
    ]


def test_a_failure_among_deployments_keeps_what_was_found(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("read_deployments", "not_deployed", "check_releases"):
        with monkeypatch.context() as patch:
            patch.setattr(deploying, name, fail)
            write(in__a=POD, in__b=DEPLOYMENT, in__c=SPEC, in__d=SPEC + "numNode: 1\n")
            status, found = report("in")
            assert status == 2
            assert {"KUB012", "SCH010", "INT001"} <= {p["code"] for p in found["problems"]}


def test_a_process_that_dies_ends_the_command_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def dying(*_: object) -> Iterator[None]:
        yield from ()
        raise BrokenProcessPool

    monkeypatch.setattr("concurrent.futures.ProcessPoolExecutor.map", dying)
    write(**{f"in__f{number:03}": GOOD for number in range(81)})
    done = CliRunner().invoke(command, ["in"])
    assert done.exit_code == 1  # a ClickException, for which `render` exits with 2
    assert "ended unexpectedly" in done.output
    assert "Traceback" not in done.output
