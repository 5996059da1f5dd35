"""What Argo CD would apply, as text that can be compared with what `render template` prints."""

import json
from pathlib import Path

from tests.argocd.argo import Argo, Object
from tests.chart.helm import objects

TRACKING = "argocd.argoproj.io/tracking-id"
"""What Argo CD adds to each object."""

KUBERNETES = "1.37.0"


def manifests_of(application: Object, argo: Argo, folders: dict[str, Path]) -> list[Object]:
    """Return the objects of an Application; the folders are by the address of what lies there."""
    where = {address: str(folder) for address, folder in folders.items()}
    found: list[Object] = argo.query(application=application, folders=where, kubeVersion=KUBERNETES)["manifests"]
    return found


def applied(application: Object, argo: Argo, folders: dict[str, Path]) -> list[str]:
    """Return its objects one by one, without what says whose they are."""
    return [_text(_untracked(found)) for found in manifests_of(application, argo, folders)]


def printed(file: Path) -> list[str]:
    """Return the objects of a file of manifests one by one."""
    return [_text(found) for found in objects(file.read_text(encoding="utf-8"))]


def _untracked(found: Object) -> Object:
    metadata = dict(found["metadata"])
    annotations = {key: value for key, value in metadata.pop("annotations").items() if key != TRACKING}
    return found | {"metadata": metadata | ({"annotations": annotations} if annotations else {})}


def _text(found: Object) -> str:
    return json.dumps(found, sort_keys=True)
