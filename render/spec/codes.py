"""Codes for problems of specs."""

from render.problem import Rule, Severity
from render.schema_errors.error import ErrorKind

NOT_A_SPEC = Rule(
    "SYN017", "not-a-spec", Severity.INFO, about="the file is neither a spec nor an object, so it is not checked"
)
OTHER_TOOL = Rule(
    "SYN035", "file-of-another-tool", Severity.INFO, about="the file belongs to another tool, so it is not checked"
)
SPEC_WITHOUT_KIND = Rule(
    "SYN036",
    "spec-without-kind",
    Severity.WARNING,
    about="a file in a folder has the keys of a spec but no `kind`, so it is not checked",
)
OTHER_KIND = Rule(
    "SYN037", "other-kind", about="a command takes a spec, and the file contains a Kubernetes object of another kind"
)
REFUSED_VALUE = Rule(
    "SCH001", "refused-value", about="the chart rejects a value of the spec, for a reason that its schema can't express"
)
SPLIT_VALUE = Rule(
    "SYN038",
    "value-split-by-comma",
    about="a comma in a list in brackets (`[--target=q,v]`) splits the value of an option into several items",
)
REFUSED = Rule("SCH002", "refused", about="Helm or the chart rejects the spec as a whole")
RELEASE_NAME = Rule("SCH003", "release-name", about="the name of the run is not a valid Helm release name")
SAME_OUTPUT = Rule(
    "SYN019",
    "same-output",
    about="two specs have the same output file, or the output would overwrite a spec",
)
OUTPUT_OUTSIDE = Rule(
    "SYN020",
    "output-outside",
    about="a symbolic link in the output folder points outside of it, so nothing is written there",
)
NO_EXPRESSION = Rule(
    "SYN026",
    "no-expression",
    about="a text of a sweep's template is not a valid expression, or contains a loop",
)
NO_VALUE = Rule(
    "SYN027",
    "no-value",
    about="an expression of a sweep's template can't be evaluated, for example because a name is unknown",
)
UNUSED_PARAMETER = Rule(
    "SYN028", "unused-parameter", Severity.WARNING, about="the sweep's template doesn't use the parameter"
)
NO_NAME = Rule("SYN031", "no-name", about="the spec that others are generated from has no name to use as their prefix")
SAME_RESULT = Rule(
    "SYN029", "same-result", about="a sweep generates the same spec twice, or two specs with the same name"
)
SWEEP_TOO_LARGE = Rule("SYN030", "sweep-too-large", about="a sweep generates more specs than the limit")
NO_RESULT = Rule("SYN032", "no-result", about="the file has no result of the all-reduce test")
BROKEN_RESULT = Rule(
    "SYN033",
    "broken-result",
    about="a result of the all-reduce test is truncated, or doesn't match `schemas/smoke.json`",
)
SAME_RESULT_AGAIN = Rule(
    "SYN034",
    "same-result-again",
    Severity.WARNING,
    about="a result of the all-reduce test is a duplicate and counted once",
)
NO_REPORT = Rule("SYN039", "no-hang-report", about="the log has no report of a hang")
BROKEN_REPORT = Rule(
    "SYN040", "broken-hang-report", about="a report of a hang is truncated, or doesn't match `schemas/hang.json`"
)

SHARED_OUTPUT = Rule(
    "STO207",
    "output-of-several-runs",
    Severity.WARNING,
    about="several runs write to one folder, and overwrite each other's checkpoints",
)

NOT_CARRIED = Rule(
    "IMP001",
    "not-carried",
    Severity.WARNING,
    about="a field of the imported object is not carried over: a spec can't express it",
)
CARRIED_OTHERWISE = Rule(
    "IMP002",
    "carried-otherwise",
    Severity.WARNING,
    about="a field of the imported object is carried over as something that behaves differently",
)
TO_DO = Rule(
    "IMP003",
    "to-do",
    Severity.INFO,
    about="the imported spec needs an object that the operator used to create",
)
REPLACED = Rule(
    "IMP005",
    "replaced",
    Severity.INFO,
    about="a text of the imported object is changed so that it means the same in the run",
)
NOT_IMPORTED = Rule("IMP004", "not-imported", about="the files contain no object that can be imported, or several")

BY_SORT = {
    ErrorKind.UNKNOWN_KEY: Rule("SCH010", "unknown-key", about="the spec has no such key"),
    ErrorKind.MISSING_KEY: Rule("SCH011", "missing-key", about="a required key is missing"),
    ErrorKind.WRONG_TYPE: Rule("SCH012", "wrong-type", about="the value has the wrong type for the key"),
    ErrorKind.NO_CHOICE: Rule("SCH013", "no-choice", about="the value is not one of the key's allowed values"),
    ErrorKind.WRONG_FORM: Rule("SCH014", "wrong-form", about="the text does not match the key's format"),
    ErrorKind.OUT_OF_RANGE: Rule(
        "SCH015", "out-of-range", about="the number is below the minimum or above the maximum"
    ),
    ErrorKind.WRONG_SIZE: Rule(
        "SCH016", "wrong-size", about="the text, the list or the mapping is too short or too long"
    ),
    ErrorKind.REPEATED: Rule("SCH017", "repeated", about="two items of a list are the same, or have the same name"),
    ErrorKind.NOT_ALLOWED: Rule(
        "SCH018", "not-allowed", about="the schema does not allow the value, for a reason that has no specific message"
    ),
}
"""Codes by the kind of a schema error."""
