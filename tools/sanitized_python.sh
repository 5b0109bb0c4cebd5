#!/bin/sh
# Make an environment whose taquin is built with ASan and UBSan: sanitized_python.sh PYTHON FOLDER OPTIONS…
#
# It uses the packages of PYTHON's environment, through a .pth file, which does not run the import hook of an editable
# installation. Python itself is not instrumented, so the runtimes must be preloaded, with libstdc++, because ASan must
# find the real __cxa_throw: FOLDER/preloaded names them. Leak detection must be off, because CPython does not free all
# memory at exit, and pytest must not capture the file descriptors, because a sanitizer writes its report as the process
# dies.
set -eu
python=$1 folder=$2
shift 2

rm -rf "$folder"
"$python" -m venv --without-pip "$folder"
packages="import sysconfig; print(sysconfig.get_path('purelib'))"
"$python" -c "$packages" >"$("$folder/bin/python" -c "$packages")/packages.pth"

log=build/sanitize.log
"$python" -m pip --python "$folder/bin/python" --disable-pip-version-check install "$@" \
  -C cmake.build-type=RelWithDebInfo -C "cmake.define.CMAKE_CXX_FLAGS_RELWITHDEBINFO=-O1 -g -DNDEBUG" \
  -C cmake.define.TAQUIN_SANITIZE=address,undefined . >"$log" 2>&1 || { cat "$log"; exit 1; }

core=$(find "$folder" -name '_core*.so')
ldd "$core" | awk '/lib(asan|ubsan|stdc\+\+)\./ { printf "%s ", $3 }' >"$folder/preloaded"
grep -q asan "$folder/preloaded" || { cat "$log"; echo "make: the core was not built with sanitizers; see the log above" >&2; exit 1; }
