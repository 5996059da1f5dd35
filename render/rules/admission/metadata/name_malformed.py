"""ADM102 name-malformed: an object's name has invalid characters, or is too long for its kind.

Most names are DNS subdomains: lower case letters, digits, `-` and `.`, at most 253 characters. Names that become part
of a host name (namespaces, Services, StatefulSets) are DNS labels: no dots, at most 63 characters. A CronJob's name has
at most 52, because its Jobs get a suffix. The API server rejects the object.

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

from render.kube.formats import dns, names
from render.kube.server_defaults import name_of
from render.manifests.objects import Object
from render.rules.admission._field_errors import each_invalid, invalid
from render.rules.rule import Finding, rule

MAX_CRON_JOB = 52
"""A CronJob appends `-` and ten digits to its name, and the result names a Job: 63 characters."""

_GRAMMARS: Mapping[str, Callable[[str], Iterator[str]]] = {
    "/Namespace": dns.label_errors,
    # Before Kubernetes 1.36 it also had to start with a letter: ADM103.
    "/Service": dns.label_errors,
    "apps/StatefulSet": dns.label_errors,
    "policy/PodDisruptionBudget": names.path_segment_errors,
    "storage.k8s.io/StorageClass": dns.subdomain_errors,
    **{
        f"rbac.authorization.k8s.io/{kind}": names.path_segment_errors
        for kind in ("ClusterRole", "ClusterRoleBinding", "Role", "RoleBinding")
    },
}
_FREE = frozenset({"apiregistration.k8s.io", "certificates.k8s.io", "storage.k8s.io"})
"""Groups whose kinds have their own rules for names."""


@rule
def check(item: Object) -> Iterator[Finding]:
    """Check `metadata.name` and `metadata.generateName`."""
    kind = item.kind.group_kind
    if item.kind.group in _FREE and kind not in _GRAMMARS:
        return
    grammar = _GRAMMARS.get(kind, dns.subdomain_errors)
    metadata = item.data.get("metadata", {})
    if name := metadata.get("name", ""):
        yield from each_invalid(("metadata", "name"), name, grammar(name))
        if kind == "batch/CronJob" and len(name) > MAX_CRON_JOB:
            yield invalid(("metadata", "name"), name, f"must be no more than {MAX_CRON_JOB} characters")
    if start := metadata.get("generateName", ""):
        whole = name_of(metadata) if not name else ""
        reasons = dict.fromkeys([*grammar(_without_final_hyphen(start)), *(grammar(whole) if whole else ())])
        yield from each_invalid(("metadata", "generateName"), start, reasons)


def _without_final_hyphen(start: str) -> str:
    """Return the prefix in the form that the API server checks: a hyphen at its end does not end the name."""
    return f"{start[:-2]}a" if len(start) > 1 and start.endswith("-") else start
