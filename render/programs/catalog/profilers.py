"""Profilers and tracers, which start the program that they watch."""

from render.programs.catalog import ProgramType


def _profiler(commands: str, source: str, with_value: str) -> ProgramType:
    spellings = tuple(commands.split(", "))
    return ProgramType(
        spellings[0].split()[0], "command", source, spellings, arguments=dict.fromkeys(with_value.split(), 1)
    )


PROGRAMS = (
    _profiler(
        "nsys profile, nsys launch",
        "https://docs.nvidia.com/nsight-systems/UserGuide/index.html#cli-profile-command-switch-options",
        "-b -c -d -e -f -g -i -n -o -p -s -t -w -x -y --backtrace --capture-range --capture-range-end --delay "
        "--duration --env-var --force-overwrite --gpu-metrics-devices --kill --output --sample --session "
        "--show-output --stats --stop-on-exit --trace --wait --cuda-memory-usage --python-sampling "
        "--pytorch --nic-metrics --cpuctxsw --trace-fork-before-exec --cudabacktrace --osrt-threshold",
    ),
    _profiler(
        "ncu",
        "https://docs.nvidia.com/nsight-compute/NsightComputeCli/index.html",
        "-c -k -o -s --config-file --export --kernel-name --launch-count --launch-skip --metrics --replay-mode "
        "--section --set --target-processes --clock-control --cache-control --nvtx-include --profile-from-start "
        "--import-source",
    ),
    _profiler("compute-sanitizer", "https://docs.nvidia.com/compute-sanitizer/ComputeSanitizer/index.html", "--tool"),
    _profiler("rocprof", "https://rocm.docs.amd.com/projects/rocprofiler/en/latest/", "-i -o -d"),
    _profiler("dlprof", "https://docs.nvidia.com/deeplearning/frameworks/dlprof-user-guide/", "--mode"),
    _profiler(
        "strace",
        "https://man7.org/linux/man-pages/man1/strace.1.html",
        "-a -b -e -E -I -o -O -p -P -s -S -u -U -X --trace --output --string-limit",
    ),
    _profiler("ltrace", "https://man7.org/linux/man-pages/man1/ltrace.1.html", "-a -A -D -e -F -l -n -o -p -s -u -x"),
    _profiler(
        "py-spy record",
        "https://github.com/benfred/py-spy",
        "-d -f -o -r --duration --format --output --rate",
    ),
    _profiler(
        "opentelemetry-instrument",
        "https://opentelemetry.io/docs/zero-code/python/",
        "--traces_exporter --metrics_exporter --logs_exporter --service_name --exporter_otlp_endpoint",
    ),
    _profiler("ddtrace-run", "https://ddtrace.readthedocs.io/", ""),
)
