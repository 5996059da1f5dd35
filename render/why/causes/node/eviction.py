"""Pods were evicted: by a drain of their node, by a taint, or through the eviction API.

A run of ours restarts after an eviction, and does not count it (`RestartJobSetAndIgnoreMaxRestarts`).

Reads: Pod (`DisruptionTarget`), events of pods (`TaintManagerEviction`), of Jobs and of the JobSet.
Source: https://kubernetes.io/docs/concepts/workloads/pods/disruptions/
"""

import re
from collections.abc import Iterator

from render.why.causes.node._disruptions import disrupted, evidence_of, is_lost
from render.why.explanation import Explanation, explain, quote_all
from render.why.pod_state import PodState
from render.why.training_run import TrainingRun

_REASONS = {
    "EvictionByEvictionAPI": "evicted (`kubectl drain` does that)",
    "DeletionByTaintManager": "evicted because of a taint of its node",
    "DeletionByPodGC": "deleted because its node is gone",
    "TerminationByKubelet": "ended because its node shuts down",
}
_TARGET = re.compile(r"Pod \S*/(?P<pod>\S+) has condition DisruptionTarget matching FailJob")


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation for the pods that were disrupted, also if only an event of their Job remains."""
    rows = [row for row in disrupted(run, *_REASONS) if not _is_of_another_cause(run, row[0])]
    gone = [match["pod"] for one in run.events(*run.jobs) if (match := _TARGET.search(one.message))]
    if rows:
        nodes = quote_all(pod.node for pod, _ in rows if pod.node)
        on = f" on {nodes}" if nodes else ""
        sentence = f"{quote_all(pod.name for pod, _ in rows)} {on} was {_REASONS[rows[0][1].reason]}"
    elif gone:
        sentence = f"{quote_all(gone)} was ended from outside: evicted, drained or preempted"
    else:
        return
    hint = "the run restarts by itself elsewhere; drain nodes while no run is on them"
    yield from explain(sentence, evidence_of(run, rows, "TaintManagerEviction", "Evicted"), hint)


def _is_of_another_cause(run: TrainingRun, pod: PodState) -> bool:
    """Return True if the kubelet evicted the pod, or its node is lost: then nothing restarts the run."""
    return pod.reason == "Evicted" if pod.has_ended else is_lost(run, pod)
