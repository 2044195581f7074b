import type { Caller } from '@contract/call.js'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  AskingPauses,
  denialCountResetMs,
  denialsBeforePause,
  pausesMs,
} from '../../../../src-main/gateway/approvals/asking-pauses.js'
import type { AskingPauseStore, StoredAskingPause } from '../../../../src-main/gateway/ports/stores.js'
import { FakeClock } from '../../../fakes/fake-clock.js'
import { caller, GatewayUnderTest } from '../../../fakes/gateway-under-test.js'
import { MemoryAuditLog } from '../../../fakes/memory-audit-log.js'
import { RecordingLog } from '../../../fakes/recording-log.js'
import { forAllAsync } from '../../../fixtures/properties.js'

const cursor: Caller = { type: 'model', id: 'client:0a1b2c3d', name: 'Cursor', namedByOwner: true }
const group: Caller = { type: 'model', id: 'bridge', name: 'claude-ai', sessionId: 'one' }

let clock: FakeClock
let audit: MemoryAuditLog
let kept: readonly StoredAskingPause[]
let store: AskingPauseStore
beforeEach(() => {
  clock = new FakeClock()
  audit = new MemoryAuditLog()
  kept = []
  store = {
    read: () => kept,
    write: (pauses) => {
      kept = JSON.parse(JSON.stringify(pauses))
    },
  }
})
const open = () => new AskingPauses({ clock, audit, log: new RecordingLog(), store })
const deny = (pauses: AskingPauses, who: Caller, times = denialsBeforePause) => {
  for (let time = 0; time < times; time += 1) pauses.note('deny', who)
}

describe('a program that was denied several times', () => {
  it('is paused by itself, and no other', () => {
    const pauses = open()
    deny(pauses, cursor)
    expect(pauses.pauseOf(cursor)).toBe(pausesMs[0])
    expect(pauses.pauseOf({ ...cursor, id: 'client:ffffffff' })).toBe(0)
    expect(pauses.pauseOf(group)).toBe(0)
  })

  it('is shown with the number of denials, their period, and the end of the pause', async () => {
    const pauses = open()
    pauses.note('deny', cursor)
    await clock.advance(90_000)
    deny(pauses, cursor, 2)
    const until = new Date(clock.now().getTime() + pausesMs[0]).toISOString()
    const client = { id: cursor.id, name: 'Cursor', namedByOwner: true }
    expect(pauses.all()).toEqual([{ client, until, denials: 3, minutes: 2 }])
    pauses.note('deny', cursor)
    expect(pauses.all()).toEqual([{ client, until, denials: 4, minutes: 2 }])
  })

  it('stays paused under any name and in any session, with a key or without', () => {
    for (const who of [cursor, group]) {
      const pauses = open()
      deny(pauses, who)
      const renamed = { ...who, name: 'Somebody else', sessionId: 'two' }
      expect(pauses.pauseOf(renamed)).toBe(pausesMs[0])
      kept = []
    }
  })

  it('counts denials under any name, so that a new name for each request changes nothing', () => {
    const pauses = open()
    for (const name of ['a', 'b', 'c']) pauses.note('deny', { ...group, name })
    expect(pauses.all()).toMatchObject([{ client: { id: 'bridge', name: 'c' }, denials: 3 }])
  })

  it('is notified when the pause begins and when it ends', async () => {
    const pauses = open()
    const reported: number[] = []
    pauses.onDidChange((all) => reported.push(all.length))
    deny(pauses, cursor)
    await clock.advance(pausesMs[0])
    expect(reported).toEqual([1, 0])
    pauses.close()
  })

  it('stays paused over a restart, and no longer than it was', async () => {
    deny(open(), cursor)
    await clock.advance(20_000)
    const again = open()
    expect(again.pauseOf(cursor)).toBe(pausesMs[0] - 20_000)
    expect(again.all()).toMatchObject([{ client: { id: cursor.id }, denials: 3 }])
    await clock.advance(pausesMs[0] - 20_000)
    expect(again.all()).toEqual([])
    expect(open().all()).toEqual([])
  })

  it('is not paused for longer than the longest because the clock was set back, nor at all by a broken file', () => {
    const far = { caller: cursor, denials: 3, pauses: 1, firstAt: 0, lastAt: 0, until: Number.MAX_SAFE_INTEGER }
    kept = [far]
    expect(open().pauseOf(cursor)).toBe(900_000)
    store = {
      ...store,
      read: () => {
        throw new Error('broken')
      },
    }
    expect(open().all()).toEqual([])
  })

  it('is paused even where nothing can be written', () => {
    store = {
      read: () => [],
      write: () => {
        throw new Error('full')
      },
    }
    audit.append = () => {
      throw new Error('full')
    }
    const pauses = open()
    deny(pauses, cursor)
    expect(pauses.pauseOf(cursor)).toBe(pausesMs[0])
  })

  it('waits once for calls denied together, never longer than the maximum', async () => {
    const step = fc.oneof(fc.constantFrom('deny' as const, 'approve' as const), fc.integer({ min: 1, max: 4_000_000 }))
    await forAllAsync(fc.array(step, { maxLength: 40 }), async (steps) => {
      kept = []
      const pauses = open()
      for (const step of steps) {
        const before = pauses.pauseOf(caller)
        if (typeof step === 'number') await clock.advance(step)
        else pauses.note(step, caller)
        const pause = pauses.pauseOf(caller)
        if (step === 'approve') expect(pause).toBe(before)
        if (step === 'deny' && before > 0) expect(pause).toBe(before)
        expect(pause).toBeLessThanOrEqual(900_000)
        expect(pauses.all()).toHaveLength(pause > 0 ? 1 : 0)
      }
      await clock.advance(900_000 + denialCountResetMs)
      pauses.note('deny', caller)
      expect(pauses.pauseOf(caller)).toBe(0)
      pauses.close()
    })
  })
})

describe('letting a program ask again', () => {
  it('ends that pause alone, and the trail names the person', () => {
    const pauses = open()
    deny(pauses, cursor)
    deny(pauses, group)
    expect(pauses.letAsk(cursor.id, 'desktop')).toBe(true)
    expect([pauses.pauseOf(cursor), pauses.pauseOf(group)]).toEqual([0, pausesMs[0]])
    expect(audit.events).toMatchObject([
      { eventType: 'reject', capabilityId: 'system.asking.pause', caller: { type: 'system' } },
      { capabilityId: 'system.asking.pause', request: { client: { id: 'bridge' }, denials: 3 } },
      {
        eventType: 'approve',
        capabilityId: 'system.asking.resume',
        caller: { type: 'user', id: 'desktop' },
        request: { client: { id: cursor.id, name: 'Cursor' } },
      },
    ])
    expect(kept).toHaveLength(1)
  })

  it('begins the count again', () => {
    const pauses = open()
    deny(pauses, cursor)
    pauses.letAsk(cursor.id, 'desktop')
    deny(pauses, cursor, denialsBeforePause - 1)
    expect(pauses.pauseOf(cursor)).toBe(0)
  })

  it('does nothing for a program that is not paused', () => {
    expect(open().letAsk(cursor.id, 'desktop')).toBe(false)
    expect(audit.events).toEqual([])
  })

  it('keeps the pause where its end cannot be logged', () => {
    const pauses = open()
    deny(pauses, cursor)
    audit.append = () => {
      throw new Error('full')
    }
    expect(() => pauses.letAsk(cursor.id, 'desktop')).toThrow('full')
    expect(pauses.pauseOf(cursor)).toBe(pausesMs[0])
  })
})

describe('a call of a paused program', () => {
  const ask = (under: GatewayUnderTest, time: number, by: Caller = caller) =>
    under.call('world.time.set', { worldName: 'world', time }, { caller: by })

  const denied = async (under: GatewayUnderTest, call: Promise<unknown>) => {
    under.gateway.approvals.decide((await under.asked()).id, 'deny', 'ada')
    await call
  }
  const paused = async () => {
    const under = new GatewayUnderTest()
    under.serveOverworld()
    under.gateway.approvals.attach()
    for (let time = 0; time < denialsBeforePause; time += 1) await denied(under, ask(under, time))
    return under
  }

  it('that needs a person says that asking is paused and for how long, and never that it called too often', async () => {
    const under = await paused()
    const { outcome } = await ask(under, 99)
    expect(outcome).toMatchObject({
      kind: 'failed',
      error: { code: 'RISK.ASKING_PAUSED', details: { retryAfterMs: pausesMs[0] } },
    })
    expect(outcome.kind === 'failed' && `${outcome.error.message} ${outcome.error.suggestion}`).not.toMatch(
      /too many/iu,
    )
  })

  it('that only reads is done', async () => {
    const under = await paused()
    expect((await under.call('world.time.get', { worldName: 'world' })).outcome.kind).toBe('done')
  })

  it('can ask again once a person allows it, also for what was denied before', async () => {
    const under = await paused()
    expect(under.gateway.askingPauses.letAsk(caller.id, 'desktop')).toBe(true)
    void ask(under, 0)
    expect((await under.asked()).arguments).toMatchObject({ time: 0 })
  })

  it('does not affect another program', async () => {
    const under = await paused()
    void ask(under, 99, { ...caller, id: 'client:ffffffff' })
    await under.asked()
  })
})
