"""The group, version and kind of an object, and the path of its schema."""

from typing import Any, NamedTuple

Schema = dict[str, Any]
"""A JSON Schema, draft 2020-12 unless documented otherwise."""

DRAFT = "https://json-schema.org/draft/2020-12/schema"


class GroupVersionKind(NamedTuple):
    """A group (empty for the core group), a version and a kind."""

    group: str
    version: str
    name: str

    @classmethod
    def of(cls, api_version: str, name: str) -> "GroupVersionKind":
        """Return the kind of an object with this `apiVersion` and `kind`."""
        group, _, version = api_version.rpartition("/")
        return cls(group, version, name)

    @property
    def api_version(self) -> str:
        """The `apiVersion` of an object."""
        return f"{self.group}/{self.version}" if self.group else self.version

    @property
    def group_kind(self) -> str:
        """The kind without its version: `GROUP/KIND`, with an empty group for the core group."""
        return f"{self.group}/{self.name}"

    @property
    def path(self) -> str:
        """The path for kubeconform's template `{{.Group}}/{{.ResourceKind}}_{{.ResourceAPIVersion}}.json`.

        `.Group` is the version if the group is empty. The whole group is needed: with only its first label, Volcano's
        PodGroup and the one of Kubernetes would have the same path.
        """
        return f"{self.group or self.version}/{self.name.lower()}_{self.version}.json"

    def pinned(self, schema: Schema) -> Schema:
        """Return an object's schema that accepts only objects of this kind."""
        own = {name: {"type": "string", "enum": [value]} for name, value in self._envelope}
        required = [*dict(self._envelope), *(name for name in schema.get("required", []) if name not in own)]
        return {
            "$schema": DRAFT,
            **schema,
            "required": required,
            "properties": {**schema.get("properties", {}), **own},
        }

    @property
    def _envelope(self) -> tuple[tuple[str, str], ...]:
        return ("apiVersion", self.api_version), ("kind", self.name)
