/**
 * Refusals: counts rate limit refusals instead of recording each.
 *
 * Guards the audit trail against floods: per caller the first refusal of a call is recorded, then one row per minute
 * with the count.
 */
import { randomUUID } from 'node:crypto'
import type { Caller } from '@contract/call.js'
import { cleanText } from '../../policy/text/untrusted-text.js'
import type { AuditLog } from '../ports/audit-log.js'
import type { Clock, Log } from '../ports/runtime.js'

/** `capabilityId` of the count in the audit trail. */
export const refusedId = 'system.calls.refused'

/** Refusal reasons that are counted: too many calls, a paused program, or one that the owner has not allowed. */
export const countedCodes = ['SYSTEM.RATE_LIMITED', 'RISK.ASKING_PAUSED', 'PERMISSION.CLIENT_NOT_ALLOWED'] as const
export type CountedCode = (typeof countedCodes)[number]

const minuteMs = 60_000
/** Maximum callers counted separately; others are counted together. */
const maxCallers = 100

interface Count {
  readonly caller: Pick<Caller, 'type' | 'id' | 'name'>
  readonly code: CountedCode
  readonly since: string
  refused: number
  readonly stop: () => void
}

export class Refusals {
  readonly #deps: { readonly audit: AuditLog; readonly clock: Clock; readonly log: Log }
  readonly #counts = new Map<string, Count>()

  constructor(deps: { readonly audit: AuditLog; readonly clock: Clock; readonly log: Log }) {
    this.#deps = deps
  }

  /** Counts a refusal. @returns whether it is the first of its caller within the minute and must be recorded */
  add(caller: Caller, code: CountedCode = 'SYSTEM.RATE_LIMITED'): boolean {
    return this.#count(caller, code, 0)
  }

  /** Counts a refusal of which nothing else is recorded, because it was no call. */
  addOther(caller: Caller, code: CountedCode): void {
    this.#count(caller, code, 1)
  }

  /** @param first what the first refusal counts as */
  #count({ type, id, name }: Caller, code: CountedCode, first: 0 | 1): boolean {
    // A program that the owner has not allowed can claim any number of names.
    const own = JSON.stringify(code === 'PERMISSION.CLIENT_NOT_ALLOWED' ? [code, id] : [code, id, name])
    const isOwn = this.#counts.has(own) || this.#counts.size < maxCallers
    const key = isOwn ? own : code
    const known = this.#counts.get(key)
    if (known) {
      known.refused += 1
      return false
    }
    const { clock } = this.#deps
    this.#counts.set(key, {
      caller: isOwn ? { type, id, name: cleanText(name, 128) } : { type: 'system', id: 'others', name: 'Others' },
      code,
      since: clock.now().toISOString(),
      refused: isOwn ? first : 1,
      stop: clock.after(minuteMs, () => this.#end(key)),
    })
    return isOwn
  }

  /** Writes the counts when the program ends. */
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
    const { audit, clock, log } = this.#deps
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
