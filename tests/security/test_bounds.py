"""Time and memory are bounded by the size of the input: what is beyond a limit is refused with the limit.

Each command runs in a process of its own, whose CPU time and memory the kernel limits with a wide margin: before
these limits each of these inputs took ten times as much, or did not end.
"""

import json
import os
import resource
import subprocess
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from render.gitops.repository import Repository
from render.kube.formats.variable_references import find_references
from render.kube.gvk import GroupVersionKind
from render.manifests.jobset import ReplicatedJob
from render.manifests.objects import Object
from render.pods.listing import list_pods
from render.source import Document

CPU_SECONDS = 20
"""That a process may take; on a quiet machine none takes two."""
MEMORY = 1 << 30
"""Bytes of a process's data and libraries; Python, Helm's library and its stacks reserve half of that."""

SPEC = """
apiVersion: render/v1alpha1
kind: TrainingJob
name: run
image: example.com/train:1
command: [torchrun, train.py]
numNodes: 2
numProcPerNode: 1
resourcesPerNode: {limits: {cpu: 1, memory: 1Gi}}
"""


def _limit() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))


def run(*arguments: object, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run the command under the limits; the time-out only guards against one that waits for ever."""
    command = [sys.executable, "-m", "render", *map(str, arguments)]
    return subprocess.run(
        command, cwd=cwd, capture_output=True, encoding="utf-8", check=False, timeout=600, preexec_fn=_limit
    )


def validated(folder: Path, text: str, *options: object) -> subprocess.CompletedProcess[str]:
    (folder / "input.yaml").write_text(text, encoding="utf-8")
    return run("validate", *options, "input.yaml", cwd=folder)


@pytest.mark.parametrize(
    ("text", "limit"),
    {
        "documents": (
            "---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n" * 100_000,
            "exceeds the limit of 10000 documents of a file",
        ),
        "empty documents": ("---\n" * 2_000_000, "exceeds the limit of 10000 documents of a file"),
        "items of a list": (
            "apiVersion: v1\nkind: List\nitems:\n"
            + "- {apiVersion: v1, kind: ConfigMap, metadata: {name: a}}\n" * 20_000,
            "exceeds the limit of 10000 objects",
        ),
        "values of several documents": (
            ("---\n" + "- a\n" * 200_000) * 4,
            "exceeds the limit of 500000 values of a file",
        ),
        "text behind aliases": (
            "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n  a: &a "
            + "x" * 1_000_000
            + "\n"
            + "".join(f"  k{number}: *a\n" for number in range(9_999)),
            "aliases expand to more than 8388608 characters",
        ),
        "values of a spec": (
            SPEC + "args:\n" + "- a\n" * 10_000,
            "exceeds the limit of 10000 values of a spec",
        ),
        "text of a spec": (
            SPEC + "args: [" + "x" * 2**20 + "]\n",
            "exceeds the limit of 1048576 characters of a spec",
        ),
        "length of a variable": (
            SPEC + "env:\n  B: x\n  A: '" + "$(B)" * 40_000 + "'\n",
            "must have at most 131072 characters, got 160000",
        ),
        "variables": (
            SPEC + "env:\n" + "".join(f"  A{number}: $(B)\n" for number in range(4_000)),
            "`env` must have at most 1000 keys, got 4000",
        ),
    }.values(),
    ids=[
        "documents",
        "empty documents",
        "items of a list",
        "values of several documents",
        "text behind aliases",
        "values of a spec",
        "text of a spec",
        "length of a variable",
        "variables",
    ],
)
def test_refused_with_its_limit(tmp_path: Path, text: str, limit: str) -> None:
    done = validated(tmp_path, text)
    assert limit in done.stdout
    assert (done.returncode, "Traceback" in done.stderr) == (1, False), done.stderr


def test_findings_of_one_reason_collapse(tmp_path: Path) -> None:
    done = validated(
        tmp_path, "---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n" * 1_001, "--output", "json"
    )
    messages = [problem["message"] for problem in json.loads(done.stdout)["problems"]]
    assert len(messages) == 20
    assert messages[-1] == f"{messages[0]}; the same 980 more times in this file"
    assert done.returncode == 0


def test_findings_that_are_ignored_hide_no_others(tmp_path: Path) -> None:
    """The first twenty are ignored by their lines: the others are counted without them."""
    ignored = "---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: a} # render: ignore[GIT107]\n" * 40
    text = ignored + "---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n"
    done = validated(tmp_path, text, "--output", "json")
    assert [problem["line"] for problem in json.loads(done.stdout)["problems"]] == [164]


def test_objects_that_are_not_checked_are_no_reason_to_stop(tmp_path: Path) -> None:
    text = "---\napiVersion: example.com/v1\nkind: Thing\nmetadata: {name: a}\n" * 2_000
    done = validated(tmp_path, text, "--output", "json")
    [problem] = json.loads(done.stdout)["problems"]
    assert problem["message"].endswith("nor are 1999 more `Thing` of this file")
    assert done.returncode == 0


def test_what_is_not_checked_any_more_is_an_error(tmp_path: Path) -> None:
    """Warnings without end must not end the check without an error."""
    twice = "---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: Not-A-Name-%d}\n"
    done = validated(tmp_path, "".join(twice % number for number in range(2_000)))
    assert "exceeds the limit of 1000 findings: what follows is not checked" in done.stdout
    assert done.returncode == 1


RULE = "self.a.all(x, self.a.exists_one(y, x == y))"

DEFINITION = {
    "apiVersion": "apiextensions.k8s.io/v1",
    "kind": "CustomResourceDefinition",
    "metadata": {"name": "things.example.com"},
    "spec": {
        "group": "example.com",
        "names": {"kind": "Thing", "plural": "things", "singular": "thing", "listKind": "ThingList"},
        "scope": "Namespaced",
        "versions": [
            {
                "name": "v1",
                "served": True,
                "storage": True,
                "schema": {
                    "openAPIV3Schema": {
                        "type": "object",
                        "properties": {"a": {"type": "array", "items": {"type": "integer"}}, "b": {"type": "integer"}},
                        "x-kubernetes-validations": [
                            {"rule": RULE, "message": "all differ"},
                            {"rule": "self.b < 3", "message": "b is small"},
                        ],
                    }
                },
            }
        ],
    },
}

POLICY = {
    "apiVersion": "admissionregistration.k8s.io/v1",
    "kind": "ValidatingAdmissionPolicy",
    "metadata": {"name": "differ"},
    "spec": {
        "matchConstraints": {
            "resourceRules": [
                {"apiGroups": ["example.com"], "apiVersions": ["v1"], "operations": ["CREATE"], "resources": ["things"]}
            ]
        },
        "validations": [{"expression": RULE.replace("self", "object")}, {"expression": "object.b < 4"}],
    },
}


def test_expressions_out_of_budget_are_not_checked(tmp_path: Path) -> None:
    """Neither in a definition nor in a policy do they end the run; the other rules, and other objects, are checked."""
    (tmp_path / "crds").mkdir()
    (tmp_path / "crds" / "things.json").write_text(json.dumps(DEFINITION), encoding="utf-8")
    (tmp_path / "policy.json").write_text(json.dumps(POLICY), encoding="utf-8")
    (tmp_path / "config.yaml").write_text("policies: [policy.json]\n", encoding="utf-8")
    things = [
        {
            "apiVersion": "example.com/v1",
            "kind": "Thing",
            "metadata": {"name": f"t{size}"},
            "a": list(range(size)),
            "b": 5,
        }
        for size in (99, 100)
    ]
    text = "\n---\n".join(map(json.dumps, things))
    done = validated(tmp_path, text, "--crds", "crds", "--config", "config.yaml", "--output", "json")
    problems = json.loads(done.stdout)["problems"]
    found = {(problem["code"], problem["severity"], problem["object"]) for problem in problems}
    assert found == {
        ("KUB019", "error", "Thing/t99"),
        ("KUB021", "error", "Thing/t99"),
        ("KUB019", "error", "Thing/t100"),
        ("KUB021", "error", "Thing/t100"),
        ("KUB020", "info", "Thing/t100"),
        ("KUB022", "info", "Thing/t100"),
    }
    assert all(
        "exceeds the limit of 10000 iterations" in one["message"] for one in problems if one["severity"] == "info"
    )
    assert (done.returncode, done.stderr.count("Traceback")) == (1, 0)


@pytest.mark.parametrize("version", ["v1beta1", "v1beta2"])
def test_rules_of_bundled_definitions_out_of_budget_are_not_checked(tmp_path: Path, version: str) -> None:
    sizes = range(64)
    groups = [
        {
            "coveredResources": [f"example.com/g{group}r{number}" for number in sizes],
            "flavors": [
                {
                    "name": f"g{group}f{flavor}",
                    "resources": [{"name": f"example.com/g{group}r{number}", "nominalQuota": 1} for number in sizes],
                }
                for flavor in sizes
            ],
        }
        for group in range(3)
    ]
    queue = {
        "apiVersion": f"kueue.x-k8s.io/{version}",
        "kind": "ClusterQueue",
        "metadata": {"name": "large"},
        "spec": {"resourceGroups": groups},
    }
    done = validated(tmp_path, json.dumps(queue), "--output", "json")
    assert [problem["code"] for problem in json.loads(done.stdout)["problems"]] == ["KUB023", "KUB020"]
    assert (done.returncode, "Traceback" in done.stderr) == (0, False)


@pytest.mark.parametrize(
    "value",
    {
        "one name": "$(B)" * 32_000,
        "many names": "".join(f"$(N{number})" for number in range(13_000)),
        "escapes": "$$(B)" * 26_000,
    }.values(),
    ids=["one name", "many names", "escapes"],
)
def test_references_are_ordered_in_linear_time(tmp_path: Path, helm: Path, value: str) -> None:
    chart = Path(__file__).parents[2] / "charts" / "training-job"
    (tmp_path / "values.yaml").write_text(f"{SPEC}env:\n  B: x\n  A: '{value}'\n", encoding="utf-8")
    command = [str(helm), "template", "run", str(chart), "-f", "values.yaml"]
    done = subprocess.run(
        command, cwd=tmp_path, capture_output=True, encoding="utf-8", check=False, timeout=600, preexec_fn=_limit
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert value in done.stdout


JOBSET = """
apiVersion: jobset.x-k8s.io/v1alpha2
kind: JobSet
metadata: {name: run}
spec:
  replicatedJobs:
    - name: node
      replicas: %d
      template:
        spec:
          parallelism: %d
          completions: %d
          template:
            spec: {restartPolicy: Never, containers: [{name: node, image: "train:1", command: [train], env: [%s]}]}
"""
LARGEST = 2**31 - 1


@pytest.mark.parametrize(("replicas", "each"), [(LARGEST, 1), (1, LARGEST), (LARGEST, LARGEST)])
@pytest.mark.parametrize("output", ["text", "json"])
def test_more_pods_than_can_be_listed_are_refused(tmp_path: Path, replicas: int, each: int, output: str) -> None:
    (tmp_path / "run.yaml").write_text(JOBSET % (replicas, each, each, ""), encoding="utf-8")
    done = run("pods", "--output", output, "run.yaml", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"{replicas * each} pods: their list exceeds the limit of 33554432 bytes" in done.stderr


def test_more_nodes_than_one_machine_runs_are_refused(tmp_path: Path) -> None:
    (tmp_path / "run.yaml").write_text(JOBSET % (LARGEST, 1, 1, ""), encoding="utf-8")
    done = run("run", "run.yaml", cwd=tmp_path)
    assert "the run exceeds the limit of 250 nodes of one machine" in done.stderr
    assert (done.returncode, done.stdout) == (125, "")


def test_variables_that_double_are_refused(tmp_path: Path) -> None:
    """Each variable is the one before it twice: the fortieth would have a terabyte."""
    first = '{name: A0, value: "0123456789abcdef"}'
    others = (f'{{name: A{number}, value: "$(A{number - 1})$(A{number - 1})"}}' for number in range(1, 40))
    (tmp_path / "run.yaml").write_text(JOBSET % (1, 2, 2, ", ".join([first, *others])), encoding="utf-8")
    done = run("pods", "run.yaml", cwd=tmp_path)
    assert "with its references exceeds the limit of 131072 characters" in done.stderr
    assert (done.returncode, done.stdout) == (2, "")


def test_roles_are_counted_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each pod's labels say how many Jobs other roles have: with four times the roles that is four times the work."""
    reads = 0

    def count(_: ReplicatedJob) -> int:
        nonlocal reads
        reads += 1
        return 1

    monkeypatch.setattr(ReplicatedJob, "replicas", property(count))
    work = []
    for roles in (100, 400):
        reads = 0
        data = {"metadata": {"name": "run"}, "spec": {"replicatedJobs": [{"name": f"r{n}"} for n in range(roles)]}}
        kind = GroupVersionKind.of("jobset.x-k8s.io/v1alpha2", "JobSet")
        assert (
            sum(1 for _ in list_pods([Object(Document("", "", None), "", kind, data)], "default", "cluster.local"))
            == roles
        )
        work.append(reads)
    assert work[1] <= 5 * work[0]


def test_each_folder_is_read_once_for_a_pattern(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder, reads = tmp_path, []
    for _ in range(56):
        folder = folder / "d"
        folder.mkdir()
        (folder / "y.yaml").touch()
    scan = os.scandir

    def count(path: Path) -> AbstractContextManager[Iterator[os.DirEntry[str]]]:
        reads.append(path)
        return scan(path)

    monkeypatch.setattr(os, "scandir", count)
    assert Repository(tmp_path).matching("**/" * 9 + "x.yaml") == []
    assert len(Repository(tmp_path).matching("**/*/" * 9 + "y.yaml")) == 48
    assert len(reads) == 2 * 57


APPLICATION_SET = """
apiVersion: argoproj.io/v1alpha1
kind: ApplicationSet
metadata: {name: runs, namespace: argocd}
spec:
  goTemplate: true
  generators: [{list: {elements: [%s]}}, {list: {elements: [%s]}}]
  template:
    metadata: {name: "{{ .name }}"}
    spec:
      project: default
      source:
        repoURL: https://example.com/runs.git
        targetRevision: HEAD
        path: charts/training-job
        helm: {valueFiles: [/spec.yaml]}
      destination: {server: https://kubernetes.default.svc, namespace: team}
"""


def test_elements_of_an_application_set_are_limited(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "spec.yaml").write_text(SPEC, encoding="utf-8")
    names = [f"{{name: run{number}}}" for number in range(400)]
    text = APPLICATION_SET % (", ".join(names[:200]), ", ".join(names[200:]))
    done = validated(tmp_path, text)
    assert "400 elements exceed the limit of 100 of an ApplicationSet: it is not checked" in done.stdout
    assert done.returncode == 1


@pytest.mark.parametrize(
    "script",
    {
        "quotes": "echo " + "'" * 800_000,
        "a name of a here-document": "cat <<" + "a" * 400_000,
        "here-documents": "cat " + "<<a " * 100_000,
        "references": "torchrun " + "$(" * 400_000,
        "variables": "".join(f"export A{number}=1; x; " for number in range(20_000)),
        "assignments": "A=1 " * 200_000 + "x",
    }.values(),
    ids=["quotes", "a name of a here-document", "here-documents", "references", "variables", "assignments"],
)
def test_scripts_are_read_in_linear_time(tmp_path: Path, script: str) -> None:
    container = {"name": "train", "image": "train:1", "command": ["bash", "-c", script]}
    pod = {"restartPolicy": "Never", "containers": [container]}
    job = {"apiVersion": "batch/v1", "kind": "Job", "metadata": {"name": "run"}, "spec": {"template": {"spec": pod}}}
    done = validated(tmp_path, json.dumps(job))
    assert (done.returncode, "Traceback" in done.stderr) == (0, False), done.stderr


def test_references_are_found_in_linear_time() -> None:
    """Only what has an end is one; the text behind the last `)` is read once."""
    found = [match[0] for match in find_references("$(A) $$ $(B $(C) " + "$(" * 100_000 + "$$")]
    assert found == ["$(A)", "$$", "$(B $(C)", "$$"]


def test_hints_for_unknown_keys_are_limited(tmp_path: Path) -> None:
    data = {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {"name": "run"},
        "spec": {f"containers{n}": 1 for n in range(200)},
    }
    done = validated(tmp_path, json.dumps(data), "--output", "json")
    unknown = [one for one in json.loads(done.stdout)["problems"] if one["code"] == "KUB010"]
    assert len(unknown) == 200
    assert sum(one["hint"] is not None for one in unknown) == 100
