import { EventEmitter } from 'node:events'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ConnectionLimits } from '../../../src-main/network/connection-limits.js'
import { forAll } from '../../fixtures/properties.js'

class FakeSocket extends EventEmitter {
  destroyed = false
  readonly remoteAddress: string

  constructor(remoteAddress: string) {
    super()
    this.remoteAddress = remoteAddress
  }

  destroy(): void {
    if (this.destroyed) return
    this.destroyed = true
    this.emit('close')
  }
}

const budget = { withoutKey: 3, waiting: 40, withKey: { each: 2, all: 3 } }

function limitsUnderTest() {
  const turns: (() => void)[] = []
  const closed: number[] = []
  const served: FakeSocket[] = []
  const limits = new ConnectionLimits<FakeSocket>({
    budget,
    serve: (socket) => served.push(socket),
    nextTurn: (work) => turns.push(work),
    onClosed: (count) => closed.push(count),
  })
  const open = (address = '127.0.0.1') => {
    const socket = new FakeSocket(address)
    limits.opened(socket)
    return socket
  }
  const turn = () => {
    for (const work of turns.splice(0)) work()
  }
  return { closed, limits, open, served, turn }
}

describe('connections without a key', () => {
  it('are closed past their budget, the oldest first', () => {
    const { closed, open } = limitsUnderTest()
    const sockets = Array.from({ length: 5 }, () => open())
    expect(sockets.map(({ destroyed }) => destroyed)).toEqual([true, true, false, false, false])
    expect(closed).toEqual([1, 1])
  })

  it('that come at once are served a few in each turn, and the oldest that wait are closed past theirs', () => {
    const { open, served, turn } = limitsUnderTest()
    const sockets = Array.from({ length: 64 + 45 }, () => open())
    expect(served).toHaveLength(64)
    expect(sockets.slice(64, 69).every(({ destroyed }) => destroyed)).toBe(true)
    turn()
    expect(served).toHaveLength(104)
  })

  it('of the address with the most make room, so that a silent device displaces only itself', () => {
    const { open } = limitsUnderTest()
    const victim = open('192.168.1.5')
    const silent = Array.from({ length: 10 }, () => open('192.168.1.66'))
    expect(victim.destroyed).toBe(false)
    expect(silent.map(({ destroyed }) => destroyed)).toEqual([...Array(8).fill(true), false, false])
    open('192.168.1.7')
    expect(silent.slice(8).map(({ destroyed }) => destroyed)).toEqual([true, false])
  })

  it('are counted for one device whatever its addresses in one IPv6 network or of this computer', () => {
    const { open } = limitsUnderTest()
    const victim = open('192.168.1.5')
    for (let at = 1; at < 20; at++) {
      open(`2001:db8:1:2::${at.toString(16)}`)
      open(`127.0.0.${at}`)
      open(`::ffff:127.0.1.${at}`)
    }
    expect(victim.destroyed).toBe(false)
  })

  it('always give a place to a new one', () => {
    const address = fc.constantFrom('127.0.0.1', '::1', '192.168.1.5', '192.168.1.6', '2001:db8::1', 'fe80::1%eth0')
    forAll(fc.array(address, { maxLength: 40 }), (addresses) => {
      const { open } = limitsUnderTest()
      for (const one of addresses) expect(open(one).destroyed).toBe(false)
    })
  })

  it('never close one with a key, and never exceed the budget, in any sequence', () => {
    const step = fc.constantFrom('open', 'admit-a', 'admit-b', 'close', 'wait')
    forAll(fc.array(step, { maxLength: 60 }), (steps) => {
      const { limits, open, turn } = limitsUnderTest()
      const all: FakeSocket[] = []
      const admitted = new Map<FakeSocket, string>()
      const closedByUs = new Set<FakeSocket>()
      const openOf = (client?: string) => all.filter((socket) => !socket.destroyed && admitted.get(socket) === client)
      for (const what of steps) {
        const newest = all.findLast((socket) => !socket.destroyed && !admitted.has(socket))
        if (what === 'open') all.push(open())
        else if (what === 'wait') turn()
        else if (what === 'close') {
          const [first] = all.filter((socket) => !socket.destroyed)
          if (first) closedByUs.add(first)
          first?.destroy()
        } else if (newest) {
          const client = what.slice(-1)
          const own = openOf(client).length
          const room =
            own >= 2 ? 'own-share-taken' : openOf('a').length + openOf('b').length >= 3 ? 'all-taken' : 'free'
          expect(limits.admit(newest, client)).toBe(room)
          if (room === 'free') admitted.set(newest, client)
        }
        expect(openOf().length).toBeLessThanOrEqual(budget.withoutKey + budget.waiting)
        for (const socket of admitted.keys()) expect(socket.destroyed).toBe(closedByUs.has(socket))
      }
      for (let at = 0; at < 3; at++) turn()
      expect(openOf().length).toBeLessThanOrEqual(budget.withoutKey)
    })
  })
})
