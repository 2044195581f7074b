import path from 'node:path'
import type { AiClient } from '../client.js'

export const copilot: AiClient = {
  id: 'copilot',
  program: 'copilot',
  command: 'copilot',
  start: (installed) => [process.execPath, path.join(installed, 'node_modules', '@github', 'copilot', 'npm-loader.js')],
  env: ({ model }) => ({
    COPILOT_PROVIDER_BASE_URL: `${model}/v1`,
    COPILOT_PROVIDER_TYPE: 'openai',
    COPILOT_PROVIDER_API_KEY: 'scripted',
    COPILOT_MODEL: 'scripted',
    COPILOT_OFFLINE: 'true',
    COPILOT_AUTO_UPDATE: 'false',
  }),
  ask: (question) => ['-p', question, '--allow-all-tools', '--model', 'scripted'],
  listServers: ['mcp', 'list'],
}
