// @vitest-environment happy-dom

import type { Server } from '@shared/servers/server.js'
import { act, createElement } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Registry } from '../../../src-main/gateway/trust/registry.js'
import { ServerUpdates } from '../../../src-main/owner/server-updates.js'
import type { SentServers } from '../../../src-main/owner/table/shapes.js'
import { ServerRow } from '../../../src-renderer/features/servers/server-row.js'
import '../../../src-renderer/i18n/i18n.js'
import { createServersFeed } from '../../../src-renderer/state/servers.js'
import { FakeClock } from '../../fakes/fake-clock.js'
import { manifestOf } from '../../fakes/fake-provider.js'

const many = 500
const capabilities = [manifestOf()]
const server = (number: number, part: Partial<Server> = {}): Server => ({
  id: `s-${number}`,
  name: `Server ${number}`,
  kind: 'agent',
  state: 'online',
  capabilities,
  refused: [],
  ...part,
})

/** What was drawn since the last time this was looked at. */
const drawn: string[] = []
const look = (): string[] => drawn.splice(0).sort()

// A part of every row that is drawn.
vi.mock('../../../src-renderer/features/servers/server-figures.js', () => ({
  ServerFigures: ({ server: { id } }: { server: Server }) => {
    drawn.push(id)
    return null
  },
}))

function scene() {
  const clock = new FakeClock()
  const registry = new Registry()
  const present = (one: Server) =>
    registry.present({ server: one, invoke: () => Promise.reject(new Error('Nothing is called here.')) })
  for (let number = 0; number < many; number += 1) present(server(number))
  let listener: (news: SentServers) => void = () => {}
  const news = new ServerUpdates({ registry, clock, sendServers: (sent) => listener(sent), sendStates: () => {} })
  const feed = createServersFeed({
    subscribe: (each) => {
      listener = each
      return () => {}
    },
    fetch: async () => news.whole(),
  })
  const List = () => feed.use(({ value }) => value).map((one) => createElement(ServerRow, { key: one.id, server: one }))
  const Capabilities = () => {
    const stableServers = feed.use((state) => state.stableServers)
    drawn.push('capabilities')
    return createElement('p', null, stableServers.length)
  }
  const pass = (milliseconds: number) => act(() => clock.advance(milliseconds))
  return { feed, present, pass, List, Capabilities }
}

describe('a page with five hundred servers', () => {
  let root: Root
  beforeEach(() => {
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
    const element = document.createElement('div')
    document.body.append(element)
    root = createRoot(element)
  })
  afterEach(async () => {
    await act(() => root.unmount())
    drawn.length = 0
  })

  it('re-renders only servers with a new heartbeat, once a second', async () => {
    const { feed, present, pass, List, Capabilities } = scene()
    feed.start()
    await pass(0)
    await act(() => root.render([createElement(List, { key: 'list' }), createElement(Capabilities, { key: 'all' })]))
    expect(new Set(look()).size).toBe(many + 1)

    for (let beat = 0; beat < 17; beat += 1) {
      present(server(beat, { heartbeat: { at: '1', latencyMs: beat }, health: { onlinePlayers: beat } }))
      await pass(50)
    }
    await pass(1_000)
    expect(look()).toEqual(Array.from({ length: 17 }, (_, number) => `s-${number}`).sort())
    expect(document.body.textContent).toContain('Server 16')

    present(server(3, { state: 'offline' }))
    await pass(60)
    expect(look()).toEqual(['capabilities', 's-3'])
  })
})
