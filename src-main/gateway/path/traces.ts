/**
 * Traces: the steps of each call with their times. See docs/protocol.md#traces.
 *
 * Memory is bounded: a trace contains names and times, never arguments or data, and only the newest are stored. A caller
 * sees only its own traces, and a busy caller displaces only its own.
 */

import type { Caller, ServerReference } from '@contract/call.js'
import type { AssessedRisk } from '@contract/risk-rule.js'
import type { TraceContext } from '@contract/trace-context.js'
import type { AnswerScope, ReadText } from '@shared/approvals/approval.js'
import type { CallTrace } from '@shared/trail/live.js'
import { cleanText } from '../../policy/text/untrusted-text.js'
import { errorOf, isRefusal } from '../ports/call-response.js'
import type { CallOutcome, CallReport } from '../ports/calls.js'
import { Emitter } from '../ports/emitter.js'
import type { Clock } from '../ports/runtime.js'
import type { EndedTrace, OwnCall, Trace, TracedStep } from '../ports/traces.js'
import type { StepOutcome } from './call-path.js'

/** Maximum traces; the oldest of the caller with the most is dropped first. */
export const maxTraces = 1_000

/** The steps of a call; built when the trace is requested, which is rare. */
export interface Steps {
  readonly steps: readonly TracedStep[]
}

/** Stored data of a call, with details for people only. */
interface TraceRecord {
  readonly trace: Omit<Trace, 'steps'>
  readonly steps: Steps
  readonly scope?: AnswerScope
}

export interface TracedCall {
  readonly capabilityId: string
  readonly caller: Caller
  readonly startedAt: string
  readonly link?: { readonly server: ServerReference }
  readonly rule?: { readonly id: string }
  readonly risk?: AssessedRisk
  readonly readText?: ReadText
  readonly traceContext?: TraceContext
  readonly answeredAfterMs?: number
}

export class Traces {
  /** Caller id → trace id → trace, oldest first. */
  readonly #byCaller = new Map<string, Map<string, TraceRecord>>()
  /** Request id → the same trace, for people. */
  readonly #records = new Map<string, TraceRecord>()
  /** Request id → what the answer covers and for how long, until the call ends. */
  readonly #scopes = new Map<string, AnswerScope>()
  #size = 0
  readonly #onDidAdd = new Emitter<() => EndedTrace>()

  /** Each call that ends. The trace is built only where somebody listens. */
  readonly onDidAdd = (listener: (trace: EndedTrace) => void): (() => void) =>
    this.#onDidAdd.on((build) => listener(build()))

  /** A person has decided a call that continues. */
  scopeDecided(requestId: string, scope: AnswerScope): void {
    this.#scopes.set(requestId, scope)
    if (this.#scopes.size > maxTraces) this.#scopes.delete(this.#scopes.keys().next().value ?? '')
  }

  add(call: TracedCall, report: CallReport<CallOutcome>, steps: Steps): void {
    const { traceId, requestId, milliseconds, outcome } = report
    const { type, id, name } = call.caller
    const own = this.#byCaller.get(id) ?? new Map<string, TraceRecord>()
    this.#byCaller.set(id, own)
    const trace: TraceRecord['trace'] = {
      traceId,
      requestId,
      capabilityId: cleanText(call.capabilityId, 128),
      caller: { type, id, name },
      ...(call.link && { server: { id: call.link.server.id, name: call.link.server.name } }),
      startedAt: call.startedAt,
      milliseconds,
      success: !isRefusal(outcome),
      outcome: outcome.kind,
      ...(isRefusal(outcome) && { errorCode: errorOf(outcome).code }),
      ...ruleIdOf(call, outcome),
      ...(call.risk && { risk: call.risk.level }),
      ...(call.risk?.raisedBy && { raisedBy: call.risk.raisedBy.map(({ rule }) => rule) }),
      ...(call.readText && { tainted: true }),
      ...(call.traceContext && { traceparent: call.traceContext.traceparent }),
    }
    const scope = this.#scopes.get(requestId)
    this.#scopes.delete(requestId)
    const record: TraceRecord = { trace, steps, ...(scope && { scope }) }
    own.set(traceId, record)
    this.#records.set(requestId, record)
    this.#size += 1
    if (this.#size > maxTraces) this.#forgetOne()
    const { answeredAfterMs } = call
    this.#onDidAdd.emit(() => ({
      ...trace,
      steps: steps.steps,
      ...(answeredAfterMs !== undefined && { answeredAfterMs }),
    }))
  }

  addOwn({ traceId, requestId, startedAt, milliseconds, error, ...call }: OwnCall): void {
    const outcome: CallOutcome = error ? { kind: 'failed', error } : { kind: 'done', data: {} }
    const report = { traceId, requestId, outcome, timestamp: startedAt, milliseconds: rounded(milliseconds) }
    const step = { name: 'run', milliseconds: report.milliseconds, outcome: error ? 'stopped' : 'passed' } as const
    this.add({ ...call, startedAt }, report, { steps: [step] })
  }

  /** Undefined when there is no such trace of this caller. */
  of(traceId: string, caller: Caller): Trace | undefined {
    const record = this.#byCaller.get(caller.id)?.get(traceId)
    return record && isSame(record.trace.caller, caller) ? { ...record.trace, steps: record.steps.steps } : undefined
  }

  /** The trace of any call, for people only; undefined when it is no longer stored. */
  callTraceOf(requestId: string): CallTrace | undefined {
    const record = this.#records.get(requestId)
    if (!record) return undefined
    const { milliseconds, raisedBy, tainted, traceparent } = record.trace
    return {
      steps: record.steps.steps,
      milliseconds,
      ...(record.scope && { scope: record.scope }),
      ...(raisedBy && { raisedBy }),
      ...(tainted && { tainted }),
      ...(traceparent !== undefined && { traceparent }),
    }
  }

  #forgetOne(): void {
    let [busiest, most] = ['', new Map<string, TraceRecord>()]
    for (const [id, traces] of this.#byCaller) if (traces.size > most.size) [busiest, most] = [id, traces]
    const [[oldest, record] = []] = most
    if (oldest !== undefined && most.delete(oldest)) this.#size -= 1
    if (record) this.#records.delete(record.trace.requestId)
    if (most.size === 0) this.#byCaller.delete(busiest)
  }
}

/** Times the steps of one call. */
export class Stopwatch implements Steps {
  readonly #clock: Clock
  readonly #names: string[] = []
  /** Milliseconds, as exact as the clock. */
  readonly #times: number[] = []
  readonly #outcomes: StepOutcome[] = []
  #since: number

  constructor(clock: Clock) {
    this.#clock = clock
    this.#since = clock.elapsed()
  }

  /** Records the end of a step. */
  mark(name: string, outcome: StepOutcome): void {
    const now = this.#clock.elapsed()
    this.#names.push(name)
    this.#times.push(now - this.#since)
    this.#outcomes.push(outcome)
    this.#since = now
  }

  /** The finished steps, in order. */
  get steps(): readonly TracedStep[] {
    return this.#names.map((name, at) => ({
      name,
      milliseconds: rounded(this.#times[at] ?? 0),
      outcome: this.#outcomes[at] ?? 'passed',
    }))
  }
}

function ruleIdOf({ rule }: TracedCall, outcome: CallOutcome): Pick<Trace, 'ruleId'> {
  const ruleId = rule?.id ?? (isRefusal(outcome) ? errorOf(outcome).details?.ruleId : undefined)
  return typeof ruleId === 'string' ? { ruleId } : {}
}

/** Rounds to a microsecond. */
const rounded = (milliseconds: number): number => Math.round(milliseconds * 1_000) / 1_000

/** Includes the shown name, because several programs behind the bridge share one id. */
const isSame = (one: Trace['caller'], other: Caller): boolean =>
  one.type === other.type && one.id === other.id && one.name === other.name
