"""The schemas of objects, as files of `schemas/`."""

from pathlib import Path

from ci.generate.custom import custom_schemas
from render.kube.core import schemas
from render.kube.layout import MINORS, version_folder
from render.kube.text import text

SCHEMAS = Path("schemas")


def schema_files() -> dict[Path, str]:
    """Return every file of the bundled Kubernetes versions and custom resources, by its path from the root."""
    core = {
        SCHEMAS / version_folder(minor) / kind.path: text(schema) for minor in MINORS for kind, schema in schemas(minor)
    }
    custom = {SCHEMAS / folder / kind.path: text(schema) for folder, kind, schema in custom_schemas()}
    return core | custom
