import type { Server } from '@shared/servers/server.js'
import { serverName } from '@shared/servers/server-name.js'
import { describe, expect, it } from 'vitest'
import { durationTextOf } from '../../../src-renderer/features/servers/elapsed-time.js'
import { countOf, inOrder, shownServers } from '../../../src-renderer/features/servers/server-list.js'
import { i18n } from '../../../src-renderer/i18n/i18n.js'

const server = (id: string, part: Partial<Server> = {}): Server => ({
  id,
  name: id,
  kind: 'agent',
  state: 'online',
  capabilities: [],
  refused: [],
  ...part,
})
const known = [
  server('Realm 10', { health: { onlinePlayers: 3 } }),
  server('Realm 2', { state: 'offline', address: 'ws://10.0.0.2:8765', health: { onlinePlayers: 50 } }),
  server('Realm 1', { state: 'degraded', software: 'Paper 1.21' }),
]
const nameOf = (server: Server) => serverName(server, i18n.getFixedT('zh'))
const names = (servers: readonly Server[]) => servers.map(({ name }) => name)

describe('the list of servers', () => {
  it('is filtered by state and by words, which must all match', () => {
    expect(names(shownServers(known, { words: 'realm paper', state: 'all' }, nameOf))).toEqual(['Realm 1'])
    expect(names(shownServers(known, { words: '10.0.0', state: 'offline' }, nameOf))).toEqual(['Realm 2'])
    expect(names(shownServers(known, { words: '', state: 'attention' }, nameOf))).toEqual(['Realm 2', 'Realm 1'])
    expect([countOf(known, 'all'), countOf(known, 'online'), countOf(known, 'offline')]).toEqual([3, 2, 1])
  })

  it('finds the demo world by the name it has on the screen', () => {
    const demo = server('demo', { name: 'Demo world', kind: 'simulator' })
    expect(names(shownServers([...known, demo], { words: '演示', state: 'all' }, nameOf))).toEqual(['Demo world'])
    expect(shownServers([{ ...demo, name: 'Mine' }], { words: '演示', state: 'all' }, nameOf)).toEqual([])
  })

  it('is sorted by name in natural order, by online players, or with problems first', () => {
    expect(names(inOrder(known, 'name', 'en', nameOf))).toEqual(['Realm 1', 'Realm 2', 'Realm 10'])
    expect(names(inOrder(known, 'players', 'en', nameOf))[0]).toBe('Realm 10')
    expect(names(inOrder(known, 'attention', 'en', nameOf))).toEqual(['Realm 1', 'Realm 2', 'Realm 10'])
  })
})

describe('how long something lasted', () => {
  it('is shown in its two largest units, and is never negative', () => {
    expect(durationTextOf(200_000_000)).toEqual({ key: 'serverCare.lasting.days', values: { days: 2, hours: 7 } })
    expect(durationTextOf(3_660_000).values).toEqual({ hours: 1, minutes: 1 })
    expect(durationTextOf(61_000).values).toEqual({ minutes: 1 })
    expect(durationTextOf(-5).values).toEqual({ seconds: 0 })
    expect(durationTextOf(Number.NaN).values).toEqual({ seconds: 0 })
  })
})
