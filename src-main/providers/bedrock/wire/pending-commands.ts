/**
 * Pending commands: at most 100 are sent without a reply; others wait in a queue. See
 * docs/protocol.md#bedrock-commands.
 *
 * Every command ends: with a reply, a timeout, an abort, or the connection. A full queue rejects new commands.
 */
import { GatewayError } from '@contract/gateway-error.js'
import type { Clock } from '../../../gateway/ports/runtime.js'
import type { BedrockReply, BedrockRunOptions } from '../link.js'

/** Maximum commands that a game processes at once. */
export const maxInFlight = 100
const maxWaiting = 400
const idMember = '"requestId"'
/** Maximum characters of the member with its value and spaces. */
const maxIdMemberLength = 64
export const commandTimeoutMs = 10_000

interface PendingCommand {
  readonly send: () => string
  readonly timeoutMs: number
  readonly resolve: (reply: BedrockReply) => void
  readonly reject: (error: GatewayError) => void
  isSettled: boolean
  stop: () => void
}

export class PendingCommands {
  readonly #clock: Clock
  readonly #inFlight = new Map<string, PendingCommand>()
  readonly #queue: PendingCommand[] = []
  #closed = false

  constructor(clock: Clock) {
    this.#clock = clock
  }

  get inFlight(): number {
    return this.#inFlight.size
  }

  /** @param send sends the frame and returns its request id. @throws GatewayError */
  run(send: () => string, { signal, timeoutMs = commandTimeoutMs }: BedrockRunOptions = {}): Promise<BedrockReply> {
    if (this.#closed) return Promise.reject(closed(false))
    if (signal?.aborted) return Promise.reject(aborted(false))
    if (this.#inFlight.size >= maxInFlight && this.#queue.length >= maxWaiting) return Promise.reject(tooMany())
    return new Promise((resolve, reject) => {
      const abort = () => this.#fail(waiting, aborted)
      const end = () => signal?.removeEventListener('abort', abort)
      const waiting: PendingCommand = {
        send,
        timeoutMs,
        isSettled: false,
        stop: () => {},
        resolve(reply) {
          end()
          resolve(reply)
        },
        reject(error) {
          end()
          reject(error)
        },
      }
      signal?.addEventListener('abort', abort, { once: true })
      this.#queue.push(waiting)
      this.#advance()
    })
  }

  /** Whether an unparsed frame may be the reply to a command; checks only the first request id in the text. */
  isAnsweredBy(text: string): boolean {
    const at = text.indexOf(idMember)
    const id = at < 0 ? undefined : /"[0-9a-f-]{36}"/u.exec(text.slice(at + idMember.length, at + maxIdMemberLength))
    return id !== null && id !== undefined && this.#inFlight.has(id[0].slice(1, -1))
  }

  /** Handles a reply; false when no command waits for it. */
  receive(requestId: string, reply: BedrockReply): boolean {
    const waiting = this.#inFlight.get(requestId)
    if (!waiting) return false
    this.#inFlight.delete(requestId)
    this.#settle(waiting)
    waiting.resolve(reply)
    this.#advance()
    return true
  }

  /** Fails all pending and later commands. */
  close(): void {
    this.#closed = true
    for (const waiting of [...this.#inFlight.values()]) this.#fail(waiting, closed)
    for (const waiting of this.#queue.splice(0)) this.#fail(waiting, closed)
  }

  #advance(): void {
    while (this.#inFlight.size < maxInFlight && !this.#closed) {
      const waiting = this.#queue.shift()
      if (!waiting) return
      if (waiting.isSettled) continue
      this.#inFlight.set(waiting.send(), waiting)
      waiting.stop = this.#clock.after(waiting.timeoutMs, () => this.#fail(waiting, timedOut))
    }
  }

  #fail(waiting: PendingCommand, error: (wasSent: boolean) => GatewayError): void {
    if (waiting.isSettled) return
    const sent = [...this.#inFlight].find(([, one]) => one === waiting)
    if (sent) this.#inFlight.delete(sent[0])
    this.#settle(waiting)
    waiting.reject(error(sent !== undefined))
    this.#advance()
  }

  #settle(waiting: PendingCommand): void {
    waiting.isSettled = true
    waiting.stop()
    const at = this.#queue.indexOf(waiting)
    if (at >= 0) this.#queue.splice(at, 1)
  }
}

const details = (mayHaveRun: boolean) => ({ details: { mayHaveRun } })

const closed = (wasSent: boolean) =>
  new GatewayError('SYSTEM.SERVICE_UNAVAILABLE', {
    message: 'The Bedrock game closed the connection.',
    suggestion: 'Type the /connect command in the game again.',
    ...details(wasSent),
  })

const aborted = (wasSent: boolean) =>
  new GatewayError('SYSTEM.TIMEOUT', { message: 'The command was aborted.', ...details(wasSent) })

const timedOut = (wasSent: boolean) =>
  new GatewayError('SYSTEM.TIMEOUT', {
    message: 'The Bedrock game did not reply in time.',
    suggestion: 'The command may have run. Read the state before you try again.',
    ...details(wasSent),
  })

const tooMany = () =>
  new GatewayError('SYSTEM.RATE_LIMITED', {
    message: 'Too many commands are waiting for this Bedrock game.',
    details: { retryAfterMs: 1_000, mayHaveRun: false },
  })
