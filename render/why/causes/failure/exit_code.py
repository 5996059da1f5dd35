"""A program ended with an error.

The container that ended first is the one to read: the others usually fail because it is gone. torchrun ends the
others with SIGTERM.

Reads: Pod (`state.terminated` of containers), events of the JobSet and its Jobs.
Source: https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#container-state-terminated
"""

import re
from collections.abc import Iterator

from render.why.causes.failure._ends import Failure, failures
from render.why.explanation import Explanation, explain, of_event
from render.why.training_run import TrainingRun

GENERALITY = 2

_ELSEWHERE = frozenset(["OOMKilled", "StartError", "ContainerCannotRun"])
_MESSAGE = re.compile(r"Container (?P<container>\S+) for pod \S+/(?P<pod>\S+) failed with exit code (?P<code>\d{1,3})")
_SIGNALS = {134: "SIGABRT", 135: "SIGBUS", 136: "SIGFPE", 137: "SIGKILL", 139: "SIGSEGV", 143: "SIGTERM"}


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation for the first container that failed, or for what events say of it."""
    found = [one for one in failures(run) if one.end.reason not in _ELSEWHERE and not one.end.is_init]
    if found:
        yield from _of_pod(found)
    elif not failures(run):
        yield from _of_events(run)


def _of_pod(found: list[Failure]) -> Iterator[Explanation]:
    first = found[0]
    name = f" ({_SIGNALS[first.end.code]})" if first.end.code in _SIGNALS else ""
    last = next(reversed([line for line in first.end.message.splitlines() if line.strip()]), "")
    words = f": {last}" if last else ""
    sentence = f"`{first.end.container}` of {first.place} ended first, with code {first.end.code}{name}{words}"
    yield from explain(sentence, [one.evidence for one in found[:4]], _hint(first))


def _of_events(run: TrainingRun) -> Iterator[Explanation]:
    records = [(one, match) for one in run.events(*run.objects) if (match := _MESSAGE.search(one.message))]
    if records:
        record, match = records[0]
        sentence = (
            f"`{match['container']}` of pod `{match['pod']}` ended first, with code {match['code']}; the pod is gone"
        )
        hint = "the logs are gone with the pod, unless something collects them"
        yield from explain(sentence, [of_event(one) for one, _ in [(record, match), *records[-1:]]], hint)


def _hint(first: Failure) -> str:
    return (
        f"`kubectl logs {first.pod.name} -c {first.end.container} -n {first.pod.object.namespace}` has its last lines"
    )
