"""Objects that the chart of this project renders. The rules that read specs check their spec instead."""

from render.manifests.objects import Object

_LABEL, _START = "helm.sh/chart", "training-job-"


def is_rendered_by_chart(item: Object) -> bool:
    """Return True if the chart of this project rendered an object."""
    return str(item.data.get("metadata", {}).get("labels", {}).get(_LABEL, "")).startswith(_START)
