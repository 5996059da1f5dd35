"""STO107 claim-tiny: a claim asks for a few bytes.

A quantity without a unit is a number of bytes, and `m` means a thousandth. `storage: 500` is 500 bytes: a provisioner
rounds it up to its smallest volume (often 1 GiB) or rejects it, and the first checkpoint doesn't fit.

Source: https://kubernetes.io/docs/concepts/configuration/manage-resources-containers/#meaning-of-memory

Example:
    image: registry.example/train:1
    storage: {checkpoints: {mode: create, size: 500}}
Use instead:
    image: registry.example/train:1
    storage: {checkpoints: {mode: create, size: 500Gi}}
"""

import re
from collections.abc import Iterator

from render.kube.quantity import amount
from render.manifests.objects import Object
from render.rules.rule import Finding, rule
from render.rules.storage._claims import claim_specs

_SMALLEST = 2**20
"""Bytes: no file system is smaller than 1 MiB."""


@rule(keys=("storage",))
def check(item: Object) -> Iterator[Finding]:
    """Report requests of less than a mebibyte, in a claim and in templates of claims."""
    for path, claim in claim_specs(item):
        quantity = claim.get("resources", {}).get("requests", {}).get("storage")
        size = amount(quantity)
        if size is not None and 0 < size < _SMALLEST:
            number = re.sub(r"\D.*", "", str(quantity))
            message = f"`{quantity}` is {_bytes(str(quantity))}: without a unit a size is in bytes"
            if str(quantity).endswith("m"):
                message = f"`{quantity}` is thousandths of a byte: `m` is the prefix milli"
            yield Finding(
                (*path, "resources", "requests", "storage"), message, f"write `{number}Gi`" if number else None
            )


def _bytes(quantity: str) -> str:
    return f"{quantity} bytes" if quantity.isdecimal() else "less than 1 MiB"
