import type { Caller, JsonObject } from '@contract/call.js'
import type { UndoResult } from '@shared/trail/undo.js'
import { describe, expect, it } from 'vitest'
import { minimumSeenMs } from '../../../../src-main/gateway/undo/undo.js'
import { memoryStores } from '../../../../src-main/storage/stores.js'
import { settled } from '../../../fakes/fake-clock.js'
import { core, type FakeServer } from '../../../fakes/fake-provider.js'
import { caller, endOf, GatewayUnderTest } from '../../../fakes/gateway-under-test.js'

const here = { worldName: 'world' }

/** Two worlds with weather and rules each, and a person who approves everything. */
class Skies {
  readonly store = memoryStores().undo
  readonly under: GatewayUnderTest
  readonly world: FakeServer
  weather = 'clear'
  readonly rules = new Map<unknown, unknown>([['keepInventory', false]])

  constructor(store = memoryStores().undo) {
    this.store = store
    this.under = new GatewayUnderTest({ stores: { undo: store } })
    const { approvals } = this.under.gateway
    approvals.attach()
    approvals.onDidOpen(({ id }) => queueMicrotask(() => approvals.decide(id, 'approve', 'ada')))
    this.world = this.under
      .serve('overworld', [
        ...['world.weather.get', 'world.weather.set', 'world.rule.get', 'world.rule.set'],
        ...['chat.broadcast', 'player.kick'],
      ])
      .answers('world.weather.get', () => ({ data: { ...here, weather: this.weather } }))
      .answers('world.weather.set', ({ arguments: { weather } }) => {
        this.weather = String(weather)
        return { data: { ...here, weather: this.weather } }
      })
      .answers('world.rule.get', ({ arguments: { rule } }) => ({ data: { rule, value: this.rules.get(rule) } }))
      .answers('world.rule.set', ({ arguments: { rule, value } }) => {
        this.rules.set(rule, value)
        return { data: { rule, value } }
      })
      .answers('chat.broadcast', () => ({ data: { recipients: 1 } }))
  }

  get undo() {
    return this.under.gateway.undo
  }

  /** Does it; the request id of the call. */
  async do(capabilityId: string, given: JsonObject, more: { caller?: Caller } = {}): Promise<string> {
    const report = await this.under.call(capabilityId, given, more)
    expect(endOf(report)).toBe('done')
    await settled()
    return report.requestId
  }

  rain = (more: { caller?: Caller } = {}) => this.do('world.weather.set', { ...here, weather: 'rain' }, more)
  keep = (value: boolean) => this.do('world.rule.set', { ...here, rule: 'keepInventory', value })
}

const why = (result: UndoResult) =>
  result.kind === 'failed' ? `${result.error.code}: ${result.error.message}` : 'undone'

describe('undoing an action', () => {
  it('restores the state before, once', async () => {
    const skies = new Skies()
    const requestId = await skies.rain()
    expect(skies.undo.list().entries).toMatchObject([{ requestId, state: 'done', after: { weather: 'rain' } }])
    expect(await skies.undo.run(requestId, {}, 'ada')).toMatchObject({ kind: 'undone', requestId, redoable: true })
    expect(skies.weather).toBe('clear')
    expect(skies.undo.list().entries).toMatchObject([
      { undoes: requestId, caller: { type: 'user', id: 'ada' }, state: 'done' },
      { requestId, state: 'undone', undoneBy: 'ada' },
    ])
    expect(why(await skies.undo.run(requestId, {}, 'ada'))).toContain('RISK.ROLLBACK_FAILED: It was already undone')
  })

  it('is an action itself, which can be undone in turn', async () => {
    const skies = new Skies()
    const undone = await skies.undo.run(await skies.rain(), {}, 'ada')
    await settled()
    await skies.undo.run(undone.kind === 'undone' ? undone.undoneBy : '', {}, 'ada')
    expect(skies.weather).toBe('rain')
  })

  it('is decided by the person who orders it, logged before it runs, and reported as a rollback', async () => {
    const skies = new Skies()
    const requestId = await skies.keep(true)
    const [entry] = skies.undo.list().entries
    const { events } = skies.under.audit
    events.length = 0
    await skies.undo.run(requestId, {}, 'ada')
    expect(skies.under.questions).toHaveLength(1)
    const undoes = { snapshotId: entry?.snapshotId, undoes: requestId }
    expect(events).toMatchObject([
      { eventType: 'approve', approvalInfo: { outcome: 'approved', approvedBy: 'ada' }, caller: { type: 'user' } },
      { eventType: 'rollback', metadata: { phase: 'intent' }, rollbackInfo: { ...undoes, rolledBack: false } },
      {
        eventType: 'rollback',
        metadata: { phase: 'outcome' },
        rollbackInfo: { ...undoes, rolledBack: true, rollbackAt: expect.any(String) },
      },
    ])
  })

  it('in a world that has changed shows the difference, and runs only when the person insists', async () => {
    const skies = new Skies()
    const requestId = await skies.rain()
    skies.weather = 'thunder'
    const difference = { path: 'weather', expected: 'rain', now: 'thunder' }
    expect(await skies.undo.preview(requestId)).toMatchObject({ world: 'changed', differences: [difference] })
    expect(await skies.undo.run(requestId, {}, 'ada')).toMatchObject({
      kind: 'failed',
      error: { code: 'RISK.ROLLBACK_FAILED', details: { world: 'changed', differences: [difference] } },
    })
    expect(skies.weather).toBe('thunder')
    expect(await skies.undo.run(requestId, { force: true }, 'ada')).toMatchObject({ kind: 'undone' })
    expect(skies.weather).toBe('clear')
  })

  it('applies to what the person saw: not to a later change, nor to another action', async () => {
    const skies = new Skies()
    const requestId = await skies.rain()
    const { hash } = await skies.undo.preview(requestId)
    await skies.under.clock.advance(minimumSeenMs)
    skies.weather = 'thunder'
    expect(why(await skies.undo.run(requestId, { expected: hash, force: true }, 'ada'))).toContain('since the preview')
    expect(skies.weather).toBe('thunder')
    const other = await skies.keep(true)
    expect(why(await skies.undo.run(other, { expected: hash }, 'ada'))).toContain('expired')
    expect(why(await skies.undo.run(other, { expected: 'f'.repeat(64) }, 'ada'))).toContain('expired')
    expect(skies.undo.list().entries.filter(({ state }) => state === 'undone')).toEqual([])
  })

  it('happens once, however many people order it at the same time', async () => {
    const skies = new Skies()
    const requestId = await skies.rain()
    const before = skies.world.requestsFor('world.weather.set').length
    const results = await Promise.all([1, 2, 3].map(() => skies.undo.run(requestId, {}, 'ada')))
    expect(results.filter(({ kind }) => kind === 'undone')).toHaveLength(1)
    expect(skies.world.requestsFor('world.weather.set')).toHaveLength(before + 1)
  })

  it('reports why the server failed, and can be tried again', async () => {
    const skies = new Skies()
    const requestId = await skies.rain()
    skies.under.provider.host.present({
      ...skies.world,
      server: { ...skies.world.server, capabilities: [core('world.weather.get')] },
      invoke: (request, cancellation) => skies.world.invoke(request, cancellation),
    })
    expect(await skies.undo.run(requestId, {}, 'ada')).toMatchObject({
      kind: 'failed',
      error: { code: 'RISK.ROLLBACK_FAILED', cause: { code: 'PROTOCOL.CAPABILITY_NOT_FOUND' } },
    })
    skies.under.provider.host.present(skies.world)
    expect(await skies.undo.run(requestId, {}, 'ada')).toMatchObject({ kind: 'undone' })
  })

  it('is not blocked by the used-up limit of a client', async () => {
    const skies = new Skies()
    const requestId = await skies.rain()
    let ended = 'done'
    while (ended === 'done') {
      ended = endOf(await skies.under.call('world.weather.set', { ...here, weather: 'rain' }))
    }
    expect(ended).toBe('SYSTEM.RATE_LIMITED')
    expect(await skies.undo.run(requestId, { force: true }, 'ada')).toMatchObject({ kind: 'undone' })
  })
})

describe('an undo record', () => {
  it('survives a restart; an action without outcome needs a person who insists', async () => {
    const store = memoryStores().undo
    const skies = new Skies(store)
    const requestId = await skies.rain()
    let asked: string | undefined
    skies.world.answers('world.rule.set', ({ requestId: id, arguments: { rule, value } }) => {
      asked = id
      skies.rules.set(rule, value)
      return new Promise(() => {})
    })
    void skies.under.call('world.rule.set', { ...here, rule: 'keepInventory', value: true })
    await settled()
    await settled()

    const again = new Skies(store)
    again.weather = skies.weather
    again.rules.set('keepInventory', true)
    expect(await again.undo.run(requestId, {}, 'ada')).toMatchObject({ kind: 'undone' })
    expect(again.undo.list().entries.find(({ requestId: id }) => id === asked)).toMatchObject({ state: 'uncertain' })
    expect(await again.undo.run(asked ?? '', {}, 'ada')).toMatchObject({ error: { details: { world: 'unknown' } } })
    expect(await again.undo.run(asked ?? '', { force: true }, 'ada')).toMatchObject({ kind: 'undone' })
    expect(again.rules.get('keepInventory')).toBe(false)
  })

  it('is not kept where the action has no inverse, and is announced where the action may have been done', async () => {
    const skies = new Skies()
    await skies.do('chat.broadcast', { message: 'Hello' })
    skies.world.answers('world.weather.set', () => {
      throw new Error('No.')
    })
    const announced: unknown[] = []
    skies.undo.onDidRecord(({ capabilityId, state }) => announced.push([capabilityId, state]))
    await skies.under.call('world.weather.set', { ...here, weather: 'rain' })
    expect(skies.undo.list().entries).toMatchObject([{ state: 'uncertain', capabilityId: 'world.weather.set' }])
    expect(announced).toEqual([['world.weather.set', 'uncertain']])
    expect(why(await skies.undo.run('nobody', {}, 'ada'))).toContain('No undo information is kept')
  })

  it('has no state after the action when another action ran at the same time', async () => {
    const skies = new Skies()
    await Promise.all([skies.under.call('world.weather.set', { ...here, weather: 'rain' }), skies.keep(true)])
    await settled()
    const overlapping = skies.undo.list().entries
    expect(overlapping).toHaveLength(2)
    expect(overlapping.some(({ after }) => after !== undefined)).toBe(false)
    expect(await skies.undo.preview(overlapping[0]?.requestId ?? '')).toMatchObject({ world: 'unknown' })
  })

  it('goes back to the state right before its action when another one ended while that was read', async () => {
    const skies = new Skies()
    const { world, under } = skies
    const gates: (() => void)[] = []
    const gate = () => new Promise<void>((open) => gates.push(open))
    /** Lets the newest waiting read or change through. */
    const pass = async () => {
      gates.pop()?.()
      await settled()
    }
    world
      .answers('world.weather.get', async () => {
        const { weather } = skies
        await gate()
        return { data: { ...here, weather } }
      })
      .answers('world.weather.set', async ({ arguments: { weather } }) => {
        await gate()
        skies.weather = String(weather)
        return { data: { ...here, weather: skies.weather } }
      })
    const first = under.call('world.weather.set', { ...here, weather: 'rain' })
    await settled()
    await pass()
    const second = under.call('world.weather.set', { ...here, weather: 'thunder' })
    await settled()
    // The second has read a clear sky; now the first lets it rain, and only then the second gets its reading.
    gates.reverse()
    await pass()
    expect(endOf(await first)).toBe('done')
    gates.reverse()
    await pass()
    while (gates.length > 0) await pass()
    const { requestId } = await second
    const { entries } = skies.undo.list()
    expect(entries.find((entry) => entry.requestId === requestId)).toMatchObject({ before: { weather: 'rain' } })
  })

  it('is reported to the caller: a person can undo it', async () => {
    const skies = new Skies()
    const done = await skies.under.call('world.weather.set', { ...here, weather: 'rain' })
    expect(done.outcome).toMatchObject({ kind: 'done', undoable: true, snapshotId: expect.any(String) })
    const past = await skies.under.call('chat.broadcast', { message: 'Hello' })
    expect(past.outcome).not.toHaveProperty('undoable')
  })
})

// verifies: promise 6
describe('undoing the last actions of a client', () => {
  it('runs from the last to the first, and skips those of other clients', async () => {
    const skies = new Skies()
    const first = await skies.rain()
    const second = await skies.keep(true)
    const other = await skies.rain({ caller: { ...caller, id: 'mcp:other' } })
    expect(await skies.undo.runLast({ client: caller.id, count: 5 }, 'ada')).toEqual({
      undone: [second, first],
      left: [],
    })
    expect(skies.undo.list({ client: 'mcp:other' }).entries).toMatchObject([{ requestId: other, state: 'done' }])
  })

  it('stops at the first that cannot be undone, and reports what was undone and what was not', async () => {
    const skies = new Skies()
    const first = await skies.rain()
    const second = await skies.keep(true)
    const third = await skies.do('world.weather.set', { ...here, weather: 'thunder' })
    skies.rules.set('keepInventory', 7)
    expect(await skies.undo.runLast({ client: caller.id, count: 3 }, 'ada')).toMatchObject({
      undone: [third],
      failed: { requestId: second, error: { code: 'RISK.ROLLBACK_FAILED', details: { world: 'changed' } } },
      left: [first],
    })
    expect([skies.weather, skies.rules.get('keepInventory')]).toEqual(['rain', 7])
    expect(await skies.undo.runLast({ client: caller.id, count: 3, force: true }, 'ada')).toEqual({
      undone: [second, first],
      left: [],
    })
    expect([skies.weather, skies.rules.get('keepInventory')]).toEqual(['clear', false])
  })
})

describe('undo and consumers', () => {
  it.each(['mcp.snapshot.create', 'mcp.snapshot.restore'])('%s cannot be called', async (id) => {
    const skies = new Skies()
    expect(endOf(await skies.under.call(id, {}, { server: 'overworld' }))).toBe('PROTOCOL.CAPABILITY_NOT_FOUND')
  })

  it('no request of a consumer is an order to undo, whatever it carries', async () => {
    const skies = new Skies()
    const requestId = await skies.keep(true)
    const [entry] = skies.undo.list().entries
    const forged = { undoing: { entry, person: 'ada' }, caller: { ...caller, type: 'user' as const } }
    const report = await skies.under.call('world.rule.set', { ...here, rule: 'keepInventory', value: false }, forged)
    expect(endOf(report)).toBe('done')
    expect(skies.under.questions).toHaveLength(2)
    expect(skies.undo.list().entries.find((one) => one.requestId === requestId)?.state).toBe('done')
  })
})
