"""ADM406 disk-address-malformed: the address of an iSCSI or Fibre Channel disk is invalid.

iSCSI targets and initiators have names that start with `iqn.`, `eui.` or `naa.`, and a CHAP login needs a secret. A
Fibre Channel disk has either target names and a logical unit, or world-wide identifiers. The API server rejects the
pod.

Source: https://kubernetes.io/docs/concepts/storage/volumes/#iscsi

Example:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec:
      containers: [{name: main, image: train}]
      volumes: [{name: data, iscsi: {targetPortal: 10.0.0.1, iqn: store, lun: 0}}]
Use instead:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec:
      containers: [{name: main, image: train}]
      volumes: [{name: data, iscsi: {targetPortal: 10.0.0.1, iqn: 'iqn.2026-01.com.example:store', lun: 0}}]
"""

import re
from collections.abc import Iterator

from render.manifests.paths import Data, list_items
from render.manifests.pods import Pod
from render.rules.admission._field_errors import invalid, required
from render.rules.rule import Finding, rule
from render.schema_errors.error import Path

_FORMS = {
    "iqn": re.compile(r"iqn\.[0-9]{4}-[0-9]{2}\.([A-Za-z0-9]+[A-Za-z0-9.]*[A-Za-z0-9]+).*"),
    "eui": re.compile("eui.[A-Za-z0-9]{16}"),
    "naa": re.compile("naa.[A-Za-z0-9]{32}"),
}


@rule(keys=("fc", "iscsi"))
def check(pod: Pod) -> Iterator[Finding]:
    """Check each address."""
    for path, volume in list_items(pod.spec_path, pod.spec, "volumes"):
        if "iscsi" in volume:
            yield from _check_iscsi((*path, "iscsi"), volume["iscsi"])
        if "fc" in volume:
            yield from _check_fibre_channel((*path, "fc"), volume["fc"])


def _check_iscsi(path: Path, source: Data) -> Iterator[Finding]:
    for field in ("iqn", "initiatorName"):
        name = source.get(field)
        if name is None or (field == "iqn" and not name):
            continue  # ADM403 reports a missing one
        form = _FORMS.get(name[:3])
        if form is None:
            yield invalid((*path, field), name, "must be valid format starting with iqn, eui, or naa")
        elif not form.fullmatch(name):
            yield invalid((*path, field), name, "must be valid format")
    if (source.get("chapAuthDiscovery") or source.get("chapAuthSession")) and "secretRef" not in source:
        yield required((*path, "secretRef"))


def _check_fibre_channel(path: Path, source: Data) -> Iterator[Finding]:
    targets, identifiers = source.get("targetWWNs", ()), source.get("wwids", ())
    if bool(targets) == bool(identifiers):
        why = "can not be specified simultaneously" if targets else "one of them must be specified"
        yield invalid((*path, "targetWWNs"), targets, f"targetWWNs and wwids: {why}")
    if targets and "lun" not in source:
        yield required((*path, "lun"), "lun is required if targetWWNs is specified")
