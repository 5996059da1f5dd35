"""Commands that train with LLaMA-Factory, and the switches that it reads."""

from collections.abc import Iterator

from render.programs.catalog import words
from render.programs.command import Command
from render.programs.program import Program
from render.programs.shell import Word

_NAMES = ("llamafactory-cli", "lmf")
_MODULE = ["-m", "llamafactory.cli", "train"]

TRAINING = (*_NAMES, "llamafactory.cli")
"""Names to look for: a program that trains with LLaMA-Factory contains at least one."""


ARGUMENTS = words(
    """
    accelerator_config adafactor adam_beta1 adam_beta2 adam_epsilon adapter_folder adapter_name_or_path
    add_special_tokens add_tokens additional_target apollo_layerwise apollo_proj apollo_proj_type apollo_rank
    apollo_scale apollo_scale_front apollo_scale_type apollo_target apollo_update_interval asft_alpha
    audio_sampling_rate auto_find_batch_size average_tokens_across_devices badam_mask_mode badam_mode
    badam_start_block badam_switch_interval badam_switch_mode badam_update_ratio badam_verbose
    batch_eval_metrics bf16 bf16_full_eval block_diag_attn buffer_size cache_dir compute_accuracy compute_dtype
    config_file create_new_adapter crop_to_patches cutoff_len data_seed data_shared_file_system
    dataloader_drop_last dataloader_num_workers dataloader_persistent_workers dataloader_pin_memory
    dataloader_prefetch_factor dataset dataset_dir ddp_backend ddp_broadcast_buffers ddp_bucket_cap_mb
    ddp_find_unused_parameters ddp_timeout debug deepspeed default_system device_map
    disable_gradient_checkpointing disable_shuffling disable_tqdm do_eval do_predict do_sample do_train
    double_quantization dpo_label_smoothing eaft_alpha early_stopping_steps enable_liger_kernel enable_thinking
    enable_torch_profiler eval_accumulation_steps eval_dataset eval_delay eval_do_concat_batches eval_num_beams
    eval_on_each_dataset eval_on_start eval_steps eval_strategy eval_use_gather_object evaluation_strategy
    export_device export_dir export_hub_model_id export_legacy_format export_quantization_bit
    export_quantization_dataset export_quantization_maxlen export_quantization_nsamples export_size
    finetuning_type flash_attn fp16 fp16_backend fp16_full_eval fp16_opt_level fp8 fp8_backend
    fp8_enable_fsdp_float8_all_gather freeze_extra_modules freeze_language_model freeze_multi_modal_projector
    freeze_trainable_layers freeze_trainable_modules freeze_vision_tower fsdp fsdp_config fsdp_min_num_params
    fsdp_transformer_layer_cls_to_wrap full_determinism galore_layerwise galore_proj_type galore_rank
    galore_scale galore_target galore_update_interval generation_config generation_max_length
    generation_num_beams gradient_accumulation_steps gradient_checkpointing gradient_checkpointing_kwargs
    greater_is_better group_by_length half_precision_backend hf_hub_token hub_always_push hub_model_id
    hub_private_repo hub_revision hub_strategy hub_token hyper_parallel_args ignore_data_skip
    ignore_pad_token_for_loss image_do_pan_and_scan image_max_pixels image_min_pixels image_resolution
    include_effective_tokens_per_second include_for_metrics include_inputs_for_metrics
    include_num_input_tokens_seen include_tokens_per_second infer_backend infer_dtype init_special_tokens
    interleave_probs jit_mode_eval kt_expert_checkpoint_path kt_lora_expert_intermediate_size kt_lora_expert_num
    kt_use_lora_experts kt_weight_path kto_chosen_weight kto_rejected_weight label_names label_smoothing_factor
    ld_alpha learning_rate length_column_name length_penalty liger_kernel_config load_best_model_at_end
    local_rank log_level log_level_replica log_on_each_node logging_dir logging_first_step
    logging_nan_inf_filter logging_steps logging_strategy lora_alpha lora_dropout lora_rank lora_target
    loraplus_lr_embedding loraplus_lr_ratio low_cpu_mem_usage lr_scheduler_kwargs lr_scheduler_type mask_history
    master_addr master_port max_grad_norm max_length max_new_tokens max_samples max_steps media_dir
    metric_for_best_model mix_strategy mixture_of_depths model_max_length model_name_or_path model_revision
    module_dropout moe_aux_loss_coef mp_parameters ms_hub_token name_module_trainable neat_packing
    neftune_noise_alpha new_special_tokens_config no_cuda num_beams num_layer_trainable num_train_epochs
    offload_folder oft_block_size oft_rank oft_target om_hub_token optim optim_args optim_target_modules
    output_dir overwrite_cache overwrite_output_dir packing parallelism_config past_index
    per_device_eval_batch_size per_device_train_batch_size per_gpu_eval_batch_size per_gpu_train_batch_size
    pissa_convert pissa_init pissa_iter placement_strategy plot_loss ppo_buffer_size ppo_epochs ppo_score_norm
    ppo_target ppo_whiten_rewards predict_with_generate prediction_loss_only pref_bco_weight pref_beta pref_ftx
    pref_loss preprocessing_batch_size preprocessing_num_workers preserve_thinking print_param_status
    profile_modules profiler_active_steps profiler_output_dir profiler_profile_memory profiler_record_shapes
    profiler_repeat profiler_wait_steps profiler_warmup_steps profiler_with_stack project pure_bf16 push_to_hub
    push_to_hub_model_id push_to_hub_organization push_to_hub_token quantization_bit quantization_device_map
    quantization_method quantization_type ray_init_kwargs ray_num_workers ray_run_name ray_scope
    ray_storage_filesystem ray_storage_path ref_model ref_model_adapters ref_model_quantization_bit
    remove_unused_columns repetition_penalty report_to resize_vocab resources_per_worker
    restore_callback_states_from_checkpoint resume_from_checkpoint reward_model reward_model_adapters
    reward_model_quantization_bit reward_model_type rope_scaling run_name save_on_each_node save_only_model
    save_safetensors save_steps save_strategy save_total_limit seed sglang_config sglang_lora_backend
    sglang_maxlen sglang_mem_fraction sglang_tp_size shift_attn simpo_gamma skip_memory_metrics
    skip_special_tokens sortish_sampler split_special_tokens stage streaming swanlab_api_key swanlab_lark_secret
    swanlab_lark_webhook_url swanlab_logdir swanlab_mode swanlab_project swanlab_run_name swanlab_workspace
    temperature template tf32 tokenized_path tool_format top_k top_p torch_compile torch_compile_backend
    torch_compile_mode torch_empty_cache_steps torchdynamo tpu_metrics_debug tpu_num_cores trackio_space_id
    train_from_scratch train_on_prompt trust_remote_code upcast_layernorm upcast_lmhead_output use_adam_mini
    use_apollo use_asft_loss use_audio_in_video use_badam use_cpu use_dft_loss use_dora use_eaft_loss
    use_fast_tokenizer use_galore use_hyper_parallel use_kt use_kv_cache use_legacy_prediction_loop
    use_liger_kernel use_llama_pro use_mca use_mps_device use_muon use_reentrant_gc use_rslora use_swanlab
    use_unsloth use_unsloth_gc use_v1_kernels val_size video_fps video_max_pixels video_maxlen video_min_pixels
    video_resolution visual_inputs vllm_config vllm_enforce_eager vllm_gpu_util vllm_max_lora_rank vllm_maxlen
    warmup_ratio warmup_steps weight_decay
    """
)
"""Arguments of a training: those of LLaMA-Factory 0.9 and of transformers' TrainingArguments, and earlier names."""


def trainings(program: Program) -> Iterator[Command]:
    """Yield the commands that train with LLaMA-Factory."""
    for command in program.commands:
        words = [word.text for word in command.words[1:]]
        if (command.program in _NAMES and words[:1] == ["train"]) or words[:3] == _MODULE:
            yield command


def switched_on(program: Program, name: str) -> Word | None:
    """Return a variable's value if LLaMA-Factory treats it as true (`is_env_enabled` in `extras/misc.py`)."""
    return next((word for _, word in program.values_of(name) if word.text.lower() in ("1", "true", "y")), None)
