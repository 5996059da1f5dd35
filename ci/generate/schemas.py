"""The schemas of objects, as files of `schemas/`."""

from pathlib import Path

from ci.generate.custom import custom_schemas
from render.kube.generation import dump
from render.kube.generation.builtin_schemas import builtin_schemas
from render.kube.schema_folders import MINORS, version_folder

SCHEMAS = Path("schemas")


def schema_files() -> dict[Path, str]:
    """Return every file of the bundled Kubernetes versions and custom resources, by its path from the root."""
    core = {
        SCHEMAS / version_folder(minor) / kind.path: dump(schema)
        for minor in MINORS
        for kind, schema in builtin_schemas(minor)
    }
    custom = {SCHEMAS / folder / kind.path: dump(schema) for folder, kind, schema in custom_schemas()}
    return core | custom
