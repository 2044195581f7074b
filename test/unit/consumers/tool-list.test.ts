import { describe, expect, it } from 'vitest'
import { createToolList } from '../../../src-main/consumers/mcp/tool-list.js'
import { Registry } from '../../../src-main/gateway/trust/registry.js'
import { core, FakeServer } from '../../fakes/fake-provider.js'
import { GatewayUnderTest } from '../../fakes/gateway-under-test.js'

const server = (state: 'online' | 'degraded' | 'offline', ...capabilities: string[]) =>
  new FakeServer({ id: 'a', name: 'A', state, capabilities: capabilities.map(core) })

describe('the tool list', () => {
  it('stays the same object while servers only connect, disconnect or become degraded', () => {
    const registry = new Registry()
    const list = createToolList(registry)
    registry.present(server('online', 'player.list'))
    const before = list.tools()
    registry.present(server('degraded', 'player.list'))
    expect(list.tools()).toBe(before)
  })

  it('is a new object as soon as a server changes its offer', () => {
    const registry = new Registry()
    const list = createToolList(registry)
    expect(list.tools()).toEqual([])
    registry.present(server('online', 'player.list'))
    expect(list.tools().map(({ name }) => name)).toEqual(['player_list'])
    registry.present(server('online', 'world.time.get'))
    expect(list.tools().map(({ name }) => name)).toEqual(['world_time_get'])
    registry.withdraw('a')
    expect(list.tools()).toEqual([])
  })

  it('is up to date when a change is notified', () => {
    const registry = new Registry()
    const list = createToolList(registry)
    const seen: number[] = []
    registry.onDidChangeCapabilities(() => seen.push(list.tools().length))
    registry.present(server('online', 'player.list'))
    registry.present(server('online', 'player.list', 'world.time.get'))
    expect(seen).toEqual([1, 2])
  })

  it('notifies when a client would see another list', () => {
    const registry = new Registry()
    const list = createToolList(registry)
    let changes = 0
    list.onDidChange(() => {
      changes += 1
    })
    list.tools()
    registry.present(server('online', 'player.list'))
    expect(changes).toBe(1)
    registry.present(server('offline', 'player.list'))
    registry.present(server('online', 'player.list', 'player.join'))
    expect(changes).toBe(1)
    registry.present(server('online', 'player.list', 'world.time.get'))
    expect(changes).toBe(2)
  })

  it('keeps the tools of a server that is offline', () => {
    const registry = new Registry()
    const list = createToolList(registry)
    registry.present(server('online', 'player.list'))
    registry.present(server('offline', 'player.list'))
    expect(list.tools().map(({ name }) => name)).toEqual(['player_list'])
  })

  it('contains nothing that waits for acceptance', () => {
    const gateway = new GatewayUnderTest()
    const list = createToolList(gateway.gateway.registry)
    gateway.serve('a', ['player.list'])
    gateway.provider.host.present(
      new FakeServer({ id: 'a', capabilities: [core('player.list'), core('world.time.get')] }),
    )
    expect(list.tools().map(({ name }) => name)).toEqual(['player_list'])
  })
})
