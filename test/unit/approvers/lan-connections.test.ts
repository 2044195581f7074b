import { EventEmitter } from 'node:events'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { connectionLimits, LanConnections } from '../../../src-main/approvers/lan/lan-connections.js'
import { AddressRateLimiter } from '../../../src-main/policy/limits/address-rate-limiter.js'
import { FakeClock } from '../../fakes/fake-clock.js'
import { forAll } from '../../fixtures/properties.js'

const { forAddress, inAll, newInAMinute } = connectionLimits

class FakeSocket extends EventEmitter {
  readonly localAddress = '192.168.1.5'
  readonly localPort = 8799
  destroyed = false

  constructor(
    readonly remoteAddress: string,
    readonly remotePort: number,
  ) {
    super()
  }

  destroy(): this {
    if (!this.destroyed) {
      this.destroyed = true
      this.emit('close')
    }
    return this
  }
}

describe('connections to the LAN listener', () => {
  const begin = () => {
    const connections = new LanConnections(new FakeClock())
    let port = 1
    const open = (address: string) => {
      port += 1
      const socket = new FakeSocket(address, port)
      return { socket, isTaken: connections.opened(socket) }
    }
    return { connections, open }
  }

  it('displace the oldest without a key beyond the limit of their address', () => {
    const { connections, open } = begin()
    const phone = open('192.168.1.66').socket
    connections.keyShown(phone)
    const silent = Array.from({ length: forAddress + 1 }, () => open('192.168.1.66'))
    expect(silent.every(({ isTaken }) => isTaken)).toBe(true)
    expect(silent.map(({ socket }) => socket.destroyed)).toEqual([true, true, ...Array(forAddress - 1).fill(false)])
    expect(phone.destroyed).toBe(false)
    expect(open('192.168.1.2').isTaken).toBe(true)
  })

  it('are refused when their address has only such with a key, until one closes', () => {
    const { connections, open } = begin()
    const known = Array.from({ length: forAddress }, () => open('192.168.1.66').socket)
    for (const socket of known) connections.keyShown(socket)
    expect(open('192.168.1.66').isTaken).toBe(false)
    known[0]?.destroy()
    expect(open('192.168.1.66').isTaken).toBe(true)
  })

  it('are accepted at a limited rate', () => {
    const { open } = begin()
    const taken = Array.from({ length: newInAMinute + 5 }, () => {
      const { socket, isTaken } = open('192.168.1.66')
      socket.destroy()
      return isTaken
    })
    expect(taken.filter(Boolean)).toHaveLength(newInAMinute)
  })

  it('never exceed the limit, and those with a key stay open', () => {
    const coming = fc.record({ address: fc.integer({ min: 1, max: 30 }), withKey: fc.boolean() })
    forAll(fc.array(coming, { maxLength: 300 }), (all) => {
      const { connections, open } = begin()
      const sockets: FakeSocket[] = []
      const known: FakeSocket[] = []
      for (const { address, withKey } of all) {
        const { socket, isTaken } = open(`192.168.1.${address}`)
        if (!isTaken) continue
        sockets.push(socket)
        if (!withKey || known.length >= inAll / 2) continue
        connections.keyShown(socket)
        known.push(socket)
      }
      expect(sockets.filter(({ destroyed }) => !destroyed).length).toBeLessThanOrEqual(inAll)
      expect(known.every(({ destroyed }) => !destroyed)).toBe(true)
    })
  })
})

it('the connection rate of an address is tracked while many other addresses connect', () => {
  const paces = new AddressRateLimiter(2)
  const allowed = [paces.allows('a', 0), paces.allows('a', 0)]
  for (let other = 0; other < 200; other += 1) paces.allows(`other ${other}`, 0)
  expect([...allowed, paces.allows('a', 0), paces.allows('a', 30_000)]).toEqual([true, true, false, true])
})
