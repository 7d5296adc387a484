// Checks what packaging does not: that the files the manifest names are there, and that the extension starts the
// server and shows the SQL it gives, with stand-ins for the editor.
'use strict';

const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');
const Module = require('node:module');

const manifest = JSON.parse(fs.readFileSync(path.join(__dirname, 'package.json'), 'utf8'));
assert(fs.existsSync(path.join(__dirname, manifest.main)));
for (const snippets of manifest.contributes.snippets) {
  const all = JSON.parse(fs.readFileSync(path.join(__dirname, snippets.path), 'utf8'));
  for (const [name, snippet] of Object.entries(all)) {
    assert(snippet.prefix && snippet.body.length > 0, name);
  }
}

const shown = [];
let made;
const settings = { get: (name, otherwise) => (name === 'dialect' ? 'postgres' : otherwise) };
const vscode = {
  workspace: {
    getConfiguration: () => settings,
    openTextDocument: async (options) => options,
  },
  window: { showTextDocument: async (document) => shown.push(document), showErrorMessage: assert.fail },
  ViewColumn: { Beside: -2 },
};
class LanguageClient {
  constructor(id, name, server, client) {
    made = { server, client, started: false };
  }
  async start() {
    made.started = true;
  }
  async stop() {
    made.started = false;
  }
}
const load = Module._load;
Module._load = (name, ...rest) => {
  if (name === 'vscode') return vscode;
  if (name === 'vscode-languageclient/node') return { LanguageClient, TransportKind: { stdio: 0 } };
  return load(name, ...rest);
};

(async () => {
  const extension = require(path.join(__dirname, manifest.main));
  await extension.activate({ subscriptions: [] });
  assert(made.started);
  assert.strictEqual(made.server.run.command, 'dosic');
  assert.deepStrictEqual(made.server.run.args, ['lsp', '--dialect', 'postgres']);
  const { executeCommand } = made.client.middleware;
  assert.strictEqual(await executeCommand('dosic.showSql', [{}], async () => 'SELECT 1;'), 'SELECT 1;');
  assert.strictEqual(await executeCommand('other', [], async () => 'text'), 'text');
  assert.deepStrictEqual(shown, [{ language: 'sql', content: 'SELECT 1;' }]);
  await extension.deactivate();
  assert(!made.started);
  console.log('the extension starts, shows SQL and stops');
})();
