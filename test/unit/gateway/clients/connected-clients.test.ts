import { EventEmitter } from 'node:events'
import type { ConnectedClient } from '@shared/clients/connection.js'
import { describe, expect, it } from 'vitest'
import { ConnectedClients, maxConnectedClients } from '../../../../src-main/gateway/clients/connected-clients.js'
import { FakeClock } from '../../../fakes/fake-clock.js'

const scene = () => {
  const clock = new FakeClock()
  const connectedClients = new ConnectedClients(clock)
  const reported: (readonly ConnectedClient[])[] = []
  connectedClients.onDidChange((there) => reported.push(there))
  return { clock, connectedClients, reported }
}
const claude = { clientId: 'bridge', says: 'claude-ai' }

describe('connected clients', () => {
  it('count as connected while a request is open, and a minute longer', async () => {
    const { clock, connectedClients } = scene()
    const stream = new EventEmitter()
    connectedClients.noteActivity(claude, stream)
    await clock.advance(3_600_000)
    expect(connectedClients.all()).toMatchObject([{ ...claude, connected: true }])
    stream.emit('close')
    await clock.advance(59_000)
    expect(connectedClients.all()).toMatchObject([{ connected: true }])
    await clock.advance(2_000)
    expect(connectedClients.all()).toMatchObject([{ connected: false }])
  })

  it('notify when a client connects and disconnects, not with every request', async () => {
    const { clock, connectedClients, reported } = scene()
    for (let request = 0; request < 20; request += 1) {
      const thing = new EventEmitter()
      connectedClients.noteActivity(claude, thing)
      thing.emit('close')
      await clock.advance(10)
    }
    await clock.advance(1_000)
    expect(reported.length).toBeLessThanOrEqual(2)
    await clock.advance(120_000)
    expect(reported.at(-1)).toMatchObject([{ connected: false }])
    connectedClients.close()
    connectedClients.noteActivity(claude, new EventEmitter())
    const before = reported.length
    await clock.advance(120_000)
    expect(reported.length).toBe(before)
  })

  it('distinguish programs behind one key, and drop disconnected ones first', async () => {
    const { clock, connectedClients } = scene()
    const open = new EventEmitter()
    connectedClients.noteActivity(claude, open)
    for (let name = 0; name < 2 * maxConnectedClients; name += 1) {
      const thing = new EventEmitter()
      connectedClients.noteActivity({ clientId: 'bridge', says: `program ${name}` }, thing)
      thing.emit('close')
      await clock.advance(61_000)
    }
    const kept = connectedClients.all()
    expect(kept.length).toBe(maxConnectedClients)
    expect(kept.find(({ says }) => says === 'claude-ai')?.connected).toBe(true)
  })
})
