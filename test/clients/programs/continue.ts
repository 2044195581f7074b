import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { AiClient } from '../client.js'

export const continueCli: AiClient = {
  id: 'continue',
  program: 'continue',
  command: 'cn',
  start: (installed) => [
    process.execPath,
    path.join(installed, 'node_modules', '@continuedev', 'cli', 'dist', 'cn.js'),
  ],
  env: () => ({ CONTINUE_TELEMETRY_ENABLED: '0' }),
  prepare({ home, model }) {
    const folder = path.join(home, '.continue')
    mkdirSync(folder)
    const lines = [
      'name: Scripted',
      'version: 1.0.0',
      'schema: v1',
      'models:',
      '  - name: scripted',
      '    provider: openai',
      '    model: scripted',
      `    apiBase: ${model}/v1`,
      '    apiKey: scripted',
      '    roles: [chat]',
      '    capabilities: [tool_use]',
    ]
    writeFileSync(path.join(folder, 'config.yaml'), `${lines.join('\n')}\n`)
  },
  ask: (question) => ['--config', '.continue/config.yaml', '--auto', '-p', question],
}
