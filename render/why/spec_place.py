"""Places of a spec's keys: the line to change."""

from dataclasses import dataclass

from render.source import Document


@dataclass(frozen=True, slots=True)
class SpecPlaces:
    """The keys of a spec; without a spec, no key has a place."""

    document: Document | None = None

    def find(self, key: str | None) -> tuple[str, int, str] | None:
        """Return file, line and text of a key, or of the nearest one above it that is in the spec; None without one."""
        if key is None or self.document is None:
            return None
        node, _ = self.document.nearest("/" + key.replace(".", "/"))
        if node is None or node.key is None:
            return None
        line = node.key[0]
        return self.document.file, line, self.document.content.splitlines()[line - 1].strip()
