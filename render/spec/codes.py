"""The codes of what can be wrong with a spec."""

from render.problem import Rule, Severity
from render.shape.mistake import Sort

NOT_A_SPEC = Rule(
    "SYN017", "not-a-spec", Severity.INFO, about="the file is neither a spec nor an object, so it is not checked"
)
OTHER_TOOL = Rule(
    "SYN035", "file-of-another-tool", Severity.INFO, about="the file is read by another program, so it is not checked"
)
SPEC_WITHOUT_KIND = Rule(
    "SYN036",
    "spec-without-kind",
    Severity.WARNING,
    about="a file in a folder has the keys of a spec and no `kind`, so it is not checked",
)
REFUSED_VALUE = Rule(
    "SCH001", "refused-value", about="the chart refuses a value of the spec, for a reason that its schema can't say"
)
REFUSED = Rule("SCH002", "refused", about="Helm or the chart refuses the spec as a whole")
RELEASE_NAME = Rule("SCH003", "release-name", about="the name of the run is none that Helm accepts for a release")
SAME_OUTPUT = Rule(
    "SYN019",
    "same-output",
    about="two specs have the same place below the output folder, or a spec would be overwritten by what it renders",
)
OUTPUT_OUTSIDE = Rule(
    "SYN020", "output-outside", about="a link below the output folder leads out of it, so nothing is written there"
)
NO_EXPRESSION = Rule(
    "SYN026",
    "no-expression",
    about="a text of a sweep's template is no expression, or one of a kind that repeats",
)
NO_VALUE = Rule(
    "SYN027",
    "no-value",
    about="an expression of a sweep's template has no value: a name is unknown, or it can't be computed",
)
UNUSED_PARAMETER = Rule(
    "SYN028", "unused-parameter", Severity.WARNING, about="nothing in a sweep's template names the parameter"
)
NO_NAME = Rule("SYN031", "no-name", about="a spec that others are made of has no name to begin theirs with")
SAME_RESULT = Rule("SYN029", "same-result", about="a sweep would make the same spec, or two of the same name")
SWEEP_TOO_LARGE = Rule("SYN030", "sweep-too-large", about="a sweep makes more than render writes at once")
NO_RESULT = Rule("SYN032", "no-result", about="the file holds no result of the all-reduce test")
BROKEN_RESULT = Rule(
    "SYN033", "broken-result", about="a result of the all-reduce test is cut off, or not as `schemas/smoke.json` has it"
)
SAME_RESULT_AGAIN = Rule(
    "SYN034",
    "same-result-again",
    Severity.WARNING,
    about="a result of the all-reduce test comes a second time, and is taken once",
)

NOT_CARRIED = Rule(
    "IMP001",
    "not-carried",
    Severity.WARNING,
    about="a field of what is imported is not carried over: a spec has no place for it",
)
CARRIED_OTHERWISE = Rule(
    "IMP002",
    "carried-otherwise",
    Severity.WARNING,
    about="a field of what is imported is carried over as something that does not behave in the same way",
)
TO_DO = Rule(
    "IMP003",
    "to-do",
    Severity.INFO,
    about="the imported spec needs something that a controller made, and that nobody makes for it",
)
NOT_IMPORTED = Rule("IMP004", "not-imported", about="the files hold nothing that can be imported, or too much")

BY_SORT = {
    Sort.UNKNOWN_KEY: Rule("SCH010", "unknown-key", about="the spec has no such key"),
    Sort.MISSING_KEY: Rule("SCH011", "missing-key", about="a key must be there, and is not"),
    Sort.WRONG_TYPE: Rule("SCH012", "wrong-type", about="the value is of another type than the key takes"),
    Sort.NO_CHOICE: Rule("SCH013", "no-choice", about="the value is none of those that the key takes"),
    Sort.WRONG_FORM: Rule("SCH014", "wrong-form", about="the text does not have the form that the key asks for"),
    Sort.OUT_OF_RANGE: Rule(
        "SCH015", "out-of-range", about="the number is below the least or above the greatest value"
    ),
    Sort.WRONG_SIZE: Rule("SCH016", "wrong-size", about="the text, the list or the mapping is too short or too long"),
    Sort.REPEATED: Rule("SCH017", "repeated", about="two items of a list are the same, or have the same name"),
    Sort.NOT_ALLOWED: Rule(
        "SCH018", "not-allowed", about="the schema does not allow the value, for a reason with no words of its own"
    ),
}
"""What the schema refuses."""
