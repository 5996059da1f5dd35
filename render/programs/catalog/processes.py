"""Programs of the operating system that start another one: environment, priority, signals, init processes."""

from render.programs.catalog import ProgramType

_MAN = "https://man7.org/linux/man-pages/man1"


def _wrapper(name: str, source: str, with_value: str = "", positionals: int = 0, spelling: str = "") -> ProgramType:
    return ProgramType(
        name,
        "command",
        source,
        (spelling,) if spelling else (),
        arguments=dict.fromkeys(with_value.split(), 1),
        positionals=positionals,
    )


PROGRAMS = (
    _wrapper("catatonit", "https://github.com/openSUSE/catatonit"),
    _wrapper("catchsegv", f"{_MAN}/catchsegv.1.html"),
    _wrapper("chpst", "https://smarden.org/runit/chpst.8.html", "-u -U -b -e -/ -n -l -L -m -d -o -p -f -c -t"),
    _wrapper("chronic", "https://manpages.debian.org/bookworm/moreutils/chronic.1.en.html"),
    _wrapper("chrt", f"{_MAN}/chrt.1.html", "-T -P -D", 1),
    _wrapper("command", "https://pubs.opengroup.org/onlinepubs/9799919799/utilities/command.html"),
    _wrapper("direnv", "https://direnv.net/man/direnv.1.html", positionals=1, spelling="direnv exec"),
    _wrapper(
        "doppler",
        "https://docs.doppler.com/docs/cli",
        "-c -p -t --config --project --token --mount --mount-format --name-transformer --scope",
        spelling="doppler run",
    ),
    _wrapper("dumb-init", "https://github.com/Yelp/dumb-init", "-r --rewrite"),
    _wrapper("env", f"{_MAN}/env.1.html", "-u --unset -C --chdir"),
    _wrapper("exec", "https://www.gnu.org/software/bash/manual/bash.html#index-exec", "-a"),
    _wrapper("gosu", "https://github.com/tianon/gosu", positionals=1),
    _wrapper("ionice", f"{_MAN}/ionice.1.html", "-c -n --class --classdata"),
    _wrapper("linux64", "https://man7.org/linux/man-pages/man8/setarch.8.html"),
    _wrapper("nice", f"{_MAN}/nice.1.html", "-n --adjustment"),
    _wrapper("nohup", f"{_MAN}/nohup.1.html"),
    _wrapper(
        "numactl",
        "https://man7.org/linux/man-pages/man8/numactl.8.html",
        "-C -N -P -m -p -i --cpunodebind --membind --physcpubind --interleave --preferred",
    ),
    _wrapper(
        "op",
        "https://developer.1password.com/docs/cli/reference/commands/run/",
        "--account --env-file --environment",
        spelling="op run",
    ),
    _wrapper("prlimit", f"{_MAN}/prlimit.1.html"),
    _wrapper("runuser", f"{_MAN}/runuser.1.html", "-u -g --user --group"),
    _wrapper("s6-setuidgid", "https://skarnet.org/software/s6/s6-setuidgid.html", positionals=1),
    # The name of an architecture may come first; another word is the program.
    *(
        _wrapper("setarch", "https://man7.org/linux/man-pages/man8/setarch.8.html", spelling=f"setarch {name}".rstrip())
        for name in ("aarch64", "arm64", "i686", "linux64", "ppc64le", "x86_64", "")
    ),
    _wrapper("setpriv", f"{_MAN}/setpriv.1.html", "--reuid --regid --groups"),
    _wrapper("setsid", f"{_MAN}/setsid.1.html"),
    _wrapper("stdbuf", f"{_MAN}/stdbuf.1.html", "-i -o -e --input --output --error"),
    _wrapper("su-exec", "https://github.com/ncopa/su-exec", positionals=1),
    _wrapper("sudo", "https://www.sudo.ws/docs/man/sudo.man/", "-u -g -h --user --group"),
    _wrapper(
        "systemd-run",
        "https://www.freedesktop.org/software/systemd/man/latest/systemd-run.html",
        "-p -u -E --property --unit --uid --gid --nice --setenv --slice --working-directory",
    ),
    _wrapper("taskset", f"{_MAN}/taskset.1.html", positionals=1),
    _wrapper("time", f"{_MAN}/time.1.html", "-f -o"),
    _wrapper("timeout", f"{_MAN}/timeout.1.html", "-k -s --kill-after --signal", 1),
    _wrapper("tini", "https://github.com/krallin/tini", "-p -e"),
    _wrapper("unbuffer", "https://linux.die.net/man/1/unbuffer"),
    _wrapper(
        "unshare", f"{_MAN}/unshare.1.html", "-S -G -R -w --setuid --setgid --root --wd --propagation --setgroups"
    ),
    _wrapper(
        "xvfb-run",
        "https://manpages.debian.org/bookworm/xvfb/xvfb-run.1.en.html",
        "-n -s -e -f -p -w --server-num --server-args --error-file --auth-file --xauth-protocol --wait",
    ),
)
