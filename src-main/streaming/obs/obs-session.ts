/**
 * OBS session: the messages of one connection, after obs-websocket's protocol 5 (RPC version 1).
 *
 * Own code rather than `obs-websocket-js`: that library opens its socket without limits or a checked address, leaves calls
 * open for ever when the connection ends, and lets an OBS name the events that its own listeners get. The library is the
 * measure of the model in the tests.
 *
 * Enforces invariant 7: what does not belong to a request of ours is dropped, requests are few at a time, and each has an
 * end. Enforces invariant 8: the password is never sent, only its hash with the challenge.
 */
import { createHash } from 'node:crypto'
import { parseObject } from '@contract/json/json-object.js'
import type { ObsProblem } from '@shared/streaming/obs.js'
import type { Clock } from '../../gateway/ports/runtime.js'
import {
  type Members,
  membersOf,
  type ObsCall,
  ObsRefusal,
  type ObsRequestName,
  obsCodes,
  shownIn,
} from './obs-requests.js'

const ops = { hello: 0, identify: 1, identified: 2, event: 5, request: 6, response: 7 } as const
const rpcVersion = 1
/** `EventSubscription::Outputs`. */
const outputEvents = 64
/** Milliseconds from the open socket to `Identified`. */
export const identifyWithinMs = 5_000
/** Milliseconds for the answer to a request. */
export const answerWithinMs = 5_000
/** Requests without an answer at the same time. */
const maxOpenRequests = 16

/** Close codes of obs-websocket, `WebSocketCloseCode`. */
const closeProblems: Readonly<Record<number, ObsProblem>> = {
  4009: 'wrong-password',
  4010: 'other-version',
  // The button *Kick* of OBS: "you must not automatically reconnect".
  4011: 'dismissed',
}

export const problemOfClose = (code: number): ObsProblem | undefined => closeProblems[code]

export interface ObsSessionOptions {
  readonly clock: Pick<Clock, 'after'>
  readonly password: () => string | undefined
  readonly send: (text: string) => void
  /** Closes the socket: this session is useless. */
  readonly fail: (problem: ObsProblem) => void
  readonly onIdentified: () => void
  readonly onEvent: (name: string, data: Members) => void
}

interface OpenRequest {
  readonly name: ObsRequestName
  readonly answer: (data: Members) => void
  readonly refuse: (code: number) => void
}

export class ObsSession {
  readonly #options: ObsSessionOptions
  readonly #open = new Map<string, OpenRequest>()
  #phase: 'hello' | 'identifying' | 'identified' | 'ended' = 'hello'
  #cancelTimeout: () => void
  #next = 1

  constructor(options: ObsSessionOptions) {
    this.#options = options
    this.#cancelTimeout = options.clock.after(identifyWithinMs, () => options.fail('not-obs'))
  }

  receive(text: string): void {
    const { op, d } = parseObject(text) ?? {}
    const data = membersOf(d)
    if (op === ops.hello && this.#phase === 'hello') this.#identify(data)
    else if (op === ops.identified && this.#phase === 'identifying') {
      this.#phase = 'identified'
      this.#cancelTimeout()
      this.#options.onIdentified()
    } else if (this.#phase !== 'identified') return
    else if (op === ops.event) this.#options.onEvent(shownIn(data, 'eventType'), membersOf(data.eventData))
    else if (op === ops.response) this.#answered(data)
  }

  /** Rejects with an `ObsRefusal`. */
  readonly call: ObsCall = (name, ...[requestData]) =>
    new Promise<Members>((resolve, reject) => {
      const refuse = (code: number) => reject(new ObsRefusal(name, code))
      if (this.#phase !== 'identified' || this.#open.size >= maxOpenRequests) return refuse(0)
      const requestId = `gatehouse-${this.#next++}`
      const settle = (): void => {
        cancel()
        this.#open.delete(requestId)
      }
      const cancel = this.#options.clock.after(answerWithinMs, () => {
        settle()
        refuse(0)
      })
      this.#open.set(requestId, {
        name,
        answer(data) {
          settle()
          resolve(data)
        },
        refuse(code) {
          settle()
          refuse(code)
        },
      })
      this.#send(ops.request, { requestType: name, requestId, ...(requestData && { requestData }) })
    })

  /** Refuses the requests without an answer. */
  end(): void {
    this.#phase = 'ended'
    this.#cancelTimeout()
    for (const request of [...this.#open.values()]) request.refuse(0)
  }

  #identify({ authentication }: Members): void {
    this.#phase = 'identifying'
    const { challenge, salt } = membersOf(authentication)
    const isAsked = typeof challenge === 'string' && typeof salt === 'string'
    const password = isAsked ? this.#options.password() : undefined
    if (isAsked && password === undefined) return this.#options.fail('password-needed')
    this.#send(ops.identify, {
      rpcVersion,
      eventSubscriptions: outputEvents,
      ...(isAsked && password !== undefined && { authentication: answerTo(password, salt, challenge) }),
    })
  }

  #answered(data: Members): void {
    const { requestId, requestType } = data
    const request = typeof requestId === 'string' ? this.#open.get(requestId) : undefined
    if (!request || request.name !== requestType) return
    const { result, code } = membersOf(data.requestStatus)
    if (result === true && code === obsCodes.success) request.answer(membersOf(data.responseData))
    else request.refuse(typeof code === 'number' ? code : 0)
  }

  #send(op: number, d: object): void {
    this.#options.send(JSON.stringify({ op, d }))
  }
}

/** base64(sha256(base64(sha256(password + salt)) + challenge)) */
const answerTo = (password: string, salt: string, challenge: string): string =>
  hashOf(`${hashOf(`${password}${salt}`)}${challenge}`)

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64')
