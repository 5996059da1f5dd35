"""A node can't resolve the name of another one.

The names of the run's pods come from its headless Service, once the pods have addresses. A cluster DNS that is slow,
a missing Service or a network policy that forbids DNS keep the nodes apart.

Reads: Pod (termination message), the end of logs in a dump, Service.
Source: https://kubernetes.io/docs/concepts/services-networking/dns-pod-service/
"""

import re
from collections.abc import Iterator

from render.why.causes.failure._ends import failures
from render.why.causes.failure._texts import text_of
from render.why.explanation import Evidence, Explanation, clean, explain
from render.why.training_run import TrainingRun

_LINE = re.compile(
    r"[^\n]{0,200}(?:Temporary failure in name resolution|Name or service not known|nodename nor servname|"
    r"Could not resolve host|server misbehaving)[^\n]{0,200}"
)


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation for the first message about a name."""
    rows = [(one, match) for one in failures(run) if (match := _LINE.search(text_of(run, one)))]
    if rows:
        first, found = rows[0]
        evidence = [Evidence(one.end.time, one.pod.object.label, clean(match[0])) for one, match in rows[:3]]
        hint = "`kubectl get service,endpointslices` shows the names; see CoreDNS, and NetworkPolicies for port 53"
        yield from explain(f"{first.place} can't resolve a name: {found[0].strip()}", evidence, hint, key="network")
