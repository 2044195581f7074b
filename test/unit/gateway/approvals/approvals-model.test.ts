/** Any sequence of decisions on a question, with restarts at any point: its call is begun at most once, and never without its approvers. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Approvals, defaultApprovalTimeoutMs } from '../../../../src-main/gateway/approvals/approvals.js'
import { closeUnfinished } from '../../../../src-main/gateway/path/unfinished-calls.js'
import type { ApprovalRecord, ApprovalStore } from '../../../../src-main/gateway/ports/stores.js'
import { isOver } from '../../../../src-main/policy/approvals/approval.js'
import { approvalsUnderTest, question, writer } from '../../../fakes/approvals-under-test.js'
import { FakeClock } from '../../../fakes/fake-clock.js'
import { MemoryAuditLog } from '../../../fakes/memory-audit-log.js'
import { RecordingLog } from '../../../fakes/recording-log.js'
import { auditEvent } from '../../../fakes/trail.js'
import { times } from '../../../fixtures/properties.js'

/** A disk that outlives the program, and sometimes fails to write. */
class Disk implements ApprovalStore {
  readonly records = new Map<string, ApprovalRecord>()
  full = false

  write(record: ApprovalRecord): void {
    if (this.full) throw new Error('The disk is full.')
    this.records.set(record.id, record)
  }

  unfinished(): ApprovalRecord[] {
    return [...this.records.values()].filter(({ state }) => !isOver(state))
  }

  close(): void {}
}

/** The program: its open questions are lost when it ends, its disk is not. */
class Program {
  readonly clock = new FakeClock()
  readonly disk = new Disk()
  readonly audit = new MemoryAuditLog()
  readonly log = new RecordingLog()
  readonly ids: string[] = []
  readonly callers: AbortController[] = []
  /** Question → how often its call was begun. */
  readonly begun = new Map<string, number>()
  approvals = this.#start()

  restart(): void {
    this.approvals = this.#start()
    closeUnfinished({ store: this.disk, audit: this.audit, clock: this.clock, log: this.log })
  }

  #start(): Approvals {
    const approvals = approvalsUnderTest({ clock: this.clock, store: this.disk, log: this.log })
    for (const id of ['ada', 'ben', 'cho']) approvals.attach(writer(id))
    return approvals
  }
}

interface Notified {
  readonly needed: number
  readonly agreed: Set<string>
  readonly deadline: number
  stands: 'open' | 'approved' | 'begun' | 'over'
}
interface Model {
  now: number
  full: boolean
  readonly questions: Notified[]
}
type Command = fc.AsyncCommand<Model, Program>

const command = (name: string, run: (model: Model, program: Program) => void | Promise<void>): Command => ({
  check: () => true,
  run: async (model, program) => {
    await run(model, program)
    compare(model, program)
  },
  toString: () => name,
})

function compare(model: Model, program: Program): void {
  for (const [at, reported] of model.questions.entries()) {
    const id = program.ids[at] ?? ''
    expect([at, program.approvals.isOpen(id)]).toEqual([at, reported.stands === 'open'])
    expect(program.begun.get(id) ?? 0).toBeLessThanOrEqual(1)
    if (program.begun.has(id)) expect(reported.agreed.size).toBeGreaterThanOrEqual(reported.needed)
  }
}

const pick = <T>(all: readonly T[], which: number): [T, number] | undefined => {
  const at = which % Math.max(1, all.length)
  const one = all[at]
  return one === undefined ? undefined : [one, at]
}

const ask = fc.integer({ min: 1, max: 3 }).map((needed) =>
  command(`ask ${needed}`, async (model, program) => {
    const caller = new AbortController()
    const opened: string[] = []
    const request = { ...question, requestId: `request-${program.ids.length}` }
    const asked = program.approvals.request(request, needed, caller.signal, ({ id }) => opened.push(id))
    asked.catch(() => {})
    expect(opened).toHaveLength(model.full ? 0 : 1)
    const [id] = opened
    if (id === undefined) return
    program.ids.push(id)
    program.callers.push(caller)
    model.questions.push({ needed, agreed: new Set(), deadline: model.now + defaultApprovalTimeoutMs, stands: 'open' })
  }),
)

const answer = fc
  .record({
    which: fc.nat(5),
    who: fc.constantFrom('ada', 'ben', 'cho'),
    decision: fc.constantFrom('approve', 'approve', 'approve', 'deny' as const),
  })
  .map(({ which, who, decision }) =>
    command(`${who} ${decision} ${which}`, (model, program) => {
      const [reported, at] = pick(model.questions, which) ?? []
      if (!reported || at === undefined) return
      program.approvals.decideAsPerson({ id: program.ids[at] ?? '', decision, person: writer(who) })
      if (reported.stands !== 'open') return
      if (decision === 'deny') reported.stands = 'over'
      else if (!model.full) {
        reported.agreed.add(who)
        if (reported.agreed.size >= reported.needed) reported.stands = 'approved'
      }
    }),
  )

const begin = fc.nat(5).map((which) =>
  command(`begin ${which}`, (model, program) => {
    const [reported, at] = pick(model.questions, which) ?? []
    if (!reported || at === undefined) return
    const id = program.ids[at] ?? ''
    let began = false
    try {
      began = program.approvals.begin(id)
    } catch {
      expect(model.full).toBe(true)
    }
    expect(began).toBe(reported.stands === 'approved' && !model.full)
    if (!began) return
    program.begun.set(id, (program.begun.get(id) ?? 0) + 1)
    reported.stands = 'begun'
  }),
)

const withdraw = fc.nat(5).map((which) =>
  command(`withdraw ${which}`, (model, program) => {
    const [reported, at] = pick(model.questions, which) ?? []
    if (!reported || at === undefined) return
    program.callers[at]?.abort()
    if (reported.stands === 'open') reported.stands = 'over'
  }),
)

const wait = fc.integer({ min: 1, max: 200_000 }).map((milliseconds) =>
  command(`wait ${milliseconds}`, async (model, program) => {
    await program.clock.advance(milliseconds)
    model.now += milliseconds
    for (const reported of model.questions)
      if (reported.stands === 'open' && reported.deadline <= model.now) reported.stands = 'over'
  }),
)

const supersede = fc.constant(
  command('supersede', (model, program) => {
    program.approvals.supersede(() => true)
    for (const reported of model.questions) if (reported.stands === 'open') reported.stands = 'over'
  }),
)

const restart = fc.constant(
  command('restart', (model, program) => {
    program.disk.full = false
    model.full = false
    const executing = program.disk.unfinished().filter(({ state }) => state.phase === 'executing')
    program.restart()
    for (const reported of model.questions) reported.stands = 'over'
    expect(program.disk.unfinished()).toEqual([])
    for (const { id } of executing) {
      expect(program.disk.records.get(id)?.state).toMatchObject({ phase: 'failed', unknown: true })
    }
  }),
)

const fill = fc.boolean().map((full) =>
  command(full ? 'fill the disk' : 'make room', (model, program) => {
    program.disk.full = full
    model.full = full
  }),
)

// verifies: promise 4
describe('approvals, for any sequence of events', () => {
  // verifies: invariant 2
  it(
    'follow their model: begun once at most, with all approvers, never after a denial, expiry or restart',
    () =>
      times(2_000).forAllAsync(
        fc.commands([ask, answer, answer, begin, begin, withdraw, wait, supersede, restart, fill], {
          maxCommands: 40,
        }),
        (commands) =>
          fc.asyncModelRun(
            () => ({ model: { now: 0, full: false, questions: [] } satisfies Model as Model, real: new Program() }),
            commands,
          ),
      ),
    120_000,
  )

  it('record in the trail what a restart found: denied for open questions, unknown for begun calls', async () => {
    const program = new Program()
    for (let at = 0; at < 3; at += 1) {
      void program.approvals.request(
        { ...question, requestId: `request-${at}` },
        1,
        new AbortController().signal,
        ({ id }) => program.ids.push(id),
      )
    }
    const [open = '', approved = '', begun = ''] = program.ids
    for (const id of [approved, begun])
      program.approvals.decideAsPerson({ id, decision: 'approve', person: writer('ada') })
    expect(program.approvals.begin(begun)).toBe(true)
    program.restart()
    const reported = new Map(program.audit.events.map((event) => [event.approvalInfo?.approvalId, event]))
    expect(reported.get(open)).toMatchObject({ eventType: 'reject', approvalInfo: { outcome: 'expired' } })
    expect(reported.get(approved)).toMatchObject({ eventType: 'reject', approvalInfo: { outcome: 'expired' } })
    expect(reported.get(begun)).toMatchObject({
      eventType: 'error',
      response: { error: { suggestion: expect.stringContaining('may have been done') } },
    })
    for (const id of program.ids) expect(program.approvals.begin(id)).toBe(false)
    program.restart()
    expect(program.audit.events).toHaveLength(3)
  })

  it.each([
    ['done', { eventType: 'invoke' }, { phase: 'done' }],
    [
      'surely not done',
      { eventType: 'error', response: { error: { code: 'BUSINESS.NOT_FOUND' } } },
      { unknown: false },
    ],
    ['failed', { eventType: 'error', response: { error: { code: 'TIMEOUT.X' } } }, { unknown: true }],
  ] as const)('end as the trail says that the call ended, where it does: %s', (_what, ended, state) => {
    const program = new Program()
    void program.approvals.request(question, 1, new AbortController().signal, ({ id }) => program.ids.push(id))
    const [id = ''] = program.ids
    program.approvals.decideAsPerson({ id, decision: 'approve', person: writer('ada') })
    program.approvals.begin(id)
    program.audit.append(auditEvent('end', { ...ended, metadata: { phase: 'outcome', requestId: question.requestId } }))
    program.restart()
    expect(program.disk.records.get(id)).toMatchObject({ state })
    expect(program.audit.events).toHaveLength(1)
  })

  it('write an unknown outcome for every intent that has none, once', () => {
    const program = new Program()
    const intent = (requestId: string) => auditEvent(requestId, { metadata: { phase: 'intent', requestId } })
    for (const id of ['one', 'two', 'three']) program.audit.append(intent(id))
    program.audit.append(auditEvent('end', { metadata: { phase: 'outcome', requestId: 'two' } }))
    program.restart()
    const written = program.audit.events.slice(4)
    expect(written.map(({ metadata }) => metadata?.requestId)).toEqual(['one', 'three'])
    for (const event of written) {
      expect(event).toMatchObject({
        eventType: 'error',
        response: { outcome: 'unknown' },
        metadata: { phase: 'outcome' },
      })
    }
    program.restart()
    expect(program.audit.events).toHaveLength(6)
  })
})
