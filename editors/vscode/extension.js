// The client of `dosic lsp`: it starts the server and shows the SQL that the server gives.
'use strict';

const vscode = require('vscode');
const { LanguageClient, TransportKind } = require('vscode-languageclient/node');

let client;

async function activate(context) {
  const settings = vscode.workspace.getConfiguration('dosic');
  const run = {
    command: settings.get('path', 'dosic'),
    args: ['lsp', '--dialect', settings.get('dialect', 'duckdb')],
    transport: TransportKind.stdio,
  };
  client = new LanguageClient('dosic', 'dosic', { run, debug: run }, {
    documentSelector: [
      { scheme: 'file', language: 'yaml' },
      { scheme: 'file', language: 'json' },
    ],
    middleware: { executeCommand: showSql },
  });
  context.subscriptions.push(client);
  try {
    await client.start();
  } catch (error) {
    const message = `dosic does not start: ${error.message}. The setting "dosic.path" names the executable.`;
    vscode.window.showErrorMessage(message);
  }
}

// The server answers "show SQL" with a text, which is opened beside the model.
async function showSql(command, args, next) {
  const sql = await next(command, args);
  if (command === 'dosic.showSql' && typeof sql === 'string') {
    const document = await vscode.workspace.openTextDocument({ language: 'sql', content: sql });
    await vscode.window.showTextDocument(document, {
      preview: true,
      preserveFocus: true,
      viewColumn: vscode.ViewColumn.Beside,
    });
  }
  return sql;
}

function deactivate() {
  return client && client.stop();
}

module.exports = { activate, deactivate };
