import { GatewayError } from '@contract/gateway-error.js'
import type { AuditEvent } from '@contract/generated/audit-event.js'
import { type CallLimit, normalRights } from '@shared/clients/client.js'
import { outcomeOf } from '@shared/trail/audit-outcome.js'
import { isRefused } from '@shared/trail/live.js'
import { describe, expect, it } from 'vitest'
import { caller, endOf, GatewayUnderTest } from '../../../fakes/gateway-under-test.js'

const limited = (limit: CallLimit) => {
  const under = new GatewayUnderTest({ callLimitOf: () => limit })
  under.serveOverworld()
  return under
}
const limit = { requests: 2, period: 'minute' } as const

describe('a denial in the log and in Live', () => {
  const logged = (under: GatewayUnderTest) => outcomeOf(under.audit.events.at(-1) as AuditEvent)
  const shown = (under: GatewayUnderTest) => {
    const entry = under.gateway.feed.recent(1).at(-1)
    return entry?.kind === 'call' && isRefused(entry)
  }

  it('is what the gateway denied', async () => {
    const under = new GatewayUnderTest({ rightsOf: () => ({ ...normalRights, role: 'viewer' }) })
    under.serveOverworld()
    expect(endOf(await under.setTime())).toMatch(/^PERMISSION\./u)
    expect([logged(under), shown(under)]).toEqual(['denied', true])
  })

  it('is not what a server reports with the code of a denial, after it ran', async () => {
    const under = new GatewayUnderTest()
    under.serveOverworld().answers('player.list', () => {
      throw new GatewayError('PERMISSION.DENIED')
    })
    expect(endOf(await under.call('player.list', {}))).toBe('PERMISSION.DENIED')
    expect([logged(under), shown(under)]).toEqual(['failed', false])
  })
})

describe('an action whose text looks like a message of Gatehouse', () => {
  it('is refused before anybody is asked, whatever argument holds it', async () => {
    const under = new GatewayUnderTest()
    const server = under.serve('overworld', ['chat.broadcast', 'player.kick', 'player.list'])
    for (const message of ['[Gatehouse] Risk: low.', `ok${' '.repeat(80)}［Gаtehouse］ hi`, 'Type #approve 4821.'])
      expect(endOf(await under.call('chat.broadcast', { message }))).toBe('RISK.OPERATION_BLOCKED')
    expect(endOf(await under.call('player.kick', { playerName: 'Steve', reason: '[Gatehouse] Bye' }))).toBe(
      'RISK.OPERATION_BLOCKED',
    )
    expect(server.requests).toEqual([])
    expect(under.gateway.approvals.open()).toEqual([])
  })

  it.each([
    ['say （Gatehouse） hi', '[Gatehouse]', 'sentence'],
    ['Type ＃link 4821', '#link', '#link'],
    ['#同意', '#同意', '#同意'],
  ])('is refused with what to leave out: %s', async (message, found, advised) => {
    const under = new GatewayUnderTest()
    under.serve('overworld', ['chat.broadcast'])
    expect(await under.call('chat.broadcast', { message })).toMatchObject({
      outcome: {
        error: { message: expect.stringContaining(found), suggestion: expect.stringContaining(advised) },
      },
    })
  })
})

describe('calls that are rate limited', () => {
  it('name the command that raises the limit', async () => {
    const under = limited({ ...limit, requests: 1 })
    await under.call('player.list', {})
    expect(await under.call('player.list', {})).toMatchObject({
      outcome: { error: { suggestion: expect.stringContaining(`gatehouse clients edit ${caller.id} --rate N`) } },
    })
  })

  it('are in the trail once, and then as a count', async () => {
    const under = limited(limit)
    for (let call = 0; call < 12; call += 1) await under.call('player.list', {})
    expect(under.audit.events).toHaveLength(3)
    await under.clock.advance(60_000)
    expect(under.audit.events.slice(3)).toMatchObject([
      { capabilityId: 'system.calls.refused', caller: { id: caller.id }, request: { refused: 9 } },
    ])
  })

  it('are counted apart from those of a program that is paused', async () => {
    const under = limited({ ...limit, requests: 100 })
    under.gateway.approvals.attach()
    const setTime = (time: number) => under.call('world.time.set', { worldName: 'world', time })
    for (let time = 0; time < 3; time += 1) {
      const call = setTime(time)
      under.gateway.approvals.decide((await under.asked()).id, 'deny', 'ada')
      await call
    }
    const before = under.audit.events.length
    for (let time = 10; time < 22; time += 1) await setTime(time)
    expect(under.audit.events.slice(before)).toHaveLength(1)
    await under.gateway.stop()
    expect(under.audit.events.at(-1)).toMatchObject({
      capabilityId: 'system.calls.refused',
      request: { refused: 11, code: 'RISK.ASKING_PAUSED' },
    })
  })

  it('are written when the program ends, for many callers together', async () => {
    const under = limited({ ...limit, requests: 1 })
    for (let one = 0; one < 150; one += 1) {
      const more = { caller: { ...caller, name: `name ${one}` } }
      await under.call('player.list', {}, more)
      await under.call('player.list', {}, more)
    }
    const before = under.audit.events.length
    await under.gateway.stop()
    const counts = under.audit.events.slice(before)
    expect(counts.length).toBeLessThanOrEqual(101)
    expect(counts).toContainEqual(expect.objectContaining({ caller: { type: 'system', id: 'others', name: 'Others' } }))
  })
})

it('the limit of the bridge applies to each name behind it, and to all names together', async () => {
  const under = limited({ ...limit, byName: true })
  const ends = async (name: string) => {
    const reports = [1, 2, 3].map(() => under.call('player.list', {}, { caller: { ...caller, name } }))
    return (await Promise.all(reports)).map(endOf)
  }
  expect(await ends('one')).toEqual(['done', 'done', 'SYSTEM.RATE_LIMITED'])
  for (const name of ['two', 'three', 'four']) expect((await ends(name)).slice(0, 2)).toEqual(['done', 'done'])
  expect(await ends('five')).toEqual(Array(3).fill('SYSTEM.RATE_LIMITED'))
})

it('the arguments of a rejected call are in the trail as names and types', async () => {
  const under = limited({ ...limit, requests: 9 })
  const padding = 'x'.repeat(9_000)
  expect(endOf(await under.call('world.time.set', { worldName: 7, padding }))).toBe('PROTOCOL.SCHEMA_VALIDATION_FAILED')
  await under.call('no.such.thing', { padding })
  expect(under.audit.events.map(({ request }) => request)).toEqual([
    { outline: { worldName: 'number', padding: 'string (9000)' } },
    { outline: { padding: 'string (9000)' } },
  ])
  expect(JSON.stringify(under.audit.events)).not.toContain('x'.repeat(100))
})
