"""A topology spread constraint leaves no node.

With `DoNotSchedule`, a node without the label of the topology takes no pod, and no domain gets more than its share.

Reads: Pod (`PodScheduled`).
Source: https://kubernetes.io/docs/concepts/scheduling-eviction/topology-spread-constraints/
"""

from collections.abc import Iterator

from render.why.causes.placement._refusals import evidence_of, pods_of, refused_with
from render.why.explanation import Explanation, count_pods, explain
from render.why.training_run import TrainingRun

_WORDS = "topology spread constraints"


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation if the scheduler gives this reason."""
    found = refused_with(run, _WORDS)
    if found:
        pods = count_pods(pods_of(found), run.size)
        count, nodes = found[0].count(_WORDS), found[0].nodes
        sentence = f"the topology spread constraint of {pods} excludes {count} of {nodes} nodes"
        yield from explain(
            sentence,
            evidence_of(found),
            "label the nodes with the topology key, or use `whenUnsatisfiable: ScheduleAnyway`",
            key="pod.topologySpreadConstraints",
        )
