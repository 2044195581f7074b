/** Connect data: a realistic computer with Claude Desktop and other clients. */
import {
  type ConfigFile,
  type ConfigPreview,
  type ConnectedClient,
  type ConnectionFinding,
  type Guide,
  keyPlaceholder,
  type ProgramId,
  type Recipe,
} from '@shared/clients/connection.js'
import type { KeylessView } from '@shared/clients/keyless.js'

const bridge = {
  command: '/opt/Gatehouse/resources/runtime/node',
  args: ['/opt/Gatehouse/resources/programs/stdio-bridge.cjs', '--profile', '/home/ada/.config/Gatehouse'],
}
const address = 'http://127.0.0.1:51234/mcp'
const headers = { Authorization: `Bearer ${keyPlaceholder}` }
const json = (value: unknown) => JSON.stringify(value, null, 2)
const inFile = (list: string, entry: object, file?: string): Recipe => ({
  over: 'bridge',
  into: 'file',
  text: json({ [list]: { gatehouse: entry } }),
  ...(file !== undefined && { file }),
})

export const claudeFile = '/home/ada/.config/Claude/claude_desktop_config.json'

const files: Readonly<Partial<Record<ProgramId, string>>> = {
  cursor: '/home/ada/.cursor/mcp.json',
  vscode: '/home/ada/.config/Code/User/mcp.json',
  'vscode-insiders': '/home/ada/.config/Code - Insiders/User/mcp.json',
  'lm-studio': '/home/ada/.lmstudio/mcp.json',
  windsurf: '/home/ada/.codeium/windsurf/mcp_config.json',
  'gemini-cli': '/home/ada/.gemini/settings.json',
  codex: '/home/ada/.codex/config.toml',
  opencode: '/home/ada/.config/opencode/opencode.jsonc',
}

const linked: readonly ProgramId[] = ['cursor', 'vscode', 'vscode-insiders', 'lm-studio']

export interface Connecting {
  claude: ConfigFile
  running: Guide['running']
  connectedClients: readonly ConnectedClient[]
  findings: readonly ConnectionFinding[]
}

export const connecting: Connecting = {
  claude: { path: claudeFile, kind: 'usual', claudeIsThere: true, state: { kind: 'without' } },
  running: { kind: 'no' },
  connectedClients: [],
  findings: [],
}

export function exampleGuide(program: ProgramId, { claude, running }: Connecting): Guide {
  if (program === 'claude-desktop') {
    return { program, recipes: [inFile('mcpServers', bridge)], files: [claude], ...(running && { running }) }
  }
  if (program === 'claude-code') {
    const command = `claude mcp add --scope user gatehouse -- ${bridge.command} ${bridge.args.join(' ')}`
    const overHttp = `claude mcp add --header 'Authorization: Bearer ${keyPlaceholder}' --transport http --scope user gatehouse ${address}`
    return {
      program,
      recipes: [
        { over: 'bridge', into: 'terminal', text: command },
        { over: 'http', into: 'terminal', text: overHttp },
      ],
    }
  }
  const list = program.startsWith('vscode') ? 'servers' : 'mcpServers'
  const file = files[program]
  return {
    program,
    recipes: [
      inFile(list, bridge, file),
      { ...inFile(list, { type: 'http', url: address, headers }, file), over: 'http' },
    ],
    ...(file !== undefined && {
      files: [{ path: file, kind: 'usual', claudeIsThere: false, state: { kind: 'without' } }],
    }),
    ...(linked.includes(program) && { linked: true }),
  }
}

export const examplePreview = ({ running = { kind: 'unknown' } }: Connecting): ConfigPreview => ({
  path: claudeFile,
  expected: 'a'.repeat(64),
  running,
  lines: [
    { kind: 'same', text: '    "files": {' },
    { kind: 'same', text: '      "command": "npx"' },
    { kind: 'removed', text: '    }' },
    { kind: 'added', text: '    },' },
    ...json({ gatehouse: bridge })
      .split('\n')
      .slice(1, -1)
      .map((text) => ({ kind: 'added' as const, text: `  ${text}` })),
    { kind: 'same', text: '  }' },
    { kind: 'same', text: '}' },
  ],
})

/** @param now milliseconds since the epoch */
export const exampleConnectedClients = (now: number): readonly ConnectedClient[] => {
  const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString()
  return [
    { clientId: 'bridge', says: 'claude-ai', connected: true, lastSeenAt: ago(0) },
    { clientId: 'client:0a1b2c3d', connected: true, lastSeenAt: ago(0) },
    { clientId: 'bridge', says: 'cursor-vscode', connected: false, lastSeenAt: ago(95) },
    {
      clientId: 'bridge',
      says: 'Some assistant with a very, very long name (verified)',
      connected: false,
      lastSeenAt: ago(9_000),
    },
  ]
}

/** @param now milliseconds since the epoch */
export const exampleKeyless = (now: number): KeylessView => ({
  others: 'ask',
  isPaused: false,
  programs: [
    { id: 'program-1', name: 'claude-ai', state: 'allowed', at: new Date(now - 9_000_000).toISOString() },
    {
      id: 'program-2',
      name: 'Сlaude Code',
      state: 'waiting',
      at: new Date(now - 20_000).toISOString(),
      resembles: 'Claude Code',
    },
    { id: 'program-3', name: 'Grok Build', state: 'refused', at: new Date(now - 9_000_000).toISOString() },
  ],
})

/** @param now milliseconds since the epoch */
export const exampleFindings = (now: number): readonly ConnectionFinding[] => {
  const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString()
  return [
    {
      kind: 'config-elsewhere',
      weight: 'cause',
      details: { file: claudeFile, command: '/opt/old/gatehouse', profile: '/home/ada/.config/Gatehouse-old' },
      act: 'connect',
    },
    { kind: 'endpoint-missing', weight: 'cause', act: 'repair-endpoint' },
    { kind: 'not-restarted', weight: 'cause', at: ago(300) },
    { kind: 'panic', weight: 'cause', at: ago(12) },
    { kind: 'never-seen', weight: 'hint', at: ago(30) },
    { kind: 'wrong-key', weight: 'hint', at: ago(3), times: 4, act: 'give-key' },
    { kind: 'foreign-origin', weight: 'hint', at: ago(8), times: 1, details: { from: 'http://localhost:3000' } },
  ]
}
