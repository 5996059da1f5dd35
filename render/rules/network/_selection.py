"""Services and the pods that they select."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from render.manifests.objects import Object, may_share_namespace
from render.manifests.pods import Pod, pods
from render.rules.network._labels import labels
from render.rules.rule import Objects


class Selection(NamedTuple):
    """A Service with a selector."""

    service: Object
    selector: Mapping[str, str]
    known: tuple[Pod, ...]
    """All pods in the input."""
    chosen: tuple[Pod, ...]
    """The pods that the Service selects."""
    elsewhere: tuple[Pod, ...]
    """The pods that it would select if it were in their namespace."""

    @property
    def others(self) -> Iterator[Pod]:
        """The pods that may be in its namespace."""
        return (pod for pod in self.known if may_share_namespace(pod.object, self.service))


def selections(items: Objects) -> Iterator[Selection]:
    """Yield the Services in the input that have a selector."""
    services = [item for item in items if (item.kind.group, item.kind.name) == ("", "Service")]
    if not services:
        return
    known = tuple(pod for item in items for pod in pods(item))
    labelled: dict[tuple[str, str], list[Pod]] = {}
    for pod in known:
        for label in labels(pod).items():
            labelled.setdefault(label, []).append(pod)
    for item in services:
        selector = item.data.get("spec", {}).get("selector")
        if selector:
            likely = labelled.get(next(iter(selector.items())), ())
            near = [pod for pod in likely if selector.items() <= labels(pod).items()]
            chosen = tuple(pod for pod in near if may_share_namespace(pod.object, item))
            elsewhere = tuple(pod for pod in near if not may_share_namespace(pod.object, item))
            yield Selection(item, selector, known, chosen, elsewhere)
