"""TrainJobs and runtimes, as the expansion takes them."""

from typing import Any

from render.manifests.objects import Object, objects
from render.manifests.paths import Data
from render.manifests.trainjob import Training
from render.source import Text, load_documents
from render.source.yaml_writer import to_yaml
from render.trainer import Expansion, expand

TRAINER = {"trainer.kubeflow.org/trainjob-ancestor-step": "trainer"}


def read(text: str, file: str = "given.yaml") -> tuple[Object, ...]:
    """Return the objects of a text that has nothing wrong with it."""
    found = [item for document, _ in load_documents(Text(file, text)) for item in objects(document)]
    return tuple(item for item in found if isinstance(item, Object))


def training(job: dict[str, Any], runtime: dict[str, Any]) -> Training:
    """Return a TrainJob named `run` and a runtime, with these specs."""
    group = {"apiVersion": "trainer.kubeflow.org/v1alpha1"}
    trainjob = {**group, "kind": "TrainJob", "metadata": {"name": "run"}, "spec": job}
    cluster = {**group, "kind": "ClusterTrainingRuntime", "metadata": {"name": "ours"}, "spec": runtime}
    return Training(*read(f"{to_yaml(trainjob)}---\n{to_yaml(cluster)}"))


def runtime(policy: dict[str, Any] | None, *containers: dict[str, Any], **template: Any) -> dict[str, Any]:
    """Return the spec of a runtime with one replicated job that trains; `template` are more keys of the JobSet."""
    job = replicated("node", *(containers or ({"name": "node", "image": "train"},)), labels=TRAINER)
    spec = {"template": {"spec": {"replicatedJobs": [job], **template}}}
    return spec if policy is None else {"mlPolicy": policy, **spec}


def replicated(name: str, *containers: dict[str, Any], labels: Data | None = None, **pod: Any) -> dict[str, Any]:
    """Return a replicated job; `pod` are more keys of its pods."""
    spec = {"containers": list(containers or ({"name": name, "image": "train"},)), **pod}
    return {
        "name": name,
        "template": {"metadata": {"labels": dict(labels or {})}, "spec": {"template": {"spec": spec}}},
    }


def expanded(job: dict[str, Any], runtime: dict[str, Any], release: str = "2.3") -> Expansion:
    """Return what comes of specs."""
    return expand(training({"runtimeRef": {"name": "ours"}, **job}, runtime), release)


def jobs(expansion: Expansion) -> list[Any]:
    """Return the replicated jobs of the JobSet."""
    found: list[Any] = expansion.objects[0]["spec"]["replicatedJobs"]
    return found


def container(expansion: Expansion, job: int = 0, index: int = 0) -> Any:
    """Return a container of the JobSet."""
    return jobs(expansion)[job]["template"]["spec"]["template"]["spec"]["containers"][index]


def variables(expansion: Expansion, job: int = 0, index: int = 0) -> list[tuple[str, Any]]:
    """Return the variables of a container, each with its value; of one that has none, where it comes from."""
    given = container(expansion, job, index).get("env", [])
    return [(one["name"], one.get("value", one.get("valueFrom"))) for one in given]
