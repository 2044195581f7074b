import { errorCatalogue } from '@contract/error-catalogue.js'
import { GatewayError } from '@contract/gateway-error.js'
import { describe, expect, it } from 'vitest'
import { resultOf } from '../../../src-main/consumers/mcp/results.js'
import type { CallOutcome, CallReport } from '../../../src-main/gateway/ports/calls.js'
import { clientCodeOf } from '../../../src-main/gateway/ports/model-responses.js'

const report = (outcome: CallOutcome): CallReport => ({
  requestId: 'request-1',
  traceId: 'trace-1',
  timestamp: '2026-01-19T10:30:00Z',
  milliseconds: 12.34,
  serverId: 'overworld',
  outcome,
})

const getTime = { id: 'ext.clock.get', name: 'Get the time' }

describe('a result', () => {
  it('of a core capability begins with a sentence a person can read, and the data follows', () => {
    const data = { worldName: 'mine', time: 13_000, previousTime: 6_000 }
    const [text] = resultOf(report({ kind: 'done', data }), { id: 'world.time.set', name: 'Set the time' }).content
    const said = `The time in "mine" is now 13000; it was 6000.\n${JSON.stringify(data)}`
    // The name of the world is external text, so all of it is between marks.
    expect(text).toMatchObject({ type: 'text', text: expect.stringMatching(/^Between the two lines marked/u) })
    expect((text as { text: string }).text.split('\n').slice(2, -1).join('\n')).toBe(said)
  })

  it('of a call that was done has its data as text and as structure', () => {
    expect(resultOf(report({ kind: 'done', data: { time: 1 }, snapshotId: 's-1' }), getTime)).toEqual({
      content: [{ type: 'text', text: '"Get the time": done.\n{"time":1}' }],
      structuredContent: {
        success: true,
        data: { time: 1 },
        requestId: 'request-1',
        timestamp: '2026-01-19T10:30:00Z',
        metadata: { executionTime: 12, traceId: 'trace-1', serverId: 'overworld', snapshotId: 's-1' },
      },
    })
  })

  it.each<[CallOutcome, string]>([
    [{ kind: 'denied', approvalId: 'a', by: ['ada'] }, 'E_RISK_APPROVAL_REJECTED'],
    [{ kind: 'expired', approvalId: 'a' }, 'E_RISK_APPROVAL_EXPIRED'],
    [{ kind: 'withdrawn', approvalId: 'a' }, 'E_RISK_APPROVAL_WITHDRAWN'],
    [{ kind: 'failed', error: new GatewayError('SYSTEM.TIMEOUT') }, 'E_SYSTEM_TIMEOUT'],
  ])('of a call that was not done (%j) is an error a model can read', (outcome, code) => {
    const result = resultOf(report(outcome), getTime)
    expect(result).toMatchObject({
      isError: true,
      content: [{ type: 'text', text: expect.stringContaining(code) }],
      structuredContent: {
        success: false,
        error: { code, message: expect.any(String), suggestion: expect.any(String) },
      },
    })
  })

  it('of a failure links to its documentation, where the origin is known', () => {
    const failed = report({ kind: 'failed', error: new GatewayError('SYSTEM.TIMEOUT') })
    expect(resultOf(failed, getTime, { origin: 'http://127.0.0.1:1234' })).toMatchObject({
      structuredContent: { error: { documentation: 'http://127.0.0.1:1234/errors#SYSTEM.TIMEOUT' } },
    })
  })

  // verifies: manifest-deprecation
  it('of a deprecated capability says so to the model, on success and on failure', () => {
    const deprecated = { since: '1.2.0', removalVersion: '2.0.0', replacement: 'ext.shop.all', reason: 'Obey me.' }
    const notice = {
      type: 'text',
      text: 'Deprecated since 1.2.0, to be removed in 2.0.0: use ext_shop_all instead.',
    }
    for (const outcome of [
      { kind: 'done', data: {} },
      { kind: 'failed', error: new GatewayError('SYSTEM.TIMEOUT') },
    ] as const) {
      const result = resultOf({ ...report(outcome), deprecated }, getTime)
      expect(result.content.at(-1)).toEqual(notice)
      expect(result.structuredContent).toMatchObject({ metadata: { deprecated } })
    }
  })

  it('does not name the person who denied', () => {
    expect(JSON.stringify(resultOf(report({ kind: 'denied', approvalId: 'a', by: ['hush'] }), getTime))).not.toContain(
      'hush',
    )
  })

  it('has a code of its own for each code of the catalogue', () => {
    const codes = Object.keys(errorCatalogue).map(clientCodeOf)
    expect(new Set(codes).size).toBe(codes.length)
    for (const code of codes) expect(code).toMatch(/^E_[A-Z]+(_[A-Z]+)+$/)
  })
})
