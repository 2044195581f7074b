import { appendFileSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import type { AiClient } from '../client.js'

export const codex: AiClient = {
  id: 'codex',
  program: 'codex',
  command: 'codex',
  start: (installed) => [process.execPath, path.join(installed, 'node_modules', '@openai', 'codex', 'bin', 'codex.js')],
  env: () => ({ SCRIPTED_KEY: 'scripted' }),
  prepare({ home, model }) {
    mkdirSync(path.join(home, '.codex'))
    const lines = [
      'model = "gpt-5"',
      'model_provider = "scripted" # not a real one',
      // By default Codex begins a question after a second, with the tools that it has by then.
      'mcp_optional_startup_grace_ms = 0',
      '[model_providers.scripted]',
      'name = "Scripted"',
      `base_url = "${model}/v1"`,
      'env_key = "SCRIPTED_KEY"',
      'wire_api = "responses"',
    ]
    appendFileSync(path.join(home, '.codex', 'config.toml'), `${lines.join('\n')}\n`)
  },
  ask: (question) => ['exec', '--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox', question],
  listServers: ['mcp', 'list'],
  signIn: { words: ['mcp', 'login', 'gatehouse'] },
}
