import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import { describe, expect, it } from 'vitest'
import { type Filters, listCapabilities, listProviders, pageOf } from '../../../../src-main/consumers/rest/listing.js'
import { Registry } from '../../../../src-main/gateway/trust/registry.js'
import { core, FakeServer, manifestOf } from '../../../fakes/fake-provider.js'

const shops = manifestOf({
  id: 'ext.shop.list',
  name: 'List the shops',
  description: 'Every STALL there is.',
  provider: { id: 'shopkeeper', name: 'Shopkeeper', version: '2.0.0' },
  tags: ['trade'],
})
const shopsBefore: CapabilityManifest = {
  ...shops,
  version: '0.9.0',
  provider: { ...shops.provider, version: '1.0.0' },
}

function servers(...described: [id: string, name: string, capabilities: CapabilityManifest[]][]) {
  const registry = new Registry()
  for (const [id, name, capabilities] of described) registry.present(new FakeServer({ id, name, capabilities }))
  return registry.capabilities()
}

const world = servers(
  ['one', 'Overworld', [core('world.time.set'), core('world.time.get'), core('player.join'), shops]],
  ['two', 'Nether', [core('world.time.get'), shopsBefore]],
  ['three', 'one', [core('player.list')]],
)

const listed = (filters: Filters = {}) => listCapabilities(world, filters).map(({ id }) => id)

describe('the list', () => {
  it('is in the order of ids, for any order of servers', () =>
    expect(listed()).toEqual([
      'ext.shop.list',
      'ext.shop.list',
      'player.join',
      'player.list',
      'world.time.get',
      'world.time.set',
    ]))

  it('has one entry for servers that offer the same, naming each', () => {
    const [entry] = listCapabilities(world, { namespace: 'world.time.get' })
    expect(entry?.servers).toEqual([
      { id: 'one', name: 'Overworld', state: 'online' },
      { id: 'two', name: 'Nether', state: 'online' },
    ])
  })

  it('has an entry for each manifest under one id', () =>
    expect(
      listCapabilities(world, { tag: 'trade' }).map(({ version, servers: [server] }) => [version, server?.id]),
    ).toEqual([
      ['1.0.0', 'one'],
      ['0.9.0', 'two'],
    ]))

  it.each<[Filters, string[]]>([
    [{ namespace: 'world' }, ['world.time.get', 'world.time.set']],
    [{ namespace: 'world.time' }, ['world.time.get', 'world.time.set']],
    [{ namespace: 'wor' }, []],
    [{ type: 'event' }, ['player.join']],
    [{ type: 'action' }, ['world.time.set']],
    [{ tag: 'trade' }, ['ext.shop.list', 'ext.shop.list']],
    [{ provider: 'shopkeeper' }, ['ext.shop.list', 'ext.shop.list']],
    [{ risk: 'high' }, ['world.time.set']],
    [{ risk: 'critical' }, []],
    [{ server: 'two' }, ['ext.shop.list', 'world.time.get']],
    [{ server: 'Nether' }, ['ext.shop.list', 'world.time.get']],
    [{ server: 'nobody' }, []],
    [{ q: 'stall' }, ['ext.shop.list', 'ext.shop.list']],
    [{ q: 'TIME.SET' }, ['world.time.set']],
    [{ q: '.*' }, []],
    [{ namespace: 'world', type: 'context' }, ['world.time.get']],
    [{ namespace: 'world', type: 'event' }, []],
  ])('of what is %j holds %j', (filters, ids) => expect(listed(filters)).toEqual(ids))

  it('prefers an id to a name: "one" is the server with that id', () =>
    expect(listed({ server: 'one' })).not.toContain('player.list'))

  it('names only the server that was asked for', () => {
    const [entry] = listCapabilities(world, { server: 'two', namespace: 'world' })
    expect(entry?.servers.map(({ id }) => id)).toEqual(['two'])
  })

  it('shows the effective risk, also when the manifest has none', () => {
    const { risk, ...unsaid } = manifestOf({ id: 'ext.shop.close', type: 'action' })
    expect(listCapabilities(servers(['s', 'S', [unsaid]]))[0]?.risk).toEqual({ level: 'high', auditLevel: 'full' })
  })

  it('shows that a capability is deprecated', () => {
    const deprecated = { since: '1.2.0', removalVersion: '2.0.0', replacement: 'player.management.kick' }
    expect(listCapabilities(servers(['s', 'S', [{ ...shops, deprecated }]]))[0]?.deprecated).toEqual(deprecated)
  })
})

it('providers are those that manifests name, each once, with versions, entries and servers', () =>
  expect(listProviders(world)).toEqual([
    {
      id: 'mcp-agent-core',
      name: 'MCP Core Agent',
      versions: ['1.0.0'],
      capabilities: 4,
      servers: [
        { id: 'one', name: 'Overworld', state: 'online' },
        { id: 'three', name: 'one', state: 'online' },
        { id: 'two', name: 'Nether', state: 'online' },
      ],
    },
    {
      id: 'shopkeeper',
      name: 'Shopkeeper',
      versions: ['1.0.0', '2.0.0'],
      capabilities: 2,
      servers: [
        { id: 'one', name: 'Overworld', state: 'online' },
        { id: 'two', name: 'Nether', state: 'online' },
      ],
    },
  ]))

describe('a page', () => {
  it.each([
    [1, 2, [1, 2], true, false],
    [2, 2, [3, 4], true, true],
    [3, 2, [5], false, true],
    [4, 2, [], false, true],
    [1, 5, [1, 2, 3, 4, 5], false, false],
  ])('%i of %i items each', (page, pageSize, items, hasNext, hasPrevious) =>
    expect(pageOf([1, 2, 3, 4, 5], { page, pageSize })).toEqual({
      items,
      total: 5,
      page,
      pageSize,
      hasNext,
      hasPrevious,
    }),
  )

  it('of nothing is empty', () =>
    expect(pageOf([], { page: 1, pageSize: 20 })).toMatchObject({ items: [], total: 0, hasNext: false }))
})
