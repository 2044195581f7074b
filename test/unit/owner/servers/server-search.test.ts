import type { FoundServers } from '@shared/servers/java-server.js'
import { describe, expect, it } from 'vitest'
import { ServerSearch } from '../../../../src-main/owner/servers/server-search.js'
import { FakeClock } from '../../../fakes/fake-clock.js'

function scene() {
  const clock = new FakeClock()
  const found: FoundServers = {
    searching: false,
    here: [
      { key: '1', name: 'Survival', folder: '/srv/survival' },
      { key: '2', name: 'Lost' },
    ],
    network: [],
  }
  let running = false
  const discovery = {
    found,
    start: () => {
      running = true
    },
    stop: () => {
      running = false
    },
  }
  const known = () => [{ id: 'java:1', name: 'Survival', address: 'rcon://127.0.0.1:25575', folder: '/srv/survival' }]
  return { clock, search: new ServerSearch({ discovery, known, clock }), isRunning: () => running }
}

describe('the search for servers', () => {
  it('marks the servers that were added already', () => {
    const { search } = scene()
    expect(search.found().here).toEqual([
      { key: '1', name: 'Survival', folder: '/srv/survival', added: 'java:1' },
      { key: '2', name: 'Lost' },
    ])
  })

  it('runs only while it is used', async () => {
    const { search, clock, isRunning } = scene()
    expect(isRunning()).toBe(false)
    search.found()
    await clock.advance(9_000)
    search.found()
    await clock.advance(9_000)
    expect(isRunning()).toBe(true)
    await clock.advance(1_001)
    expect(isRunning()).toBe(false)
  })

  it('stops when the program ends', () => {
    const { search, isRunning } = scene()
    search.found()
    search.stop()
    expect(isRunning()).toBe(false)
  })
})
