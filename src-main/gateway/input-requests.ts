/**
 * Input requests: what services ask a person for while they run calls, and what the person enters.
 *
 * Guards invariant 2 (nobody there, silence, a locked screen and a stop mean no), invariant 6 (`answer` is reachable only by
 * those that the composition root attaches) and invariant 8: what a person enters is in no log and not in the trail. One
 * service can have only a few open, and only so many in an hour.
 */
import { randomUUID } from 'node:crypto'
import type { Caller } from '../contract/call.js'
import { GatewayError } from '../contract/gateway-error.js'
import { namesOnlyFields, problemsOf } from '../contract/input-form.js'
import type { InputAnswer, InputContent, OpenInputRequest } from '../contract/input-request.js'
import { type Bucket, take } from '../policy/rate.js'
import { Emitter } from './emitter.js'
import type { AuditLog, Clock, Log } from './ports.js'

/** Milliseconds that a request waits before it is cancelled. */
export const inputPatienceMs = 180_000

/** `refusalsPerHour`: those of one service that get a row of their own in the trail. */
export const mostInputRequests = { open: 12, openPerService: 3, perHour: 60, refusalsPerHour: 60 } as const

/** Under what it stands in the trail. */
export const inputRequestId = 'system.service.input'

/** What a request is about; who asks it is known to the gateway, not said by the service. */
export interface InputQuestion extends Pick<OpenInputRequest, 'server' | 'caller' | 'capabilityId' | 'capabilityName'> {
  readonly content: InputContent
  readonly requestId: string
  readonly traceId: string
}

/** `reason` says why where no person said so themselves. */
export type InputResponse = InputAnswer & { readonly reason?: GatewayError }

interface Pending {
  readonly question: InputQuestion
  readonly request: OpenInputRequest
  settle(response: InputResponse): void
}

export interface InputRequestParts {
  readonly clock: Clock
  readonly audit: Pick<AuditLog, 'append'>
  readonly log: Log
  /** Why nothing may be asked now; undefined when it may. */
  readonly stopped: () => GatewayError | undefined
}

export class InputRequests {
  readonly #parts: InputRequestParts
  readonly #pending = new Map<string, Pending>()
  readonly #asked = new Map<string, Bucket>()
  readonly #refusals = new Map<string, { bucket: Bucket | undefined; unrecorded: number }>()
  #people = 0
  readonly #onDidOpen = new Emitter<OpenInputRequest>()
  readonly #onDidClose = new Emitter<{ readonly id: string }>()
  readonly onDidOpen = this.#onDidOpen.on
  readonly onDidClose = this.#onDidClose.on

  constructor(parts: InputRequestParts) {
    this.#parts = parts
  }

  /** Says that one more person can be asked; returns the function that says they are gone. */
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

  /** Whether somebody can be asked at all. */
  get hasPerson(): boolean {
    return this.#people > 0
  }

  /** The oldest first. */
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
    const { clock } = this.#parts
    const now = clock.now().getTime()
    const { server, caller, capabilityId, capabilityName, content } = question
    const request: OpenInputRequest = {
      id: randomUUID(),
      ...{ server, caller, capabilityId, content },
      ...(capabilityName !== undefined && { capabilityName }),
      askedAt: new Date(now).toISOString(),
      expiresAt: new Date(now + inputPatienceMs).toISOString(),
    }
    return new Promise((resolve) => {
      const stopClock = clock.after(inputPatienceMs, () => this.#expire(request.id))
      const onAbort = () => this.#close(request.id, withdrawnResponse())
      withdrawn.addEventListener('abort', onAbort)
      this.#pending.set(request.id, {
        ...{ question, request },
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
   * A person's answer; what they entered is checked again.
   *
   * @throws GatewayError RISK.APPROVAL_CLOSED when it is no longer open, PROTOCOL.INVALID_REQUEST when it does not fit
   */
  answer(id: string, answer: InputAnswer): void {
    const pending = this.#pending.get(id)
    if (!pending) throw new GatewayError('RISK.APPROVAL_CLOSED')
    if (this.#parts.clock.now().getTime() >= Date.parse(pending.request.expiresAt)) {
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

  /** For a stop, a program that ends, and a person who has gone. */
  declineAll(reason: GatewayError): void {
    for (const id of [...this.#pending.keys()]) this.#close(id, { action: 'decline', reason })
  }

  #refusal({ server }: InputQuestion): GatewayError | undefined {
    const stopped = this.#parts.stopped()
    if (stopped) return stopped
    if (!this.hasPerson) return new GatewayError('PERMISSION.APPROVAL_REQUIRED')
    const open = [...this.#pending.values()]
    const ofService = open.filter(({ request }) => request.server.id === server.id).length
    if (open.length >= mostInputRequests.open || ofService >= mostInputRequests.openPerService) {
      return tooMany('This service already waits for a person.')
    }
    const limit = { requests: mostInputRequests.perHour, period: 'hour' } as const
    const { allowed, bucket } = take(limit, this.#asked.get(server.id), this.#parts.clock.elapsed())
    this.#asked.set(server.id, bucket)
    return allowed ? undefined : tooMany('This service asked a person too often in the last hour.')
  }

  /** A service that asks all the time must not fill the trail: refusals beyond the limit are a number in the next row. */
  #recordRefusal(question: InputQuestion, reason: GatewayError): void {
    const { id } = question.server
    const limit = { requests: mostInputRequests.refusalsPerHour, period: 'hour' } as const
    const { bucket: before, unrecorded } = this.#refusals.get(id) ?? { bucket: undefined, unrecorded: 0 }
    const { allowed, bucket } = take(limit, before, this.#parts.clock.elapsed())
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

  /** Only that something was asked and how it ended. An answer counts whatever cannot be written: it changes nothing here. */
  #record(question: InputQuestion, ended: string, reason: GatewayError | undefined, unrecorded = 0): void {
    const { clock, audit, log } = this.#parts
    const { server, caller, capabilityId, content, requestId, traceId } = question
    try {
      audit.append({
        id: randomUUID(),
        timestamp: clock.now().toISOString(),
        // The closed list of docs/protocol.md#audit has no other word for what a person enters or refuses.
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
