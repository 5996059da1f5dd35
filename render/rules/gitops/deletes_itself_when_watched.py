"""GIT113 deletes-itself-when-watched: a GitOps engine starts a run again that has deleted itself.

`ttlSecondsAfterFinished` removes a finished run. Argo CD finds it gone, and what is missing is out of sync: the next
sync, by itself where it is automated, creates the run anew, and it trains again. Flux does so where it corrects drift.
The engine is that of `gitops.engine`, or the one whose object in the repository deploys the spec.

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


@rule
def check(run: Run) -> Iterator[Finding]:
    """Look for a time to live where an engine watches; what is to be recreated has its mark, and GIT101."""
    engine = run.at("gitops", "engine") or "none"
    is_marked = run.at("gitops", "onChange") == "recreate"
    if engine != "none" and not is_marked and run.at("ttlSecondsAfterFinished") is not None:
        message = "once the run has deleted itself, the GitOps engine creates it again, and it trains again"
        yield Finding(("ttlSecondsAfterFinished",), message, "leave it out, and remove the run from the repository")
