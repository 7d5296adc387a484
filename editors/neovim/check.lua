-- Opens a model with a fault in Neovim, sees it reported, mends it in the buffer, and sees it gone.
-- nvim --headless -u NONE MODEL -c "luafile check.lua", with the path of dosic in DOSIC.
local path = vim.fn.argv(0)
local folder = vim.fn.fnamemodify(path, ':p:h')
local config = { name = 'dosic', cmd = { vim.env.DOSIC, 'lsp' }, root_dir = folder,
  workspace_folders = { { uri = vim.uri_from_fname(folder), name = 'w' } } }
local id
if vim.lsp.start then
  id = vim.lsp.start(config)
else
  id = vim.lsp.start_client(config)
  vim.lsp.buf_attach_client(0, id)
end
local function wait(what, test)
  if not vim.wait(20000, test, 20) then print('NOT SEEN: ' .. what, vim.inspect(vim.diagnostic.get(0))); vim.cmd('cquit') end
end
local function errors()
  return vim.diagnostic.get(0, { severity = vim.diagnostic.severity.ERROR })
end
wait('an error', function() return #errors() > 0 end)
for _, d in ipairs(errors()) do print(('%d:%d %s: %s'):format(d.lnum + 1, d.col + 1, d.code, d.message)) end
local line = vim.fn.search('amuont') - 1
local column = vim.fn.getline(line + 1):find('amuont') - 1
vim.api.nvim_buf_set_text(0, line, column, line, column + 6, { 'amount' })
wait('that it is gone', function() return #errors() == 0 end)
print('mended: no errors')
vim.api.nvim_win_set_cursor(0, { line + 1, column + 1 })
local params = vim.lsp.util.make_position_params(0, 'utf-16')
local answer = vim.lsp.buf_request_sync(0, 'textDocument/hover', params, 20000)
print((answer[id].result.contents.value:gsub("\n+", " ")))
vim.lsp.stop_client(id)
vim.cmd('qall!')
