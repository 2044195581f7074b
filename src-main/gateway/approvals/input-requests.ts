/**
 * Input requests: requests of services to a person during calls, and the input of the person.
 *
 * Guards invariant 2 (no person, a timeout, a locked screen or a stop mean a refusal), invariant 6 (only those attached
 * by the composition root reach `answer`) and invariant 8: input is neither logged nor in the audit trail. The number
 * of open requests of one service is limited, and so is the number per hour.
 */
import { randomUUID } from 'node:crypto'
import type { Caller } from '@contract/call.js'
import { GatewayError } from '@contract/gateway-error.js'
import { namesOnlyFields, problemsOf } from '@shared/approvals/input-form.js'
import type { InputContent, InputSubmission, OpenInputRequest } from '@shared/approvals/input-request.js'
import { type Bucket, take } from '../../policy/limits/rate.js'
import type { AuditLog } from '../ports/audit-log.js'
import { Emitter } from '../ports/emitter.js'
import type { Clock, Log } from '../ports/runtime.js'

/** Milliseconds before a request is cancelled. */
export const inputTimeoutMs = 180_000

/** `refusalsPerHour`: refusals of one service that are recorded separately in the audit trail. */
export const maxInputRequests = { open: 12, openPerService: 3, perHour: 60, refusalsPerHour: 60 } as const

/** `capabilityId` in the audit trail. */
export const inputRequestId = 'system.service.input'

/** The subject of a request. The requester is known to the gateway, not stated by the service. */
export interface InputQuestion extends Pick<OpenInputRequest, 'server' | 'caller' | 'capabilityId' | 'capabilityName'> {
  readonly content: InputContent
  readonly requestId: string
  readonly traceId: string
}

/** `reason` explains a result that was not chosen by the person. */
export type InputResponse = InputSubmission & { readonly reason?: GatewayError }

interface Pending {
  readonly question: InputQuestion
  readonly request: OpenInputRequest
  settle(response: InputResponse): void
}

export interface InputRequestDependencies {
  readonly clock: Clock
  readonly audit: Pick<AuditLog, 'append'>
  readonly log: Log
  /** The reason why requests are not possible now; undefined when they are. */
  readonly stopped: () => GatewayError | undefined
}

export class InputRequests {
  readonly #deps: InputRequestDependencies
  readonly #pending = new Map<string, Pending>()
  readonly #asked = new Map<string, Bucket>()
  readonly #refusals = new Map<string, { bucket: Bucket | undefined; unrecorded: number }>()
  #people = 0
  readonly #onDidOpen = new Emitter<OpenInputRequest>()
  readonly #onDidClose = new Emitter<{ readonly id: string }>()
  readonly onDidOpen = this.#onDidOpen.on
  readonly onDidClose = this.#onDidClose.on

  constructor(deps: InputRequestDependencies) {
    this.#deps = deps
  }

  /** Registers a person who can be asked; returns the function that removes them. */
  attach(): () => void {
    this.#people += 1
    let attached = true
    return () => {
      if (!attached) return
      attached = false
      this.#people -= 1
      if (this.#people === 0) this.declineAll(new GatewayError('PERMISSION.APPROVAL_REQUIRED'))
    }
  }

  /** Whether a person can be asked. */
  get hasPerson(): boolean {
    return this.#people > 0
  }

  /** Oldest first. */
  open(): readonly OpenInputRequest[] {
    return [...this.#pending.values()].map(({ request }) => request)
  }

  isOpen(id: string): boolean {
    return this.#pending.has(id)
  }

  /** Never rejects. @param withdrawn aborts when the call has ended */
  ask(question: InputQuestion, withdrawn: AbortSignal): Promise<InputResponse> {
    const refused = this.#refusal(question)
    if (refused) {
      this.#recordRefusal(question, refused)
      return Promise.resolve({ action: 'decline', reason: refused })
    }
    if (withdrawn.aborted) return Promise.resolve(withdrawnResponse())
    const { clock } = this.#deps
    const now = clock.now().getTime()
    const { server, caller, capabilityId, capabilityName, content } = question
    const request: OpenInputRequest = {
      id: randomUUID(),
      server,
      caller,
      capabilityId,
      content,
      ...(capabilityName !== undefined && { capabilityName }),
      askedAt: new Date(now).toISOString(),
      expiresAt: new Date(now + inputTimeoutMs).toISOString(),
    }
    return new Promise((resolve) => {
      const stopClock = clock.after(inputTimeoutMs, () => this.#expire(request.id))
      const onAbort = () => this.#close(request.id, withdrawnResponse())
      withdrawn.addEventListener('abort', onAbort)
      this.#pending.set(request.id, {
        question,
        request,
        settle(response) {
          stopClock()
          withdrawn.removeEventListener('abort', onAbort)
          resolve(response)
        },
      })
      this.#onDidOpen.emit(request)
    })
  }

  /**
   * A person's answer; the input is validated again.
   *
   * @throws GatewayError RISK.APPROVAL_CLOSED when it is no longer open, PROTOCOL.INVALID_REQUEST when it is invalid
   */
  answer(id: string, answer: InputSubmission): void {
    const pending = this.#pending.get(id)
    if (!pending) throw new GatewayError('RISK.APPROVAL_CLOSED')
    if (this.#deps.clock.now().getTime() >= Date.parse(pending.request.expiresAt)) {
      this.#expire(id)
      throw new GatewayError('RISK.APPROVAL_CLOSED')
    }
    const { content } = pending.request
    if (answer.action !== 'accept' || content.kind !== 'form') {
      return this.#close(id, { action: answer.action })
    }
    const { values = {} } = answer
    if (!namesOnlyFields(content.fields, values) || problemsOf(content.fields, values).size > 0) {
      throw new GatewayError('PROTOCOL.INVALID_REQUEST')
    }
    this.#close(id, { action: 'accept', values })
  }

  /** Used for a stop, at program end, and when the person leaves. */
  declineAll(reason: GatewayError): void {
    for (const id of [...this.#pending.keys()]) this.#close(id, { action: 'decline', reason })
  }

  #refusal({ server }: InputQuestion): GatewayError | undefined {
    const stopped = this.#deps.stopped()
    if (stopped) return stopped
    if (!this.hasPerson) return new GatewayError('PERMISSION.APPROVAL_REQUIRED')
    const open = [...this.#pending.values()]
    const ofService = open.filter(({ request }) => request.server.id === server.id).length
    if (open.length >= maxInputRequests.open || ofService >= maxInputRequests.openPerService) {
      return tooMany('This service already has requests waiting for a person.')
    }
    const limit = { requests: maxInputRequests.perHour, period: 'hour' } as const
    const { allowed, bucket } = take(limit, this.#asked.get(server.id), this.#deps.clock.elapsed())
    this.#asked.set(server.id, bucket)
    return allowed ? undefined : tooMany('This service asked a person too often in the last hour.')
  }

  /**
   * A service must not fill the audit trail with requests: further refusals are only counted in the next row.
   */
  #recordRefusal(question: InputQuestion, reason: GatewayError): void {
    const { id } = question.server
    const limit = { requests: maxInputRequests.refusalsPerHour, period: 'hour' } as const
    const { bucket: before, unrecorded } = this.#refusals.get(id) ?? { bucket: undefined, unrecorded: 0 }
    const { allowed, bucket } = take(limit, before, this.#deps.clock.elapsed())
    this.#refusals.set(id, { bucket, unrecorded: allowed ? 0 : unrecorded + 1 })
    if (allowed) this.#record(question, 'declined', reason, unrecorded)
  }

  #expire(id: string): void {
    this.#close(id, { action: 'cancel', reason: new GatewayError('RISK.APPROVAL_EXPIRED') })
  }

  #close(id: string, response: InputResponse): void {
    const pending = this.#pending.get(id)
    if (!pending) return
    this.#pending.delete(id)
    const ends = { accept: 'accepted', decline: 'declined', cancel: 'cancelled' } as const
    this.#record(pending.question, ends[response.action], response.reason)
    pending.settle(response)
    this.#onDidClose.emit({ id })
  }

  /**
   * Records only the request and its result, without the input. An answer counts even when it cannot be written, because
   * it changes nothing here.
   */
  #record(question: InputQuestion, ended: string, reason: GatewayError | undefined, unrecorded = 0): void {
    const { clock, audit, log } = this.#deps
    const { server, caller, capabilityId, content, requestId, traceId } = question
    try {
      audit.append({
        id: randomUUID(),
        timestamp: clock.now().toISOString(),
        // The closed list of docs/protocol.md#audit has no other type for this.
        eventType: ended === 'accepted' ? 'approve' : 'reject',
        capabilityId: inputRequestId,
        caller: callerOf(caller),
        request: { kind: content.kind, service: server.name, capability: capabilityId, call: requestId },
        response: { ended, ...(reason && { code: reason.code }), ...(unrecorded > 0 && { unrecorded }) },
        metadata: { traceId, serverId: server.id },
      })
    } catch (error) {
      log.error('an input request could not be recorded', { error: `${error}` })
    }
  }
}

const callerOf = ({ type, id, name }: Caller) => ({ type, id, name })

const tooMany = (message: string): GatewayError => new GatewayError('SYSTEM.RATE_LIMITED', { message })

const withdrawnResponse = (): InputResponse => ({
  action: 'cancel',
  reason: new GatewayError('RISK.APPROVAL_WITHDRAWN'),
})
