"""The command `ci/mutate`."""

import argparse

from ci.mutation import lines


def main() -> int:
    """Run what the command line asks for, and return the exit status."""
    parser = argparse.ArgumentParser("ci/mutate")
    parser.add_argument("--sample", type=int, metavar="N", help="try N mutants of each part, at random")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="of the sample")
    parser.add_argument("what", nargs="*", metavar="PART", help="parts, or `lines` and patterns of files")
    arguments = parser.parse_args()
    if arguments.what[:1] == ["lines"]:
        return lines.run(arguments.what[1:])
    from ci.mutation import parts  # only it needs cosmic-ray

    return parts.run(arguments.what, arguments.sample, arguments.seed)


if __name__ == "__main__":
    raise SystemExit(main())
