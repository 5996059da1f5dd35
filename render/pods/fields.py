"""What a variable gets from its pod (`fieldRef`).

Source: https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/fieldpath/fieldpath.go
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

_INDEX = "batch.kubernetes.io/job-completion-index"
"""Label and annotation of a numbered pod."""

_KEYED = re.compile(r"metadata\.(?P<field>labels|annotations)\['(?P<key>.+)'\]")


@dataclass(frozen=True, slots=True)
class Fields:
    """What is known of a pod before it exists. Its name and its UID are not, nor is where it runs."""

    namespace: str
    service_account: str
    labels: Mapping[str, str]
    annotations: Mapping[str, str]
    index: int | None = None
    """Among the pods of its Job, where they are numbered."""
    assigned: Mapping[str, str] = field(default_factory=dict)
    """By path: what a pod has once it runs."""

    def get(self, path: str) -> str | None:
        """Return the value of a field; None where it is not known. A label that is not here may still be added."""
        if match := _KEYED.fullmatch(path):
            if match["key"] == _INDEX and self.index is not None:
                return str(self.index)
            return (self.labels if match["field"] == "labels" else self.annotations).get(match["key"])
        known = {"metadata.namespace": self.namespace, "spec.serviceAccountName": self.service_account}
        return known.get(path, self.assigned.get(path))
