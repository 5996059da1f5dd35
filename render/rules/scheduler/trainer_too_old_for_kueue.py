"""SCD103 trainer-too-old-for-kueue: Kueue 0.17 and later never starts a TrainJob of Trainer 2.1.

Kueue admits the run and reserves its quota, then writes node labels into `spec.runtimePatches`, which TrainJobs have
since Trainer 2.2. The run stays suspended, without an event. `ci/lab matrix` shows it: under Trainer 2.1.0 runs start
with Kueue 0.15.0, and with 0.19.2 no pod starts (kueue#14722 reports the same).

Source: https://github.com/kubernetes-sigs/kueue/issues/11931

Example:
    image: registry.example/train:1
    scheduler: kueue
    kueue: {queue: research}
    target: trainjob
    trainjob: {release: "2.1"}
Use instead:
    image: registry.example/train:1
    scheduler: kueue
    kueue: {queue: research}
    target: trainjob
    trainjob: {release: "2.3"}
"""

from collections.abc import Iterator

from render.problem import Severity
from render.programs.run import Run
from render.rules.rule import Finding, rule


@rule(severity=Severity.WARNING, keys=("trainjob",))
def check(run: Run) -> Iterator[Finding]:
    """Report a TrainJob of release 2.1 in a queue of Kueue."""
    if (run.at("scheduler"), run.at("target"), run.at("trainjob", "release")) == ("kueue", "trainjob", "2.1"):
        message = "Kueue 0.17 and later never starts a TrainJob of Trainer 2.1"
        hint = "update Trainer to 2.3 and set `release` to it, or set `target: jobset`"
        yield Finding(("trainjob", "release"), message, hint)
