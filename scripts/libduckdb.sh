#!/usr/bin/env bash
# Brings the DuckDB library that the engines link, and prints the folder it is in.
#
# Where DUCKDB_LIB_DIR is set, that folder is checked and taken. Otherwise the library is unpacked from the
# package that DuckDB publishes for Node.js into target/libduckdb, where .cargo/config.toml looks for it, or
# into the folder given as the first argument. Running it again does nothing. Needs: npm, tar.
set -euo pipefail

version=1.5.6-r.1
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

case "$(uname -s)/$(uname -m)" in
  Linux/x86_64) platform=linux-x64 library=libduckdb.so ;;
  Linux/aarch64 | Linux/arm64) platform=linux-arm64 library=libduckdb.so ;;
  Darwin/x86_64) platform=darwin-x64 library=libduckdb.dylib ;;
  Darwin/arm64) platform=darwin-arm64 library=libduckdb.dylib ;;
  MINGW*/x86_64 | MSYS*/x86_64) platform=win32-x64 library=duckdb.dll ;;
  *)
    echo "libduckdb.sh: no prebuilt DuckDB is known for $(uname -s) on $(uname -m)." >&2
    echo "Put libduckdb ${version%-*} into a folder and set DUCKDB_LIB_DIR to it, or build with --features bundled." >&2
    exit 1
    ;;
esac

if [ -n "${DUCKDB_LIB_DIR:-}" ]; then
  if [ ! -e "$DUCKDB_LIB_DIR/$library" ]; then
    echo "libduckdb.sh: DUCKDB_LIB_DIR is set to $DUCKDB_LIB_DIR, but $library is not there." >&2
    echo "Unset it, or put libduckdb ${version%-*} there." >&2
    exit 1
  fi
  echo "$DUCKDB_LIB_DIR"
  exit 0
fi

folder=${1:-$root/target/libduckdb}
if [ -e "$folder/$library" ] && [ "$(cat "$folder/VERSION" 2>/dev/null)" = "$version" ]; then
  echo "$folder"
  exit 0
fi

package=@duckdb/node-bindings-$platform@$version
for tool in npm tar; do
  if ! command -v "$tool" >/dev/null; then
    echo "libduckdb.sh: $tool is missing; it brings the package $package." >&2
    echo "Or put libduckdb ${version%-*} into a folder and set DUCKDB_LIB_DIR to it, or build with --features bundled." >&2
    exit 1
  fi
done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if ! (cd "$work" && npm pack --silent "$package" >/dev/null 2>npm.log); then
  echo "libduckdb.sh: npm could not bring $package:" >&2
  tail -n 5 "$work/npm.log" >&2
  exit 1
fi
tar -xzf "$work"/*.tgz -C "$work"
mkdir -p "$folder"
# Renaming last means that a run that was cut short leaves no half library behind.
mv "$work/package/$library" "$folder/$library.new"
mv "$folder/$library.new" "$folder/$library"
echo "$version" >"$folder/VERSION"
echo "$folder"
