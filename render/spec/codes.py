"""The codes of what can be wrong with a spec."""

from render.problem import Rule, Severity
from render.shape.mistake import Sort

NOT_A_SPEC = Rule("SYN017", "not-a-spec", Severity.INFO)
REFUSED_VALUE = Rule("SCH001", "refused-value")
REFUSED = Rule("SCH002", "refused")
RELEASE_NAME = Rule("SCH003", "release-name")

BY_SORT = {
    Sort.UNKNOWN_KEY: Rule("SCH010", "unknown-key"),
    Sort.MISSING_KEY: Rule("SCH011", "missing-key"),
    Sort.WRONG_TYPE: Rule("SCH012", "wrong-type"),
    Sort.NO_CHOICE: Rule("SCH013", "no-choice"),
    Sort.WRONG_FORM: Rule("SCH014", "wrong-form"),
    Sort.OUT_OF_RANGE: Rule("SCH015", "out-of-range"),
    Sort.WRONG_SIZE: Rule("SCH016", "wrong-size"),
    Sort.REPEATED: Rule("SCH017", "repeated"),
    Sort.NOT_ALLOWED: Rule("SCH018", "not-allowed"),
}
"""What the schema refuses."""
