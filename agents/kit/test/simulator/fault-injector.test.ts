import { describe, expect, it } from 'vitest'
import { FakeClock } from '../../../../test/fakes/fake-clock.js'
import { FaultInjector, faults, parseFaults } from '../../simulator/fault-injector.js'

describe('a fault command', () => {
  it.each(faults.map((fault) => [fault]))('is parsed: %s', (answers) => {
    expect(parseFaults({ answers })).toEqual({ answers })
  })

  it.each([
    [5, 'Expected a JSON object'],
    [null, 'Expected a JSON object'],
    [[], 'Expected a JSON object'],
    [{ answers: 'wild' }, 'answers must be one of none, silent'],
    [{ latency: -1 }, 'latency'],
    [{ latency: '5' }, 'latency'],
    [{ latency: Number.NaN }, 'latency'],
    [{ unhealthy: 'yes' }, 'unhealthy'],
    [{ silent: true }, 'Unknown member "silent"'],
  ])('is rejected with a message: %j', (given, words) => expect(() => parseFaults(given)).toThrow(words))

  it('affects responses only', () => {
    const misbehaving = new FaultInjector(new FakeClock(), { answers: 'silent' })
    const sent: string[] = []
    const line = { send: (text: string) => void sent.push(text), hangUp: () => {} }
    for (const type of ['response', 'heartbeat_ack', 'event'] as const) misbehaving.transmit({ type, text: type }, line)
    expect(sent).toEqual(['heartbeat_ack', 'event'])
  })
})
