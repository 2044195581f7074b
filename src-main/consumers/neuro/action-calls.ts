/**
 * Action calls: runs the actions of an AI VTuber on the one path, and answers each. See docs/streaming.md#ai-vtuber.
 *
 * The AI waits for the result of its action, so a call that waits for a person, or runs for long, is answered at once
 * and its outcome comes as context. A failure makes the AI repeat a forced action at once: only a wrong action is one,
 * never a denial, and not again and again. Enforces invariant 6: nothing here decides.
 */

import type { Caller } from '@contract/call.js'
import { GatewayError } from '@contract/gateway-error.js'
import type { CallToolResult } from '@modelcontextprotocol/server'
import { neuroLimits } from '@shared/features/neuro.js'
import { RecentMap } from '@shared/recent-map.js'
import type { AppLanguage } from '@shared/text/language.js'
import type { CallReport } from '../../gateway/ports/calls.js'
import type { Invoker } from '../../gateway/ports/invoker.js'
import { clientCodeOf, errorText } from '../../gateway/ports/model-responses.js'
import type { Clock } from '../../gateway/ports/runtime.js'
import { quoted } from '../../policy/text/model-text.js'
import { observedInvoker } from '../spoken/observed-invoker.js'
import { endText, fitted } from '../spoken/result-text.js'
import type { ToolCaller } from '../spoken/tool-caller.js'
import { argumentsIn } from './neuro-messages.js'
import type { OfferedAction } from './offered-actions.js'
import { neuroTranslator } from './words.js'

/** Milliseconds that the AI waits for a call before it is notified that the call is running. */
export const runningAfterMs = 2_000
/** Actions that may run or wait for a person. */
export const maxOngoing = 8
/** Answers of one connection that are kept for a repeated id. */
const maxKept = 64
/** Failures of one action in this time; more are no failures, so that the AI stops. */
const failures = { count: 3, milliseconds: 30_000 }

export interface ActionCallsOptions {
  readonly gateway: Invoker
  readonly clock: Clock
  readonly face: ToolCaller
  readonly caller: Caller
  readonly language: () => AppLanguage
  readonly find: (name: string) => OfferedAction | undefined
  readonly answer: (result: ActionResult) => void
  /** Later, for an action that was answered before it ended. */
  readonly tell: (text: string) => void
  readonly onDidAnswer: (action: string, text: string) => void
  readonly onDidChangeWaiting: () => void
}

export interface ActionResult {
  readonly id: string
  readonly success: boolean
  readonly message: string
}

export class ActionCalls {
  readonly #options: ActionCallsOptions
  /** Id of this connection → its answer; undefined while there is none. */
  readonly #answers = new RecentMap<string, ActionResult | undefined>(maxKept)
  readonly #failed = new RecentMap<string, { count: number; since: number }>(maxKept)
  /** Approvals that an action follows. */
  readonly #followed = new Set<string>()
  #ongoing = 0
  #connection = 0
  #end = new AbortController()

  constructor(options: ActionCallsOptions) {
    this.#options = options
  }

  /** Requests that wait for a person. */
  get waiting(): number {
    return this.#followed.size
  }

  /** Actions without an answer yet. */
  get unanswered(): number {
    return [...this.#answers.values()].filter((answer) => answer === undefined).length
  }

  /** A new connection: ids start again. */
  forgetIds(): void {
    this.#answers.clear()
    this.#connection += 1
  }

  /** Withdraws what waits and cancels what runs. */
  cancel(): void {
    this.#end.abort()
    this.#end = new AbortController()
    this.#answers.clear()
  }

  nameless(id: string): void {
    this.#refuse(id, '', this.#invalid(neuroTranslator(this.#options.language())('nameless')))
  }

  async take(id: string, name: string, data: unknown): Promise<void> {
    const { answer, find, language } = this.#options
    const translate = neuroTranslator(language())
    // A repeated id is the same action: nothing runs twice.
    const known = this.#answers.get(id)
    if (known) return answer(known)
    if (this.#answers.has(id)) return
    const action = find(name)
    if (!action) return this.#refuse(id, name, translate('notOffered', { action: quoted(name) }))
    const given = argumentsIn(data)
    if (!given) return this.#refuse(id, name, this.#invalid(translate('notJson')))
    if (this.#ongoing >= maxOngoing) return this.#answer({ id, success: true, message: translate('tooMany') }, name)
    this.#answers.set(id, undefined)
    this.#ongoing += 1
    try {
      await this.#run(id, action, given)
    } finally {
      this.#ongoing -= 1
    }
  }

  async #run(id: string, { name, tool }: OfferedAction, given: object): Promise<void> {
    const { gateway, face, caller, clock, language, tell, onDidAnswer, onDidChangeWaiting } = this.#options
    const translate = neuroTranslator(language())
    let report: CallReport | undefined
    let approvalId: string | undefined
    let isAnswered = false
    let isFollowed = false
    const connection = this.#connection
    const answer = (success: boolean, message: string): void => {
      cancelRunning()
      // Another connection does not know the id.
      isAnswered ||= connection !== this.#connection
      if (isAnswered) return
      isAnswered = true
      this.#answer({ id, success, message }, name)
    }
    const cancelRunning = clock.after(runningAfterMs, () => answer(true, translate('running')))
    const observed = observedInvoker(gateway, {
      terms: { waitsForEnd: true },
      onWaiting: (approval) => {
        isFollowed = this.#followed.has(approval.id)
        if (!isFollowed) approvalId = approval.id
        this.#followed.add(approval.id)
        answer(true, translate('waiting'))
        onDidChangeWaiting()
      },
      onReport: (ended) => {
        report = ended
      },
    })
    let result: CallToolResult = { content: [] }
    let thrown: unknown
    try {
      result = await face.call({
        name: tool.name,
        given: { ...given },
        caller,
        signal: this.#end.signal,
        gateway: observed,
      })
    } catch (error) {
      thrown = error
    }
    if (approvalId !== undefined) this.#followed.delete(approvalId)
    const whole =
      thrown === undefined || report
        ? endText(report, result, translate)
        : translate('failed', { reason: thrown instanceof Error ? quoted(thrown.message, 200) : '' })
    const { text } = fitted(whole, neuroLimits.messageBytes, translate)
    onDidChangeWaiting()
    cancelRunning()
    if (!isAnswered && connection === this.#connection) {
      return isWrong(report) ? this.#refuse(id, name, text) : answer(true, text)
    }
    if (isFollowed) return
    tell(translate('outcome', { action: name, text }))
    onDidAnswer(name, text)
  }

  #refuse(id: string, name: string, message: string): void {
    if (this.#mayFail(name)) return this.#answer({ id, success: false, message }, name)
    const translate = neuroTranslator(this.#options.language())
    this.#answer({ id, success: true, message: `${message} ${translate('notAgain')}` }, name)
  }

  #mayFail(name: string): boolean {
    const now = this.#options.clock.elapsed()
    const before = this.#failed.get(name)
    const isRecent = before !== undefined && now - before.since < failures.milliseconds
    const failed = isRecent ? { ...before, count: before.count + 1 } : { count: 1, since: now }
    this.#failed.set(name, failed)
    return failed.count <= failures.count
  }

  #answer(result: ActionResult, name: string): void {
    this.#answers.set(result.id, result)
    this.#options.answer(result)
    this.#options.onDidAnswer(name, result.message)
  }

  /** In the words of the catalogue, as every route says it. */
  #invalid(problem: string): string {
    const error = new GatewayError('PROTOCOL.SCHEMA_VALIDATION_FAILED', { message: problem })
    return errorText(error, clientCodeOf(error.code))
  }
}

/** The AI may correct these, and try again at once. */
const isWrong = (report: CallReport | undefined): boolean =>
  report === undefined || (report.outcome.kind === 'failed' && wrong.has(report.outcome.error.code))

const wrong: ReadonlySet<string> = new Set([
  'PROTOCOL.INVALID_REQUEST',
  'PROTOCOL.SCHEMA_VALIDATION_FAILED',
  'PROTOCOL.CAPABILITY_NOT_FOUND',
  'PROTOCOL.UNSUPPORTED_TYPE',
])
