/**
 * Refusals: what was refused because there was too much of it, counted rather than written one by one.
 *
 * Guards the trail against a caller who would push everything else out of it: of each caller the first such refusal
 * stands there, and then one row a minute that says how many there were.
 */
import { randomUUID } from 'node:crypto'
import type { Caller } from '../contract/call.js'
import { cleanText } from '../policy/untrusted-text.js'
import type { AuditLog, Clock, Log } from './ports.js'

/** Under what the count stands in the audit trail. */
export const refusedId = 'system.calls.refused'

/** Why calls are refused that are counted: too many, or while their program is paused. */
export const countedCodes = ['SYSTEM.RATE_LIMITED', 'RISK.ASKING_PAUSED'] as const
export type CountedCode = (typeof countedCodes)[number]

const minuteMs = 60_000
/** Callers that are counted for themselves; those beyond them are counted together. */
const mostCallers = 100

interface Count {
  readonly caller: Pick<Caller, 'type' | 'id' | 'name'>
  readonly code: CountedCode
  readonly since: string
  refused: number
  readonly stop: () => void
}

export class Refusals {
  readonly #parts: { readonly audit: AuditLog; readonly clock: Clock; readonly log: Log }
  readonly #counts = new Map<string, Count>()

  constructor(parts: { readonly audit: AuditLog; readonly clock: Clock; readonly log: Log }) {
    this.#parts = parts
  }

  /** Counts one. Whether it is the first of its caller within the minute, and is to be written for itself. */
  add({ type, id, name }: Caller, code: CountedCode = 'SYSTEM.RATE_LIMITED'): boolean {
    const own = JSON.stringify([code, id, name])
    const isOwn = this.#counts.has(own) || this.#counts.size < mostCallers
    const key = isOwn ? own : code
    const known = this.#counts.get(key)
    if (known) {
      known.refused += 1
      return false
    }
    const { clock } = this.#parts
    this.#counts.set(key, {
      caller: isOwn ? { type, id, name: cleanText(name, 128) } : { type: 'system', id: 'others', name: 'Others' },
      code,
      since: clock.now().toISOString(),
      refused: isOwn ? 0 : 1,
      stop: clock.after(minuteMs, () => this.#end(key)),
    })
    return isOwn
  }

  /** Writes what was counted, for a program that ends. */
  close(): void {
    for (const [key, { stop }] of [...this.#counts]) {
      stop()
      this.#end(key)
    }
  }

  #end(key: string): void {
    const count = this.#counts.get(key)
    this.#counts.delete(key)
    if (!count || count.refused === 0) return
    const { audit, clock, log } = this.#parts
    const { caller, code, since, refused } = count
    const timestamp = clock.now().toISOString()
    try {
      audit.append(
        {
          id: randomUUID(),
          timestamp,
          eventType: 'error',
          capabilityId: refusedId,
          caller,
          request: { refused, since, until: timestamp, code },
        },
        'soon',
      )
    } catch (error) {
      log.error('how many calls were refused could not be recorded', { refused, error: `${error}` })
    }
  }
}
