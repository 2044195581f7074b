/**
 * Model socket: one console of a node, as Wings serves it. It is a model, checked against the record of a real one: what is
 * not allowed or not possible gets no answer at all, and with a ticket that expired each line becomes an error.
 *
 * Pelican's own limits are written from its source.
 */
import type { Clock } from '../../../../src-main/gateway/ports/runtime.js'
import type { ModelProcess } from './model-process.js'

export interface ModelTicket {
  readonly issued: number
  readonly expires: number
  readonly permissions: readonly string[]
}

export interface ModelSocketOptions {
  readonly clock: Clock
  readonly process: ModelProcess
  readonly kind: 'pterodactyl' | 'pelican'
  /** Undefined for a text that is no ticket. */
  readonly ticketIn: (text: string) => ModelTicket | undefined
  /** Tickets from before are refused. */
  readonly startedAt: () => number
  readonly emit: (frame: { readonly event: string; readonly args?: readonly string[] }) => void
}

const expiryCheckMs = 30_000
const limits: Readonly<Record<string, { readonly burst: number; readonly everyMs: number }>> = {
  auth: { burst: 2, everyMs: 5_000 },
  'send logs': { burst: 2, everyMs: 5_000 },
  'send command': { burst: 10, everyMs: 1_000 },
}
const otherLimit = { burst: 4, everyMs: 1_000 }

export class ModelSocket {
  readonly #options: ModelSocketOptions
  readonly #buckets = new Map<string, { tokens: number; at: number; isThrottled: boolean }>()
  #ticket: ModelTicket | undefined
  #stopExpiry: () => void = () => {}

  constructor(options: ModelSocketOptions) {
    this.#options = options
  }

  close(): void {
    this.#stopExpiry()
    this.#ticket = undefined
  }

  /** A line or a state of the process. */
  show(event: 'console output' | 'status', text: string): void {
    if (this.#ticket) this.#send(event, text)
  }

  receive(text: string): void {
    const frame = frameIn(text)
    if (!frame) return
    const { event, args = [] } = frame
    if (this.#isThrottled(event)) return
    if (event === 'auth') return this.#authenticate(args.join(''))
    const objection = this.#objection(this.#ticket)
    if (objection) return this.#options.emit({ event: 'jwt error', args: [objection] })
    const { process } = this.#options
    switch (event) {
      case 'send logs':
        if (process.state !== 'offline') for (const line of [...process.kept]) this.#send('console output', line)
        return
      case 'send command':
        if (this.#may('control.console') && process.state !== 'offline') process.write(args.join(''))
        return
      case 'set state':
        return this.#setState(args.join(''))
      default:
    }
  }

  #setState(state: string): void {
    const { process } = this.#options
    if (state === 'start' && this.#may('control.start')) process.start()
    if (state === 'stop' && this.#may('control.stop')) process.stop()
    if (state === 'restart' && this.#may('control.restart')) {
      process.stop()
      process.start()
    }
  }

  #authenticate(text: string): void {
    const { ticketIn, emit, process } = this.#options
    const ticket = ticketIn(text)
    if (!ticket) {
      const error = 'Error Event [<uuid>]: an unexpected error was encountered while handling this request'
      return emit({ event: 'daemon error', args: [error] })
    }
    const objection = this.#objection(ticket)
    if (objection) return emit({ event: 'jwt error', args: [`Error Event [<uuid>]: ${objection}`] })
    const isFirst = this.#ticket === undefined
    this.#ticket = ticket
    emit({ event: 'auth success' })
    if (!isFirst) return
    this.#send('status', process.state)
    this.#checkExpiry()
  }

  #checkExpiry(): void {
    const { clock } = this.#options
    this.#stopExpiry = clock.after(expiryCheckMs, () => {
      const left = (this.#ticket?.expires ?? 0) - clock.now().getTime()
      if (left <= 60_000) this.#send(left <= 0 ? 'token expired' : 'token expiring')
      this.#checkExpiry()
    })
  }

  #objection(ticket: ModelTicket | undefined): string | undefined {
    const { clock, startedAt } = this.#options
    if (!ticket) return 'jwt: no jwt present'
    if (ticket.expires <= clock.now().getTime()) return 'jwt: exp claim is invalid'
    if (ticket.issued < startedAt()) return 'jwt: created too far in past (denylist)'
    return ticket.permissions.some((name) => name === '*' || name === 'websocket.connect')
      ? undefined
      : 'jwt: missing connect permission'
  }

  #may(permission: string): boolean {
    return this.#ticket?.permissions.some((name) => name === '*' || name === permission) ?? false
  }

  #send(event: string, ...args: readonly string[]): void {
    const objection = this.#objection(this.#ticket)
    this.#options.emit(
      objection ? { event: 'jwt error', args: [objection] } : { event, ...(args.length > 0 && { args }) },
    )
  }

  #isThrottled(event: string): boolean {
    const { kind, clock, emit } = this.#options
    if (kind === 'pterodactyl') return false
    const { burst, everyMs } = limits[event] ?? otherLimit
    const name = event in limits ? event : 'others'
    const now = clock.elapsed()
    const bucket = this.#buckets.get(name) ?? { tokens: burst, at: now, isThrottled: false }
    this.#buckets.set(name, bucket)
    bucket.tokens = Math.min(burst, bucket.tokens + (now - bucket.at) / everyMs)
    bucket.at = now
    if (bucket.tokens >= 1) {
      bucket.tokens -= 1
      bucket.isThrottled = false
      return false
    }
    if (!bucket.isThrottled) emit({ event: 'throttled', args: [event] })
    bucket.isThrottled = true
    return true
  }
}

function frameIn(text: string): { readonly event: string; readonly args?: readonly string[] } | undefined {
  try {
    return JSON.parse(text) as { event: string; args?: readonly string[] }
  } catch {
    return undefined
  }
}
