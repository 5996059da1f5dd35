"""A TrainJob on a real API server: of both releases, in the order that Trainer's webhook asks for, never changed."""

from subprocess import CalledProcessError

import pytest

from tests.chart.helm import CHART, Helm
from tests.cluster.server import Object, Server
from tests.cluster.specs import SPECS, Spec, each_spec

OF_TRAINER = {"TrainJob", "TrainingRuntime"}
NO_TRAINJOBS = {
    "elastic",
    "elastic-volcano",
    "kubernetes",
    "torchrun-kai",
    "torchrun-kubernetes",
    "torchrun-kubernetes-1.36",
}
"""Specs that are refused, of 2.1 at least."""
OLDER = ("--set", "target=trainjob", "--set-string", "trainjob.release=2.1", "--set", "ttlSecondsAfterFinished=null")

[EXAMPLE] = [spec for spec in SPECS if spec.name == "trainjob"]


def of_trainer(spec: Spec, helm: Helm, *arguments: str, namespace: str = "team") -> dict[str, Object]:
    """Return the TrainJob and the TrainingRuntime of a spec, by kind."""
    rendered = spec.render(helm, *arguments, namespace=namespace)
    return {found["kind"]: found for found in rendered if found["kind"] in OF_TRAINER}


@each_spec
def test_release_2_1_accepts_it(spec: Spec, helm4: Helm, server_of_2_1: Server) -> None:
    if spec.name in NO_TRAINJOBS:
        with pytest.raises(CalledProcessError):
            of_trainer(spec, helm4, *OLDER)
        return
    found = of_trainer(spec, helm4, *OLDER)
    assert (found.keys() == OF_TRAINER) is not _only_smoke_test(spec)
    for resource in found.values():
        answer = server_of_2_1.create(resource, dry_run=True)
        assert (answer.refusal, answer.warnings) == ("", ())


def test_runtime_is_there_before_its_trainjob(helm4: Helm, server: Server) -> None:
    """Trainer's webhook refuses a TrainJob whose runtime it does not find."""
    namespace = "trainjob-order"
    helm4.run("install", EXAMPLE.release, CHART, "-n", namespace, "--create-namespace", *EXAMPLE.arguments)
    found = of_trainer(EXAMPLE, helm4, namespace=namespace)
    written = {kind: int(server.find(sent).body["metadata"]["resourceVersion"]) for kind, sent in found.items()}
    assert written["TrainingRuntime"] < written["TrainJob"]


@pytest.mark.usefixtures("server")
def test_changed_run_is_refused(helm4: Helm) -> None:
    """As with a JobSet: a runtime that changed under its TrainJob would change nothing, and say nothing."""
    namespace = "trainjob-change"
    helm4.run("install", EXAMPLE.release, CHART, "-n", namespace, "--create-namespace", *EXAMPLE.arguments)
    with pytest.raises(CalledProcessError) as refused:
        helm4.run("upgrade", EXAMPLE.release, CHART, "-n", namespace, *EXAMPLE.arguments, "--set", "image=other:1")
    assert "spec.runtimeRef: Invalid value" in refused.value.stderr
    assert "field is immutable" in refused.value.stderr


def _only_smoke_test(spec: Spec) -> bool:
    return "smoke" in spec.name and "mode: only" in spec.path.read_text(encoding="utf-8")
