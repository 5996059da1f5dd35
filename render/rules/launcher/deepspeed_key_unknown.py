"""RUN313 deepspeed-key-unknown: a key in DeepSpeed's file is misspelt.

DeepSpeed ignores unknown keys at the top level, so that the setting has its default. In `zero_optimization` it rejects
them.

Source: https://www.deepspeed.ai/docs/config-json/

Example:
    image: registry.example/train:1
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    command: [torchrun, train.py, --deepspeed_config=/config/ds.json]
    files:
      /config/ds.json: |
        {"train_batch_size": 64, "gradient_acumulation_steps": 4}
Use instead:
    image: registry.example/train:1
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    command: [torchrun, train.py, --deepspeed_config=/config/ds.json]
    files:
      /config/ds.json: |
        {"train_batch_size": 64, "gradient_accumulation_steps": 4}
"""

from collections.abc import Iterator

from render.problem import Severity
from render.programs.catalog import words
from render.programs.program import Program
from render.rules.launcher._deepspeed import MARK, deepspeed_files
from render.rules.rule import Finding, rule
from render.schema_errors.suggest import nearest

_TOP = words(
    """
    activation_checkpointing aio amp autotuning bf16 bfloat16 checkpoint comms_logger communication_data_type compile
    compression_training csv_monitor curriculum_learning data_efficiency data_types dataloader_drop_last
    disable_allgather dump_state eigenvalue elasticity expert_parallel flops_profiler fp16 fp32_allreduce
    gradient_accumulation_steps gradient_allreduce_op gradient_clipping gradient_predivide_factor graph_harvesting
    hybrid_engine load_universal_checkpoint log_level memory_breakdown nebula optimizer pipeline prescale_gradients
    progressive_layer_drop scheduler sequence_parallel_size sparse_attention sparse_gradients steps_per_print
    tensor_parallel tensorboard timers torch_autocast train_batch_size train_micro_batch_size_per_gpu vocabulary_size
    wall_clock_breakdown wandb weight_quantization zero_allow_untested_optimizer zero_force_ds_cpu_optimizer
    zero_optimization
    """
)
_ZERO = words(
    """
    allgather_bucket_size allgather_partitions allgather_sequential contiguous_gradients cpu_offload cpu_offload_param
    cpu_offload_use_pin_memory elastic_checkpoint enable_sanity_checks gather_16bit_weights_on_model_save
    ignore_unused_parameters leaf_module legacy_stage1 load_from_fp32_weights log_trace_cache_warnings
    max_live_parameters max_reuse_distance memory_efficient_linear mics_hierarchical_params_gather mics_shard_size
    model_persistence_threshold module_granularity_threshold offload_optimizer offload_param overlap_comm
    override_module_apply param_persistence_threshold partition_stream_chunk_size pipeline_loading_checkpoint
    prefetch_bucket_size reduce_bucket_size reduce_scatter round_robin_gradients
    save_muon_momentum_buffer_in_memory stage stage3_allgather_sequential stage3_gather_16bit_weights_on_model_save
    stage3_gather_fp16_weights_on_model_save stage3_max_live_parameters stage3_max_reuse_distance
    stage3_model_persistence_threshold stage3_module_granularity_threshold stage3_param_persistence_threshold
    stage3_partition_stream_chunk_size stage3_prefetch_bucket_size stage3_use_all_reduce_for_fetch_params
    sub_group_size use_all_reduce_for_fetch_params use_multi_rank_bucket_allreduce zenflow zero_hpz_partition_size
    zero_quantized_gradients zero_quantized_nontrainable_weights zero_quantized_weights zeropp_loco_param
    """
)
_SHORT = {
    "batch_size": "train_batch_size",
    "micro_batch_size": "train_micro_batch_size_per_gpu",
    "train_micro_batch_size": "train_micro_batch_size_per_gpu",
    "zero": "zero_optimization",
}


@rule(severity=Severity.WARNING, keys=(MARK,))
def check(program: Program) -> Iterator[Finding]:
    """Report keys that resemble a known one: programs may keep others of their own in the file."""
    for config in deepspeed_files(program):
        for known, place, effect in ((_TOP, (), "ignores it"), (_ZERO, ("zero_optimization",), "rejects it")):
            for key in config.keys_below(*place):
                suggestion = None if key.name in known else (_SHORT if not place else {}).get(key.name)
                suggestion = suggestion or (None if key.name in known else nearest(key.name, known, 0.85))
                if suggestion:
                    message = f"DeepSpeed doesn't know the key `{key.name}`, and {effect}"
                    yield key.finding(message, f"did you mean `{suggestion}`?")
