"""Ray's command."""

from render.programs.catalog import ProgramType, words

_SUBCOMMANDS = words(
    "attach check-open-ports cluster-dump cpp debug disable-usage-stats down dashboard drain-node enable-usage-stats "
    "exec get-head-ip get-worker-ips get_auth_token global-gc health-check install-nightly job kill-random-node "
    "kuberay-autoscaler list local-dump logs memory metrics monitor microbenchmark rsync-down rsync-up rsync_down "
    "rsync_up rllib serve stack start status stop submit summary sanity-check symmetric-run teardown timeline "
    "tune up get"
)

PROGRAMS = (
    ProgramType(
        name="ray",
        starts="ray",
        source="https://docs.ray.io/en/latest/cluster/cli.html",
        commands=("ray", "ray.scripts.scripts"),
        subcommands=_SUBCOMMANDS,
        home="ray",
    ),
)
