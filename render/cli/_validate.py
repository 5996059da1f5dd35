"""The work of `render validate`."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from render import outputs
from render.cli import CLEAN, FAILED, PROBLEMS
from render.cli._comparisons import compare_with_cluster, compare_with_image, reject_unused_image
from render.cli._output import count, print_status, progress, report, write_all
from render.cli._request import command_error, load_overlays, reject_repeated_stdin
from render.cli._settings import Check, CheckOptions, load_check, load_trusted, report_configs
from render.config_file import Configuration, Loaded, find_config
from render.engine import EngineError
from render.problem import Problem, Severity
from render.rules.codes import unknown_codes
from render.source import FileReader
from render.validation.batch import check_all_files
from render.validation.inputs import Input, Settings, inputs
from render.validation.pipeline import CommandState, check_command, find_deployments, find_namespaces, read_files
from render.validation.result import Result, Summary

if TYPE_CHECKING:  # few commands have a cluster
    from render.cluster import ClusterError

_NO_FILES = "hint: folders are searched for `*.yaml`, `*.yml` and `*.json`; for an empty folder, use `--allow-empty`"


class Group(NamedTuple):
    """Files that one configuration applies to."""

    config: Configuration
    files: list[Input | Problem]


def run(
    *,
    paths: Sequence[str],
    config: str | None,
    no_config: bool,
    format_: str,
    output_file: Path | None,
    allow_empty: bool,
    **others: Any,
) -> int:
    """Check files, report their problems and return the exit status. Raises click.ClickException."""
    options = CheckOptions(**others)
    reject_repeated_stdin(*paths, *options.spec_options.files, config, options.cluster)
    found = list(inputs(paths))
    if not allow_empty and not any(isinstance(file, Input) for file in found):
        raise click.ClickException(f"nothing to validate in {', '.join(f'`{path}`' for path in paths)}\n{_NO_FILES}")
    if options.context is not None and not options.uses_server:
        raise click.UsageError("`--context` requires `--server`")
    if config is not None and no_config:
        raise click.UsageError("give either `--config` or `--no-config`")
    if options.spec_options.name is not None and len(found) > 1:
        raise click.UsageError(f"`--name` names one spec, got {len(found)} files")
    reader = FileReader()
    report([one for code in options.ignored if (one := unknown_codes(code, "--ignore"))], {})
    groups = _groups(found, config, reader, is_discovered=not no_config)
    failures: list[ClusterError] = []
    try:
        checks = None if groups is None else _load_checks(groups, options, reader)
        if checks is None:
            return PROBLEMS
        results = [
            result
            for check, files in checks
            for result in _compared(_results(files, check.settings, paths, reader), check, options, failures)
        ]
    except EngineError as error:
        raise command_error(error) from error
    reject_unused_image(results, options.image_config)
    report_ = _Report(outputs.find(format_), output_file, allow_empty)
    status = report_.write(results, _strictest(check for check, _ in checks))
    if failures:
        raise command_error(failures[0]) from failures[0]
    return status


def _load_checks(
    groups: Sequence[Group], options: CheckOptions, reader: FileReader
) -> list[tuple[Check, list[Input | Problem]]] | None:
    """Return the settings of each group with its files, and report problems; None if the settings have errors.

    Raises EngineError, click.ClickException.
    """
    over = load_overlays(options.spec_options.files, reader.read)
    loaded = [(load_check(options, over, group.config, reader), group.files) for group in groups]
    checks = [(check, files) for check, files in loaded if check is not None]
    return checks if len(checks) == len(loaded) else None


def _compared(
    results: list[Result], check: Check, options: CheckOptions, failures: "list[ClusterError]"
) -> list[Result]:
    """Return results with the findings of a cluster in a file, of an image, and of a dry run."""
    found = compare_with_cluster(results, check.view, check.settings)
    found = compare_with_image(found, options.image_config, check.settings)
    return _with_server(found, options.context, check.settings, failures) if options.uses_server else found


def _strictest(checks: Iterable[Check]) -> Severity:
    """Return the lowest severity that makes the command fail, of all configurations."""
    return max((check.fail_on for check in checks), key=list(Severity).index)


def _groups(
    files: Sequence[Input | Problem], config: str | None, reader: FileReader, *, is_discovered: bool
) -> list[Group] | None:
    """Return the files by the configuration that applies to them, and report its problems; None if one has errors."""
    if config is not None or not is_discovered:
        one = Configuration() if config is None else load_trusted(config, reader.read)
        return None if one is None else [Group(one, list(files))]
    by_folder: dict[Path, Loaded] = {}
    groups: dict[str | None, Group] = {}
    for file in files:
        path = file.path if isinstance(file, Input) else file.file or ""
        folder = Path(path).parent
        if folder not in by_folder:
            by_folder[folder] = find_config(path, reader.read)
        found = by_folder[folder].config
        groups.setdefault(found.file, Group(found, [])).files.append(file)
    if report_configs([*by_folder.values()]):
        return None
    return list(groups.values()) or [Group(Configuration(), [])]


def _results(
    files: Sequence[Input | Problem], settings: Settings, paths: Sequence[str], reader: FileReader
) -> list[Result]:
    read = read_files(files, settings, reader)
    settings = find_namespaces(read, settings)
    states, deployments = find_deployments(read, settings, paths, reader)
    results = list(progress(check_all_files(states, settings), len(states)))
    return check_command(results, CommandState(settings, deployments))


def _with_server(
    results: list[Result], context: str | None, settings: Settings, failures: "list[ClusterError]"
) -> list[Result]:
    """Return results with the findings of a dry run; a failure in the middle of it is added to `failures`."""
    from render.validation.server.dry_run import ServerStage  # the import takes half a second

    stage = ServerStage.connect(context, settings)
    found = list(stage.add_findings(results))
    failures += [stage.failure] if stage.failure is not None else []
    return found


class _Report(NamedTuple):
    """Options for the report of results."""

    format_: outputs.Format
    output_file: Path | None
    allow_empty: bool

    def write(self, results: Sequence[Result], fail_on: Severity) -> int:
        """Write the results and their summary, and return the exit status."""
        summary = Summary(fail_on=fail_on)
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
