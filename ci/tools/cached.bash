# A folder of the cache, made once and shared by all clones.
#
# cached NAME MAKE <KEY: prints the folder of NAME whose contents depend on the bytes of KEY alone.
# Where it is missing, `MAKE FOLDER` fills it first, with its output on stderr.
# What is printed is a link that is set when MAKE has succeeded: an interrupted or failed MAKE leaves nothing behind,
# of two at once the first wins, and nothing is moved, which a virtual environment would not survive.
cached() (
    set -euo pipefail
    folder=${XDG_CACHE_HOME:-$HOME/.cache}/render/$1/$(sha256sum | cut -c 1-16)
    if [ ! -d "$folder" ]; then
        mkdir -p "${folder%/*}"
        fresh=$(mktemp -d "$folder.XXXXXX")
        trap 'rm -rf "$fresh"' EXIT
        "$2" "$fresh" </dev/null >&2
        [ -e "$folder" ] || rm -f "$folder"
        if ln -sn "${fresh##*/}" "$folder" 2>/dev/null; then trap - EXIT; else [ -d "$folder" ]; fi
    fi
    printf '%s\n' "$folder"
)
