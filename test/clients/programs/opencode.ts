import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { AiClient } from '../client.js'

const platform = process.platform === 'win32' ? 'windows' : process.platform

/** The build without AVX2 runs on every processor. */
const binary = (installed: string): string =>
  ['-baseline', '']
    .map((kind) =>
      path.join(installed, 'node_modules', `opencode-${platform}-${process.arch}${kind}`, 'bin', 'opencode'),
    )
    .find(existsSync) ?? 'opencode'

export const opencode: AiClient = {
  id: 'opencode',
  program: 'opencode',
  command: 'opencode',
  start: (installed) => [binary(installed)],
  env: () => ({ OPENCODE_DISABLE_AUTOUPDATE: '1', OPENCODE_DISABLE_MODELS_FETCH: '1' }),
  prepare({ home, model }) {
    const folder = path.join(home, '.config', 'opencode')
    mkdirSync(folder, { recursive: true })
    const provider = {
      npm: '@ai-sdk/openai-compatible',
      options: { baseURL: `${model}/v1`, apiKey: 'scripted' },
      models: { scripted: { name: 'Scripted', tool_call: true } },
    }
    const settings = { autoupdate: false, share: 'disabled', provider: { scripted: provider } }
    writeFileSync(path.join(folder, 'opencode.json'), JSON.stringify(settings, null, 2))
  },
  ask: (question) => ['run', '--model', 'scripted/scripted', '--auto', question],
  listServers: ['mcp', 'list'],
  signIn: { words: ['mcp', 'auth', 'gatehouse'] },
}
