import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { AiClient } from '../client.js'

export const cline: AiClient = {
  id: 'cline',
  program: 'cline',
  command: 'cline',
  start: (installed) => [process.execPath, path.join(installed, 'node_modules', 'cline', 'bin', 'cline')],
  env: () => ({ CLINE_NO_AUTO_UPDATE: '1' }),
  prepare({ home, model }) {
    const folder = path.join(home, '.cline', 'data', 'settings')
    mkdirSync(folder, { recursive: true })
    const settings = { provider: id, apiKey: 'scripted', model: 'scripted', baseUrl: `${model}/v1` }
    const provider = { settings, updatedAt: '2026-01-01T00:00:00.000Z', tokenSource: 'manual' }
    const providers = { version: 1, lastUsedProvider: id, modes: {}, providers: { [id]: provider } }
    writeFileSync(path.join(folder, 'providers.json'), JSON.stringify(providers, null, 2))
  },
  ask: (question) => ['--auto-approve', 'true', '--provider', id, question],
}

const id = 'openai-compatible'
