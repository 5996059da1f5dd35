"""ADM405 projected-conflicts: two sources of a projected volume write the same file, or a token has no path.

All sources of a projected volume share one folder, so each path occurs once. A service account token needs a `path`.
The API server rejects the pod.

Source: https://kubernetes.io/docs/concepts/storage/projected-volumes/

Example:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec:
      containers: [{name: main, image: train}]
      volumes:
      - name: code
        projected:
          sources:
          - configMap: {name: a, items: [{key: x, path: train.py}]}
          - configMap: {name: b, items: [{key: x, path: train.py}]}
Use instead:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec:
      containers: [{name: main, image: train}]
      volumes:
      - name: code
        projected:
          sources:
          - configMap: {name: a, items: [{key: x, path: train.py}]}
          - configMap: {name: b, items: [{key: x, path: eval.py}]}
"""

from collections.abc import Iterator

from render.manifests.paths import Data, list_items
from render.manifests.pods import Pod
from render.rules.admission._field_errors import invalid, required
from render.rules.rule import Finding, rule
from render.schema_errors.error import Path


@rule(keys=("projected",))
def check(pod: Pod) -> Iterator[Finding]:
    """Check for repeated files, and for tokens without a path."""
    for path, volume in list_items(pod.spec_path, pod.spec, "volumes"):
        seen: set[str] = set()
        for place, part in list_items((*path, "projected"), volume.get("projected", {}), "sources"):
            for place_of_file, name in _files(place, part):
                if name in seen:
                    yield invalid(place_of_file, name, "conflicting duplicate paths")
                seen.add(name)
            if "serviceAccountToken" in part and not part["serviceAccountToken"].get("path"):
                yield required((*place, "serviceAccountToken", "path"))


def _files(path: Path, part: Data) -> Iterator[tuple[Path, str]]:
    for kind in ("secret", "configMap", "downwardAPI"):
        for place, item in list_items((*path, kind), part.get(kind, {}), "items"):
            if item.get("path"):
                yield (*place, "path"), item["path"]
