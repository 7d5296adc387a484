#!/usr/bin/env bash
# Checks dosic in editors: Neovim, headless, and the package of the extension for Visual Studio Code. It says what it
# skips. The package is written to the folder given, or to a temporary one.
#
#   scripts/editors.sh [FOLDER]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

neovim() {
  if ! command -v nvim >/dev/null; then
    echo "SKIPPED: Neovim is not installed"
    return
  fi
  cargo build --quiet --locked -p dosic-cli
  local dosic
  dosic=$(cargo metadata --format-version 1 --no-deps --offline | sed 's/.*"target_directory":"\([^"]*\)".*/\1/')/debug/dosic
  mkdir "$work/model"
  cat >"$work/model/shop.yaml" <<'YAML'
version: "0.2.0.dev0"
semantic_model:
  - name: shop
    datasets:
      - name: orders
        source: orders
        primary_key: [id]
        fields:
          - {name: id, expression: id, datatype: Integer}
          - {name: amount, expression: amount, datatype: Decimal}
    metrics:
      - {name: revenue, expression: SUM(orders.amuont)}
YAML
  DOSIC=$dosic timeout 120 nvim --headless -u NONE "$work/model/shop.yaml" \
    -c 'luafile editors/neovim/check.lua' 2>&1
  echo
}

vscode() {
  if ! command -v npm >/dev/null; then
    echo "SKIPPED: npm is not installed"
    return
  fi
  cp -r editors/vscode "$work/vscode"
  cp LICENSE "$work/vscode/"
  cd "$work/vscode"
  if ! timeout 300 npm ci --no-audit --no-fund --ignore-scripts >"$work/npm.log" 2>&1; then
    tail -3 "$work/npm.log"
    echo "SKIPPED: npm cannot bring what packaging needs"
    return
  fi
  npm run --silent check
  npm run --silent package | tail -1
  if [ -n "$out" ]; then
    mkdir -p "$out"
    cp dosic.vsix "$out/"
  fi
}

out=${1:+$(realpath -m "$1")}
neovim
vscode
