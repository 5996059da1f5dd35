"""Check objects by the schemas of their kinds and by the CEL rules of their CRDs.

The schema of an unknown kind may be that of another group, which is then suggested.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from render.kube.cel.rules import CelFailure, failed_rules
from render.kube.gvk import GroupVersionKind
from render.kube.schemas import Schemas
from render.kube.validator import Validator
from render.manifests import codes
from render.manifests.finding import Finding, to_problem
from render.manifests.objects import Object
from render.problem import Problem, Rule
from render.schema_errors.checker import SchemaChecker
from render.schema_errors.error import ErrorKind, Path, SchemaError
from render.schema_errors.formatting import join_or
from render.schema_errors.suggest import nearest

_ALMOST = 0.9
"""Similarity above which an unknown group counts as a typo: one or two letters of a long name."""

_WRONG = {
    # Taken from the labels of the same projects, their repositories or a part of the group.
    "jobset.sigs.k8s.io": ("jobset.x-k8s.io",),
    "jobset.k8s.io": ("jobset.x-k8s.io",),
    "kueue.sigs.k8s.io": ("kueue.x-k8s.io",),
    "kueue.k8s.io": ("kueue.x-k8s.io",),
    "volcano.sh": ("batch.volcano.sh", "scheduling.volcano.sh", "flow.volcano.sh", "topology.volcano.sh"),
    "batch.volcano.io": ("batch.volcano.sh",),
    "scheduling.volcano.io": ("scheduling.volcano.sh",),
    "kubeflow.org": ("trainer.kubeflow.org",),
    "trainer.kubeflow.org": ("kubeflow.org",),
    "training.kubeflow.org": ("kubeflow.org", "trainer.kubeflow.org"),
    "kuberay.io": ("ray.io",),
    "kuberay.ray.io": ("ray.io",),
    # Groups of Kubernetes: removed in 1.16, or the long name for the short one and vice versa.
    "extensions": ("apps", "networking.k8s.io"),
    "core": ("",),
    "core.k8s.io": ("",),
    "apps.k8s.io": ("apps",),
    "app": ("apps",),
    "batch.k8s.io": ("batch",),
    "policy.k8s.io": ("policy",),
    "networking": ("networking.k8s.io",),
    "rbac": ("rbac.authorization.k8s.io",),
    "rbac.k8s.io": ("rbac.authorization.k8s.io",),
    "rbac.authorization": ("rbac.authorization.k8s.io",),
    "scheduling": ("scheduling.k8s.io",),
    "storage": ("storage.k8s.io",),
}
"""By group and kind that do not exist: the group that has the kind."""

_SERVED = {
    # Training operator 1.x (https://github.com/kubeflow/trainer/tree/release-1.9/pkg/apis/kubeflow.org/v1) and
    # mpi-operator before 0.3 (https://github.com/kubeflow/mpi-operator/tree/v0.2.3/pkg/apis/kubeflow).
    "kubeflow.org/MPIJob": ("v1alpha1", "v1alpha2"),
    "kubeflow.org/PyTorchJob": ("v1alpha2", "v1beta1", "v1beta2"),
    # https://github.com/kubernetes-sigs/jobset/tree/v0.1.3/api
    "jobset.x-k8s.io/JobSet": ("v1alpha1",),
    # https://github.com/kubernetes-sigs/kueue/tree/v0.2.1/apis and, of the alpha APIs, v0.12.0/apis
    "kueue.x-k8s.io/AdmissionCheck": ("v1alpha1",),
    "kueue.x-k8s.io/ClusterQueue": ("v1alpha1", "v1alpha2"),
    "kueue.x-k8s.io/Cohort": ("v1alpha1",),
    "kueue.x-k8s.io/LocalQueue": ("v1alpha2",),
    "kueue.x-k8s.io/ResourceFlavor": ("v1alpha1", "v1alpha2"),
    "kueue.x-k8s.io/Topology": ("v1alpha1",),
    "kueue.x-k8s.io/Workload": ("v1alpha1", "v1alpha2"),
    # https://github.com/volcano-sh/apis/tree/v0.1.0/pkg/apis/scheduling
    "scheduling.volcano.sh/PodGroup": ("v1alpha1", "v1alpha2"),
    "scheduling.volcano.sh/Queue": ("v1alpha1", "v1alpha2"),
}
"""By group and kind: versions that a release of the project served and that have no schema here."""


_WITH_STATUS = frozenset(
    {
        "batch.volcano.sh",
        "flow.volcano.sh",
        "jobset.x-k8s.io",
        "kubeflow.org",
        "kueue.x-k8s.io",
        "ray.io",
        "scheduling.volcano.sh",
        "scheduling.x-k8s.io",
        "topology.volcano.sh",
        "trainer.kubeflow.org",
    }
)
"""Groups of bundled schemas, whose definitions with a `status` have the subresource."""

_WITHOUT_SUBRESOURCE = frozenset({"scheduling.volcano.sh/PodGroup"})
"""The exceptions."""


def has_served(kind: GroupVersionKind) -> bool:
    """Return True if a release of the project served this version, although no schema is bundled."""
    return kind.version in _SERVED.get(kind.group_kind, ())


def nearest_group(group: str, known: Iterable[str]) -> str | None:
    """Return the group that was probably meant, among the groups that have the kind; None if unclear.

    Only groups that are listed as wrong or differ by a typo count: other projects have kinds of the same names.
    """
    groups = sorted(known)
    listed = next((candidate for candidate in _WRONG.get(group, ()) if candidate in groups), None)
    if listed is not None or "." not in group:
        return listed
    return nearest(group, groups, _ALMOST)


def schema_errors(found: Object, schemas: Schemas) -> list[SchemaError] | Problem:
    """Return the errors of an object's schema and of its CRD's rules, or the problem that it has no schema.

    Raises OSError, ValueError.
    """
    checker = schema_checker(found.kind, schemas)
    if checker is None:
        return _unknown(found, schemas)
    errors = (error for error in checker.errors(found.data) if not _is_dropped(found.kind, error))
    refused = [_left_to_webhooks(found, mistake) for mistake in errors]
    if all(fills_in(found.kind, mistake) for mistake in refused):
        # As on the server: the rules of a definition are for objects of its shape.
        refused += (_against_a_rule(breach) for breach in failed_rules(checker.validator, found.data))
    return refused


def _is_dropped(kind: GroupVersionKind, error: SchemaError) -> bool:
    """Return True for a value in a `status` that the API server drops before it checks types.

    It does so where the definition has the subresource `status`; unknown keys are found earlier.
    Source: https://github.com/kubernetes/apiextensions-apiserver/blob/master/pkg/registry/customresource/strategy.go
    """
    is_status = error.path[:1] == ("status",) and len(error.path) > 1
    is_separate = kind.group in _WITH_STATUS and kind.group_kind not in _WITHOUT_SUBRESOURCE
    return is_status and is_separate and error.kind is not ErrorKind.UNKNOWN_KEY


def schema_checker(kind: GroupVersionKind, schemas: Schemas) -> SchemaChecker | None:
    """Return the checker of a kind; None if it has no schema. Raises OSError, ValueError."""
    validator = schemas.find(kind)
    return None if validator is None else _checker(validator)


def schema_problems(item: Object, errors: Iterable[SchemaError]) -> Iterator[Problem]:
    """Yield the schema errors of an object as problems in its file."""
    return (to_problem(Finding.of(error, rule_of(item, error), item)) for error in errors)


def rule_of(found: Object, mistake: SchemaError) -> Rule:
    """Return the rule for a schema error."""
    return codes.FILLED if fills_in(found.kind, mistake) else codes.BY_SORT[mistake.kind]


def _against_a_rule(breach: CelFailure) -> SchemaError:
    if breach.is_checked:
        return SchemaError(ErrorKind.RULE_BROKEN, breach.path, breach.message)
    hint = "the API server checks it: `kubectl apply --dry-run=server`"
    return SchemaError(ErrorKind.RULE_NOT_CHECKED, breach.path, f"not checked: {breach.message}", hint)


def _left_to_webhooks(found: Object, mistake: SchemaError) -> SchemaError:
    return mistake._replace(hint=FILLS) if fills_in(found.kind, mistake) else mistake


@cache
def _checker(validator: Validator) -> SchemaChecker:
    return SchemaChecker.of(validator)


def _unknown(found: Object, schemas: Schemas) -> Problem:
    kind = found.kind
    known = sorted(schemas.api_versions(kind.name), key=lambda version: ("." in version, version))
    same_group = [version for version in known if GroupVersionKind.of(version, kind.name).group == kind.group]
    message = f"`{kind.api_version}` has no `{kind.name}`"
    hint: str | None
    candidate = nearest_group(kind.group, {GroupVersionKind.of(version, kind.name).group for version in known})
    if same_group and not has_served(kind):
        family, hint = codes.UNKNOWN_VERSION, f"write {_either(same_group)}"
    elif schemas.is_own_group(kind.group):
        family, hint = codes.UNKNOWN_KIND, f"write {_either(known)}" if known else None
    elif candidate is not None and candidate != kind.group:
        of_group = [version for version in known if GroupVersionKind.of(version, kind.name).group == candidate]
        family, hint = codes.UNKNOWN_GROUP, f"did you mean {_either(of_group)}?"
    else:
        family, hint = codes.NOT_CHECKED, "give the folder of its definition (CRD) with `--crds`"
        message = f"no schema is known for `{kind.name}` of `{kind.api_version}`, so it is not checked"
    if elsewhere := schemas.minors_with(kind):
        there = f"for a cluster of Kubernetes {elsewhere[-1]}, give `--kubernetes {elsewhere[-1]}`"
        hint = f"{hint}; {there}" if hint else there
    pointer = f"{found.pointer}/apiVersion"
    node = found.document.find(pointer)
    file, span = found.document.file, node.span if node else None
    return family.problem(message, hint=hint, file=file, span=span, pointer=pointer, object=found.label)


def _either(versions: Sequence[str]) -> str:
    return join_or([f"`{version}`" for version in versions])


FILLS = "its project's webhook fills it in; write it where a GitOps engine compares"

_FILLED: dict[tuple[str, str], tuple[Path, ...]] = {
    # https://github.com/kubernetes-sigs/jobset/blob/main/pkg/webhooks/jobset_webhook.go
    ("jobset.x-k8s.io", "JobSet"): (("spec", "failurePolicy", "rules", "[]", "name"),),
}


def fills_in(kind: GroupVersionKind, mistake: SchemaError) -> bool:
    """Return True if the webhook of the kind's project fills in the missing field."""
    place = tuple("[]" if isinstance(part, int) else part for part in mistake.path)
    return mistake.kind is ErrorKind.MISSING_KEY and place in _FILLED.get((kind.group, kind.name), ())
