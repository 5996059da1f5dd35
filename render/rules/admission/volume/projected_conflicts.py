"""ADM405 projected-conflicts: two parts of a projected volume write the same file, or a token has no account.

The paths of all parts are in one folder, so each is there once. A Pod that projects a service account's token names the
account; in a template the name may be left out. The API server refuses the pod.

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

from render.manifests.places import Data, listed
from render.manifests.pods import Pod
from render.rules.admission._refusal import invalid, required
from render.rules.rule import Finding, rule
from render.shape.mistake import Path


@rule(keys=("projected",))
def check(pod: Pod) -> Iterator[Finding]:
    """Yield each file that is there before, and each token without a path."""
    for path, volume in listed(pod.spec_path, pod.spec, "volumes"):
        seen: set[str] = set()
        for place, part in listed((*path, "projected"), volume.get("projected", {}), "sources"):
            for place_of_file, name in _files(place, part):
                if name in seen:
                    yield invalid(place_of_file, name, "conflicting duplicate paths")
                seen.add(name)
            if "serviceAccountToken" in part and not part["serviceAccountToken"].get("path"):
                yield required((*place, "serviceAccountToken", "path"))


def _files(path: Path, part: Data) -> Iterator[tuple[Path, str]]:
    for kind in ("secret", "configMap", "downwardAPI"):
        for place, item in listed((*path, kind), part.get(kind, {}), "items"):
            if item.get("path"):
                yield (*place, "path"), item["path"]
