import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { AiClient } from '../client.js'

export const llm: AiClient = {
  id: 'llm',
  program: 'other',
  command: 'llm',
  start: (installed) => [path.join(installed, 'bin', 'llm')],
  env: ({ home }) => ({ LLM_USER_PATH: path.join(home, 'llm') }),
  prepare({ home, model }) {
    mkdirSync(path.join(home, 'llm'))
    const scripted = { model_id: 'scripted', model_name: 'scripted', api_base: `${model}/v1`, supports_tools: true }
    writeFileSync(path.join(home, 'llm', 'extra-openai-models.yaml'), JSON.stringify([scripted]))
  },
  place(lines, { home }) {
    mkdirSync(path.join(home, '.llm-tools-mcp'))
    writeFileSync(path.join(home, '.llm-tools-mcp', 'mcp.json'), lines)
  },
  ask: (question) => ['--model', 'scripted', '--key', 'scripted', '--tool', 'MCP', '--chain-limit', '0', question],
}
