import { coreCatalogue } from '@contract/core-catalogue.js'
import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import type { KnownClients, Rights } from '@shared/clients/client.js'
import { bridge, normalRights } from '@shared/clients/client.js'
import { defaultSettings } from '@shared/program/settings.js'
import { describe, expect, it } from 'vitest'
import { ApprovalRules } from '../../../../src-main/gateway/approvals/approval-rules.js'
import { accessBy, accessOn } from '../../../../src-main/gateway/trust/server-access.js'
import { memoryStores } from '../../../../src-main/storage/stores.js'
import { FakeClock } from '../../../fakes/fake-clock.js'
import { MemoryAuditLog } from '../../../fakes/memory-audit-log.js'
import { RecordingLog } from '../../../fakes/recording-log.js'

const manifest = (id: string): CapabilityManifest => {
  const found = coreCatalogue.get(id)
  if (!found) throw new Error(`no ${id}`)
  return found
}
const capabilities = ['world.time.get', 'player.teleport', 'world.time.set', 'player.ban'].map(manifest)
const person = { id: 'desktop', name: 'desktop', kind: 'owner' } as never

const client = (id: string, rights: Partial<Rights> = {}) => ({
  ...normalRights,
  ...rights,
  id,
  name: `Name of ${id}`,
  callsPerMinute: 600,
  createdAt: '2026-01-01T00:00:00Z',
})

const settings = { ...defaultSettings }

function scene(...clients: readonly ReturnType<typeof client>[]) {
  const clock = new FakeClock()
  const rules = new ApprovalRules({
    store: memoryStores().rules,
    audit: new MemoryAuditLog(),
    clock,
    log: new RecordingLog(),
  })
  const server = { id: 'a', name: 'A', kind: 'agent', state: 'online', capabilities, refused: [] } as const
  const known: KnownClients = { clients, bridge: { ...bridge, ...normalRights } }
  const link = { server, invoke: () => Promise.reject(new Error('unused')) }
  const gatehouse = { rules, quorums: () => ({ criticalQuorum: 2, quorums: {} }), governance: () => settings, clock }
  const question = { link, known, gatehouse }
  const effects = (id: string) => Object.fromEntries(accessBy(id, question).map((one) => [one.id, one]))
  return { rules, question, effects }
}

describe('who may do what on a server', () => {
  it('lists for each client what is allowed, asked and denied, by its role', () => {
    const { question, effects } = scene(
      client('viewer', { role: 'viewer' }),
      client('here', { roles: { a: 'operator' } }),
    )
    expect(accessOn(question)).toMatchObject([
      { id: 'bridge', role: 'admin', ownRole: false, allow: 2, ask: 2, deny: 0 },
      { id: 'viewer', name: 'Name of viewer', role: 'viewer', allow: 1, ask: 0, deny: 3 },
      { id: 'here', role: 'operator', ownRole: true, allow: 2, ask: 0, deny: 2 },
    ])
    expect(effects('bridge')).toMatchObject({
      'world.time.get': { effect: 'allow', why: 'harmless' },
      'world.time.set': { effect: 'ask', why: 'risk' },
    })
    expect(effects('viewer')['world.time.set']).toMatchObject({ effect: 'deny', why: 'role' })
    expect(accessBy('nobody', question)).toEqual([])
  })

  it('counts permissions, and says so', () => {
    const permissions = [
      { permission: 'mcp.action.player.ban', effect: 'deny' },
      { permission: 'mcp.action.player.teleport', effect: 'ask', server: 'a' },
      { permission: 'mcp.**', effect: 'deny', server: 'elsewhere' },
    ] as const
    const { question, effects } = scene(client('one', { permissions }))
    expect(effects('one')).toMatchObject({
      'player.ban': { effect: 'deny', why: 'permission' },
      'player.teleport': { effect: 'ask', why: 'permission' },
    })
    expect(accessOn(question)[1]).toMatchObject({ permissions: 2 })
  })

  it('counts the rules that apply to everybody or to this client, on this server', () => {
    const { rules, question, effects } = scene(client('one'), client('two'))
    const make = (terms: object) =>
      rules.create({ effect: 'deny', capability: 'world.**', maxRisk: 'critical', ...terms } as never, person)
    const here = make({ client: { id: 'one', name: 'Name of one' }, server: 'a' })
    make({ server: 'elsewhere' })
    const all = make({ effect: 'ask', capability: 'player.teleport' })
    expect(effects('one')['world.time.get']).toMatchObject({ effect: 'deny', why: 'rule', rule: here.id })
    expect(effects('two')['world.time.get']).toMatchObject({ effect: 'allow' })
    expect(effects('two')['player.teleport']).toMatchObject({ effect: 'ask', why: 'rule', rule: all.id })
    expect(accessOn(question).map((access) => access.rules.length)).toEqual([1, 2, 1])
  })

  it('names the built-in rule that asks', () => {
    const { question } = scene()
    const { link } = question
    const kicks = { ...link, server: { ...link.server, capabilities: [manifest('player.kick')] } }
    expect(accessBy('bridge', { ...question, link: kicks })[0]).toEqual({
      id: 'player.kick',
      effect: 'ask',
      why: 'built-in',
      builtIn: 'built-in:kick',
      people: 1,
    })
  })
})
