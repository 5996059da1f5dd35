"""ADM913 mpi-master-missing: an MPI Job of Volcano does not have the master task that the plug-in expects.

The plug-in `mpi` writes the list of hosts into one task: `master`, or the task that its argument `--master` names.
Volcano's webhook rejects a Job without this task.

Source: https://github.com/volcano-sh/volcano/blob/v1.15.1/pkg/webhooks/admission/jobs/validate/admit_job.go

Example:
    apiVersion: batch.volcano.sh/v1alpha1
    kind: Job
    metadata: {name: sft}
    spec:
      plugins: {mpi: []}
      tasks:
        - name: launcher
          replicas: 2
          template:
            spec:
              restartPolicy: Never
              containers: [{name: main, image: train}]
Use instead:
    apiVersion: batch.volcano.sh/v1alpha1
    kind: Job
    metadata: {name: sft}
    spec:
      plugins: {mpi: [--master=launcher]}
      tasks:
        - name: launcher
          replicas: 2
          template:
            spec:
              restartPolicy: Never
              containers: [{name: main, image: train}]
"""

import re
from collections.abc import Iterator, Sequence

from render.manifests.objects import Object
from render.rules.admission.volcano._tasks import JOB, tasks
from render.rules.rule import Finding, rule

_ARGUMENT = re.compile("--?(?P<flag>[a-z]+)(=(?P<value>.*))?", re.DOTALL)


@rule(kinds=(JOB,), keys=("mpi",))
def check(item: Object) -> Iterator[Finding]:
    """Check that the master is one of the tasks."""
    arguments = item.data.get("spec", {}).get("plugins", {}).get("mpi")
    names = {task.name for task in tasks(item)}
    if arguments is not None and (master := _master(arguments)) not in names:
        hint = f"add `--master={min(names)}` to the plug-in's arguments" if names else None
        yield Finding(("spec", "plugins", "mpi"), f"the specified mpi master task was not found: {master}", hint)


def _master(arguments: Sequence[str]) -> str:
    """Return the last `--master`, parsed like Go's flags (`-master x`, `--master=x`) up to another argument."""
    found, rest = "master", list(arguments)
    while rest and (match := _ARGUMENT.fullmatch(rest.pop(0))):
        value = match["value"] if match["value"] is not None else rest.pop(0) if rest else ""
        found = value if match["flag"] == "master" else found
    return found
