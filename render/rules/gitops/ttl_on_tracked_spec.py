"""GIT113 ttl-on-tracked-spec: a spec with a TTL is deployed by a GitOps engine, which starts the run again.

`ttlSecondsAfterFinished` deletes a finished run. Argo CD then reports the run as missing and out of sync: the next
sync, manual or automated, creates it again, and it trains again. Flux does the same if it corrects drift.

The engine is the one in `gitops.engine`, or the one whose object in the repository deploys the spec.

Source: https://github.com/argoproj/argo-cd/issues/13851

Example:
    image: registry.example/train:1
    gitops: {engine: argocd}
    ttlSecondsAfterFinished: 3600
Use instead:
    image: registry.example/train:1
    gitops: {engine: argocd}
"""

from collections.abc import Iterator

from render.programs.run import Run
from render.rules.rule import Finding, rule


@rule(keys=("argocd", "flux"))
def check(run: Run) -> Iterator[Finding]:
    """Report a TTL on a spec that a GitOps engine deploys. `onChange: recreate` is left to GIT101."""
    engine = run.at("gitops", "engine") or "none"
    is_recreated = run.at("gitops", "onChange") == "recreate"
    if engine != "none" and not is_recreated and run.at("ttlSecondsAfterFinished") is not None:
        message = "once the finished run is deleted, the GitOps engine creates it again, and it trains again"
        yield Finding(
            ("ttlSecondsAfterFinished",), message, "remove the TTL, and delete the finished run from the repository"
        )
