"""Profilers and tracers, which start the program that they watch."""

from render.programs.catalog import ProgramType


def _profiler(commands: str, source: str, with_value: str) -> ProgramType:
    spellings = tuple(commands.split(", "))
    return ProgramType(
        spellings[0].split()[0], "command", source, spellings, arguments=dict.fromkeys(with_value.split(), 1)
    )


def _python(commands: str, source: str, with_value: str) -> ProgramType:
    return _profiler(commands, source, with_value)._replace(runs_scripts=True)


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
    _profiler(
        "perf record, perf stat, perf trace",
        "https://man7.org/linux/man-pages/man1/perf-record.1.html",
        "-c -C -e -F -G -o -p -t -u --call-graph --cpu --count --event --freq --output",
    ),
    _profiler("valgrind", "https://valgrind.org/docs/manual/manual-core.html#manual-core.options", ""),
    _profiler("gdb", "https://sourceware.org/gdb/current/onlinedocs/gdb.html/Mode-Options.html", "-ex -x -iex -ix"),
    _profiler("cuda-gdb", "https://docs.nvidia.com/cuda/cuda-gdb/", "-ex -x -iex -ix"),
    _profiler("rocprofv3", "https://rocm.docs.amd.com/projects/rocprofiler-sdk/en/latest/", "-d -i -o --pmc"),
    _profiler(
        "rocprof-sys-run, rocprof-sys-python, omnitrace-run",
        "https://rocm.docs.amd.com/projects/rocprofiler-systems/",
        "",
    ),
    _profiler(
        "rocprof-compute profile, omniperf profile",
        "https://rocm.docs.amd.com/projects/rocprofiler-compute/en/latest/",
        "-n -p -k -d -b --name --path --kernel --dispatch --block",
    ),
    _python(
        "coverage run",
        "https://coverage.readthedocs.io/en/latest/cmd.html",
        "--concurrency --context --data-file --include --omit --rcfile --source",
    ),
    _python("kernprof", "https://github.com/pyutils/line_profiler", "-o -s -p -u --outfile --setup --prof-mod --unit"),
    _python("memray run", "https://bloomberg.github.io/memray/run.html", "-o -p --output --live-port"),
    _python("pyinstrument", "https://pyinstrument.readthedocs.io/", "-o -r -i --outfile --renderer --interval"),
    _python(
        "scalene, scalene run",
        "https://github.com/plasma-umass/scalene",
        "--outfile --profile-interval --cpu-percent-threshold -o",
    ),
    _python(
        "viztracer",
        "https://viztracer.readthedocs.io/",
        "-o --output_file --tracer_entries --max_stack_depth --min_duration",
    ),
    _profiler("ddtrace-run", "https://ddtrace.readthedocs.io/", ""),
)
