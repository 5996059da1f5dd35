"""What a variable gets from a container's resources (`resourceFieldRef`).

Source: https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/api/v1/resource/helpers.go
"""

from fractions import Fraction
from math import ceil

from render.kube.quantity import amount
from render.manifests.places import Data


def resource(reference: Data, container: Data) -> str | None:
    """Return an amount in units of the divisor, rounded up; None where it is not written in this container."""
    if reference.get("containerName", container.get("name")) != container.get("name"):
        return None
    side, _, name = reference["resource"].partition(".")
    resources = container.get("resources", {})
    limit = resources.get("limits", {}).get(name)
    # The API server takes the limit where there is no request.
    written = amount(limit if side == "limits" else resources.get("requests", {}).get(name, limit))
    if written is None:
        return None
    unit = Fraction(1, 1000) if name == "cpu" else Fraction(1)
    divisor = amount(reference.get("divisor", "0")) or Fraction(1)
    return str(ceil(Fraction(ceil(written / unit), ceil(divisor / unit))))
