import { bridge, type Client, normalRights } from '@shared/clients/client.js'
import type { ConfigFile, ConnectionFinding } from '@shared/clients/connection.js'
import { describe, expect, it } from 'vitest'
import { type ConnectionFacts, findingsAboutClient, findingsAboutProgram } from '../../../src-main/connect/findings.js'

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute)).toISOString()

const client: Client = {
  ...normalRights,
  id: 'client:0a1b2c3d',
  name: 'Cursor',
  callsPerMinute: 600,
  createdAt: at(0),
  lastUsedAt: at(5),
}

const well: ConnectionFacts = {
  connectedClients: [],
  refusals: [],
  known: { clients: [client], bridge: { ...bridge, ...normalRights } },
  panic: { on: false },
  httpEndpoint: { address: 'http://127.0.0.1:4000/mcp' },
  endpoint: 'ours',
  bridgeFile: { path: '/dist/stdio-bridge.cjs', isThere: true },
}

const configured: ConfigFile = {
  path: '/home/ada/.config/Claude/claude_desktop_config.json',
  kind: 'usual',
  claudeIsThere: true,
  state: { kind: 'ours' },
  written: { at: at(10) },
}

const kindsOf = (findings: readonly ConnectionFinding[]) => findings.map(({ kind }) => kind)
const about = (file: Partial<ConfigFile>, now: Partial<ConnectionFacts> = {}, running?: ConnectionFinding['at']) =>
  findingsAboutProgram(
    'claude-desktop',
    { files: [{ ...configured, ...file }], running: running ? { kind: 'yes', since: running } : { kind: 'no' } },
    { ...well, ...now },
  )
const claude = { clientId: 'bridge', says: 'claude-ai', connected: false, lastSeenAt: at(20) }

describe('why Claude Desktop is not connected', () => {
  it('is that it does not run, when everything else is well', () => {
    expect(kindsOf(about({}, { connectedClients: [claude] }))).toEqual(['not-running'])
  })

  it('is that it was not started again since the configuration was written', () => {
    expect(about({}, {}, at(9))).toEqual([
      { kind: 'not-restarted', weight: 'cause', at: at(9) },
      { kind: 'never-seen', weight: 'hint', at: at(10) },
    ])
    expect(kindsOf(about({}, {}, at(11)))).toEqual(['never-seen'])
  })

  it('is that the configuration has no entry of ours, or names another program or profile', () => {
    const { written: _, ...never } = configured
    expect(about({ ...never, state: { kind: 'without' } }, {}, at(9))[0]).toEqual({
      kind: 'config-missing',
      weight: 'cause',
      details: { file: configured.path },
      act: 'connect',
    })
    expect(about({ state: { kind: 'elsewhere', command: '/old', profile: '/other' } }, {}, at(11))[0]).toEqual({
      kind: 'config-elsewhere',
      weight: 'cause',
      details: { file: configured.path, command: '/old', profile: '/other' },
      act: 'connect',
    })
  })

  it('is a byte-order mark in its configuration, also while it is still connected', () => {
    const encoded = { kind: 'encoded', encoding: 'utf-8-bom' } as const
    const finding = {
      ...{ kind: 'config-encoding', act: 'repair-file' },
      details: { file: configured.path, encoding: 'UTF-8 BOM' },
    }
    expect(about({ state: encoded }, {}, at(11))[0]).toEqual({ ...finding, weight: 'cause' })
    const connected = { connectedClients: [{ ...claude, connected: true }] }
    expect(about({ state: encoded }, connected)).toEqual([{ ...finding, weight: 'hint' }])
    expect(kindsOf(about({ state: { ...encoded, kind: 'repaired' } }, {}, at(11)))).toEqual(['never-seen'])
  })

  it('is only possibly the configuration when it connected without one, as an extension does', () => {
    const [finding] = findingsAboutProgram(
      'claude-desktop',
      { files: [{ path: '/c', kind: 'usual', claudeIsThere: true, state: { kind: 'without' } }] },
      { ...well, connectedClients: [claude] },
    )
    expect(finding).toMatchObject({ kind: 'config-missing', weight: 'hint' })
  })

  it('is the position of the error in a broken configuration', () => {
    const state = { kind: 'refused', problem: { kind: 'broken', line: 3, column: 7 } } as const
    const found = about({ state }, {}, at(11)).find(({ kind }) => kind === 'config-refused')
    expect(found?.details).toEqual({ file: configured.path, why: 'broken', line: 3, column: 7 })
  })

  it('is a missing file that the bridge needs: its program, or the endpoint file', () => {
    const bridgeFile = { ...well.bridgeFile, isThere: false }
    expect(kindsOf(about({}, { bridgeFile, endpoint: 'missing', connectedClients: [claude] }, at(11)))).toEqual([
      'bridge-missing',
      'endpoint-missing',
    ])
    expect(about({}, { endpoint: 'stale', connectedClients: [claude] }, at(11))).toEqual([
      { kind: 'endpoint-stale', weight: 'cause', act: 'repair-endpoint' },
    ])
  })

  it('is empty once it is connected, except that it has no rights, or that everything is stopped', () => {
    const connectedClients = [{ ...claude, connected: true }]
    expect(about({ state: { kind: 'without' } }, { connectedClients, endpoint: 'stale' })).toEqual([])
    const stopped = { on: true, since: at(30) }
    const known = { ...well.known, bridge: { ...bridge, role: 'none', roles: {}, permissions: [] } as const }
    expect(about({}, { connectedClients, panic: stopped, known })).toEqual([
      { kind: 'panic', weight: 'cause', at: at(30) },
      { kind: 'may-do-nothing', weight: 'cause', act: 'edit-rights' },
    ])
  })

  it('is not distinguished from the presence of another program behind the same bridge', () => {
    const cursor = { clientId: 'bridge', says: 'cursor-vscode', connected: true, lastSeenAt: at(30) }
    expect(kindsOf(about({}, { connectedClients: [cursor] }, at(11)))).toEqual(['never-seen'])
  })
})

describe('why a client with a key is not connected', () => {
  it('shows the refusal of the client itself before later ones of unknown clients', () => {
    const refusals = [
      { reason: 'foreign-origin', times: 3, lastAt: at(8), from: 'http://localhost:3000' },
      { reason: 'wrong-key', times: 2, lastAt: at(7), clientId: client.id },
      { reason: 'wrong-key', times: 9, lastAt: at(7), clientId: 'client:ffffffff' },
      { reason: 'no-key', times: 1, lastAt: at(2) },
    ] as const
    expect(findingsAboutClient(client, { ...well, refusals })).toEqual([
      { kind: 'wrong-key', weight: 'cause', at: at(7), times: 2, act: 'give-key' },
      { kind: 'foreign-origin', weight: 'hint', at: at(8), times: 3, details: { from: 'http://localhost:3000' } },
    ])
  })

  it('is that the port has changed, or that it never connected', () => {
    const { lastUsedAt: _, ...fresh } = client
    const httpEndpoint = { address: 'http://127.0.0.1:4000/mcp', taken: 8723 }
    expect(kindsOf(findingsAboutClient(fresh, { ...well, httpEndpoint }))).toEqual(['port-taken', 'never-used'])
  })
})
