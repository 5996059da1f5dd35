"""Import the job in some files, report the objects next to it, and write the spec as YAML."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, cast

from render.importers.parts.importer import API_VERSION, SPEC_KIND, Importer, ImportResult, ImportSource
from render.importers.parts.slurm import is_sbatch
from render.kube.gvk import GroupVersionKind
from render.kube.schemas import Schemas
from render.manifests.finding import Finding, to_problem
from render.manifests.loading import load_objects
from render.manifests.objects import Object
from render.problem import Problem, has_error, printable
from render.source import Document, Text, load_documents, read_file
from render.source.yaml_loader import Part
from render.source.yaml_writer import spec_to_yaml
from render.spec.codes import NOT_CARRIED, NOT_IMPORTED, TO_DO
from render.validation.document_kind import DocumentKind, kind_of

_HINT = (
    "it takes a TrainJob with its runtime, a job of the Training Operator or of the MPI operator, a JobSet, a Job, "
    "a Volcano Job, a RayJob, or a script for sbatch"
)
_COMMON = GroupVersionKind("batch", "v1", "Job")
"""A kind that often prepares another run, in the same file."""


@dataclass(frozen=True, slots=True)
class ImportOutcome:
    """The result of importing files."""

    item: Object | None
    """The imported object; None after an error."""
    imported: ImportResult
    sources: Mapping[str, str]
    """Text of each file by path, to show problems."""


@cache
def load_importers() -> dict[GroupVersionKind, Importer]:
    """Return the importers of the folder above by the kind that they read."""
    folder = Path(__file__).parents[1]
    modules = [import_module(f"render.importers.{file.stem}") for file in sorted(folder.glob("[!_]*.py"))]
    found = (cast("Importer", module) for module in modules)
    return {importer.KIND: importer for importer in found}


def import_files(paths: Sequence[str], release: str) -> ImportOutcome:
    """Import the one object of the files that an importer reads. Raises OSError, ValueError."""
    texts = [read_file(path) for path in dict.fromkeys(paths)]
    sources = {text.file: text.content for text in texts if isinstance(text, Text)}
    items: list[Object] = []
    problems: list[Problem] = []
    for found in _found(texts, Schemas(trainer=release)):
        if isinstance(found, Problem):
            problems.append(found)
        else:
            items.append(found)
    ready = [item for item in items if item.kind in load_importers()]
    ready = [item for item in ready if item.kind != _COMMON] or ready
    if not has_error(problems) and len(ready) != 1:
        problems += _not_one(ready, items, next(iter(sources)))
    if has_error(problems):
        return ImportOutcome(None, ImportResult({}, tuple(problems)), sources)
    [item] = ready
    others = tuple(other for other in items if other is not item)
    imported = load_importers()[item.kind].convert(ImportSource(item, others, release))
    reported = (*problems, *imported.problems)
    if not has_error(reported):
        reported += tuple(report_others(others))
    return ImportOutcome(item, ImportResult(imported.values, reported, imported.namespace, imported.by), sources)


def _found(texts: Iterable[Text | Problem], schemas: Schemas) -> Iterator[Object | Problem]:
    """Yield the objects with valid types, and the problems of the others."""
    for content in texts:
        if isinstance(content, Problem):
            yield content
            continue
        if is_sbatch(content.content):
            script = {"script": content.content, "metadata": {"name": Path(content.file).name}}
            yield Object(Document(content.file, "", None), "", GroupVersionKind("", "", "sbatch"), script)
            continue
        if content.content.startswith("#!"):
            yield _script(content)
            continue
        for part in load_documents(content):
            if kind_of(part[0]) is DocumentKind.SPEC:
                message = "is a spec already: there is nothing to import"
                yield NOT_IMPORTED.problem(message, hint=_HINT, file=content.file)
            else:
                yield from _of_part(part, schemas)


def _of_part(part: Part, schemas: Schemas) -> Iterator[Object | Problem]:
    """Yield the object of a document, one of an unknown kind too, with its problems."""
    for loaded in load_objects([part], schemas):
        if isinstance(loaded, Problem):
            yield loaded
            continue
        yield from loaded.problems()
        if loaded.readable is not None or loaded.unchecked is not None:
            yield loaded.readable or loaded.item


def _script(text: Text) -> Problem:
    system = next((name for mark, name in BATCH_SYSTEMS.items() if f"\n{mark} " in text.content), "")
    message = f"is a script for {system}" if system else "is a script without lines `#SBATCH`"
    hint = "`render init` writes a spec; set its `command` to what the script starts on each node"
    return NOT_IMPORTED.problem(message, hint=hint, file=text.file)


def _not_one(ready: Sequence[Object], items: Sequence[Object], file: str) -> Iterator[Problem]:
    versions = {kind.group_kind: kind.api_version for kind in reversed(load_importers())}
    known = [item for item in items if item.kind.name in WAYS_ON or item.kind.group_kind in versions]
    for item in [] if ready else known:
        version = versions.get(item.kind.group_kind)
        name = f"`{item.label}` of `{item.kind.api_version}`" if version else f"`{item.label}`"
        hint = f"write it as `{version}`" if version else WAYS_ON[item.kind.name]
        yield to_problem(Finding(("kind",), f"{name} can't be imported", hint, item, NOT_IMPORTED))
    if not ready and not known:
        yield NOT_IMPORTED.problem("the files hold nothing that can be imported", hint=_HINT, file=file)
    for item in ready[1:]:
        message = f"`{item.label}` and `{ready[0].label}` are two objects; an import makes one spec"
        span = node.span if (node := item.document.find(f"{item.pointer}/kind")) else None
        yield NOT_IMPORTED.problem(
            message, hint="give the files of one of them", file=item.document.file, span=span, object=item.label
        )


Schema = Mapping[str, Any]


def format_spec(values: Mapping[str, Any], schema: Schema, notices: Sequence[str]) -> str:
    """Return a spec as YAML. `schema` is the schema of specs, `notices` are comments at the top."""
    *above, last = notices
    spec = {"apiVersion": API_VERSION, "kind": SPEC_KIND, **values}
    return "".join(f"# {printable(notice)}\n" for notice in above) + spec_to_yaml(_ordered(spec, schema), last)


def _ordered(value: Any, schema: Schema) -> Any:
    """Return a value with its keys in the order of its schema, then unknown keys in their own order."""
    if isinstance(value, list):
        return [_ordered(item, schema.get("items", {})) for item in value]
    if not isinstance(value, dict):
        return value
    known = schema.get("properties", {})
    keys = [*(key for key in known if key in value), *(key for key in value if key not in known)]
    return {key: _ordered(value[key], known.get(key, {})) for key in keys}


_READ = frozenset({"ClusterTrainingRuntime", "TrainingRuntime"})
"""Kinds that an import reads with a TrainJob."""


def report_others(others: Sequence[Object]) -> Iterator[Problem]:
    """Yield a note for each object of the files that is not part of the spec."""
    for item in others:
        if item.kind.name in _READ:
            continue
        if item.kind.name == "Service" and (selector := item.data.get("spec", {}).get("selector")):
            labels = ", ".join(f"`{key}: {value}`" for key, value in selector.items())
            message = f"`{item.label}` selects pods by {labels}, which the pods of the run may not have"
            hint = "the run brings its own Service; set `pod.labels` if this one is still needed"
            yield to_problem(Finding(("spec", "selector"), message, hint, item, NOT_CARRIED))
        else:
            message = f"`{item.label}` is not part of the spec"
            hint = "apply it by itself if the run needs it"
            yield to_problem(Finding(("kind",), message, hint, item, TO_DO))


BATCH_SYSTEMS: Mapping[str, str] = {"#BSUB": "LSF", "#PBS": "PBS", "#flux:": "Flux", "#$": "Grid Engine"}
"""Batch systems by the beginning of the lines with their options."""

WAYS_ON: Mapping[str, str] = {
    "AppWrapper": "import the job inside it",
    "ClusterTrainingRuntime": "import it together with a TrainJob",
    "CronJob": "import a Job with its template; a spec has no schedule, so let CI or a CronJob apply it",
    "CronWorkflow": "import the job that it creates",
    "DaemonSet": "it is a service, and a run ends: keep it as it is",
    "Deployment": "it is a service, and a run ends: keep it as it is",
    "LeaderWorkerSet": "it is a service, and a run ends: import a JobSet or a Job",
    "MXJob": "MXNet's operator has no successor: start the program with `launcher: plain`",
    "Pod": "import a Job with its template",
    "RayService": "it is a service, and a run ends: keep it as it is",
    "ReplicaSet": "it is a service, and a run ends: keep it as it is",
    "SparkApplication": "its executors have no ranks: keep it as it is",
    "StatefulSet": "import an Indexed Job with its template",
    "TrainingRuntime": "import it together with a TrainJob",
    "Workflow": "import the job that it creates",
}
"""The next step for a kind, by its name."""
