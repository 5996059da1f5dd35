"""The schemas of Kubernetes' own kinds, as files of `schemas/`."""

from pathlib import Path

from render.kube.core import schemas
from render.kube.layout import MINORS, version_folder
from render.kube.text import text

SCHEMAS = Path("schemas")


def schema_files() -> dict[Path, str]:
    """Return every file of the bundled Kubernetes versions by its path from the repository's root."""
    return {
        SCHEMAS / version_folder(minor) / kind.path: text(schema) for minor in MINORS for kind, schema in schemas(minor)
    }
