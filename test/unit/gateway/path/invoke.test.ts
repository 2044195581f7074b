import { GatewayError } from '@contract/gateway-error.js'
import { describe, expect, it } from 'vitest'
import { only } from '../../../../src-main/policy/rights/rights.js'
import { settled } from '../../../fakes/fake-clock.js'
import { manifestOf } from '../../../fakes/fake-provider.js'
import { caller, endOf, GatewayUnderTest, noon } from '../../../fakes/gateway-under-test.js'

const read = { worldName: 'world' }

describe('a harmless call', () => {
  it('runs without approval and returns the response of the server', async () => {
    const under = new GatewayUnderTest()
    const overworld = under.serveOverworld()
    const report = await under.call('world.time.get', read)
    expect(report.outcome).toEqual({ kind: 'done', data: noon })
    expect(report.serverId).toBe('overworld')
    expect(overworld.requests).toMatchObject([
      { capabilityId: 'world.time.get', version: '1.0.0', arguments: read, caller: caller.id },
    ])
    expect(under.questions).toEqual([])
  })

  // verifies: frames-request, audit metadata.traceId
  it('passes its own ids to the provider and into the audit log', async () => {
    const under = new GatewayUnderTest()
    const overworld = under.serveOverworld()
    const { requestId, traceId } = await under.call('world.time.get', read, {
      caller: { ...caller, sessionId: 'session-1' },
    })
    expect(overworld.requests).toMatchObject([{ requestId, traceId, sessionId: expect.stringMatching(/^[\w-]{22}$/u) }])
    expect(JSON.stringify(overworld.requests)).not.toContain('session-1')
    expect(under.audit.events).toMatchObject([
      { metadata: { requestId, traceId, serverId: 'overworld', sessionId: 'session-1', phase: 'outcome' } },
    ])
  })

  // verifies: calls-risk low
  it('leaves one audit event, without the data of a low-risk read', async () => {
    const under = new GatewayUnderTest()
    under.serveOverworld()
    await under.call('world.time.get', read)
    expect(under.audit.events).toMatchObject([
      { eventType: 'invoke', capabilityId: 'world.time.get', request: read, response: {}, riskLevel: 'low' },
    ])
  })
})

describe('resolving', () => {
  it('rejects a capability that no server offers', async () => {
    const under = new GatewayUnderTest()
    under.serveOverworld()
    expect(endOf(await under.call('world.weather.set', {}))).toBe('PROTOCOL.CAPABILITY_NOT_FOUND')
  })

  // verifies: calls-servers
  it('rejects an unknown server, and lists the known ones', async () => {
    const under = new GatewayUnderTest()
    under.serveOverworld()
    const { outcome } = await under.call('world.time.get', read, { server: 'nether' })
    expect(outcome).toMatchObject({
      kind: 'failed',
      error: {
        code: 'PROTOCOL.SERVER_NOT_FOUND',
        suggestion: 'Use one of: "overworld".',
        details: { servers: ['overworld'] },
      },
    })
  })

  it('does not use another server when the named one does not offer the capability', async () => {
    const under = new GatewayUnderTest()
    const overworld = under.serveOverworld()
    under.serve('lobby', ['player.list'])
    expect(endOf(await under.call('world.time.get', read, { server: 'lobby' }))).toBe('PROTOCOL.SERVER_NOT_FOUND')
    expect(overworld.requests).toEqual([])
  })

  it('requires a server where several offer the capability', async () => {
    const under = new GatewayUnderTest()
    under.serveOverworld('one')
    const two = under.serveOverworld('two')
    const { outcome } = await under.call('world.time.get', read)
    expect(outcome).toMatchObject({
      kind: 'failed',
      error: { code: 'PROTOCOL.INVALID_REQUEST', details: { servers: ['one', 'two'] } },
    })
    expect(endOf(await under.call('world.time.get', read, { server: 'two' }))).toBe('done')
    expect(two.requests).toHaveLength(1)
  })

  it('accepts the name of a server as well as its id', async () => {
    const under = new GatewayUnderTest()
    under.serve('10.0.0.1:8765', ['player.list'], { name: 'Survival' })
    under.serve('10.0.0.2:8765', ['player.list'], { name: 'Creative' })
    expect((await under.call('player.list', {}, { server: 'Creative' })).serverId).toBe('10.0.0.2:8765')
  })

  it('accepts a name that only one of the offering servers has', async () => {
    const under = new GatewayUnderTest()
    under.serve('10.0.0.1:8765', ['player.list'], { name: 'Survival' })
    under.serve('10.0.0.2:8765', ['player.list'], { name: 'Creative' })
    under.serve('10.0.0.3:8765', ['world.time.get'], { name: 'Survival' })
    expect((await under.call('player.list', {}, { server: 'Survival' })).serverId).toBe('10.0.0.1:8765')
  })

  it('does not let a server take the id of another as its name', async () => {
    const under = new GatewayUnderTest()
    under.serve('impostor', ['player.list'], { name: 'bank' })
    under.serve('bank', ['player.list'], { name: 'The bank' })
    expect((await under.call('player.list', {}, { server: 'bank' })).serverId).toBe('bank')
  })

  it('rejects a call of an event', async () => {
    const under = new GatewayUnderTest()
    under.serve('overworld', ['player.join'])
    expect(endOf(await under.call('player.join', {}))).toBe('PROTOCOL.UNSUPPORTED_TYPE')
  })

  it('rejects a caller written for another major version, and accepts the same one', async () => {
    const under = new GatewayUnderTest()
    under.serveOverworld()
    expect(endOf(await under.call('world.time.get', read, { version: '2.0.0' }))).toBe('PROTOCOL.VERSION_MISMATCH')
    expect(endOf(await under.call('world.time.get', read, { version: '1.0.0' }))).toBe('done')
  })

  it('rejects a caller written for a newer minor version, and accepts another patch version', async () => {
    const under = new GatewayUnderTest()
    under.serveOverworld()
    expect(endOf(await under.call('world.time.get', read, { version: '1.1.0' }))).toBe('PROTOCOL.VERSION_MISMATCH')
    expect(endOf(await under.call('world.time.get', read, { version: '1.0.9' }))).toBe('done')
    expect(endOf(await under.call('world.time.get', read, { version: 'newest' }))).toBe('PROTOCOL.VERSION_MISMATCH')
  })
})

describe('validating', () => {
  it('names the missing argument and sends nothing', async () => {
    const under = new GatewayUnderTest()
    const overworld = under.serveOverworld()
    const { outcome } = await under.call('world.time.get', {})
    expect(outcome).toMatchObject({
      kind: 'failed',
      error: {
        code: 'PROTOCOL.SCHEMA_VALIDATION_FAILED',
        message: expect.stringContaining('/worldName'),
        details: { errors: [{ path: '/worldName', given: 'nothing' }] },
      },
    })
    expect(overworld.requests).toEqual([])
  })

  it.each([null, undefined])('takes %s for no arguments at all', async (nothing) => {
    const under = new GatewayUnderTest()
    under.serveOverworld()
    expect(endOf(await under.call('player.list', nothing))).toBe('done')
  })

  it.each([[[]], ['text'], [5], [true]])('refuses %j in place of arguments', async (wrong) => {
    const under = new GatewayUnderTest()
    under.serveOverworld()
    expect(endOf(await under.call('player.list', wrong))).toBe('PROTOCOL.SCHEMA_VALIDATION_FAILED')
    expect(under.audit.events).toMatchObject([{ eventType: 'error', request: {} }])
  })

  it('sends the defaults of the manifest', async () => {
    const under = new GatewayUnderTest()
    const server = under.serve('shop', [], {
      capabilities: [manifestOf({ parameters: { type: 'object', properties: { most: { default: 20 } } } })],
    })
    await under.call('ext.shopkeeper.list', {})
    expect(server.requests).toMatchObject([{ arguments: { most: 20 } }])
  })
})

describe('authorising', () => {
  // verifies: calls-permissions, capability-kinds action 3
  it('rejects what was not granted, and names the missing permission', async () => {
    const under = new GatewayUnderTest({ rightsOf: () => only('mcp.context.**') })
    const overworld = under.serveOverworld()
    const { outcome } = await under.setTime()
    expect(outcome).toMatchObject({
      kind: 'failed',
      error: { code: 'PERMISSION.DENIED', details: { missing: ['mcp.action.world.time'] } },
    })
    expect(overworld.requests).toEqual([])
    expect(under.questions).toEqual([])
    expect(endOf(await under.call('world.time.get', read))).toBe('done')
  })

  it('reads the rights of exactly this caller', async () => {
    const asked: string[] = []
    const under = new GatewayUnderTest({
      rightsOf: ({ id }) => {
        asked.push(id)
        return only()
      },
    })
    under.serveOverworld()
    expect(endOf(await under.call('world.time.get', read))).toBe('PERMISSION.DENIED')
    expect(asked).toEqual([caller.id])
  })
})

describe('limiting the rate', () => {
  const limited = manifestOf({ type: 'action', risk: { level: 'low' }, rateLimit: { requests: 2, period: 'minute' } })

  it('rejects the call over the limit, and accepts it after the time in the error', async () => {
    const under = new GatewayUnderTest()
    const server = under.serve('shop', [], { capabilities: [limited] })
    await under.call(limited.id, {})
    await under.call(limited.id, {})
    const { outcome } = await under.call(limited.id, {})
    expect(outcome).toMatchObject({ kind: 'failed', error: { code: 'SYSTEM.RATE_LIMITED' } })
    expect(server.requests).toHaveLength(2)
    const wait = outcome.kind === 'failed' ? Number(outcome.error.details?.retryAfterMs) : Number.NaN
    await under.clock.advance(wait)
    expect(endOf(await under.call(limited.id, {}))).toBe('done')
  })

  it('counts each server separately', async () => {
    const under = new GatewayUnderTest()
    under.serve('one', [], { capabilities: [limited] })
    under.serve('two', [], { capabilities: [limited] })
    for (const server of ['one', 'one', 'two', 'two']) {
      expect(endOf(await under.call(limited.id, {}, { server }))).toBe('done')
    }
  })

  it('does not count a call whose arguments were wrong', async () => {
    const under = new GatewayUnderTest()
    const strict = { ...limited, parameters: { type: 'object' as const, required: ['name'] } }
    under.serve('shop', [], { capabilities: [strict] })
    for (let left = 0; left < 5; left++) await under.call(strict.id, {})
    expect(endOf(await under.call(strict.id, { name: 'a' }))).toBe('done')
  })

  it('sets no limit where the manifest limits only subscriptions', async () => {
    const under = new GatewayUnderTest()
    const manifest = manifestOf({ rateLimit: { subscriptions: 10, period: 'connection' } })
    under.serve('shop', [], { capabilities: [manifest] })
    for (let left = 0; left < 3; left++) expect(endOf(await under.call(manifest.id, {}))).toBe('done')
  })
})

describe('a provider that misbehaves', () => {
  it('and never responds ends at the agreed timeout', async () => {
    const under = new GatewayUnderTest({ callTimeoutMs: 5_000 })
    let aborted = false
    under.serveOverworld().answers('world.time.get', (_request, cancellation) => {
      cancellation.onCancel(() => {
        aborted = true
      })
      return new Promise(() => {})
    })
    const call = under.call('world.time.get', read)
    await under.clock.advance(4_999)
    expect(under.gateway.calls.list()).toHaveLength(1)
    await under.clock.advance(1)
    expect(endOf(await call)).toBe('SYSTEM.TIMEOUT')
    expect(aborted).toBe(true)
    expect(under.gateway.calls.list()).toEqual([])
    expect(under.clock.waiting).toBe(0)
  })

  it('and responds after the deadline changes nothing any more', async () => {
    const under = new GatewayUnderTest({ callTimeoutMs: 1_000 })
    let answer: (data: { data: Record<string, unknown> }) => void = () => {}
    under.serveOverworld().answers(
      'world.time.get',
      () =>
        new Promise((resolve) => {
          answer = resolve
        }),
    )
    const call = under.call('world.time.get', read)
    await under.clock.advance(1_000)
    answer({ data: noon })
    await settled()
    expect(endOf(await call)).toBe('SYSTEM.TIMEOUT')
    expect(under.audit.events).toHaveLength(1)
  })

  it('and throws an error outside the catalogue results in an internal error, without its text', async () => {
    const under = new GatewayUnderTest()
    under.serveOverworld().answers('world.time.get', () => {
      throw new TypeError('secret path /home/ada')
    })
    const report = await under.call('world.time.get', read)
    expect(endOf(report)).toBe('SYSTEM.INTERNAL_ERROR')
    expect(JSON.stringify(report.outcome.kind === 'failed' && report.outcome.error.toContract())).not.toContain('ada')
  })

  it.each([['a string'], [undefined], [null]])('and throws %j ends the call, not the gateway', async (thrown) => {
    const under = new GatewayUnderTest()
    under.serveOverworld().answers('world.time.get', () => Promise.reject(thrown))
    expect(endOf(await under.call('world.time.get', read))).toBe('SYSTEM.INTERNAL_ERROR')
  })

  it('returns the error of the server', async () => {
    const under = new GatewayUnderTest()
    under.serveOverworld().answers('world.time.get', () => {
      throw new GatewayError('BUSINESS.WORLD_NOT_FOUND', { details: { worlds: ['world'] } })
    })
    const { outcome } = await under.call('world.time.get', read)
    expect(outcome).toMatchObject({
      kind: 'failed',
      error: { code: 'BUSINESS.WORLD_NOT_FOUND', details: { worlds: ['world'] } },
    })
  })

  it.each([
    ['a wrong type', { time: 'noon' }],
    ['nothing', null],
    ['a list', []],
  ])('and returns %s has sent an invalid response', async (_what, data) => {
    const under = new GatewayUnderTest()
    under.serveOverworld().answers('world.time.get', () => ({ data: data as never }))
    expect(endOf(await under.call('world.time.get', read))).toBe('PROTOCOL.INVALID_RESPONSE')
  })

  it('does not affect the next call', async () => {
    const under = new GatewayUnderTest({ callTimeoutMs: 1_000 })
    let broken = true
    under.serveOverworld().answers('world.time.get', () => (broken ? new Promise(() => {}) : { data: noon }))
    const first = under.call('world.time.get', read)
    await under.clock.advance(1_000)
    await first
    broken = false
    expect(endOf(await under.call('world.time.get', read))).toBe('done')
  })
})

describe('a result', () => {
  it('reaches the caller without control and bidi characters', async () => {
    const under = new GatewayUnderTest()
    const dirty = { players: [{ name: 'Ste\u202eve\u0007', uuid: 'x' }], online: 1, max: 20 }
    under.serveOverworld().answers('player.list', () => ({ data: dirty }))
    const { outcome } = await under.call('player.list', {})
    expect(outcome).toMatchObject({ kind: 'done', data: { players: [{ name: 'Steve' }] } })
  })

  it('names the snapshot that was taken before', async () => {
    const under = new GatewayUnderTest()
    under.serve('overworld', ['player.teleport', 'player.info.get']).answers('player.info.get', () => ({
      data: { name: 'Steve', location: { world: 'world', x: 1, y: 2, z: 3 } },
    }))
    const location = { world: 'world', x: 0, y: 64, z: 0 }
    const { outcome } = await under.call('player.teleport', { playerName: 'Steve', location })
    const intent = under.audit.events.find(({ metadata }) => metadata?.phase === 'intent')
    expect(intent?.rollbackInfo).toMatchObject({ before: { name: 'Steve' }, rolledBack: false })
    expect(outcome).toMatchObject({ kind: 'done', snapshotId: intent?.rollbackInfo?.snapshotId })
  })
})
