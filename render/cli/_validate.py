"""What `render validate` does."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import click

from render import engine, outputs
from render.cli import CLEAN, FAILED, PROBLEMS
from render.cli._progress import progress
from render.cli._report import count, report, say
from render.cli._request import failed, read_once, requested
from render.cli._stdout import write_all
from render.engine import EngineError, EngineName
from render.kube.definitions import Definitions
from render.kube.schemas import Schemas
from render.manifests.codes import NOT_CHECKED
from render.problem import Problem, Severity, has_error
from render.rules.config import Config
from render.source import read
from render.spec import overlays
from render.validation.ahead import prepared
from render.validation.batch import results
from render.validation.configured import configured
from render.validation.deployed import deployed
from render.validation.file import Settings
from render.validation.inputs import Input, inputs
from render.validation.once import once
from render.validation.policies import load
from render.validation.result import Result, Summary
from render.validation.together import together

_NO_FILES = (
    "hint: folders are searched for `*.yaml`, `*.yml` and `*.json`; where there may be none, give `--allow-empty`"
)


def run(
    *,
    paths: Sequence[str],
    files: Sequence[str],
    sets: Sequence[str],
    name: str | None,
    namespace: str,
    chart: str | None,
    wanted: EngineName | None,
    minor: str,
    trainer: str,
    folders: Sequence[Path],
    config: str | None,
    ignored: Sequence[str],
    asks_server: bool,
    context: str | None,
    format_: str,
    output_file: Path | None,
    fail_on: str,
    missing_schemas: str,
    allow_empty: bool,
) -> int:
    """Validate files, write what is found and return the exit status. Raises click.ClickException."""
    if context is not None and not asks_server:
        raise click.UsageError("`--context` says which cluster `--server` asks")
    read_once(*paths, *files, config)
    found = list(inputs(paths))
    if not allow_empty and not any(isinstance(file, Input) for file in found):
        raise click.ClickException(f"nothing to validate in {', '.join(f'`{path}`' for path in paths)}\n{_NO_FILES}")
    if name is not None and len(found) > 1:
        raise click.UsageError(f"one `--name` can't name {len(found)} files")
    over, problems = overlays(files)
    if has_error(problems):
        report(problems, {document.file: document.content for document in over})
        return PROBLEMS
    asked = _config(config, ignored, missing_schemas)
    if asked is None:
        return PROBLEMS
    status = _Status(Severity(fail_on), allow_empty)
    try:
        request = requested(over, sets=sets, name=name, namespace=namespace, chart=chart, wanted=wanted)
        schemas = _schemas(minor, trainer, folders)
        if schemas is None:
            return PROBLEMS
        policies, broken = load([Path(path) for path in asked.policies], schemas)
        report(broken, {})
        if has_error(broken):
            return PROBLEMS
        engine.do_meanwhile(prepared(schemas))
        settings = Settings(request, schemas, asked, policies, asks_server)
        if not asks_server:
            return _write(_results(found, settings, paths), outputs.find(format_), output_file, status)
        from render.cli._server import Asking  # it takes half a second to import what asks

        asking = Asking.of(context, settings)
        results = asking.added(_results(found, settings, paths))
        return asking.ended(_write(results, outputs.find(format_), output_file, status))
    except EngineError as error:
        raise failed(error, error.hint) from error


def _config(path: str | None, ignored: Sequence[str], missing_schemas: str) -> Config | None:
    """Return which findings are asked for, and report what is wrong with that; None where it can't be used."""
    text = None if path is None else read(path)
    if isinstance(text, Problem):
        report([text], {})
        return None
    config, problems = configured(text, ignored)
    report(problems, {text.file: text.content} if text else {})
    if missing_schemas == Severity.ERROR:
        config = config._replace(severity={**config.severity, NOT_CHECKED.code: Severity.ERROR})
    return None if has_error(problems) else config


def _schemas(minor: str, trainer: str, folders: Sequence[Path]) -> Schemas | None:
    """Return the schemas to judge by, and report what is wrong with the user's; None where those can't be used."""
    missing = next((folder for folder in folders if not folder.is_dir()), None)
    if missing is not None:
        raise click.ClickException(f"`--crds {missing}`: no such folder")
    definitions, problems = _definitions(folders)
    report(problems, {})
    if has_error(problems):
        return None
    schemas = Schemas(minor, trainer, tuple(folders), definitions)
    if not schemas.has_minor():
        raise click.ClickException(
            f"there are no schemas of Kubernetes {minor}\n"
            f"hint: make them with `render schema kubernetes {minor} -o DIR`, and give `--crds DIR`"
        )
    return schemas


def _definitions(folders: Sequence[Path]) -> tuple[Definitions, list[Problem]]:
    if not folders:
        return Definitions(), []
    from render.manifests.definitions import load  # few commands have any

    return load(folders)


def _results(files: Sequence[Input | Problem], settings: Settings, paths: Sequence[str]) -> Iterator[Result]:
    done = progress(results(files, settings), len(files))
    return together(once(deployed(done, settings, paths)), settings)


class _Status(NamedTuple):
    """What makes the command fail."""

    fail_on: Severity
    allow_empty: bool

    def of(self, summary: Summary) -> int:
        """Return the exit status, and report on standard error why there is no verdict where there is none."""
        if summary.crashes:
            say(f"the check of {count(summary.crashes, 'file')} failed: the report is not complete")
            return FAILED
        if summary.reaches(self.fail_on):
            return PROBLEMS
        if not summary.objects and not self.allow_empty:
            found = summary.left_out or "what was named holds neither"
            say(f"nothing was checked: there is no spec and no Kubernetes object, {found}")
            say("hint: name specs (`kind: TrainingJob`) or manifests; where there may be none, give `--allow-empty`")
            return FAILED
        return CLEAN


def _write(found: Iterator[Result], format_: outputs.Format, output_file: Path | None, status: _Status) -> int:
    summary = Summary()
    lines = format_(_counted(found, summary), summary)
    if not write_all(lines, output_file):
        return FAILED
    say(_sentence(summary))
    return status.of(summary)


def _counted(found: Iterator[Result], summary: Summary) -> Iterator[Result]:
    for result in found:
        summary.add(result)
        yield result


def _sentence(summary: Summary) -> str:
    counts = [(summary.errors, "error"), (summary.warnings, "warning"), (summary.infos, "note")]
    found = ", ".join(count(number, noun) for number, noun in counts if number) or "no problems"
    checked = [count(summary.files, "file"), count(summary.objects, "object"), summary.left_out]
    return f"{', '.join(filter(None, checked))}: {found}"
