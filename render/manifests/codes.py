"""The codes of what can be wrong with a Kubernetes object."""

from render.problem import Rule, Severity
from render.shape.mistake import Sort

NO_OBJECT = Rule("KUB001", "no-object")
NO_KIND = Rule("KUB002", "no-kind")
NO_API_VERSION = Rule("KUB003", "no-api-version")
UNKNOWN_VERSION = Rule("KUB004", "unknown-version")
UNKNOWN_KIND = Rule("KUB005", "unknown-kind")
NOT_CHECKED = Rule("KUB006", "not-checked", Severity.INFO)
FILLED = Rule("KUB007", "filled-by-webhook", Severity.INFO)

BY_SORT = {
    Sort.UNKNOWN_KEY: Rule("KUB010", "unknown-field"),
    Sort.MISSING_KEY: Rule("KUB011", "missing-field"),
    Sort.WRONG_TYPE: Rule("KUB012", "field-of-wrong-type"),
    Sort.NO_CHOICE: Rule("KUB013", "field-not-a-choice"),
    Sort.WRONG_FORM: Rule("KUB014", "field-of-wrong-form"),
    Sort.OUT_OF_RANGE: Rule("KUB015", "field-out-of-range"),
    Sort.WRONG_SIZE: Rule("KUB016", "field-of-wrong-size"),
    Sort.REPEATED: Rule("KUB017", "field-repeated"),
    Sort.NOT_ALLOWED: Rule("KUB018", "field-not-allowed"),
    Sort.RULE_BROKEN: Rule("KUB019", "rule-of-definition-broken"),
    Sort.RULE_NOT_CHECKED: Rule("KUB020", "rule-of-definition-not-checked", Severity.INFO),
}
"""What a kind's schema refuses, and what the rules of its definition do."""
