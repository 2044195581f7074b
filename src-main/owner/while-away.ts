/**
 * While away: what AI did since the owner last looked at the window, also across restarts.
 *
 * Guards that it is counted from the audit trail, not from what a window happened to show. Ten minutes without a look
 * are an absence; its sum stays until the owner dismisses it or the next absence replaces it.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { ownCaller } from '@shared/clients/own-callers.js'
import { type Absence, type CallEntry, isRefused } from '@shared/trail/live.js'
import type { UndoPage, UndoQuery } from '@shared/trail/undo.js'
import type { Clock } from '../gateway/ports/runtime.js'
import type { AuditService } from '../storage/audit-service.js'
import { callsSince } from '../storage/ended-calls.js'
import { writePrivateFile } from '../storage/profile.js'

/** Milliseconds without a look after which the owner was away. */
export const awayMs = 10 * 60_000

/** When the window was last looked at. */
export interface LastLook {
  /** Milliseconds since 1970; undefined when nobody has looked yet. */
  read(): number | undefined
  write(at: number): void
}

export function lastLookIn(profile: string): LastLook {
  const file = path.join(profile, 'last-look')
  return {
    read() {
      try {
        const at = Date.parse(readFileSync(file, 'utf8').trim())
        return Number.isNaN(at) ? undefined : at
      } catch {
        return undefined
      }
    },
    write: (at) => writePrivateFile(file, `${new Date(at).toISOString()}\n`),
  }
}

export interface WhileAwayDependencies {
  readonly lastLook: LastLook
  readonly audit: Pick<AuditService, 'search'>
  readonly undo: UndoList
  readonly isRead: IsRead
  readonly clock: Pick<Clock, 'now'>
}

export class WhileAway {
  readonly #deps: WhileAwayDependencies
  #last: number | undefined
  #absence: Absence | null = null

  constructor(deps: WhileAwayDependencies) {
    this.#deps = deps
    this.#last = deps.lastLook.read()
  }

  /** The owner is looking. @returns what they missed and have not dismissed */
  async look(): Promise<Absence | null> {
    const now = this.#deps.clock.now().getTime()
    const last = this.#last
    if (last !== undefined && now - last >= awayMs) {
      const absence = await this.#absenceSince(new Date(last).toISOString())
      const { since: _since, ...counts } = absence
      if (Object.values(counts).some((count) => count > 0)) this.#absence = absence
    }
    // Only now: an absence whose sum failed is counted at the next look, also after a restart.
    this.#last = now
    this.#deps.lastLook.write(now)
    return this.#absence
  }

  dismiss(): void {
    this.#absence = null
  }

  async #absenceSince(since: string): Promise<Absence> {
    const counts = { done: 0, failed: 0, denied: 0, expired: 0 }
    for await (const call of callsSince(this.#deps.audit, since)) {
      const counted = countedAs(call, this.#deps.isRead)
      if (counted) counts[counted] += 1
    }
    return { since, ...counts, undoable: undoableSince(this.#deps.undo, since) }
  }
}

/** Whether a capability only reads. */
export type IsRead = (capabilityId: string, serverId: string | undefined) => boolean

export interface UndoList {
  list(query: UndoQuery): UndoPage
}

/** What a call of an AI counts as for a person who was not there; undefined when it is no news. */
export function countedAs(call: CallEntry, isRead: IsRead): 'done' | 'failed' | 'denied' | 'expired' | undefined {
  if (ownCaller(call.caller) !== undefined || call.result === 'withdrawn') return undefined
  if (call.result === 'expired') return 'expired'
  if (isRefused(call) || call.refused) return 'denied'
  // An AI reads all the time: what only reads is no news, unless it was refused.
  return isRead(call.capabilityId, call.server?.id) ? undefined : call.result
}

/** Number of actions of AI since an instant that can be undone. */
export function undoableSince(undo: UndoList, since: string): number {
  let count = 0
  for (let before: number | undefined, isOver = false; !isOver; ) {
    const { entries, next } = undo.list({ limit: 200, ...(before !== undefined && { before }) })
    count += entries.filter(
      ({ at, state, caller }) => at >= since && state !== 'undone' && ownCaller(caller) === undefined,
    ).length
    before = next
    isOver = next === undefined || (entries.at(-1)?.at ?? '') < since
  }
  return count
}
