"""The pods run, and their readiness probe fails.

JobSet and services count a pod only if it is ready.

Reads: Pod (`Ready`), events of pods (`Unhealthy`).
Source: https://kubernetes.io/docs/concepts/configuration/liveness-readiness-startup-probes/
"""

from collections.abc import Iterator

from render.why.explanation import Explanation, count_pods, explain, of_condition, of_event
from render.why.training_run import TrainingRun


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation for running pods with a failing readiness or startup probe."""
    pods = [pod for pod in run.live_pods if pod.phase == "Running" and not pod.is_ready and not pod.object.deleted]
    probes = ("Readiness probe", "Startup probe")
    rows = [
        (pod, one) for pod in pods for one in run.events_with("Unhealthy", of=[pod]) if one.message.startswith(probes)
    ]
    if rows:
        failing = list({pod.name: pod for pod, _ in rows}.values())
        evidence = [of_event(one) for _, one in rows[:3]]
        ready = [of_condition(failing[0].object, failing[0].object.condition("Ready"))]
        hint = "correct the probe, or see in the log why the program does not answer it"
        sentence = f"{count_pods(failing, run.size)} run, and do not pass their probe: {rows[-1][1].message}"
        yield from explain(sentence, [*ready, *evidence], hint, key="pod")
