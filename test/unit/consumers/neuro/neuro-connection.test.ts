import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { minStableMs, NeuroConnection } from '../../../../src-main/consumers/neuro/neuro-connection.js'
import type { TextSocketEvents } from '../../../../src-main/network/text-socket.js'
import { FakeClock } from '../../../fakes/fake-clock.js'
import { forAll } from '../../../fixtures/properties.js'

/** One connection at a time; the test plays the other side. */
function connectionUnderTest() {
  const clock = new FakeClock()
  const did = { dials: 0 }
  let events: TextSocketEvents | undefined
  const connection = new NeuroConnection({
    address: 'ws://localhost:8000/',
    clock,
    chance: () => 1,
    dial(_address, given) {
      did.dials += 1
      events = given
      return { send() {}, close: () => queueMicrotask(() => given.closed(1_000, '1000')) }
    },
    onOpen() {},
    onText() {},
    onChange() {},
  })
  return { clock, connection, did, other: () => events as TextSocketEvents }
}

describe('the connection to an AI VTuber', () => {
  it('waits longer after each failure, and starts with a short wait after a stable connection', async () => {
    const { clock, connection, did, other } = connectionUnderTest()
    connection.start()
    const waits: number[] = []
    const fail = async () => {
      const before = clock.elapsed()
      const dials = did.dials
      other().closed(1006, 'ECONNREFUSED')
      while (did.dials === dials) await clock.advance(100)
      waits.push(clock.elapsed() - before)
    }
    for (let count = 0; count < 7; count += 1) await fail()
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
    other().open(true)
    await clock.advance(minStableMs - 1)
    await fail()
    expect(waits.at(-1)).toBe(30_000)
    other().open(true)
    await clock.advance(minStableMs)
    await fail()
    expect(waits.at(-1)).toBe(1_000)
  })

  it('ends where the owner left it, whatever happened before', async () => {
    const acts = fc.array(fc.constantFrom('start', 'stop', 'open', 'lost', 'text', 'wait'), { maxLength: 20 })
    const runs: Promise<void>[] = []
    forAll(acts, (some) => {
      runs.push(play(some))
    })
    await Promise.all(runs)

    async function play(some: readonly string[]): Promise<void> {
      const { clock, connection, did, other } = connectionUnderTest()
      let wanted = false
      let isAlive = false
      for (const act of some) {
        if (act === 'start') connection.start()
        if (act === 'stop') void connection.stop()
        if (act === 'start' || act === 'stop') wanted = act === 'start'
        if (act === 'open' && connection.status.phase === 'connecting') other().open(true)
        isAlive = connection.status.phase === 'connected'
        if (act === 'lost' && isAlive) other().closed(1006, 'ECONNRESET')
        if (act === 'text' && isAlive) other().text('x')
        if (act === 'wait') await clock.advance(1_000)
        else await Promise.resolve()
      }
      await clock.advance(100)
      expect(connection.status.phase === 'paused').toBe(!wanted)
      const { dials } = did
      void connection.stop()
      await clock.advance(120_000)
      expect(connection.status.phase).toBe('paused')
      expect(did.dials).toBe(dials)
      expect(clock.waiting).toBe(0)
    }
  })
})
