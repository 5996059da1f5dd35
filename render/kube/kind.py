"""What an object is, and where the schema of such an object lies."""

from typing import Any, NamedTuple

Schema = dict[str, Any]
"""A JSON Schema, draft 2020-12 unless said otherwise."""

DRAFT = "https://json-schema.org/draft/2020-12/schema"


class Kind(NamedTuple):
    """A group (empty for the core one), a version and a kind, as an object names them."""

    group: str
    version: str
    name: str

    @classmethod
    def of(cls, api_version: str, name: str) -> "Kind":
        """Return the kind of an object with this `apiVersion` and `kind`."""
        group, _, version = api_version.rpartition("/")
        return cls(group, version, name)

    @property
    def api_version(self) -> str:
        """What an object has as its `apiVersion`."""
        return f"{self.group}/{self.version}" if self.group else self.version

    @property
    def group_kind(self) -> str:
        """What it is whatever its version, `GROUP/KIND`, with an empty group for the core one."""
        return f"{self.group}/{self.name}"

    @property
    def path(self) -> str:
        """Where kubeconform looks: `{{.Group}}/{{.ResourceKind}}_{{.ResourceAPIVersion}}.json`.

        Its `.Group` is the version where there is no group. The whole group is needed: by its first label alone,
        Volcano's PodGroup and Kubernetes' own are the same file.
        """
        return f"{self.group or self.version}/{self.name.lower()}_{self.version}.json"

    def pinned(self, schema: Schema) -> Schema:
        """Return an object's schema that accepts objects of this kind alone."""
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
