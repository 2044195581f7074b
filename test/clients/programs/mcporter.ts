import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { AiClient } from '../client.js'

export const mcporter: AiClient = {
  id: 'mcporter',
  program: 'other',
  command: 'mcporter',
  start: (installed) => [process.execPath, path.join(installed, 'node_modules', 'mcporter', 'dist', 'cli.js')],
  env: () => ({}),
  place(lines, { home }) {
    mkdirSync(path.join(home, 'config'))
    writeFileSync(path.join(home, 'config', 'mcporter.json'), lines)
  },
  signIn: { words: ['auth', 'gatehouse'] },
  listTools: ['list', 'gatehouse', '--schema'],
  call: (tool, given) => ['call', `gatehouse.${tool}`, '--args', JSON.stringify(given)],
}
