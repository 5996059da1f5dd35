"""An upgrade was rejected, and is half applied.

Helm and `kubectl apply` change one object after the other. A JobSet keeps its jobs, so that a change of their number is
rejected; its gang is changed already then. The gang of the new size never has enough pods, at the latest after a
restart.

Reads: PodGroup of Volcano, of scheduler-plugins and of Kubernetes (the minimum), JobSet (its pods).
Source: https://helm.sh/docs/helm/helm_upgrade/
"""

from collections.abc import Iterator

from render.why.explanation import Explanation, explain, of_object
from render.why.pod_group import least_pods
from render.why.training_run import TrainingRun


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation for a gang that needs more pods than the JobSet has."""
    if run.jobset is None or not run.size:
        return
    for group in run.pod_groups:
        minimum = least_pods(group)
        if minimum > run.size:
            sentence = (
                f"an upgrade was rejected, and is half applied: {group.label} needs {minimum} pods, and the JobSet has "
                f"{run.size}"
            )
            evidence = [
                of_object(group, f"its minimum is {minimum} pods"),
                of_object(run.jobset, f"its jobs have {run.size} pods, and can't be changed"),
            ]
            hint = (
                "`helm rollback` restores the gang; a run of another size needs another name, and "
                "`helm upgrade --rollback-on-failure` leaves nothing half applied"
            )
            yield from explain(sentence, evidence, hint, key="numNodes")
            return
