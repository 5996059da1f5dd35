"""Add findings about an image to the results of `render validate`."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from render.image import needs
from render.image.checks import check_image
from render.image.config import BrokenImageError, ImageConfig
from render.image.layout import read_image
from render.manifests import image_codes as codes
from render.manifests.loading import without_nulls
from render.problem import Problem, has_error
from render.programs.run import Run
from render.spec import ReleaseSpec
from render.spec.check_spec import check
from render.spec.locate import spec_problem
from render.spec.rendering import PLACEHOLDER_RELEASE
from render.validation.filters import add_problems
from render.validation.inputs import Settings
from render.validation.result import Result


class ImageStage:
    """The checks of specs against the image in a file, which is read once for each architecture that specs want."""

    def __init__(self, path: str, settings: Settings) -> None:
        """Use the image in a file or folder."""
        self._path, self._settings = path, settings
        self._images: dict[str | None, ImageConfig | Problem] = {}

    def add_findings(self, results: Iterable[Result]) -> Iterator[Result]:
        """Yield results in order, with findings about the image for their specs. Raises EngineError.

        Files with an error are left out: what their specs need is not known.
        """
        for result in results:
            yield result if has_error(result.problems) else self._with_findings(result)

    def _with_findings(self, result: Result) -> Result:
        problems: list[Problem] = []
        texts: dict[str, str] = {}
        for release in result.sent:
            if isinstance(release, ReleaseSpec):
                problems += self._problems(release)
                texts |= {text.file: text.content for text in release.texts}
        return add_problems(result, dict.fromkeys(problems), texts, self._settings.config)

    def _problems(self, release: ReleaseSpec) -> Iterator[Problem]:
        checked = check(release.spec, release.request)
        if checked.merged is None or checked.values is None:
            return
        run = Run(without_nulls(checked.values), checked.merged.name or PLACEHOLDER_RELEASE)
        image = self._image(needs.required_architecture(run))
        if isinstance(image, Problem):
            yield image
            return
        for finding in check_image(run, image):
            yield spec_problem(finding, checked.merged)

    def _image(self, architecture: str | None) -> ImageConfig | Problem:
        if architecture not in self._images:
            self._images[architecture] = self._read(architecture)
        return self._images[architecture]

    def _read(self, architecture: str | None) -> ImageConfig | Problem:
        try:
            return read_image(Path(self._path), architecture)
        except BrokenImageError as error:
            return codes.BROKEN_FILE.problem(str(error), hint=_HINT, file=self._path)
        except OSError as error:
            return codes.BROKEN_FILE.problem(f"it can't be read: {error.strerror}", hint=_HINT, file=self._path)


_HINT = "give what `docker image inspect IMAGE` or `skopeo inspect --config docker://IMAGE` prints, or an OCI layout"
