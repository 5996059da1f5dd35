"""RUN127 image-not-pinned: the nodes may run different images.

Without a tag, or with `latest`, a node runs what the registry had when it pulled. After a restart or on a new node,
that may be a different program than on the others.

Source: https://kubernetes.io/docs/concepts/containers/images/#image-names

Example:
    image: registry.example/train:latest
Use instead:
    image: registry.example/train:1.4.0
"""

from collections.abc import Iterator

from render.problem import Severity
from render.programs.run import Run
from render.rules.rule import Finding, rule

_MOVING = frozenset(
    {"dev", "develop", "edge", "head", "latest", "main", "master", "nightly", "rolling", "stable", "test"}
)


@rule(severity=Severity.WARNING)
def check(run: Run) -> Iterator[Finding]:
    """Report an image without a version."""
    image = run.at("image")
    if not image or "@" in image:
        return
    _, colon, tag = image.rpartition("/")[2].partition(":")
    if not colon or tag in _MOVING:
        reason = f"has the tag `{tag}`, which moves" if colon else "has no tag"
        yield Finding(
            ("image",), f"`{image}` {reason}: nodes that pull later may run a different program", "pin a version"
        )
