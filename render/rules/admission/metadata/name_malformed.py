"""ADM102 name-malformed: an object's name has characters or a length that its kind can't have.

Most names are DNS subdomains: lower case letters, digits, `-` and `.`, at most 253 characters. What becomes part of
a host name is a DNS label without dots, of at most 63 characters: namespaces, Services, StatefulSets. A CronJob's
name leaves room for what is put behind it. The API server refuses the object.

Source: https://kubernetes.io/docs/concepts/overview/working-with-objects/names/

Example:
    apiVersion: v1
    kind: ConfigMap
    metadata: {name: Llama_SFT}
Use instead:
    apiVersion: v1
    kind: ConfigMap
    metadata: {name: llama-sft}
"""

from collections.abc import Callable, Iterator, Mapping

from render.kube import dns, names
from render.kube.generated import name_of
from render.manifests.objects import Object
from render.rules.admission._refusal import each_invalid, invalid
from render.rules.rule import Finding, rule

MAX_CRON_JOB = 52
"""A CronJob puts `-` and ten digits behind its name, and the result names a Job: 63 characters."""

_GRAMMARS: Mapping[str, Callable[[str], Iterator[str]]] = {
    "/Namespace": dns.label,
    # Before Kubernetes 1.36 it had to start with a letter as well: ADM103.
    "/Service": dns.label,
    "apps/StatefulSet": dns.label,
    "policy/PodDisruptionBudget": names.path_segment,
    "storage.k8s.io/StorageClass": dns.subdomain,
    **{
        f"rbac.authorization.k8s.io/{kind}": names.path_segment
        for kind in ("ClusterRole", "ClusterRoleBinding", "Role", "RoleBinding")
    },
}
_FREE = frozenset({"apiregistration.k8s.io", "certificates.k8s.io", "storage.k8s.io"})
"""Groups with kinds whose names follow rules of their own."""


@rule
def check(item: Object) -> Iterator[Finding]:
    """Yield what is wrong with a name, or with the start of one."""
    kind = item.kind.group_kind
    if item.kind.group in _FREE and kind not in _GRAMMARS:
        return
    grammar = _GRAMMARS.get(kind, dns.subdomain)
    metadata = item.data.get("metadata", {})
    if name := metadata.get("name", ""):
        yield from each_invalid(("metadata", "name"), name, grammar(name))
        if kind == "batch/CronJob" and len(name) > MAX_CRON_JOB:
            yield invalid(("metadata", "name"), name, f"must be no more than {MAX_CRON_JOB} characters")
    if start := metadata.get("generateName", ""):
        whole = name_of(metadata) if not name else ""
        complaints = dict.fromkeys([*grammar(_completed(start)), *(grammar(whole) if whole else ())])
        yield from each_invalid(("metadata", "generateName"), start, complaints)


def _completed(start: str) -> str:
    """Return a start as it is judged: a hyphen at its end is not the name's end."""
    return f"{start[:-2]}a" if len(start) > 1 and start.endswith("-") else start
