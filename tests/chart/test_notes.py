"""NOTES.txt tells what to do next."""

import re
from pathlib import Path

import pytest

from tests.chart.helm import CHART, NAMESPACE, Helm, each_values, objects
from tests.golden.controllers import all_pods
from tests.golden.trainer import jobset_of

SCHEDULERS = {
    "none": "kubectl -n team describe pod -l jobset.sigs.k8s.io/jobset-name=run",
    "volcano": "kubectl -n team describe podgroups.scheduling.volcano.sh run",
    "kueue": "kubectl -n team describe workloads.kueue.x-k8s.io",
    "coscheduling": "kubectl -n team describe podgroups.scheduling.x-k8s.io run",
    "kubernetes": "kubectl -n team describe podgroups.scheduling.k8s.io run",
    "kai": "kubectl -n team describe podgroups.scheduling.run.ai",
}
COMMANDS = [
    "kubectl -n team get jobset run",
    "kubectl -n team get pods -l jobset.sigs.k8s.io/jobset-name=run",
    "kubectl -n team describe jobset run",
]


def schedulers() -> list[str]:
    return sorted(path.name[1:].removesuffix(".tpl") for path in (CHART / "templates" / "schedulers").iterdir())


def notes(helm: Helm, *arguments: str | Path) -> str:
    printed = helm.run("install", "run", CHART, "-n", NAMESPACE, "--dry-run=client", *arguments)
    return printed.partition("\nNOTES:\n")[2]


@pytest.mark.parametrize("scheduler", schedulers())
def test_notes_of_a_scheduler(scheduler: str, helm4: Helm) -> None:
    settings = ["image=train:1", "numNodes=2", "numProcPerNode=4", f"scheduler={scheduler}", "kueue.queue=research"]
    text = notes(helm4, "--set", ",".join(settings))
    assert text.startswith(f"run: 2 node(s) with 4 process(es) each; launcher torchrun, scheduler {scheduler}.\n")
    assert [command for command in COMMANDS if f" {command}\n" not in text] == []
    assert SCHEDULERS[scheduler] in text


@each_values
def test_notes_are_text(values: Path, helm4: Helm) -> None:
    text = notes(helm4, "-f", values)
    assert re.findall(r"<no value>|<nil>|%!|\{\{|\n\n\n", text) == []


@each_values
def test_logs_are_those_of_the_users_program(values: Path, helm4: Helm) -> None:
    """A pod without the container `node`, an initializer's, would make the command fail."""
    [selector] = re.findall(r"kubectl -n team logs -f -c node -l (\S+)$", notes(helm4, "-f", values), re.MULTILINE)
    labels = dict(label.split("=") for label in selector.split(","))
    jobset = jobset_of(objects(helm4.template(CHART, "-f", values)))
    [trainer] = jobset["spec"]["successPolicy"]["targetReplicatedJobs"]
    read = [pod for pod in all_pods(jobset) if labels.items() <= pod["metadata"]["labels"].items()]
    assert [pod["spec"]["hostname"] for pod in read] == [f"{jobset['metadata']['name']}-{trainer}-0-0"]


def test_notes_say_how_long_a_claim_lives(helm4: Helm) -> None:
    checkpoints = "The claim run-checkpoints outlives the run"
    assert checkpoints in notes(helm4, "--set", "image=train:1,storage.checkpoints.mode=create")
    assert "outlives" not in notes(helm4, "--set", "image=train:1")


def test_notes_of_a_smoke_test(helm4: Helm) -> None:
    command = "helm test -n team run --timeout 900s\n"
    only = notes(helm4, "--set", "image=train:1,smokeTest.mode=only,smokeTest.activeDeadlineSeconds=900")
    assert only.startswith(f"Test the network: {command}")
    assert "jobset" not in only
    both = notes(helm4, "--set", "image=train:1,smokeTest.mode=with,smokeTest.activeDeadlineSeconds=900")
    assert f"it does not.\n\nTest the network: {command}" in both
    before = notes(helm4, "--set", "image=train:1,smokeTest.mode=with,smokeTest.hook=pre-install")
    assert "helm test" not in before
