"""From arguments to specs, and from specs to manifests."""

from render.spec.collect import Spec, collect
from render.spec.rendering import Outcome, Request, overlays, render

__all__ = ["Outcome", "Request", "Spec", "collect", "overlays", "render"]
