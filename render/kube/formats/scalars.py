"""Patterns and bounds of the scalar types of Kubernetes that JSON Schema does not define."""

from render.kube.gvk import Schema

QUANTITY = (
    r"^(\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))"
    r"(([KMGTPE]i)|[numkMGTPE]|([eE](\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))))?$"
)
"""A number with a suffix, as `resource.ParseQuantity` reads it: the pattern in every generated CRD."""

INT32: Schema = {"minimum": -(2**31), "maximum": 2**31 - 1}
INT64: Schema = {"minimum": -(2**63), "maximum": 2**63 - 1}

BOUNDS = {"int32": INT32, "int64": INT64}
"""Bounds of Go's types, by OpenAPI `format`."""

DATE_TIME = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt][0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]+)?([Zz]|[+-][0-9]{2}:[0-9]{2})$"
"""RFC 3339, section 5.6."""

DURATION = (
    r"^[+-]?(0|(([0-9]+\.?[0-9]*|\.[0-9]+)(ns|us|µs|μs|ms|s|m|h))+)$"
    r"|[0-9]\s*(?i:nano|micro|milli|sec|min|hour|day|week|(ns|us|µs|ms|s|m|h|hr|d|w|wk)([^a-zµ]|$))"
)
"""A duration of Go, such as `1h30m`, or a text that contains a whole number with the name of a unit.

Source: https://github.com/kubernetes/kube-openapi/blob/master/pkg/validation/strfmt/duration.go
"""

BYTES = (
    r"^[\r\n]*([A-Za-z0-9+/][\r\n]*[A-Za-z0-9+/][\r\n]*[A-Za-z0-9+/][\r\n]*[A-Za-z0-9+/][\r\n]*)*"
    r"([A-Za-z0-9+/][\r\n]*[A-Za-z0-9+/][\r\n]*(=[\r\n]*=|[A-Za-z0-9+/][\r\n]*=)[\r\n]*)?$"
)
"""Standard base64 with padding; Go's decoder ignores line breaks."""


def is_pattern(text: str) -> bool:
    """Return True for a valid RE2 regular expression, the dialect of the API server and its webhooks."""
    from jsonschema_rs import Draft202012Validator, RegexOptions

    try:
        Draft202012Validator({"pattern": text}, pattern_options=RegexOptions())
    except ValueError:
        return False
    return True
