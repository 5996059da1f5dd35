"""The settings of checks: those of options, else those of the configuration file, else defaults."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from render.cli._options import SpecOptions
from render.cli._output import report
from render.cli._request import build_request, load_overlays
from render.config_file import Configuration, Loaded, find_config, load_config
from render.kube.schemas import Definitions, Schemas
from render.manifests.codes import NOT_CHECKED
from render.problem import Problem, Severity, has_error
from render.source import FileReader, Read
from render.spec import Request
from render.validation.inputs import Settings
from render.validation.policies import load_policies

if TYPE_CHECKING:  # few commands have a cluster
    from render.snapshot.view import SnapshotView


class CheckOptions(NamedTuple):
    """Options of `render validate` that a configuration file has defaults for, and those of rules."""

    spec_options: SpecOptions
    minor: str
    trainer: str
    folders: Sequence[Path]
    cluster: str | None
    fail_on: str
    ignored: Sequence[str]
    missing_schemas: str
    uses_results: bool
    """True if results are compared with a server or an image afterwards."""


class Check(NamedTuple):
    """All that the checks of some files need."""

    settings: Settings
    view: "SnapshotView | None"
    fail_on: Severity


def is_on_command_line(name: str) -> bool:
    """Return True if the command line has an option."""
    return click.get_current_context().get_parameter_source(name) is not click.core.ParameterSource.DEFAULT


def load_trusted(path: str, read: Read) -> Configuration | None:
    """Return the file of `--config`, and report its problems; None if it has errors."""
    text = read(path)
    loaded = Loaded(Configuration(), [text]) if isinstance(text, Problem) else load_config(text)
    return None if report_configs([loaded]) else loaded.config


def discover(path: str, read: Read) -> Configuration | None:
    """Return the `render.yaml` that applies to a path, and report its problems; None if it has errors."""
    loaded = find_config(path, read)
    return None if report_configs([loaded]) else loaded.config


def report_configs(loaded: Sequence[Loaded]) -> bool:
    """Report each problem of configurations once, and return True if one of them is an error."""
    problems = list(dict.fromkeys(problem for one in loaded for problem in one.problems))
    report(problems, {one.text.file: one.text.content for one in loaded if one.text is not None})
    return has_error(problems)


def load_with_config(path: str, options: SpecOptions, read: Read) -> tuple[Configuration, Request] | None:
    """Return the `render.yaml` that applies to a path, and the request for its specs; None if one of them has errors.

    Raises EngineError.
    """
    config = discover(path, read)
    values = None if config is None else load_overlays(config.paths("values"), read)
    over = load_overlays(options.files, read)
    if config is None or values is None or over is None:
        return None
    return config, build_request((*values, *over), options)


def load_check(options: CheckOptions, config: Configuration, reader: FileReader) -> Check | None:
    """Return the settings of checks, and report problems of their files; None if one of them has errors.

    Raises EngineError, click.ClickException.
    """
    values = load_overlays(config.paths("values"), reader.read)
    over = load_overlays(options.spec_options.files, reader.read)
    if values is None or over is None:
        return None
    request = build_request((*values, *over), options.spec_options)
    view = None
    cluster = options.cluster or next(iter(config.paths("cluster")), None)
    if cluster is not None:
        from render.cli._snapshot import load_cluster  # few commands have a cluster

        view = load_cluster(cluster, reader.read)
        if view is None:
            return None
    schemas = _schemas(options, config, view, reader)
    if schemas is None:
        return None
    rules = config.rules(options.ignored)
    if options.missing_schemas == Severity.ERROR:
        rules = rules._replace(severity={**rules.severity, NOT_CHECKED.code: Severity.ERROR})
    policies, broken = load_policies([Path(path) for path in rules.policies], schemas, reader)
    report(broken, {})
    if has_error(broken):
        return None
    uses_cluster = options.uses_results or view is not None
    settings = Settings(request, schemas, rules, policies, uses_cluster, values=values)
    fail_on = options.fail_on if is_on_command_line("fail_on") else config.data.get("failOn", options.fail_on)
    return Check(settings, view, Severity(fail_on))


def minor_of(config: Configuration, minor: str, view: "SnapshotView | None" = None) -> str:
    """Return the Kubernetes version: that of the option, else of the file, else of the cluster, else the default."""
    if is_on_command_line("minor"):
        return minor
    written: str | None = config.data.get("kubernetes")
    return written or (view.minor if view is not None else minor)


def _schemas(
    options: CheckOptions, config: Configuration, view: "SnapshotView | None", reader: FileReader
) -> Schemas | None:
    """Return the schemas, and report problems of the user's schemas; None if they have errors."""
    minor = minor_of(config, options.minor, view)
    of_cluster = (view.trainer if view is not None else None) or options.trainer
    trainer = options.trainer if is_on_command_line("trainer") else config.data.get("trainer", of_cluster)
    folders = options.folders or tuple(map(Path, config.paths("crds")))
    missing = next((folder for folder in folders if not folder.is_dir()), None)
    if missing is not None:
        where = f"`--crds {missing}`" if options.folders else f"`crds` of `{config.file}`: `{missing}`"
        raise click.ClickException(f"{where}: no such folder")
    definitions, problems = _definitions(folders, reader)
    report(problems, {})
    if has_error(problems):
        return None
    return schemas_of(minor, trainer, tuple(folders), definitions)


def schemas_of(minor: str, *others: Any) -> Schemas:
    """Return the schemas of a version of Kubernetes. Raises click.ClickException if there are none."""
    schemas = Schemas(minor, *others)
    if not schemas.has_minor():
        raise click.ClickException(
            f"there are no schemas of Kubernetes {minor}\n"
            f"hint: write them with `render schema kubernetes {minor} --output-dir DIR`, then add `--crds DIR`"
        )
    return schemas


def _definitions(folders: Sequence[Path], reader: FileReader) -> tuple[Definitions, list[Problem]]:
    if not folders:
        return Definitions(), []
    from render.manifests.crd_files import load_definitions  # few runs have definitions

    return load_definitions(folders, reader)
