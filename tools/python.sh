#!/bin/sh
# Run the arguments with a Python 3.11 or later that can create virtual environments. Versions later
# than 3.14, for which some packages have no wheels, are used only if no other exists.
# PYTHON=/path/to/python selects one. POSIX sh only: this runs before anything is set up.
set -eu

for newest in 14 99; do
    old=""
    bare=""
    for name in ${PYTHON:-python3 python3.14 python3.13 python3.12 python3.11 python3.15 python}; do
        "$name" -c '' >/dev/null 2>&1 || continue
        if ! "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            old="$old $name"
        elif ! "$name" -c "import sys; sys.exit(sys.version_info[1] > $newest)" 2>/dev/null; then
            continue
        elif ! "$name" -c 'import ensurepip, venv' 2>/dev/null; then
            bare="$bare $name"
        else
            exec "$name" "$@"
        fi
    done
done

if [ -n "$bare" ]; then
    echo "chabudai needs Python's venv and ensurepip modules, which are missing from:$bare" >&2
    echo "On Debian and Ubuntu they come with: apt-get install python3-venv" >&2
elif [ -n "$old" ]; then
    echo "chabudai needs Python 3.11 or later; too old:$old" >&2
    echo "Install a newer one, or name it: make PYTHON=/path/to/python3.11 ..." >&2
else
    echo "chabudai needs Python 3.11 or later, and none was found." >&2
    echo "Install one, or name it: make PYTHON=/path/to/python3.11 ..." >&2
fi
exit 1
