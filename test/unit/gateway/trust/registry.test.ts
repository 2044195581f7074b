import type { Server } from '@shared/servers/server.js'
import { describe, expect, it } from 'vitest'
import { Registry } from '../../../../src-main/gateway/trust/registry.js'
import { core, FakeServer } from '../../../fakes/fake-provider.js'

const named = (id: string, name: string, ...capabilities: string[]) =>
  new FakeServer({ id, name, capabilities: capabilities.map(core) })

describe('the registry', () => {
  it('lists servers once each, in the order they were added', () => {
    const registry = new Registry()
    registry.present(named('a', 'One'))
    registry.present(named('b', 'Two'))
    registry.present(named('a', 'One, renamed'))
    expect(registry.servers().map(({ name }) => name)).toEqual(['One, renamed', 'Two'])
  })

  it('knows every server that offers a capability, also while it is offline', () => {
    const registry = new Registry()
    registry.present(named('a', 'One', 'player.list', 'world.time.get'))
    registry.present(new FakeServer({ id: 'b', state: 'offline', capabilities: [core('player.list')] }))
    expect(registry.offersOf('player.list').map(({ link }) => link.server.id)).toEqual(['a', 'b'])
    expect(registry.capabilities().get('player.list')).toHaveLength(2)
    expect(registry.capabilities().get('world.time.get')).toHaveLength(1)
    expect(registry.offersOf('no.such')).toEqual([])
  })

  it('finds a new offer at once, and no removed one', () => {
    const registry = new Registry()
    registry.present(named('a', 'One', 'player.list'))
    expect(registry.offersOf('world.time.get')).toEqual([])
    registry.present(named('a', 'One', 'world.time.get'))
    expect([...registry.capabilities().keys()]).toEqual(['world.time.get'])
    registry.withdraw('a')
    expect(registry.offersOf('world.time.get')).toEqual([])
  })

  it('caches the lookup of a capability until a server changes', () => {
    const registry = new Registry()
    registry.present(named('a', 'One', 'player.list'))
    const before = registry.capabilities()
    expect(registry.capabilities()).toBe(before)
    registry.present(named('a', 'One, renamed', 'player.list'))
    expect(registry.offersOf('player.list')[0]?.link.server.name).toBe('One, renamed')
    expect(before.get('player.list')?.[0]?.link.server.name).toBe('One')
  })

  it('notifies when a server is added, changes or is removed, with its previous state', () => {
    const registry = new Registry()
    const reported: [string, string | undefined][] = []
    registry.onDidChangeServer(({ server, before }) => reported.push([server.state, before?.state]))
    const server = named('a', 'One')
    registry.present(server)
    server.server = { ...server.server, state: 'degraded' } satisfies Server
    registry.present(new FakeServer(server.server))
    registry.withdraw('a')
    registry.withdraw('a')
    expect(reported.map(([state]) => state)).toEqual(['online', 'degraded', 'offline'])
    expect(reported[0]?.[1]).toBeUndefined()
    expect(registry.servers()).toEqual([])
  })

  it('notifies of capabilities only when they changed', () => {
    const registry = new Registry()
    let changes = 0
    registry.onDidChangeCapabilities(() => {
      changes += 1
    })
    registry.present(named('a', 'One', 'player.list'))
    registry.present(named('a', 'One', 'player.list'))
    expect(changes).toBe(1)
    registry.present(new FakeServer({ id: 'a', name: 'One', state: 'degraded', capabilities: [core('player.list')] }))
    expect(changes).toBe(1)
    registry.present(named('a', 'One'))
    expect(changes).toBe(2)
    registry.withdraw('a')
    expect(changes).toBe(3)
  })

  it('does not notify a removed listener', () => {
    const registry = new Registry()
    let reported = 0
    const end = registry.onDidChangeServer(() => {
      reported += 1
    })
    end()
    registry.present(named('a', 'One'))
    expect(reported).toBe(0)
  })
})
