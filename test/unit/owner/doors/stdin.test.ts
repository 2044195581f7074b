import { PassThrough } from 'node:stream'
import { GatewayError } from '@contract/gateway-error.js'
import type { ContractError } from '@contract/generated/error.js'
import type { Decision } from '@shared/approvals/approval.js'
import type { ConsentDecision } from '@shared/clients/consent.js'
import type { UndoRequest, UndoResult } from '@shared/trail/undo.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createPayloadCheck } from '../../../../src-main/owner/doors/payload-check.js'
import { serveStdin } from '../../../../src-main/owner/doors/stdin.js'
import { type OwnerParts, ordersEverywhere } from '../../../../src-main/owner/orders/orders-everywhere.js'
import { FakeClock, settled } from '../../../fakes/fake-clock.js'
import { RecordingLog } from '../../../fakes/recording-log.js'
import { times } from '../../../fixtures/properties.js'

const check = createPayloadCheck()

function control() {
  const input = new PassThrough()
  const consented: [string, ConsentDecision, string?][] = []
  const decided: (readonly [string, Decision, string, object?])[] = []
  const accepted: [string, string, unknown?][] = []
  const trusted: [string, string][] = []
  const panics: [string, string][] = []
  const failures: ContractError[] = []
  const undone: [string, UndoRequest, string][] = []
  const results: UndoResult[] = []
  const letAsk: [string, string][] = []
  const state = { attached: 0, ended: 0 }
  const attach = () => {
    state.attached += 1
    return () => {
      state.attached -= 1
    }
  }
  const approvals = {
    attach,
    decideAsPerson: ({
      id,
      decision,
      person,
      ...further
    }: {
      readonly id: string
      readonly decision: Decision
      readonly person: { readonly id: string }
    }) => {
      decided.push(Object.keys(further).length > 0 ? [id, decision, person.id, further] : [id, decision, person.id])
      return id === 'open'
        ? { ok: true }
        : { ok: false, error: new GatewayError('RISK.APPROVAL_CLOSED', { details: { id } }) }
    },
  }
  const consents = {
    attach,
    open: () => [],
    decide: (id: string, decision: ConsentDecision, role?: string) => {
      consented.push(role ? [id, decision, role] : [id, decision])
      return id === 'open'
    },
  }
  const trust = {
    accept: (id: string, seen: unknown, person: string) => {
      accepted.push([id, person, seen])
      return id === 'survival' ? 'accepted' : 'changed'
    },
    acceptAll: (id: string, person: string) => {
      accepted.push([id, person])
      return id === 'survival' ? 'accepted' : 'no-server'
    },
  }
  const gateway = {
    approvals,
    trust,
    panic: {
      turnOn: (by: string) => void panics.push(['on', by]),
      turnOff: (by: string) => void panics.push(['off', by]),
    },
    askingPauses: {
      letAsk: (client: string, by: string) => {
        letAsk.push([client, by])
        return client === 'bridge'
      },
    },
    undo: {
      run: async (requestId: string, order: UndoRequest, person: string) => {
        undone.push([requestId, order, person])
        return { kind: 'undone', requestId, undoneBy: 'r-2', redoable: true }
      },
    },
    registry: { link: () => ({ server: {} }) },
  }
  const servers = {
    trustCertificate: (server: string, fingerprint: string) => {
      if (server === 'gone') throw new GatewayError('PROTOCOL.SERVER_NOT_FOUND')
      trusted.push([server, fingerprint])
    },
  }
  const parts = {
    gateway,
    consents,
    servers,
    people: { lan: { onDidChange: () => {} } },
    bedrock: { provider: { acceptIfWaiting: (id: string) => id.startsWith('bedrock:') } },
    gameApprovals: {},
    streaming: { obs: {}, sources: {} },
    profile: '/nowhere',
    clock: new FakeClock(),
  } as unknown as OwnerParts
  serveStdin({
    input,
    orders: ordersEverywhere(parts),
    approvals,
    consents: parts.consents,
    keyless: { attach: () => () => {} },
    check,
    log: new RecordingLog(),
    onUndo: (result) => results.push(result),
    onFailure: (error) => failures.push(error),
    onEnd: () => {
      state.ended += 1
    },
  })
  return { input, decided, consented, accepted, trusted, panics, undone, results, letAsk, failures, state }
}

describe('orders on standard input', () => {
  it('counts as a person until the input ends, and then reports the end', async () => {
    const { input, state } = control()
    expect(state).toEqual({ attached: 2, ended: 0 })
    input.end()
    await settled()
    await settled()
    expect(state).toEqual({ attached: 0, ended: 1 })
  })

  it('undoes the named action, in a changed world only when the line says so', async () => {
    const { input, undone, results, failures } = control()
    input.write('{"undo":"r-1"}\n{"undo":"r-1","force":true}\n{"undo":"r-1","force":1}\n{"undo":"r-1","all":true}\n')
    input.write('{"undo":"r-1","typed":"world.rule.set"}\n{"undo":"r-1","typed":1}\n')
    await settled()
    await settled()
    expect(undone).toEqual([
      ['r-1', {}, 'control:stdin'],
      ['r-1', { force: true }, 'control:stdin'],
      ['r-1', { typed: 'world.rule.set' }, 'control:stdin'],
    ])
    expect(results).toHaveLength(3)
    expect(failures.map(({ code }) => code)).toEqual(Array(3).fill('PROTOCOL.INVALID_REQUEST'))
  })

  it('stops everything, and resumes', async () => {
    const { input, panics, failures } = control()
    input.write('{"panic":true}\n{"panic":false}\n{"panic":"no"}\n{"panic":null}\n')
    await settled()
    await settled()
    expect(panics).toEqual([
      ['on', 'control:stdin'],
      ['off', 'control:stdin'],
    ])
    expect(failures).toHaveLength(2)
  })

  it('lets a paused program ask again, and reports when it is not paused', async () => {
    const { input, letAsk, failures } = control()
    input.write('{"letAsk":"bridge"}\n{"letAsk":"client:0a1b2c3d"}\n{"letAsk":"bridge","all":true}\n{"letAsk":true}\n')
    await settled()
    await settled()
    expect(letAsk).toEqual([
      ['bridge', 'control:stdin'],
      ['client:0a1b2c3d', 'control:stdin'],
    ])
    expect(failures.map(({ code }) => code)).toEqual(Array(3).fill('PROTOCOL.INVALID_REQUEST'))
    expect(failures[0]).toMatchObject({ details: { client: 'client:0a1b2c3d' } })
  })

  it('reads decisions, one a line, also with a carriage return', async () => {
    const { input, decided, failures } = control()
    input.write('{"approve":"open"}\r\n{"deny":"open"}\n')
    await settled()
    expect(decided).toEqual([
      ['open', 'approve', 'control:stdin'],
      ['open', 'deny', 'control:stdin'],
    ])
    expect(failures).toEqual([])
  })

  it('accepts or declines a program that connects by OAuth', async () => {
    const { input, consented, decided, failures } = control()
    input.write('{"consent":"open"}\n{"decline":"open"}\n{"consent":"gone"}\n')
    await settled()
    expect(consented).toEqual([
      ['open', 'accept'],
      ['open', 'decline'],
      ['gone', 'accept'],
    ])
    expect(decided).toEqual([])
    expect(failures).toMatchObject([{ code: 'RISK.APPROVAL_CLOSED', details: { id: 'gone' } }])
  })

  it('reads the scope of an answer, and the confirmation text', async () => {
    const { input, decided, failures } = control()
    input.write('{"approve":"open","scope":"session","typed":"player.ban"}\n{"deny":"open","scope":"always-exactly"}\n')
    input.write(
      '{"approve":"open","scope":"15-minutes","what":"narrow"}\n{"deny":"open","scope":"always-capability"}\n',
    )
    await settled()
    expect(decided).toEqual([
      ['open', 'approve', 'control:stdin', { duration: 'session', typed: 'player.ban' }],
      ['open', 'deny', 'control:stdin', { duration: 'always', what: 'exactly' }],
      ['open', 'approve', 'control:stdin', { duration: '15-minutes', what: 'narrow' }],
      ['open', 'deny', 'control:stdin', { duration: 'always', what: 'any' }],
    ])
    expect(failures).toEqual([])
  })

  it('rejects an unknown scope, and a confirmation text with a denial', async () => {
    const { input, decided, failures } = control()
    input.write('{"approve":"open","scope":"for ever"}\n{"deny":"open","typed":"x"}\n{"approve":"open","more":1}\n')
    input.write('{"approve":"open","scope":"always","what":"all"}\n{"approve":"open","scope":["once"]}\n')
    input.write('{"approve":"open","scope":"always-exactly","what":"any"}\n{"approve":"open","scope":"toString"}\n')
    await settled()
    expect(decided).toEqual([])
    expect(failures).toHaveLength(7)
  })

  it('reports that a question is not open', async () => {
    const { input, failures } = control()
    input.write('{"approve":"gone"}\n')
    await settled()
    expect(failures).toMatchObject([{ code: 'RISK.APPROVAL_CLOSED', details: { id: 'gone' } }])
  })

  it('accepts what a server offers, and reports when there is no such server', async () => {
    const { input, decided, accepted, failures } = control()
    input.write('{"accept":"survival"}\n{"accept":"gone"}\n')
    await settled()
    expect(accepted).toEqual([
      ['survival', 'control:stdin'],
      ['gone', 'control:stdin'],
    ])
    expect(decided).toEqual([])
    expect(failures).toMatchObject([{ code: 'PROTOCOL.SERVER_NOT_FOUND', details: { id: 'gone' } }])
  })

  it('accepts a Bedrock game that waits', async () => {
    const { input, accepted, failures } = control()
    input.write('{"accept":"bedrock:1"}\n')
    await settled()
    expect(accepted).toEqual([])
    expect(failures).toEqual([])
  })

  it('accepts what was shown and no later change', async () => {
    const { input, accepted, failures } = control()
    const seen = [{ id: 'ext.shop.list', fingerprint: 'f'.repeat(64) }]
    const say = (order: unknown) => input.write(`${JSON.stringify(order)}\n`)
    say({ accept: 'survival', capabilities: seen })
    say({ accept: 'moved-on', capabilities: seen })
    for (const capabilities of [[], 'all', [{ id: 'ext.shop.list' }], [{ ...seen[0], more: 1 }], [null]]) {
      say({ accept: 'survival', capabilities })
    }
    await settled()
    expect(accepted).toEqual([
      ['survival', 'control:stdin', seen],
      ['moved-on', 'control:stdin', seen],
    ])
    expect(failures.map(({ code }) => code)).toEqual([
      'RISK.MANIFEST_CHANGED',
      ...Array(5).fill('PROTOCOL.INVALID_REQUEST'),
    ])
  })

  it('sets the role of an accepted program, and rejects an unknown role', async () => {
    const { input, consented, failures } = control()
    input.write(
      '{"consent":"open","role":"viewer"}\n{"consent":"open","role":"god"}\n{"decline":"open","role":"viewer"}\n',
    )
    await settled()
    expect(consented).toEqual([['open', 'accept', 'viewer']])
    expect(failures).toHaveLength(2)
  })

  it('trusts a certificate by its fingerprint, however that is written', async () => {
    const { input, trusted, failures } = control()
    const fingerprint = Array.from({ length: 32 }, () => 'AB').join(':')
    const say = (trust: unknown) => input.write(`${JSON.stringify({ trust })}\n`)
    say({ server: 'survival', fingerprint: 'ab'.repeat(32) })
    say({ server: 'gone', fingerprint })
    say({ server: 'survival', fingerprint: 'ab' })
    say({ server: 'survival', fingerprint, more: 1 })
    say('survival')
    await settled()
    expect(trusted).toEqual([['survival', fingerprint]])
    expect(failures.map(({ code }) => code).sort()).toEqual([
      ...Array(3).fill('PROTOCOL.INVALID_REQUEST'),
      'PROTOCOL.SERVER_NOT_FOUND',
    ])
  })

  it.each([
    '{"approve":"open","duration":"always"}',
    '{"approve":"open","decision":"deny"}',
    '{"approve":"open","id":"other"}',
    '{"accept":"survival","id":"other"}',
    '{"consent":"open","decision":"accept"}',
    '{"letAsk":"bridge","client":"bridge"}',
    '{"undo":"r-1","requestId":"r-2"}',
    '{"undo":"r-1","expected":"x"}',
    `{"trust":{"server":"survival","id":"other","fingerprint":"${'ab'.repeat(32)}"}}`,
    '{"panic":false,"confirmed":true}',
    `{"approve":"${'a'.repeat(300)}"}`,
  ])('does not follow %s, which says more than the order', async (line) => {
    const { input, decided, accepted, consented, letAsk, undone, trusted, panics, failures } = control()
    input.write(`${line}\n`)
    await settled()
    expect([decided, accepted, consented, letAsk, undone, trusted, panics].flat()).toEqual([])
    expect(failures).toMatchObject([{ code: 'PROTOCOL.INVALID_REQUEST' }])
  })

  it('decides nothing on any other line', () =>
    times(50).forAllAsync(fc.oneof(fc.json(), fc.string()), async (text) => {
      const line = text.replaceAll(/[\r\n\u2028\u2029]/gu, ' ')
      const { input, decided, accepted, failures } = control()
      input.write(`${line}\n`)
      await settled()
      expect([decided, accepted]).toEqual([[], []])
      expect(failures).toHaveLength(line.trim() === '' ? 0 : 1)
    }))
})
