"""What a spec renders: there the rules that read specs look at the spec itself."""

from render.manifests.objects import Object

_LABEL, _START = "helm.sh/chart", "training-job-"


def is_of_a_spec(item: Object) -> bool:
    """Say whether the chart of this project has rendered an object."""
    return str(item.data.get("metadata", {}).get("labels", {}).get(_LABEL, "")).startswith(_START)
