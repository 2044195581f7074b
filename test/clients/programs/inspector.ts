import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { AiClient } from '../client.js'

export const inspector: AiClient = {
  id: 'inspector',
  program: 'other',
  command: 'mcp-inspector',
  start: (installed) => [
    process.execPath,
    path.join(
      installed,
      'node_modules',
      '@modelcontextprotocol',
      'inspector',
      'clients',
      'launcher',
      'build',
      'index.js',
    ),
  ],
  // With a proxy it needs a package that it does not bring.
  env: () => ({ HTTP_PROXY: '', HTTPS_PROXY: '', MCP_INSPECTOR_SECRET_STORE: 'file', MCP_AUTO_OPEN_ENABLED: 'true' }),
  place: (lines, { home }) => writeFileSync(path.join(home, 'mcp.json'), lines),
  listTools: [...words('tools/list')],
  call: (tool, given) => [...words('tools/call'), '--tool-name', tool, '--tool-args-json', JSON.stringify(given)],
}

function words(method: string): readonly string[] {
  return ['--cli', '--config', 'mcp.json', '--server', 'gatehouse', '--method', method]
}
