"""Flux could not install or upgrade the release of the run.

Helm's upgrade of a changed JobSet is rejected as immutable, and is half applied: other objects of the release are
already the new ones. Flux may roll back, which deletes and creates objects.

Reads: HelmRelease (`Ready`, `Released`), the label `helm.toolkit.fluxcd.io/name`.
Source: https://fluxcd.io/flux/components/helm/helmreleases/
"""

from collections.abc import Iterator

from render.manifests.fields import text_at
from render.why.explanation import Explanation, explain, of_condition
from render.why.training_run import TrainingRun

KIND = "helm.toolkit.fluxcd.io/HelmRelease"
_LABEL = "helm.toolkit.fluxcd.io/name"


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation for the HelmRelease of the run that is not ready."""
    name = run.label_of(_LABEL)
    for one in run.index.all(KIND):
        is_own = one.name == name or text_at(one.data, "spec", "releaseName") == run.name
        ready = one.condition("Ready")
        if is_own and ready is not None and ready.status == "False":
            evidence = [of_condition(one, one.condition(type_)) for type_ in ("Ready", "Released")]
            hint = (
                "give a changed run another name: a JobSet is immutable; then `flux reconcile helmrelease` tries again"
            )
            sentence = f"Flux could not deploy it (HelmRelease `{one.name}`): {ready.message}"
            yield from explain(sentence, evidence, hint, key="name")
            return
