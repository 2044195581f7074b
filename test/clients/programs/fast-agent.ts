import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { AiClient } from '../client.js'

export const fastAgent: AiClient = {
  id: 'fast-agent',
  program: 'other',
  command: 'fast-agent',
  start: (installed) => [path.join(installed, 'bin', 'fast-agent')],
  env: ({ model }) => ({ GENERIC_API_KEY: 'scripted', GENERIC_BASE_URL: `${model}/v1` }),
  // Its file is YAML, which includes JSON.
  place(lines, { home, model }) {
    const { type = 'stdio', ...entry } = JSON.parse(lines).mcpServers.gatehouse
    const settings = {
      mcp: { servers: { gatehouse: { transport: type, ...entry } } },
      generic: { api_key: 'scripted', base_url: `${model}/v1` },
      logger: { type: 'none', progress_display: false },
    }
    writeFileSync(path.join(home, 'fastagent.config.yaml'), JSON.stringify(settings))
  },
  ask: (question) => ['go', '--servers', 'gatehouse', '--model', 'generic.scripted', '--message', question],
}
