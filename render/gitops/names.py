"""The names of releases.

Source: https://github.com/helm/helm/blob/v4.1.0/pkg/chart/common/util/validate_name.go
"""

import re
from collections.abc import Iterator
from hashlib import sha256

from render.gitops import codes
from render.gitops.deployment import Fault, Place

MAX_LENGTH = 53
"""Helm's limit: ten characters less than a DNS label, for what a chart appends."""

_KEPT, _HASHED = 40, 12
_LABEL = "[a-z0-9]([-a-z0-9]*[a-z0-9])?"


def refused(name: str, place: Place, hint: str | None = None) -> Iterator[Fault]:
    """Yield why Helm would refuse the name of a release."""
    if len(name) > MAX_LENGTH:
        message = f"the release would have the {len(name)} characters of `{name}`, and may have {MAX_LENGTH}"
        yield Fault(codes.NAME_REFUSED, place, message, hint)
    elif not re.fullmatch(rf"{_LABEL}(\.{_LABEL})*", name):
        yield Fault(codes.NAME_REFUSED, place, f"`{name}` is no name for a release", hint)


def shortened(name: str) -> str:
    """Return what Flux makes of a name that is too long.

    Source: https://github.com/fluxcd/helm-controller/blob/v1.4.0/internal/release/name.go
    """
    if len(name) <= MAX_LENGTH:
        return name
    return f"{name[:_KEPT]}-{sha256(name.encode()).hexdigest()[:_HASHED]}"
