"""The scalars of Kubernetes that JSON Schema has no name for."""

from render.kube.kind import Schema

QUANTITY = (
    r"^(\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))"
    r"(([KMGTPE]i)|[numkMGTPE]|([eE](\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))))?$"
)
"""An amount with its suffix, as every generated CRD has it; what `resource.ParseQuantity` reads."""

INT32: Schema = {"minimum": -(2**31), "maximum": 2**31 - 1}
INT64: Schema = {"minimum": -(2**63), "maximum": 2**63 - 1}

BOUNDS = {"int32": INT32, "int64": INT64}
"""What fits in Go's type, by OpenAPI `format`."""

DATE_TIME = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt][0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]+)?([Zz]|[+-][0-9]{2}:[0-9]{2})$"
"""RFC 3339, section 5.6."""

DURATION = (
    r"^[+-]?(0|(([0-9]+\.?[0-9]*|\.[0-9]+)(ns|us|µs|μs|ms|s|m|h))+)$"
    r"|[0-9]\s*(?i:nano|micro|milli|sec|min|hour|day|week|(ns|us|µs|ms|s|m|h|hr|d|w|wk)([^a-zµ]|$))"
)
"""What Go reads, such as `1h30m`, or a whole number with the word for a unit anywhere.

Source: https://github.com/kubernetes/kube-openapi/blob/master/pkg/validation/strfmt/duration.go
"""

BYTES = (
    r"^[\r\n]*([A-Za-z0-9+/][\r\n]*[A-Za-z0-9+/][\r\n]*[A-Za-z0-9+/][\r\n]*[A-Za-z0-9+/][\r\n]*)*"
    r"([A-Za-z0-9+/][\r\n]*[A-Za-z0-9+/][\r\n]*(=[\r\n]*=|[A-Za-z0-9+/][\r\n]*=)[\r\n]*)?$"
)
"""Standard base64 with its padding; Go's decoder skips line breaks."""
