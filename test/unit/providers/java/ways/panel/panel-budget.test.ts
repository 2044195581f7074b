import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  PanelBudget,
  PanelBudgets,
  type PanelWaiting,
} from '../../../../../../src-main/providers/java/ways/panel/panel-budget.js'
import { FakeClock, settled } from '../../../../../fakes/fake-clock.js'

const key = (prefix: string) => `${prefix}_${'a'.repeat(43)}`

/** What one server asks for, and after how many milliseconds. */
const calls = fc.array(
  fc.record({
    afterMs: fc.nat(4_000),
    server: fc.constantFrom('a', 'b', 'c'),
    kind: fc.constantFrom('request', 'request', 'request', 'ticket', 'command'),
    count: fc.integer({ min: 1, max: 40 }),
  }),
  { maxLength: 12 },
)

/** Tickets that passed one by one wait together for their requests. */
const ticketsBehindRequests = [
  ...[21, 32, 38, 15].map((count) => ({ afterMs: 0, server: 'a' as const, kind: 'request' as const, count })),
  { afterMs: 0, server: 'a' as const, kind: 'ticket' as const, count: 6 },
]

const mostInAMinute = (times: readonly number[]): number =>
  Math.max(0, ...times.map((from) => times.filter((at) => at >= from && at < from + 60_000).length))

describe('panel budget', () => {
  it('never sends more than the panel allows, in any minute, and sends everything', async () => {
    await fc.assert(
      fc.asyncProperty(calls, fc.constantFrom('pterodactyl', 'pelican'), async (plan, kind) => {
        const clock = new FakeClock()
        const budget = new PanelBudget(kind, clock)
        const sent: { kind: string; server: string; at: number }[] = []
        let open = 0
        for (const { afterMs, server, kind, count } of plan) {
          await clock.advance(afterMs)
          for (let index = 0; index < count; index += 1) {
            open += 1
            const asked =
              kind === 'ticket'
                ? budget.ticket(server)
                : kind === 'command'
                  ? budget.command(server)
                  : budget.request(server)
            void asked.then(() => {
              open -= 1
              sent.push({ kind, server, at: clock.elapsed() })
            })
          }
        }
        await settled()
        for (let minutes = 0; open > 0 && minutes < 600; minutes += 1) await clock.advance(60_000)
        expect(open).toBe(0)
        const requests = sent.filter((call) => call.kind !== 'command').map(({ at }) => at)
        expect(mostInAMinute(requests)).toBeLessThanOrEqual(kind === 'pelican' ? 192 : 540)
        for (const server of ['a', 'b', 'c']) {
          const of = (wanted: string) =>
            sent.filter((call) => call.kind === wanted && call.server === server).map(({ at }) => at)
          if (kind === 'pelican') {
            expect(mostInAMinute(of('ticket'))).toBeLessThanOrEqual(5)
            expect(isWithin(of('command'), { burst: 10, everyMs: 1_000 })).toBe(true)
          }
        }
        expect(budget.waitingOf('a').waiting).toBe(0)
      }),
      { numRuns: 20, examples: [[ticketsBehindRequests, 'pelican']] },
    )
  })

  it('serves servers in turn, however many requests one of them has', async () => {
    const clock = new FakeClock()
    const budget = new PanelBudget('pelican', clock)
    const order: string[] = []
    const ask = (server: string) => void budget.request(server).then(() => order.push(server))
    for (let index = 0; index < 200; index += 1) ask('busy')
    ask('quiet')
    await clock.advance(1_000)
    // The burst of 64, then one of each.
    expect(order.indexOf('quiet')).toBeLessThanOrEqual(66)
  })

  it('shows how many wait and for how long', async () => {
    const clock = new FakeClock()
    const budget = new PanelBudget('pelican', clock)
    const shown: PanelWaiting[] = []
    budget.onDidChangeWaiting((waiting) => shown.push(waiting))
    for (let index = 0; index < 10; index += 1) void budget.command('a')
    await settled()
    expect(shown.at(-1)).toMatchObject({ server: 'a', waiting: 2 })
    // At 54 a minute: the second of them goes after twice 1.1 seconds.
    expect(shown.at(-1)?.waitingMs).toBeGreaterThan(2_100)
    expect(shown.at(-1)?.waitingMs).toBeLessThan(2_300)
    await clock.advance(5_000)
    expect(shown.at(-1)).toEqual({ server: 'a', waiting: 0, waitingMs: 0 })
  })

  it('waits as long as the panel says when its limit is reached all the same', async () => {
    const clock = new FakeClock()
    const budget = new PanelBudget('pterodactyl', clock)
    budget.pause(30_000)
    let isSent = false
    void budget.request('a').then(() => {
      isSent = true
    })
    await clock.advance(29_000)
    expect(isSent).toBe(false)
    await clock.advance(1_000)
    expect(isSent).toBe(true)
  })

  it('keeps the stricter limits when the panel allows fewer requests than its key suggests', async () => {
    const clock = new FakeClock()
    const budget = new PanelBudget('pterodactyl', clock)
    budget.learn(256)
    let sent = 0
    for (let index = 0; index < 500; index += 1) void budget.request('a').then(() => (sent += 1))
    await clock.advance(60_000)
    expect(sent).toBeLessThanOrEqual(192 + 120)
  })

  it('gives up a place when its caller stops waiting', async () => {
    const clock = new FakeClock()
    const budget = new PanelBudget('pelican', clock)
    for (let index = 0; index < 8; index += 1) await budget.command('a')
    const stop = new AbortController()
    const waiting = budget.command('a', stop.signal)
    stop.abort()
    await expect(waiting).rejects.toMatchObject({ details: { reason: 'aborted' } })
    expect(budget.waitingOf('a').waiting).toBe(0)
  })

  it('is one for all servers of an account, and another for another account', () => {
    const budgets = new PanelBudgets(new FakeClock())
    const first = budgets.of('https://panel.example', key('ptlc'))
    expect(budgets.of('https://panel.example', key('ptlc'))).toBe(first)
    expect(budgets.of('https://panel.example', key('pacc'))).not.toBe(first)
  })
})

/** As Go's limiter counts, which Pelican uses. */
function isWithin(times: readonly number[], { burst, everyMs }: { burst: number; everyMs: number }): boolean {
  let tokens = burst
  let before = 0
  return [...times]
    .sort((a, b) => a - b)
    .every((at) => {
      tokens = Math.min(burst, tokens + (at - before) / everyMs)
      before = at
      tokens -= 1
      return tokens >= -1e-6
    })
}
