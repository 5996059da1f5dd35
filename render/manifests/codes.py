"""Codes for problems of Kubernetes objects."""

from render.problem import Rule, Severity
from render.schema_errors.error import ErrorKind

_TRAINER = "https://github.com/kubeflow/trainer/tree/v2.3.0/pkg"

NO_OBJECT = Rule("KUB001", "no-object", about="a document is not a mapping, and so not a Kubernetes object")
NO_KIND = Rule("KUB002", "no-kind", about="an object has no `kind`, or one that is not a string")
NO_API_VERSION = Rule(
    "KUB003", "no-api-version", about="an object has no `apiVersion`, or one that is not of the form `group/version`"
)
UNKNOWN_VERSION = Rule("KUB004", "unknown-version", about="the API group only has this kind in other versions")
UNKNOWN_KIND = Rule("KUB005", "unknown-kind", about="no API group of the chosen Kubernetes version has this kind")
NOT_CHECKED = Rule(
    "KUB006",
    "not-checked",
    Severity.INFO,
    about="no schema is known for the kind, so the object is not checked; `--crds` brings more",
)
FILLED = Rule(
    "KUB007",
    "filled-by-webhook",
    Severity.INFO,
    about="the schema requires a field that a webhook sets when the object is created",
)
UNKNOWN_GROUP = Rule(
    "KUB008",
    "unknown-group",
    about="the API group doesn't have the kind, but a similarly named group does",
)
POLICY_BROKEN = Rule("KUB021", "policy-broken", about="an admission policy of the config rejects the object")
POLICY_NOT_CHECKED = Rule(
    "KUB022",
    "policy-not-checked",
    Severity.INFO,
    about="an admission policy of the config can't be evaluated here; the API server does",
)
TOO_LARGE_TO_APPLY = Rule(
    "KUB023",
    "too-large-to-apply",
    Severity.INFO,
    url="https://kubernetes.io/docs/tasks/manage-kubernetes-objects/declarative-config/#how-to-create-objects",
    about="`kubectl apply` rejects the object for its size, and `kubectl apply --server-side` doesn't",
)
NOT_A_DEFINITION = Rule(
    "KUB030",
    "not-a-definition",
    about="`render schema crd` and `--crds` require CustomResourceDefinitions, but this is a different object",
)
BROKEN_DEFINITION = Rule(
    "KUB031", "broken-definition", about="the schema of the definition is invalid, so it can't check objects"
)
DEFINED_TWICE = Rule("KUB032", "defined-twice", about="two definitions have the same group, kind and version")
NO_JOBSET = Rule("KUB040", "no-jobset", about="`render pods` lists the pods of JobSets, but the file has no JobSet")
NO_TRAINJOB = Rule("KUB050", "no-trainjob", about="`render expand` expands TrainJobs, but the file has no TrainJob")
RUNTIME_MISSING = Rule(
    "KUB051",
    "runtime-not-found",
    url=f"{_TRAINER}/runtime/core/trainingruntime.go",
    about="a TrainJob references a runtime that is neither in the input nor built into Trainer",
)
NOT_BUILT = Rule(
    "KUB052",
    "not-built",
    url=f"{_TRAINER}/controller/trainjob_controller.go",
    about="Trainer accepts the TrainJob but fails to build its objects: no pod starts, and only an event says why",
)
FLUX_NOT_EXPANDED = Rule(
    "KUB053",
    "flux-not-expanded",
    url=f"{_TRAINER}/runtime/framework/plugins/flux/flux.go",
    about="the objects that Trainer creates for Flux contain scripts and keys that it generates in the cluster",
)
MANAGED_ELSEWHERE = Rule(
    "KUB054",
    "managed-elsewhere",
    Severity.WARNING,
    url=f"{_TRAINER}/controller/trainjob_controller.go",
    about="another controller manages the TrainJob, so Trainer creates no objects for it in this cluster",
)
SERVER_REFUSES = Rule(
    "KUB060",
    "refused-by-server",
    about="the API server (`--server`) rejects the object, or an object that is created from it",
)
SERVER_WARNS = Rule(
    "KUB061", "warned-by-server", Severity.WARNING, about="the API server (`--server`) returns a warning for the object"
)
NOT_SERVED = Rule("KUB062", "not-served", about="the cluster (`--server`) doesn't serve the kind")
NO_DRY_RUN = Rule(
    "KUB063",
    "no-dry-run",
    Severity.INFO,
    about="a dry run is not possible: a permission or the namespace is missing, or a webhook has side effects",
)
MANAGED = Rule(
    "KUB064",
    "managed-by-another",
    Severity.WARNING,
    url="https://kubernetes.io/docs/reference/using-api/server-side-apply/#conflicts",
    about="another manager owns a field of the object in the cluster, with a different value",
)

BY_SORT = {
    ErrorKind.UNKNOWN_KEY: Rule(
        "KUB010",
        "unknown-field",
        about="the kind doesn't have the field: the API server rejects it, or drops it with a warning",
    ),
    ErrorKind.MISSING_KEY: Rule("KUB011", "missing-field", about="a required field is missing"),
    ErrorKind.WRONG_TYPE: Rule("KUB012", "field-of-wrong-type", about="the value has the wrong type for the field"),
    ErrorKind.NO_CHOICE: Rule(
        "KUB013", "field-not-a-choice", about="the value is not one of the field's allowed values"
    ),
    ErrorKind.WRONG_FORM: Rule("KUB014", "field-of-wrong-form", about="the text does not match the field's format"),
    ErrorKind.OUT_OF_RANGE: Rule(
        "KUB015", "field-out-of-range", about="the number is below the minimum or above the maximum"
    ),
    ErrorKind.WRONG_SIZE: Rule(
        "KUB016", "field-of-wrong-size", about="the text, the list or the mapping is too short or too long"
    ),
    ErrorKind.REPEATED: Rule(
        "KUB017",
        "field-repeated",
        about="two items of a list have the same keys, by which the API server identifies them",
    ),
    ErrorKind.NOT_ALLOWED: Rule(
        "KUB018",
        "field-not-allowed",
        about="the schema does not allow the value, for a reason that has no specific message",
    ),
    ErrorKind.RULE_BROKEN: Rule(
        "KUB019",
        "rule-of-definition-broken",
        about="a CEL rule in the kind's definition rejects the value",
    ),
    ErrorKind.RULE_NOT_CHECKED: Rule(
        "KUB020",
        "rule-of-definition-not-checked",
        Severity.INFO,
        about="a rule of the kind's definition can't be evaluated here; the API server checks it",
    ),
}
"""Codes by the kind of error: of a kind's schema, and of the CEL rules in its definition."""
