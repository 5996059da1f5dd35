"""Put an item into a list of a container or pod: in the place of the one that it stands for, else last.

Source: https://github.com/kubeflow/trainer/blob/v2.3.0/pkg/apply/apply.go
"""

from collections.abc import Callable, Iterable
from typing import Any

Item = dict[str, Any]


def variables(container: Item, items: Iterable[Item]) -> None:
    """Put environment variables, which their names tell apart."""
    _each(container, "env", items, _same("name"))


def volumes(pod: Item, items: Iterable[Item]) -> None:
    """Put volumes, which their names tell apart."""
    _each(pod, "volumes", items, _same("name"))


def mounts(container: Item, items: Iterable[Item]) -> None:
    """Put volume mounts, which their paths tell apart."""
    _each(container, "volumeMounts", items, _same("mountPath"))


def ports(container: Item, items: Iterable[Item]) -> None:
    """Put ports, which their numbers or their names tell apart. Two that have no name have the same one."""
    _each(container, "ports", items, _is_same_port)


def _each(holder: Item, key: str, items: Iterable[Item], is_same: Callable[[Item, Item], bool]) -> None:
    for item in list(items):
        found: list[Item] = holder.setdefault(key, [])
        place = next((i for i, other in enumerate(found) if is_same(other, item)), None)
        if place is None:
            found.append(item)
        else:
            found[place] = item


def _same(key: str) -> Callable[[Item, Item], bool]:
    return lambda one, other: bool(one.get(key) == other.get(key))


def _is_same_port(one: Item, other: Item) -> bool:
    return one.get("containerPort") == other.get("containerPort") or one.get("name") == other.get("name")
