import { describe, expect, it } from 'vitest'
import { createToolList } from '../../../src-main/consumers/mcp/tool-list.js'
import { Registry } from '../../../src-main/gateway/registry.js'
import { core, FakeServer } from '../../fakes/fake-provider.js'

const server = (state: 'online' | 'degraded', ...capabilities: string[]) =>
  new FakeServer({ id: 'a', name: 'A', state, capabilities: capabilities.map(core) })

describe('the tool list', () => {
  it('is the same one while servers only come, go and feel unwell with what they have', () => {
    const registry = new Registry()
    const list = createToolList(registry)
    registry.present(server('online', 'player.list'))
    const before = list.tools()
    registry.present(server('degraded', 'player.list'))
    expect(list.tools()).toBe(before)
  })

  it('is another one as soon as a server offers something else', () => {
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

  it('is new for whoever asks when told that it changed', () => {
    const registry = new Registry()
    const list = createToolList(registry)
    const seen: number[] = []
    registry.onDidChangeCapabilities(() => seen.push(list.tools().length))
    registry.present(server('online', 'player.list'))
    registry.present(server('online', 'player.list', 'world.time.get'))
    expect(seen).toEqual([1, 2])
  })
})
