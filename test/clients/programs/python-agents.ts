/** Agents that are written in Python with a library. Each is a few lines that read the entry of *Another program*. */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { AiClient } from '../client.js'

const pythonWith = (installed: string, script: string) => [
  path.join(installed, 'bin', 'python'),
  path.join(import.meta.dirname, `${script}.py`),
]

const agent = (id: string, more: Partial<AiClient> = {}): AiClient => ({
  id,
  program: 'other',
  command: id,
  start: (installed) => pythonWith(installed, id),
  env: ({ model }) => ({ MODEL: model }),
  place: (lines, { home }) => writeFileSync(path.join(home, 'mcp.json'), lines),
  ask: (question) => [question],
  ...more,
})

export const pydanticAi = agent('pydantic-ai')

export const openaiAgents = agent('openai-agents', { waitSeconds: 4 })

export const langchain = agent('langchain-mcp-adapters')

export const googleAdk = agent('google-adk', {
  waitSeconds: 4,
  env: ({ model }) => ({
    GOOGLE_GEMINI_BASE_URL: model,
    GOOGLE_API_KEY: 'scripted',
    GOOGLE_GENAI_USE_VERTEXAI: 'FALSE',
    NO_GCE_CHECK: 'true',
  }),
})

/** A script must not have the name of the package that it imports. */
export const fastmcp = agent('fastmcp', { start: (installed) => pythonWith(installed, 'fastmcp-agent') })
