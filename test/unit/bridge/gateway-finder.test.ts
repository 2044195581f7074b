import { describe, expect, it, vi } from 'vitest'
import type { Lookup } from '../../../src-main/bridge/endpoint-lookup.js'
import { findGateway, type GatewayFinderDependencies } from '../../../src-main/bridge/gateway-finder.js'

const gateway = { endpoint: 'http://127.0.0.1:4711', token: 'key', pid: 42 }
const found: Lookup = { kind: 'found', gateway }
const absent: Lookup = { kind: 'absent' }
const never = new Promise<string>(() => {})
const signal = new AbortController().signal

/** An environment with given lookup results, the last one repeated, whose time passes only in pauses. */
const world = (lookups: Lookup[], change: Partial<GatewayFinderDependencies> = {}) => {
  let time = 0
  const ports = {
    lookUp: async () => (lookups.length > 1 ? lookups.shift() : lookups[0]) ?? absent,
    canConnect: async () => true,
    launch: vi.fn(() => ({ started: true, ended: never }) as const),
    now: () => time,
    pause: async (milliseconds: number) => {
      time += milliseconds
    },
    log: vi.fn(),
    ...change,
  }
  return { ports, time: () => time }
}

describe('finding the gateway', () => {
  it('takes the one that runs, and starts none', async () => {
    const { ports } = world([found])
    expect(await findGateway(ports, signal)).toEqual(gateway)
    expect(ports.launch).not.toHaveBeenCalled()
  })

  it('starts one, once, and waits until it can be connected to', async () => {
    let tries = 0
    const canConnect = async () => {
      tries += 1
      return tries > 2
    }
    const { ports } = world([absent, absent, found], { canConnect })
    expect(await findGateway(ports, signal)).toEqual(gateway)
    expect(ports.launch).toHaveBeenCalledTimes(1)
  })

  it('gives up after half a minute', async () => {
    const { ports, time } = world([absent])
    await expect(findGateway(ports, signal)).rejects.toThrow(/not ready yet/)
    expect(time()).toBe(30_000)
  })

  it('does not wait for a program that has failed to start', async () => {
    const { ports, time } = world([absent], { launch: () => ({ started: true, ended: Promise.resolve('it broke') }) })
    await expect(findGateway(ports, signal)).rejects.toThrow('could not be started: it broke.')
    expect(time()).toBeLessThan(1_000)
  })

  it('says to start it when it may not start a program', async () => {
    const { ports } = world([absent], { launch: () => ({ started: false, reason: undefined }) })
    await expect(findGateway(ports, signal)).rejects.toThrow(
      'Gatehouse is not running. Start Gatehouse, then try again.',
    )
  })

  it('neither trusts nor replaces a gateway whose file others can write, and says why', async () => {
    const { ports } = world([{ kind: 'unsafe', path: '/p/gateway.json', why: 'belongs to another user' }])
    await expect(findGateway(ports, signal)).rejects.toThrow(/gateway\.json.*belongs to another user/)
    expect(ports.launch).not.toHaveBeenCalled()
    expect(ports.log).toHaveBeenCalledWith(expect.stringContaining('belongs to another user'))
  })
})
