"""Compare the results of `render validate` with a cluster in a file and with an image in one."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from render.cli._request import command_error
from render.problem import has_error
from render.spec import ReleaseSpec
from render.validation.inputs import Settings
from render.validation.result import Result

if TYPE_CHECKING:  # few commands have a cluster
    from render.snapshot.view import SnapshotView


def compare_with_cluster(results: list[Result], view: "SnapshotView | None", settings: Settings) -> list[Result]:
    """Return results with the findings of the cluster of a file, if there is one. Raises click.ClickException."""
    if view is None:
        return results
    from render.cluster import ClusterError
    from render.snapshot.validation import SnapshotStage

    try:
        return list(SnapshotStage(view, settings).add_findings(results))
    except ClusterError as error:
        raise command_error(error) from error


def compare_with_image(results: list[Result], path: str | None, settings: Settings) -> list[Result]:
    """Return results with the findings of the image in a file, if there is one."""
    if path is None:
        return results
    from render.image.stage import ImageStage  # few commands have an image

    return list(ImageStage(path, settings).add_findings(results))


def reject_unused_image(results: Sequence[Result], path: str | None) -> None:
    """Raise click.ClickException if there is an image in a file, and no spec to compare with it."""
    has_spec = any(isinstance(one, ReleaseSpec) for result in results for one in result.sent)
    if path is not None and not has_spec and not any(has_error(result.problems) for result in results):
        raise click.ClickException("`--image-config` requires a spec: none found in the given files")
