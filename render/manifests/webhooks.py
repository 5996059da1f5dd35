"""What a schema requires and a mutating webhook fills in before it is applied."""

from render.kube.kind import Kind
from render.shape.mistake import Mistake, Path, Sort

FILLS = "its project's webhook fills it in; write it where a GitOps engine compares"

_FILLED: dict[tuple[str, str], tuple[Path, ...]] = {
    # https://github.com/kubernetes-sigs/jobset/blob/main/pkg/webhooks/jobset_webhook.go
    ("jobset.x-k8s.io", "JobSet"): (("spec", "failurePolicy", "rules", "[]", "name"),),
}


def fills(kind: Kind, mistake: Mistake) -> bool:
    """Say whether a webhook of the kind's own project mends a mistake."""
    place = tuple("[]" if isinstance(part, int) else part for part in mistake.path)
    return mistake.sort is Sort.MISSING_KEY and place in _FILLED.get((kind.group, kind.name), ())
