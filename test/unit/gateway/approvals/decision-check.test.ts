import { type AnswerPlaces, everyAnswerPlace } from '@shared/approvals/answer-places.js'
import type { AnswerScope, Person } from '@shared/approvals/approval.js'
import { readingMs } from '@shared/approvals/reading-time.js'
import type { RuleTerms } from '@shared/approvals/rule.js'
import { describe, expect, it } from 'vitest'
import type { ApprovalRequest } from '../../../../src-main/gateway/approvals/approval-request.js'
import { defaultApprovalTimeoutMs } from '../../../../src-main/gateway/approvals/approvals.js'
import { maxPauseMs } from '../../../../src-main/gateway/approvals/countdown.js'
import { decisionNotStored } from '../../../../src-main/gateway/approvals/decision-check.js'
import type { ApprovalResolution } from '../../../../src-main/gateway/ports/open-approvals.js'
import { type ApprovalStore, StoreLockedError } from '../../../../src-main/gateway/ports/stores.js'
import { approvalsUnderTest, question, reader, writer } from '../../../fakes/approvals-under-test.js'
import { FakeClock, settled } from '../../../fakes/fake-clock.js'

const forever = new AbortController().signal
const ada = writer('ada')

function scene(
  part: Partial<ApprovalRequest> = {},
  needed = 1,
  store?: ApprovalStore,
  places: AnswerPlaces = everyAnswerPlace,
) {
  const clock = new FakeClock()
  const rules: [RuleTerms, Person][] = []
  const approvals = approvalsUnderTest({
    clock,
    createRule: (terms, person) => void rules.push([terms, person]),
    ...(store && { store }),
    places: () => places,
  })
  approvals.attach(ada)
  const answers: ApprovalResolution[] = []
  const ask = (more: Partial<ApprovalRequest> = {}): string => {
    let opened = ''
    const asked = approvals.request({ ...question, ...part, ...more }, needed, forever, ({ id }) => {
      opened = id
    })
    void asked.then((answer) => answers.push(answer))
    return opened
  }
  return { clock, approvals, rules, answers, ask, id: ask() }
}
const codeOf = (answered: { ok: boolean; error?: { code: string } }) => answered.error?.code ?? 'ok'

describe('an answer', () => {
  it('with a scope creates a rule that covers what was shown', () => {
    const { approvals, rules, id } = scene()
    expect(approvals.decideAsPerson({ id, decision: 'approve', person: ada, duration: '15-minutes' }).ok).toBe(true)
    expect(rules).toEqual([
      [
        {
          effect: 'allow',
          client: { id: 'mcp:test', name: 'A test', claimed: true },
          server: 'overworld',
          capability: 'world.time.set',
          version: '1.0.0',
          manifest: question.manifest,
          what: {
            id: 'exactly',
            facts: [
              { kind: 'same', at: [], given: { time: 1 } },
              { kind: 'free', at: [], parameter: 'reason' },
            ],
            schema: {
              type: 'object',
              properties: { time: { const: 1 }, reason: {} },
              required: ['time'],
              additionalProperties: false,
            },
          },
          maxRisk: 'high',
          expiresAt: '2026-01-19T10:45:00.000Z',
        },
        ada,
      ],
    ])
  })

  it.each<[Partial<AnswerScope>, Partial<RuleTerms>]>([
    [{ duration: 'session' }, { sessionId: 'session-1', what: expect.objectContaining({ id: 'exactly' }) }],
    [
      { duration: 'session', what: 'any' },
      { sessionId: 'session-1', what: { id: 'any' } },
    ],
    [{ duration: 'always' }, { what: expect.objectContaining({ id: 'exactly' }) }],
    [{ duration: 'always', what: 'any' }, { what: { id: 'any' } }],
  ])('with the scope %j says so in its rule', (scope, terms) => {
    const { approvals, rules, id } = scene()
    approvals.decideAsPerson({ id, decision: 'approve', person: ada, ...scope })
    expect(rules[0]?.[0]).toMatchObject(terms)
    expect(rules[0]?.[0].expiresAt).toBeUndefined()
  })

  it('that lasts covers exactly the arguments unless the person chose more', () => {
    for (const duration of ['session', '5-minutes', '15-minutes', '60-minutes', 'always'] as const) {
      for (const decision of ['approve', 'deny'] as const) {
        const { approvals, rules, id } = scene()
        approvals.decideAsPerson({ id, decision, person: ada, duration })
        expect(rules[0]?.[0].what?.id).toBe('exactly')
      }
    }
  })

  it('of a person at a phone never approves any use of an action', async () => {
    const { approvals, clock, rules, id } = scene()
    const phone: Person = { id: 'phone-1', name: 'Ben', kind: 'phone' }
    approvals.shown(id, phone)
    await clock.advance(readingMs)
    const answer = (what: AnswerScope['what']) =>
      codeOf(approvals.decideAsPerson({ id, decision: 'approve', person: phone, duration: 'session', what }))
    expect([answer('any'), answer('exactly')]).toEqual(['PROTOCOL.INVALID_REQUEST', 'ok'])
    expect(rules.map(([terms]) => terms.what?.id)).toEqual(['exactly'])
  })

  it('never approves any console command', () => {
    const { approvals, rules, id } = scene({ capabilityId: 'ext.java.command.run' })
    const answer = (decision: 'approve' | 'deny', what: AnswerScope['what']) =>
      codeOf(approvals.decideAsPerson({ id, decision, person: ada, duration: 'always', what }))
    expect([answer('approve', 'any'), answer('deny', 'any')]).toEqual(['PROTOCOL.INVALID_REQUEST', 'ok'])
    expect(rules.map(([{ effect }]) => effect)).toEqual(['deny'])
  })

  it('keeps a hash of the arguments where they cannot be written as facts', () => {
    const { approvals, rules, id } = scene({ facts: {} })
    approvals.decideAsPerson({ id, decision: 'approve', person: ada, duration: 'always' })
    expect(rules[0]?.[0].what).toBeUndefined()
    expect(rules[0]?.[0].arguments).toEqual({ hash: expect.stringMatching(/^[0-9a-f]{64}$/u), shown: { time: 1 } })
  })

  it('that covers more than this request lasts longer than once', () => {
    const { approvals, rules, id } = scene()
    for (const decision of ['approve', 'deny'] as const) {
      for (const scope of [{ what: 'any' }, { duration: 'once', what: 'any' }] as const) {
        expect(codeOf(approvals.decideAsPerson({ id, decision, person: ada, ...scope }))).toBe(
          'PROTOCOL.INVALID_REQUEST',
        )
      }
    }
    expect(
      codeOf(approvals.decideAsPerson({ id, decision: 'approve', person: ada, duration: 'always', what: 'narrow' })),
    ).toBe('PROTOCOL.INVALID_REQUEST')
    expect([rules, approvals.isOpen(id)]).toEqual([[], true])
  })

  it('for once creates no rule, and a denial may also have a wider scope', () => {
    const first = scene()
    first.approvals.decideAsPerson({ id: first.id, decision: 'approve', person: ada })
    expect(first.rules).toEqual([])
    const second = scene()
    second.approvals.decideAsPerson({ id: second.id, decision: 'deny', person: ada, duration: 'always', what: 'any' })
    expect(second.rules[0]?.[0]).toMatchObject({ effect: 'deny', capability: 'world.time.set' })
    expect(second.rules[0]?.[0].manifest).toBeUndefined()
  })

  it.each([
    ['is critical', { risk: 'critical' as const }, 2],
    ['needs two people', {}, 2],
    ['is to be asked each time', { eachTime: true }, 1],
  ])('about what %s applies only once', (_what, part, needed) => {
    const { approvals, rules, id } = scene(part, needed)
    for (const duration of ['session', '5-minutes', 'always'] as const) {
      expect(codeOf(approvals.decideAsPerson({ id, decision: 'approve', person: ada, duration }))).toBe(
        'PROTOCOL.INVALID_REQUEST',
      )
    }
    expect([rules, approvals.isOpen(id)]).toEqual([[], true])
  })

  it('of one person alone to a critical action is typed', async () => {
    const { approvals, answers, id } = scene({ risk: 'critical' })
    expect(approvals.find(id)?.mustType).toBe('Overworld')
    for (const typed of [undefined, '', 'Overworl', 'overworld', 'world.time.set']) {
      const answered = approvals.decideAsPerson({
        id,
        decision: 'approve',
        person: ada,
        ...(typed !== undefined && { typed }),
      })
      expect(codeOf(answered)).toBe('RISK.APPROVAL_NOT_TYPED')
    }
    expect(approvals.decideAsPerson({ id, decision: 'approve', person: ada, typed: ' Overworld ' }).ok).toBe(true)
    await settled()
    expect(answers).toMatchObject([{ outcome: 'approved' }])
  })

  it('on a screen counts only when the question has been visible long enough', async () => {
    const { approvals, clock, id } = scene()
    const owner = reader('desktop')
    const yes = () => codeOf(approvals.decideAsPerson({ id, decision: 'approve', person: owner }))
    expect(yes()).toBe('RISK.APPROVAL_TOO_QUICK')
    approvals.shown(id, owner)
    await clock.advance(readingMs - 1)
    expect(yes()).toBe('RISK.APPROVAL_TOO_QUICK')
    await clock.advance(1)
    expect(yes()).toBe('ok')
  })

  it('does not count because another person has read it', async () => {
    const { approvals, clock, id } = scene()
    approvals.shown(id, reader('desktop'))
    await clock.advance(10_000)
    const phone: Person = { id: 'phone:1', name: 'Ben', kind: 'phone' }
    expect(codeOf(approvals.decideAsPerson({ id, decision: 'approve', person: phone }))).toBe('RISK.APPROVAL_TOO_QUICK')
  })

  it('of the caller itself does not count', () => {
    const { approvals, id } = scene({ caller: { type: 'user', id: 'ada', name: 'ada' } })
    expect(codeOf(approvals.decideAsPerson({ id, decision: 'approve', person: ada }))).toBe('PERMISSION.DENIED')
    const caller = { type: 'user', id: 'ada', name: 'ada' } as const
    expect(approvals.approversFor({ ...question, caller })).toBe(0)
  })

  it.each(['high', 'critical'] as const)(
    'of phones where %s is off there counts only after somebody agreed elsewhere',
    async (risk) => {
      const none = { medium: false, high: false, critical: false }
      const { approvals, clock, answers, id } = scene({ risk }, 2, undefined, {
        phone: none,
        game: none,
        discord: none,
        onlyWhenAway: false,
      })
      const phones = ['Ben', 'Cleo'].map((name): Person => ({ id: `phone:${name}`, name, kind: 'phone' }))
      for (const phone of phones) approvals.shown(id, phone)
      await clock.advance(readingMs)
      const agree = (person: Person) => codeOf(approvals.decideAsPerson({ id, decision: 'approve', person }))
      expect(phones.map(agree)).toEqual(['PERMISSION.DENIED', 'PERMISSION.DENIED'])
      expect([ada, ...phones.slice(0, 1)].map(agree)).toEqual(['ok', 'ok'])
      await settled()
      expect(answers).toMatchObject([{ outcome: 'approved', by: ['ada', 'Ben'] }])
    },
  )

  it('names the approvers so far while others are pending', () => {
    const { approvals, id } = scene({ risk: 'critical' }, 2)
    const reported: (readonly string[])[] = []
    approvals.onDidChange(({ agreed }) => reported.push(agreed))
    approvals.decideAsPerson({ id, decision: 'approve', person: ada })
    approvals.decideAsPerson({ id, decision: 'approve', person: ada })
    expect(reported).toEqual([['ada']])
    expect(approvals.find(id)).toMatchObject({ needed: 2, agreed: ['ada'] })
  })

  it('that cannot be logged does not count as an approval, but counts as a denial', async () => {
    let full = false
    const store: ApprovalStore = {
      write: () => {
        if (full) throw new Error('The disk is full.')
      },
      unfinished: () => [],
    }
    const { approvals, answers, id } = scene({}, 1, store)
    full = true
    expect(codeOf(approvals.decideAsPerson({ id, decision: 'approve', person: ada }))).toBe('SYSTEM.INTERNAL_ERROR')
    expect(approvals.isOpen(id)).toBe(true)
    approvals.decideAsPerson({ id, decision: 'deny', person: ada })
    await settled()
    expect(answers).toMatchObject([{ outcome: 'denied' }])
  })
})

describe('one answer to many questions', () => {
  it('counts for each, and makes one rule of equal ones', async () => {
    const { approvals, rules, answers, id, ask } = scene()
    const ids = [id, ask({ requestId: 'r2', arguments: { time: 2 } })]
    const given = { decision: 'approve', person: ada, duration: 'always', what: 'any' } as const
    expect(approvals.answerMany(ids, given).map(codeOf)).toEqual(['ok', 'ok'])
    await settled()
    expect(answers.map(({ outcome }) => outcome)).toEqual(['approved', 'approved'])
    expect(rules).toHaveLength(1)
  })

  it('approves nothing critical, and denies it', () => {
    const { approvals, id, ask } = scene()
    const critical = ask({ requestId: 'r2', risk: 'critical' })
    expect(approvals.answerMany([id, critical, 'gone'], { decision: 'approve', person: ada }).map(codeOf)).toEqual([
      'ok',
      'PROTOCOL.INVALID_REQUEST',
      'RISK.APPROVAL_CLOSED',
    ])
    expect(approvals.answerMany([critical], { decision: 'deny', person: ada }).map(codeOf)).toEqual(['ok'])
  })

  it('groups the questions of one client about one capability, and those of several clients about the same', () => {
    const { approvals, ask, id } = scene()
    const same = ask({ requestId: 'r2', caller: { type: 'model', id: 'other', name: 'Other' } })
    const more = ask({ requestId: 'r3', arguments: { time: 2 } })
    const of = (one: string) => approvals.find(one)
    expect(of(id)?.group).toBe(of(more)?.group)
    expect(of(id)?.group).not.toBe(of(same)?.group)
    expect(of(id)?.alike).toBe(of(same)?.alike)
    expect(of(id)?.alike).not.toBe(of(more)?.alike)
  })
})

describe('the countdown', () => {
  it('pauses while somebody reads, and continues where it stopped', async () => {
    const { approvals, clock, answers, id } = scene()
    await clock.advance(defaultApprovalTimeoutMs - 1_000)
    expect(approvals.hold(id, ada)).toBe(true)
    expect(approvals.find(id)?.held).toBe(true)
    await clock.advance(60_000)
    approvals.release(id, ada)
    expect(approvals.find(id)?.held).toBeUndefined()
    await clock.advance(999)
    expect(approvals.isOpen(id)).toBe(true)
    await clock.advance(1)
    expect(answers).toMatchObject([{ outcome: 'expired' }])
    expect(clock.waiting).toBe(0)
  })

  it('cannot be paused without end, by any number of readers', async () => {
    const { approvals, clock, answers, id } = scene()
    for (let round = 0; round < 200; round += 1) {
      approvals.hold(id, writer(`p${round % 3}`))
      await clock.advance(7_000)
      if (round % 2 === 0) approvals.release(id, writer(`p${round % 3}`))
    }
    expect(answers).toMatchObject([{ outcome: 'expired' }])
    expect(clock.elapsed()).toBeGreaterThan(maxPauseMs)
  })
})

it.each([
  [new StoreLockedError(), 'Another program holds the file'],
  [new Error('the disk is full'), 'Free some disk space'],
])('a decision that could not be stored because of %s names the cause', (cause, words) => {
  expect(decisionNotStored(cause).suggestion).toContain(words)
})
