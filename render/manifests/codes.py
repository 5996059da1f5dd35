"""The codes of what can be wrong with a Kubernetes object."""

from render.problem import Rule, Severity
from render.shape.mistake import Sort

_TRAINER = "https://github.com/kubeflow/trainer/tree/v2.3.0/pkg"

NO_OBJECT = Rule("KUB001", "no-object", about="a document is no mapping, and so no Kubernetes object")
NO_KIND = Rule("KUB002", "no-kind", about="an object has no `kind`, or one that is no word")
NO_API_VERSION = Rule(
    "KUB003", "no-api-version", about="an object has no `apiVersion`, or one of another form than `group/version`"
)
UNKNOWN_VERSION = Rule("KUB004", "unknown-version", about="the API group has this kind in other versions only")
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
    about="the schema requires a field that a webhook fills in when the object is created",
)
UNKNOWN_GROUP = Rule(
    "KUB008",
    "unknown-group",
    about="the API group has no such kind, and is written nearly like one that has, or is known to be mistaken for it",
)
POLICY_BROKEN = Rule("KUB021", "policy-broken", about="an admission policy of the config refuses the object")
POLICY_NOT_CHECKED = Rule(
    "KUB022",
    "policy-not-checked",
    Severity.INFO,
    about="an admission policy of the config can't be evaluated here; the API server does",
)
NOT_A_DEFINITION = Rule(
    "KUB030",
    "not-a-definition",
    about="`render schema crd` and `--crds` read CustomResourceDefinitions, and this is another object",
)
BROKEN_DEFINITION = Rule("KUB031", "broken-definition", about="the definition's schema can't be used to judge objects")
DEFINED_TWICE = Rule("KUB032", "defined-twice", about="two definitions have the same group, kind and version")
NO_JOBSET = Rule("KUB040", "no-jobset", about="`render pods` lists the pods of JobSets, and the file has none")
NO_TRAINJOB = Rule("KUB050", "no-trainjob", about="`render expand` expands TrainJobs, and the file has none")
RUNTIME_NOT_GIVEN = Rule(
    "KUB051",
    "runtime-not-given",
    url=f"{_TRAINER}/runtime/core/trainingruntime.go",
    about="a TrainJob names a runtime that is in no file of the command and does not come with Trainer",
)
NOT_BUILT = Rule(
    "KUB052",
    "not-built",
    url=f"{_TRAINER}/controller/trainjob_controller.go",
    about="Trainer takes the TrainJob and fails to build its objects: it has no pod, and only an event says why",
)
FLUX_NOT_EXPANDED = Rule(
    "KUB053",
    "flux-not-expanded",
    url=f"{_TRAINER}/runtime/framework/plugins/flux/flux.go",
    about="what Trainer makes for Flux holds scripts and keys that it generates in the cluster",
)
MANAGED_ELSEWHERE = Rule(
    "KUB054",
    "managed-elsewhere",
    Severity.WARNING,
    url=f"{_TRAINER}/controller/trainjob_controller.go",
    about="a TrainJob is managed by another controller, so that Trainer makes nothing of it in this cluster",
)
SERVER_REFUSES = Rule(
    "KUB060", "refused-by-server", about="the API server that `--server` asks refuses the object, or what is made of it"
)
SERVER_WARNS = Rule(
    "KUB061", "warned-by-server", Severity.WARNING, about="the API server that `--server` asks warns of the object"
)
NOT_SERVED = Rule("KUB062", "not-served", about="the cluster that `--server` asks has no such kind")
NOT_ASKED = Rule(
    "KUB063",
    "not-asked",
    Severity.INFO,
    about="the API server can't be asked: a permission or the namespace is missing, or a webhook would act in earnest",
)
MANAGED = Rule(
    "KUB064",
    "managed-by-another",
    Severity.WARNING,
    url="https://kubernetes.io/docs/reference/using-api/server-side-apply/#conflicts",
    about="the object is in the cluster with another value of a field that somebody else manages",
)

BY_SORT = {
    Sort.UNKNOWN_KEY: Rule(
        "KUB010", "unknown-field", about="the kind has no such field: the API server refuses it, or drops it and warns"
    ),
    Sort.MISSING_KEY: Rule("KUB011", "missing-field", about="the kind requires a field, and it is not there"),
    Sort.WRONG_TYPE: Rule("KUB012", "field-of-wrong-type", about="the value is of another type than the field takes"),
    Sort.NO_CHOICE: Rule("KUB013", "field-not-a-choice", about="the value is none of those that the field takes"),
    Sort.WRONG_FORM: Rule(
        "KUB014", "field-of-wrong-form", about="the text does not have the form that the field asks for"
    ),
    Sort.OUT_OF_RANGE: Rule(
        "KUB015", "field-out-of-range", about="the number is below the least or above the greatest value"
    ),
    Sort.WRONG_SIZE: Rule(
        "KUB016", "field-of-wrong-size", about="the text, the list or the mapping is too short or too long"
    ),
    Sort.REPEATED: Rule(
        "KUB017",
        "field-repeated",
        about="two items of a list have the same keys, by which the API server tells them apart",
    ),
    Sort.NOT_ALLOWED: Rule(
        "KUB018",
        "field-not-allowed",
        about="the schema does not allow the value, for a reason with no words of its own",
    ),
    Sort.RULE_BROKEN: Rule(
        "KUB019",
        "rule-of-definition-broken",
        about="a rule in CEL that the kind's definition adds to its schema refuses the value",
    ),
    Sort.RULE_NOT_CHECKED: Rule(
        "KUB020",
        "rule-of-definition-not-checked",
        Severity.INFO,
        about="a rule of the kind's definition can't be evaluated here; the API server checks it",
    ),
}
"""What a kind's schema refuses, and what the rules of its definition do."""
