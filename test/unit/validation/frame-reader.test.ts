import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createContractAjv } from '../../../src-main/validation/ajv.js'
import { createFrameReader } from '../../../src-main/validation/frame-reader.js'
import { forAll } from '../../fixtures/properties.js'

const readFrame = createFrameReader(createContractAjv())
const head = { id: 'frame-1', timestamp: '2026-01-19T10:30:00Z' }
const read = (frame: object) => readFrame(JSON.stringify({ ...head, ...frame }))

const types = [
  'request',
  'response',
  'event',
  'error',
  'heartbeat',
  'heartbeat_ack',
  'register',
  'register_ack',
  'capability_update',
]

// verifies: frames
describe('any text', () => {
  it('is a frame or it is not, and never an exception', () =>
    forAll(fc.string({ unit: 'binary' }), (text) => typeof readFrame(text).ok === 'boolean'))

  it('that is JSON is a frame or it is not, and never an exception', () =>
    forAll(fc.json(), (text) => typeof readFrame(text).ok === 'boolean'))

  it('that resembles a frame is one or not, and never an exception; the reason contains no control characters', () => {
    const almost = fc.record(
      {
        id: fc.oneof(fc.string(), fc.integer()),
        type: fc.oneof(fc.constantFrom(...types), fc.string({ unit: 'binary' })),
        timestamp: fc.oneof(fc.constant(head.timestamp), fc.string({ unit: 'binary' })),
        payload: fc.oneof(fc.object(), fc.jsonValue()),
        correlationId: fc.oneof(fc.string(), fc.jsonValue()),
        capabilities: fc.jsonValue(),
        success: fc.jsonValue(),
        error: fc.jsonValue(),
      },
      { requiredKeys: [] },
    )
    forAll(almost, (frame) => {
      const outcome = readFrame(JSON.stringify(frame))
      if (!outcome.ok) expect(outcome.reason).not.toMatch(/\p{Cc}|\u202e/u)
    })
  })

  it.each([
    ['lists', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['objects', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
    ['an id', `{"id":${'['.repeat(100_000)}${']'.repeat(100_000)},"type":"event","timestamp":"2026-01-19T10:30:00Z"}`],
    [
      'errors in errors',
      `{"id":"a","type":"error","timestamp":"2026-01-19T10:30:00Z","error":${'{"code":"A.B","message":"","cause":'.repeat(20_000)}{"code":"A.B","message":""}${'}'.repeat(20_000)}}`,
    ],
  ])('nested too deep (%s) is not a frame, and no exception', (_what, text) => {
    expect(readFrame(text).ok).toBe(false)
  })
})

describe('a frame', () => {
  it('is refused with the reason and the request it belongs to', () => {
    expect(read({ type: 'response', correlationId: 'request-1', payload: { success: 'yes' } })).toEqual({
      ok: false,
      reason: '/payload/success: expected boolean, got "yes"',
      type: 'response',
      correlationId: 'request-1',
    })
  })

  it.each<[string, string, string]>([
    ['no JSON', 'nonsense', 'JSON'],
    ['an empty text', '', 'JSON'],
    ['a list', '[]', 'object'],
    ['an unknown type', JSON.stringify({ ...head, type: 'hello' }), '"request"'],
    ['no id', JSON.stringify({ type: 'event', timestamp: head.timestamp }), '/id'],
    ['an empty id', JSON.stringify({ ...head, id: '', type: 'heartbeat' }), '/id'],
    ['a time that is none', JSON.stringify({ ...head, type: 'heartbeat', timestamp: 'now' }), '/timestamp'],
  ])('that is %s is refused in words', (_what, text, word) => {
    expect(readFrame(text)).toMatchObject({ ok: false, reason: expect.stringContaining(word) })
  })

  it('may have unknown members', () => {
    expect(read({ type: 'heartbeat', mood: 'good' }).ok).toBe(true)
  })

  it('may be named by any text that is not empty', () => {
    expect(read({ id: 'req-001', type: 'heartbeat' }).ok).toBe(true)
  })
})

describe('registration, heartbeat and update', () => {
  const ack = {
    success: true,
    sessionId: 'session-1',
    agentInfo: { id: 'agent-001', name: 'Main', version: '1.0.0' },
    capabilities: [{ id: 'world.time.get', version: '1.0.0', type: 'context' }],
  }
  const fields: [string, object][] = [
    [
      'register',
      {
        version: '1.0.0',
        gateway: { id: 'g', name: 'G', version: '1.0.0' },
        authentication: { type: 'token', token: 't' },
      },
    ],
    ['register_ack', ack],
    ['heartbeat', { status: { healthy: true, tps: 19.8 } }],
    ['heartbeat_ack', { status: { healthy: false } }],
    ['capability_update', { action: 'add', capabilities: [] }],
  ]

  it.each(fields)('of type %s may carry their fields at the top or under payload', (type, body) => {
    const flat = read({ type, ...body })
    const wrapped = read({ type, payload: body })
    expect(flat).toMatchObject({ ok: true, frame: { type, ...body } })
    expect(wrapped).toMatchObject({ ok: true, frame: { type, ...body } })
  })

  it('cannot change their type under payload', () => {
    expect(read({ type: 'heartbeat', payload: { type: 'response', id: 'other', timestamp: 'never' } })).toMatchObject({
      ok: true,
      frame: { id: 'frame-1', type: 'heartbeat', timestamp: head.timestamp },
    })
  })

  // verifies: agents-registration
  it('must name the agent and its offer when they report success', () => {
    expect(read({ type: 'register_ack', success: true })).toMatchObject({
      ok: false,
      reason: expect.stringContaining('/agentInfo'),
    })
    expect(read({ type: 'register_ack', success: false }).ok).toBe(true)
  })
})
