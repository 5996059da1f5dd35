"""Services, and the pods that they lead to."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from render.manifests.identity import can_meet
from render.manifests.objects import Object
from render.manifests.pods import Pod, pods
from render.rules.network._labels import labels
from render.rules.rule import Objects


@dataclass(frozen=True, slots=True)
class Selection:
    """A Service with a selector, and the pods in its namespace."""

    service: Object
    selector: Mapping[str, str]
    others: tuple[Pod, ...]
    """Those that it does not lead to."""
    chosen: tuple[Pod, ...]


def selections(items: Objects) -> Iterator[Selection]:
    """Yield the Services of an input that select pods."""
    known = [pod for item in items for pod in pods(item)]
    for item in items:
        is_service = (item.kind.group, item.kind.name) == ("", "Service")
        selector = item.data.get("spec", {}).get("selector") if is_service else None
        if selector:
            near = [pod for pod in known if can_meet(pod.object, item)]
            chosen = tuple(pod for pod in near if selector.items() <= labels(pod).items())
            yield Selection(item, selector, tuple(pod for pod in near if pod not in chosen), chosen)
