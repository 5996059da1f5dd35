"""The headless Service of the run does not exist.

Without it the pods have no names, and no node finds rank 0. JobSet creates it and does not repair it: a Service of
that name that was there before is taken as it is.

Reads: Service, JobSet (`spec.network`), pods.
Source: https://jobset.sigs.k8s.io/docs/concepts/
"""

from collections.abc import Iterator

from render.manifests.fields import mapping_at, text_at
from render.why.explanation import Explanation, explain, of_object
from render.why.training_run import TrainingRun

_KIND = "/Service"


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation if the Service is known to be missing, or selects other pods."""
    if run.jobset is None or not run.live_pods:
        return
    if run.jobset.at("spec", "network", "enableDNSHostnames") is False:
        return
    name = text_at(run.jobset.data, "spec", "network", "subdomain") or run.name
    service = run.index.find(_KIND, run.namespace, name)
    evidence = [of_object(run.jobset, f"its pods have the subdomain `{name}`")]
    if run.index.is_missing(_KIND, run.namespace, name):
        hint = "apply the Service of the run again; while it is missing, `getent hosts` in a pod finds no other node"
        yield from explain(f"its headless Service `{name}` does not exist: no node finds another", evidence, hint)
    elif service is not None and not _selects(service.data, run):
        selector = mapping_at(service.data, "spec", "selector")
        hint = (
            f"the Service belongs to something else: delete it, or name the run differently (selector {dict(selector)})"
        )
        found = [*evidence, of_object(service, f"selects {dict(selector)}")]
        yield from explain(f"the Service `{name}` selects other pods: no node finds another", found, hint)


def _selects(service: object, run: TrainingRun) -> bool:
    """Return True if the selector matches a pod of the run."""
    selector = mapping_at(service, "spec", "selector")
    return any(selector.items() <= pod.object.labels.items() for pod in run.live_pods) if selector else False
