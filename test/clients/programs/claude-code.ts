import path from 'node:path'
import type { AiClient } from '../client.js'

export const claudeCode: AiClient = {
  id: 'claude-code',
  program: 'claude-code',
  command: 'claude',
  start: (installed) => [
    process.execPath,
    path.join(installed, 'node_modules', '@anthropic-ai', 'claude-code', 'cli-wrapper.cjs'),
  ],
  env: ({ model }) => ({
    ANTHROPIC_BASE_URL: model,
    ANTHROPIC_API_KEY: 'scripted',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
  }),
  ask: (question) => ['-p', question, '--allowedTools', 'mcp__gatehouse'],
  listServers: ['mcp', 'list'],
  signIn: { words: ['mcp', 'login', 'gatehouse'], inTerminal: true },
}
