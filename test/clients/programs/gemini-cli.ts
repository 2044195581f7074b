import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { AiClient } from '../client.js'

export const geminiCli: AiClient = {
  id: 'gemini-cli',
  program: 'gemini-cli',
  command: 'gemini',
  start: (installed) => [
    process.execPath,
    path.join(installed, 'node_modules', '@google', 'gemini-cli', 'bundle', 'gemini.js'),
  ],
  env: ({ model }) => ({
    GOOGLE_GEMINI_BASE_URL: model,
    GEMINI_API_KEY: 'scripted',
    GEMINI_CLI_TRUST_WORKSPACE: 'true',
    GEMINI_CLI_NO_RELAUNCH: 'true',
  }),
  prepare({ home }) {
    mkdirSync(path.join(home, '.gemini'))
    const settings = {
      security: { auth: { selectedType: 'gemini-api-key' } },
      general: { disableAutoUpdate: true },
      privacy: { usageStatisticsEnabled: false },
    }
    writeFileSync(path.join(home, '.gemini', 'settings.json'), JSON.stringify(settings, null, 2))
  },
  ask: (question) => ['--approval-mode', 'yolo', '--model', 'gemini-2.5-flash', '-p', question],
  listServers: ['mcp', 'list'],
}
