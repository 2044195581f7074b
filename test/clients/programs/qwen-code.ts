import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { AiClient } from '../client.js'

export const qwenCode: AiClient = {
  id: 'qwen-code',
  program: 'qwen-code',
  command: 'qwen',
  start: (installed) => [
    process.execPath,
    path.join(installed, 'node_modules', '@qwen-code', 'qwen-code', 'cli-entry.js'),
  ],
  env: ({ model }) => ({ OPENAI_API_KEY: 'scripted', OPENAI_BASE_URL: `${model}/v1`, OPENAI_MODEL: 'scripted' }),
  prepare({ home }) {
    mkdirSync(path.join(home, '.qwen'))
    const settings = {
      security: { auth: { selectedType: 'openai' } },
      general: { enableAutoUpdate: false },
      privacy: { usageStatisticsEnabled: false },
    }
    writeFileSync(path.join(home, '.qwen', 'settings.json'), JSON.stringify(settings, null, 2))
  },
  ask: (question) => ['--auth-type', 'openai', '--model', 'scripted', '--approval-mode', 'yolo', question],
  listServers: ['mcp', 'list'],
}
