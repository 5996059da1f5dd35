"""Whatever TrainJob and runtime their schemas take: what is made of them is judged, and blamed on one of the two."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from render.kube.schemas import Schemas
from render.manifests.objects import Object
from render.manifests.trainjob import Training
from render.schema_errors.error import get_path
from render.source import Document
from render.trainer import expand
from render.validation.trainjobs import check_expansion
from tests.strategies import bounded
from tests.trainer.grown import trainings


def written(item: Object) -> Object:
    """Return an object that stands in a file."""
    return item._replace(document=Document(item.document.file, "somewhere in here", None))


@pytest.mark.slow
@pytest.mark.parametrize("release", ["2.1", "2.3"])
def test_what_is_made_is_checked(release: str) -> None:
    schemas = Schemas(trainer=release)

    @bounded(60)
    @given(st.data())
    def check(data: st.DataObject) -> None:
        drawn = data.draw(trainings(release))
        training = Training(written(drawn.job), written(drawn.runtime))
        for finding in check_expansion(training, expand(training, release), schemas):
            assert finding.object in (training.job, training.runtime)
            assert finding.message
            assert get_path(finding.object.data, finding.path) is not None
            assert finding.related is None or get_path(finding.related[0].data, finding.related[1]) is not None

    check()
