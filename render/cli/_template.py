"""What `render template` does."""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from render.cli import CLEAN, FAILED, PROBLEMS
from render.cli._report import count, report, say
from render.cli._request import failed, overlaid, read_once, requested
from render.cli._stdout import leave_unread, unwritten
from render.engine import EngineError, EngineName
from render.folder import Folder
from render.problem import Problem, printable
from render.spec import Outcome, Request, Spec, collect, render


def run(
    *,
    paths: Sequence[str],
    files: Sequence[str],
    sets: Sequence[str],
    name: str | None,
    namespace: str,
    chart: str | None,
    wanted: EngineName | None,
    output: str | None,
    prune: bool,
    no_hooks: bool,
) -> int:
    """Render specs to standard output or into a folder and return the exit status.

    Raises click.ClickException where it can't run.
    """
    read_once(*paths, *files)
    if prune and output is None:
        raise click.UsageError("`--prune` needs an output folder (`-o`)")
    specs = _collected(paths)
    if name is not None and len(specs) > 1:
        raise click.UsageError(f"one `--name` can't name {len(specs)} specs")
    over = overlaid(files)
    if over is None:
        return PROBLEMS
    try:
        request = requested(over, sets=sets, name=name, namespace=namespace, chart=chart, wanted=wanted)._replace(
            hooks=not no_hooks
        )
        outcomes = _outcomes(specs, request)
        return _print(outcomes) if output is None else _write(Folder(Path(output)), specs, outcomes, prune=prune)
    except EngineError as error:
        raise failed(error, error.hint) from error


def _collected(paths: Sequence[str]) -> list[Spec]:
    specs, notes = collect(paths)
    report(notes, {})
    if not specs:
        raise click.ClickException(f"no spec in {', '.join(f'`{path}`' for path in paths)}")
    return specs


def _outcomes(specs: Sequence[Spec], request: Request) -> Iterator[Outcome]:
    """Yield what becomes of each spec, after its problems are shown."""
    for spec in specs:
        outcome = render(spec, request)
        documents = [document for document in (spec.document, *request.overlays) if document is not None]
        report(outcome.problems, {document.file: document.content for document in documents})
        yield outcome


def _print(outcomes: Iterator[Outcome]) -> int:
    """Print the manifests of all specs or of none: who applies and prunes what it reads must not get a part."""
    texts = [outcome.text for outcome in outcomes]
    rendered = [text for text in texts if text is not None]
    refused = len(texts) - len(rendered)
    if not refused:
        try:
            for text in rendered:
                sys.stdout.buffer.write(text.encode())
            sys.stdout.buffer.flush()
        except OSError as error:
            if isinstance(error, BrokenPipeError):
                leave_unread()
                return FAILED
            raise unwritten(error) from error
    if refused or len(texts) > 1:
        say(f"{count(len(texts), 'spec')}, {refused} refused{': nothing is printed' if refused else ''}")
    return PROBLEMS if refused else CLEAN


def _write(folder: Folder, specs: Sequence[Spec], outcomes: Iterator[Outcome], *, prune: bool) -> int:
    """Write each spec's manifests, then remove what no spec stands for any more."""
    clashes = folder.clashes(specs)
    report(clashes, {})
    if clashes:
        return PROBLEMS
    texts: list[str] = []
    written = 0
    try:
        with folder.lock(is_shared=not prune):
            for outcome in outcomes:
                done = folder.write(outcome.spec.output, outcome.text) if outcome.text is not None else None
                if isinstance(done, Problem):
                    report([done], {})
                elif outcome.text is not None:
                    texts.append(outcome.text)
                    written += done is True
            removed = folder.prune([spec.output for spec in specs], texts) if prune else []
    except BlockingIOError as error:
        raise click.ClickException(
            f"`{folder.path}`: another `render template` writes there"
            "\nhint: wait for it; with `--prune`, a folder belongs to one command"
        ) from error
    except OSError as error:
        raise click.ClickException(f"`{error.filename or folder.path}`: {_reason(error)}") from error
    for path in removed:
        say(f"removed `{printable(str(path))}`")
    refused = len(specs) - len(texts)
    unchanged = len(texts) - written
    say(
        f"{count(len(specs), 'spec')}: {written} written, {unchanged} unchanged, {refused} refused; "
        f"{count(len(removed), 'file')} removed"
    )
    return PROBLEMS if refused else CLEAN


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()
