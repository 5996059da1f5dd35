"""The work of `render validate`."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from render import outputs
from render.cli import CLEAN, FAILED, PROBLEMS
from render.cli._comparisons import compare_with_cluster, compare_with_image
from render.cli._options import SpecOptions
from render.cli._output import count, print_status, progress, report, write_all
from render.cli._request import build_request, command_error, load_overlays, reject_repeated_stdin
from render.engine import EngineError
from render.kube.schemas import Definitions, Schemas
from render.manifests.codes import NOT_CHECKED
from render.problem import Problem, Severity, has_error
from render.rules.config import Config, load_config
from render.source import FileReader
from render.validation.batch import check_all_files
from render.validation.inputs import Input, Settings, inputs
from render.validation.pipeline import CommandState, check_command, find_deployments, find_namespaces, read_files
from render.validation.policies import load_policies
from render.validation.result import Result, Summary

if TYPE_CHECKING:  # few commands have a cluster
    from render.snapshot.view import SnapshotView

_NO_FILES = "hint: folders are searched for `*.yaml`, `*.yml` and `*.json`; for an empty folder, use `--allow-empty`"


def run(
    *,
    paths: Sequence[str],
    spec_options: SpecOptions,
    minor: str,
    trainer: str,
    folders: Sequence[Path],
    config: str | None,
    ignored: Sequence[str],
    cluster: str | None,
    image_config: str | None,
    uses_server: bool,
    context: str | None,
    format_: str,
    output_file: Path | None,
    fail_on: str,
    missing_schemas: str,
    allow_empty: bool,
) -> int:
    """Check files, report their problems and return the exit status. Raises click.ClickException."""
    if context is not None and not uses_server:
        raise click.UsageError("`--context` requires `--server`")
    reject_repeated_stdin(*paths, *spec_options.files, config, cluster)
    found = list(inputs(paths))
    if not allow_empty and not any(isinstance(file, Input) for file in found):
        raise click.ClickException(f"nothing to validate in {', '.join(f'`{path}`' for path in paths)}\n{_NO_FILES}")
    if spec_options.name is not None and len(found) > 1:
        raise click.UsageError(f"`--name` names one spec, got {len(found)} files")
    reader = FileReader()
    over = load_overlays(spec_options.files, reader.read)
    if over is None:
        return PROBLEMS
    rules_config = _config(config, ignored, missing_schemas, reader)
    if rules_config is None:
        return PROBLEMS
    report_ = _Report(outputs.find(format_), output_file, Severity(fail_on), allow_empty)
    try:
        request = build_request(over, spec_options)
        site = _site(cluster, minor, trainer, folders, reader)
        if site is None:
            return PROBLEMS
        view, schemas = site
        policies, broken = load_policies([Path(path) for path in rules_config.policies], schemas, reader)
        report(broken, {})
        if has_error(broken):
            return PROBLEMS
        settings = Settings(
            request, schemas, rules_config, policies, uses_server or view is not None or image_config is not None
        )
        results = compare_with_cluster(_results(found, settings, paths, reader), view, settings)
        results = compare_with_image(results, image_config, settings)
        return _write_with_server(report_, results, context, settings) if uses_server else report_.write(results)
    except EngineError as error:
        raise command_error(error) from error


def _config(path: str | None, ignored: Sequence[str], missing_schemas: str, reader: FileReader) -> Config | None:
    """Return the configuration of rules, and report its problems; None if it has errors."""
    text = None if path is None else reader.read(path)
    if isinstance(text, Problem):
        report([text], {})
        return None
    config, problems = load_config(text, ignored)
    report(problems, {text.file: text.content} if text else {})
    if missing_schemas == Severity.ERROR:
        config = config._replace(severity={**config.severity, NOT_CHECKED.code: Severity.ERROR})
    return None if has_error(problems) else config


def _schemas(minor: str, trainer: str, folders: Sequence[Path], reader: FileReader) -> Schemas | None:
    """Return the schemas, and report problems of the user's schemas; None if they have errors."""
    missing = next((folder for folder in folders if not folder.is_dir()), None)
    if missing is not None:
        raise click.ClickException(f"`--crds {missing}`: no such folder")
    definitions, problems = _definitions(folders, reader)
    report(problems, {})
    if has_error(problems):
        return None
    schemas = Schemas(minor, trainer, tuple(folders), definitions)
    if not schemas.has_minor():
        raise click.ClickException(
            f"there are no schemas of Kubernetes {minor}\n"
            f"hint: write them with `render schema kubernetes {minor} --output-dir DIR`, then add `--crds DIR`"
        )
    return schemas


def _site(
    cluster: str | None, minor: str, trainer: str, folders: Sequence[Path], reader: FileReader
) -> "tuple[SnapshotView | None, Schemas] | None":
    """Return the cluster of a file, if there is one, and the schemas; None if one of them has errors."""
    view = None
    if cluster is not None:
        from render.cli._snapshot import load_cluster  # few commands have a cluster

        view = load_cluster(cluster, reader.read)
        if view is None:
            return None
        minor, trainer = _versions(view, minor, trainer)
    schemas = _schemas(minor, trainer, folders, reader)
    return None if schemas is None else (view, schemas)


def _versions(view: "SnapshotView", minor: str, trainer: str) -> tuple[str, str]:
    """Return the versions of Kubernetes and Kubeflow Trainer: those of the options, else those of the cluster."""
    context = click.get_current_context()
    if context.get_parameter_source("minor") is click.core.ParameterSource.DEFAULT:
        minor = view.minor
    if context.get_parameter_source("trainer") is click.core.ParameterSource.DEFAULT:
        trainer = view.trainer or trainer
    return minor, trainer


def _definitions(folders: Sequence[Path], reader: FileReader) -> tuple[Definitions, list[Problem]]:
    if not folders:
        return Definitions(), []
    from render.manifests.crd_files import load_definitions  # few runs have definitions

    return load_definitions(folders, reader)


def _results(
    files: Sequence[Input | Problem], settings: Settings, paths: Sequence[str], reader: FileReader
) -> list[Result]:
    read = read_files(files, settings, reader)
    settings = find_namespaces(read, settings)
    states, deployments = find_deployments(read, settings, paths, reader)
    results = list(progress(check_all_files(states, settings), len(states)))
    return check_command(results, CommandState(settings, deployments))


def _write_with_server(report_: "_Report", results: list[Result], context: str | None, settings: Settings) -> int:
    """Add the findings of a dry run, write the results and return the exit status."""
    from render.validation.server.dry_run import ServerStage  # the import takes half a second

    stage = ServerStage.connect(context, settings)
    status = report_.write(list(stage.add_findings(results)))
    if stage.failure is not None:
        raise command_error(stage.failure) from stage.failure
    return status


class _Report(NamedTuple):
    """Options for the report of results."""

    format_: outputs.Format
    output_file: Path | None
    fail_on: Severity
    allow_empty: bool

    def write(self, results: Sequence[Result]) -> int:
        """Write the results and their summary, and return the exit status."""
        summary = Summary(fail_on=self.fail_on)
        for result in results:
            summary.add(result)
        lines = self.format_(results, summary)
        if not write_all(lines, self.output_file):
            return FAILED
        print_status(_sentence(summary))
        return self._status(summary)

    def _status(self, summary: Summary) -> int:
        if summary.crashes:
            print_status(f"the check of {count(summary.crashes, 'file')} failed: the report is not complete")
            return FAILED
        if summary.has_failed:
            return PROBLEMS
        if not summary.objects and not self.allow_empty:
            reason = summary.left_out or "the given paths contain neither"
            print_status(f"nothing was checked: there is no spec and no Kubernetes object, {reason}")
            print_status("hint: give specs (`kind: TrainingJob`) or manifests; to accept that, use `--allow-empty`")
            return FAILED
        return CLEAN


def _sentence(summary: Summary) -> str:
    counts = [(summary.errors, "error"), (summary.warnings, "warning"), (summary.infos, "note")]
    found = ", ".join(count(number, noun) for number, noun in counts if number) or "no problems"
    checked = [count(summary.files, "file"), count(summary.objects, "object"), summary.left_out]
    return f"{', '.join(filter(None, checked))}: {found}"
