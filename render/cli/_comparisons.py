"""Compare the results of `render validate` with a cluster in a file and with an image in one."""

from typing import TYPE_CHECKING

import click

from render.cli._request import command_error
from render.problem import has_error
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
    """Return results with the findings of the image in a file, if there is one. Raises click.ClickException."""
    if path is None:
        return results
    from render.image.stage import ImageStage  # few commands have an image

    stage = ImageStage(path, settings)
    results = list(stage.add_findings(results))
    if not stage.is_used and not any(has_error(result.problems) for result in results):
        raise click.ClickException("`--image-config` is about the image of a spec, and there is no spec")
    return results
