"""Load specs from arguments, and render manifests from specs."""

from render.spec.collect import Spec, collect
from render.spec.rendering import Outcome, ReleaseSpec, Request, overlays, render

__all__ = ["Outcome", "ReleaseSpec", "Request", "Spec", "collect", "overlays", "render"]
