"""`render diff SPEC --live`: what a real API server has is what was rendered, until something is changed."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.chart.helm import Helm
from tests.cluster.server import Object, Server
from tests.cluster.specs import SPECS, Spec, each_spec
from tests.conftest import CHECKOUT


def diff(home: Path, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    options = ["--live", "--kubernetes", "1.36", "--output", "json"]
    command = [sys.executable, "-m", "render", "diff", *map(str, arguments), *options]
    env = os.environ | {"KUBECONFIG": str(home / ".kube" / "config")}
    return subprocess.run(
        command, cwd=CHECKOUT, env=env, capture_output=True, encoding="utf-8", check=False, timeout=120
    )


def live_diff(done: subprocess.CompletedProcess[str]) -> tuple[dict[str, list[str]], list[str]]:
    """Return the changed fields of each object that changes, and the sentences."""
    found: Any = json.loads(done.stdout)
    changed = {
        f"{one['kind']} {one['action']}": sorted(change["path"] for change in one["changes"])
        for one in found["objects"]
        if one["action"] != "unchanged"
    }
    return changed, [one["sentence"] for one in found["trainings"]]


def arguments_of(spec: Spec) -> list[str | Path]:
    """The spec as the command takes it, with what the server needs otherwise."""
    sets = [str(one) for one in spec.arguments[2:]]
    return [spec.path, "--name", spec.release, "-n", namespace(spec), *(s.replace("-string", "") for s in sets)]


def namespace(spec: Spec) -> str:
    """Its own, since an example and values of the chart may have one name."""
    return f"live-{SPECS.index(spec)}"


@pytest.fixture(scope="module")
def applied(helm4: Helm, server: Server) -> Server:
    """The server with every spec in a namespace of its own, applied as GitOps engines do."""
    for spec in SPECS:
        assert (
            server.create({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": namespace(spec)}}).refusal
            == ""
        )
        for item in spec.render(helm4, namespace=namespace(spec)):
            apply(server, item)
    return server


def apply(server: Server, item: Object) -> None:
    content = {"Content-Type": "application/apply-patch+yaml"}
    answer = server._request("PATCH", server.path(item), {"fieldManager": "gitops", "force": "true"}, content, item)
    assert answer.refusal == ""


@pytest.mark.usefixtures("applied")
@each_spec
def test_what_is_applied_does_not_differ(spec: Spec, home: Path) -> None:
    """The defaults of the server and of definitions are no differences, nor are quantities that it writes otherwise."""
    done = diff(home, *arguments_of(spec))
    assert done.returncode == 0, done.stderr
    assert live_diff(done) == ({}, [])


@pytest.fixture
def volcano(applied: Server) -> list[str | Path]:  # noqa: ARG001 - what is there is compared
    [spec] = [spec for spec in SPECS if spec.name == "volcano"]
    return arguments_of(spec)


def test_refused(volcano: list[str | Path], home: Path) -> None:
    done = diff(home, *volcano, "--set", "image=other")
    assert done.returncode == 1
    changed, sentences = live_diff(done)
    pod = "spec.replicatedJobs[node].template.spec.template.spec"
    images = [f"{pod}.containers[node].image", f"{pod}.initContainers[preflight].image"]
    assert changed == {"JobSet refused": images}
    [sentence] = sentences
    assert sentence.startswith("the change of the training `volcano` is rejected, and it continues unchanged")


def test_created(volcano: list[str | Path], home: Path) -> None:
    done = diff(home, *volcano[:-1], "elsewhere")
    changed, sentences = live_diff(done)
    assert done.returncode == 0
    assert set(changed) == {f"{kind} created" for kind in ("ConfigMap", "JobSet", "PodGroup", "Service")}
    assert sentences == ["this starts the training `volcano`"]


def test_what_controllers_add_is_no_difference(volcano: list[str | Path], applied: Server, home: Path) -> None:
    path = f"/apis/jobset.x-k8s.io/v1alpha2/namespaces/{volcano[-1]}/jobsets/volcano"
    added = {"metadata": {"annotations": {"added": "by a controller"}}, "spec": {"ttlSecondsAfterFinished": 60}}
    assert applied.merge(path, added).refusal == ""
    assert live_diff(diff(home, *volcano)) == ({}, [])
    changed = {"metadata": {"labels": {"app.kubernetes.io/name": "changed-by-hand"}}}
    assert applied.merge(path, changed).refusal == ""
    assert live_diff(diff(home, *volcano))[0] == {"JobSet applied": ["metadata.labels['app.kubernetes.io/name']"]}


def test_run_that_is_over(volcano: list[str | Path], applied: Server, home: Path) -> None:
    """To make a run anew that has ended is no loss."""
    path = f"/apis/jobset.x-k8s.io/v1alpha2/namespaces/{volcano[-1]}/jobsets/volcano/status"
    recreate = ("--set", "gitops.engine=argocd", "--set", "gitops.onChange=recreate", "--set", "image=other")
    ends = diff(home, *volcano, *recreate)
    assert (ends.returncode, live_diff(ends)[1][0][:43]) == (1, "this ends the running training `volcano`; its"[:43])
    times = {"lastTransitionTime": "2026-11-22T00:00:00Z", "reason": "AllJobsCompleted", "message": ""}
    status = {"status": {"conditions": [{"type": "Completed", "status": "True", **times}]}}
    assert applied.merge(path, status).refusal == ""
    over = diff(home, *volcano, *recreate)
    assert over.returncode == 0
    assert live_diff(over)[1][0].startswith("the training `volcano` has finished; its replacement")


def test_no_cluster(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "render", "diff", "examples/volcano/spec.yaml", "--live"]
    env = os.environ | {"KUBECONFIG": str(tmp_path / "nothing")}
    done = subprocess.run(
        command, cwd=CHECKOUT, env=env, capture_output=True, encoding="utf-8", check=False, timeout=60
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert "hint: " in done.stderr
    assert "Traceback" not in done.stderr
