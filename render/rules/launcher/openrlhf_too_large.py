"""RUN158 openrlhf-too-large: OpenRLHF asks Ray for more nodes or GPUs than the run has.

`--actor_num_nodes`, `--ref_num_nodes` and the others are the bundles of a placement group of Ray, each with
`…_num_gpus_per_node` GPUs on one node. Ray waits without an end for a group that does not fit, and the run hangs.
Without `--colocate_all_models` the models and vLLM's engines have GPUs of their own, which add up.

Source: https://openrlhf.readthedocs.io/en/latest/hybrid_engine.html

Example:
    image: registry.example/rlhf:1
    launcher: ray
    numNodes: 2
    command: [python3, -m, openrlhf.cli.train_ppo_ray, --actor_num_nodes, "4", --actor_num_gpus_per_node, "8"]
    resourcesPerNode: {limits: {cpu: 96, nvidia.com/gpu: 8}}
    storage: {checkpoints: {mode: existing, claimName: state}}
Use instead:
    image: registry.example/rlhf:1
    launcher: ray
    numNodes: 2
    command: [python3, -m, openrlhf.cli.train_ppo_ray, --actor_num_nodes, "1", --actor_num_gpus_per_node, "8",
      --ref_num_nodes, "1", --ref_num_gpus_per_node, "8"]
    resourcesPerNode: {limits: {cpu: 96, nvidia.com/gpu: 8}}
    storage: {checkpoints: {mode: existing, claimName: state}}
"""

from collections.abc import Iterator, Mapping

from render.programs.command_line import Launch
from render.programs.program import Program
from render.rules.launcher._plural import plural
from render.rules.rule import Finding, rule

_MODELS = ("actor", "critic", "ref", "reward")
_PARTNERS = {"ref": ("colocate_actor_ref", "actor"), "reward": ("colocate_critic_reward", "critic")}
"""Options with which a model shares the GPUs of another one."""
_NODES = tuple(f"{model}_num_nodes" for model in _MODELS)
_PER_NODE = tuple(f"{model}_num_gpus_per_node" for model in _MODELS)


@rule(keys=(*_NODES, *_PER_NODE, "vllm_num_engines"))
def check(program: Program) -> Iterator[Finding]:
    """Compare each group with the run, then their sum."""
    for launch in program.launches if program.nodes and program.gpus and program.is_only_template else ():
        if "openrlhf" in " ".join(word.text for word in launch.program[:2]):
            found = [*_each(launch, program.nodes or 0, program.gpus or 0)]
            yield from found or _sum(launch, (program.nodes or 0) * (program.gpus or 0))


def _each(launch: Launch, nodes: int, gpus: int) -> Iterator[Finding]:
    for names, most, noun in ((_NODES, nodes, "node"), (_PER_NODE, gpus, "GPU")):
        for name in names:
            if (number := _number(launch, name, 0)) > most:
                has = "the run has" if noun == "node" else "a node has"
                message = f"`--{name}` is {number}, but {has} {plural(most, noun)}"
                yield Finding(launch.program_options[name].flag.path, message, f"use at most {most}")


def _sum(launch: Launch, gpus: int) -> Iterator[Finding]:
    options = launch.program_options
    if "colocate_all_models" in options:
        return
    wanted = _wanted(launch)
    total = sum(wanted.values())
    if total > gpus:
        parts = ", ".join(f"{name} {count}" for name, count in wanted.items())
        first = next(name for name in (*_NODES, *_PER_NODE, "vllm_num_engines") if name in options)
        message = f"the models need {total} GPUs ({parts}), but the run has {plural(gpus, 'GPU')}"
        hint = "lower the numbers, or share GPUs with `--colocate_all_models`"
        yield Finding(options[first].flag.path, message, hint).as_warning


def _wanted(launch: Launch) -> Mapping[str, int]:
    """Return the GPUs of each model that has its own and of which both numbers are known, and those of vLLM."""
    options = launch.program_options
    found = {}
    for model in _MODELS:
        partner = _PARTNERS.get(model)
        size = _number(launch, f"{model}_num_nodes", 0) * _number(launch, f"{model}_num_gpus_per_node", 0)
        if size and not (partner and partner[0] in options and f"{partner[1]}_num_nodes" in options):
            found[model] = size
    if engines := _number(launch, "vllm_num_engines", 0):
        found["vllm"] = engines * _number(launch, "vllm_tensor_parallel_size", 1)
    return found


def _number(launch: Launch, name: str, default: int) -> int:
    option = launch.program_options.get(name)
    text = (option.literal if option is not None else None) or ""
    return int(text) if text.isdecimal() else default
