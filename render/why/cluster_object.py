"""An object of a cluster or a dump, with the fields that all kinds share."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from render.manifests.fields import mapping_at, mappings_at, text_at, time_at
from render.schema_errors.error import get_path


class Condition(NamedTuple):
    """A condition of an object's status."""

    type: str
    status: str
    reason: str
    message: str
    time: str
    """Time of the last transition; empty if unknown."""

    @property
    def is_true(self) -> bool:
        """Return True if the condition holds."""
        return self.status == "True"


@dataclass(frozen=True, slots=True, eq=False)
class ClusterObject:
    """An object that was read. Its data is not validated."""

    data: Mapping[str, Any]

    @property
    def group(self) -> str:
        """The API group; empty for the core group."""
        return text_at(self.data, "apiVersion").rpartition("/")[0]

    @property
    def kind(self) -> str:
        """The kind, such as `Pod`."""
        return text_at(self.data, "kind")

    @property
    def group_kind(self) -> str:
        """The kind with its group: `GROUP/KIND`."""
        return f"{self.group}/{self.kind}"

    @property
    def name(self) -> str:
        """The name."""
        return text_at(self.data, "metadata", "name")

    @property
    def namespace(self) -> str:
        """The namespace; empty for objects without one."""
        return text_at(self.data, "metadata", "namespace")

    @property
    def uid(self) -> str:
        """The UID; empty if unknown."""
        return text_at(self.data, "metadata", "uid")

    @property
    def label(self) -> str:
        """`Kind/name`."""
        return f"{self.kind}/{self.name}"

    @property
    def labels(self) -> Mapping[str, Any]:
        """The labels."""
        return mapping_at(self.data, "metadata", "labels")

    @property
    def annotations(self) -> Mapping[str, Any]:
        """The annotations."""
        return mapping_at(self.data, "metadata", "annotations")

    @property
    def created(self) -> str:
        """Time of creation; empty if unknown."""
        return time_at(self.data, "metadata", "creationTimestamp")

    @property
    def deleted(self) -> str:
        """Time of the request to delete it; empty if there was none."""
        return time_at(self.data, "metadata", "deletionTimestamp")

    def at(self, *path: str) -> Any:
        """Return the value at a path of keys; None if there is none."""
        return get_path(self.data, path)

    def is_owned_by(self, owner: "ClusterObject") -> bool:
        """Return True if an owner reference names an object, by UID or by kind and name."""
        return any(_refers(reference, owner) for reference in mappings_at(self.data, "metadata", "ownerReferences"))

    @property
    def owners(self) -> list[tuple[str, str]]:
        """Kind and name of each owner."""
        found = mappings_at(self.data, "metadata", "ownerReferences")
        return [(text_at(one, "kind"), text_at(one, "name")) for one in found]

    def conditions(self) -> Iterator[Condition]:
        """Yield the conditions of the status."""
        for one in mappings_at(self.data, "status", "conditions"):
            when = time_at(one, "lastTransitionTime")
            type_, status, reason, message = (text_at(one, key) for key in ("type", "status", "reason", "message"))
            yield Condition(type_, status, reason, message, when)

    def condition(self, type_: str) -> Condition | None:
        """Return the condition of a type; None if there is none."""
        return next((one for one in self.conditions() if one.type == type_), None)

    def is_true(self, type_: str) -> bool:
        """Return True if the condition of a type holds."""
        found = self.condition(type_)
        return found is not None and found.is_true


def _refers(reference: Mapping[str, Any], owner: ClusterObject) -> bool:
    if owner.uid and text_at(reference, "uid"):
        return text_at(reference, "uid") == owner.uid
    return text_at(reference, "kind") == owner.kind and text_at(reference, "name") == owner.name
