/**
 * Chain: links each row of the trail to the previous one by its hash.
 *
 * Guards against silent changes: a changed, removed, inserted or moved row breaks the chain. Whoever can write the file
 * can recompute all hashes; a checkpoint stored elsewhere detects that.
 */
import { hash } from 'node:crypto'
import type { AuditEvent } from '@contract/generated/audit-event.js'
import type { AuditBreak } from '@shared/trail/audit.js'

const sha256 = (text: string): string => hash('sha256', text, 'hex')

/** The previous hash of the first row. */
export const genesis = sha256('Gatehouse audit trail 1')

/** @param body the event's JSON exactly as it is stored */
export const hashOf = (previous: string, sequence: number, body: string): string =>
  sha256(`${previous}\n${sequence}\n${body}`)

/** A row as it is stored. */
export interface StoredRow {
  readonly sequence: number
  readonly id: string
  readonly timestamp: string
  readonly event_type: string
  readonly capability_id: string
  readonly server_id: string | null
  readonly request_id: string | null
  readonly body: string
  readonly previous: string
  readonly hash: string
}

/** A row in the form in which it is hashed. */
export interface ChainedRow {
  readonly sequence: number
  /** Its hash, the previous hash, its number and its body, on one line each. */
  readonly chained: string
  /** 1 when its columns match its body, and the body is no event about the trail itself. */
  readonly isPlain: number | null
}

const hashLength = 64

/** Position and hash of the last row, as stored outside the trail. */
export interface Head {
  readonly sequence: number
  readonly hash: string
}

export const pruneId = 'system.audit.prune'
export const chainBreakEventId = 'system.audit.break'

/** The row before the first; earlier rows were deleted by retention. */
type Anchor = Head

/** Reads rows in order and stores the first error. */
export class ChainCheck {
  readonly #head: (Head & { readonly closed?: boolean }) | undefined
  #last: Head | undefined
  /** The expected pruning event, which a later row must contain. */
  #anchor: (Anchor & { readonly first: AuditBreak }) | undefined
  #broken: AuditBreak | undefined
  /** The break that an earlier start found and recorded. */
  #recorded: AuditBreak | undefined

  /**
   * @param head the checkpoint, which is stored outside the trail
   * @param after the row before the first one read, when that is not the beginning
   */
  constructor(head?: Head & { readonly closed?: boolean }, after?: Head) {
    this.#head = head
    this.#last = after
  }

  /** The last row that was read. */
  get last(): Head | undefined {
    return this.#last
  }

  /** The error so far; missing rows at the beginning are only reported by `end`. */
  get broken(): AuditBreak | undefined {
    return this.#broken ?? this.#recorded
  }

  /** @param isCut whether the stored row has more than what was read */
  add(row: StoredRow, isCut = false): void {
    const event = eventOf(row)
    this.#checkLink(row)
    if (hashOf(row.previous, row.sequence, row.body) !== row.hash || !event || !isOf(row, event) || isCut)
      this.#found(row, 'changed')
    const { sequence, hash, closed } = this.#head ?? {}
    if (row.sequence === sequence && row.hash !== hash) this.#found(row, 'rewritten')
    if (closed && sequence !== undefined && row.sequence > sequence) this.#found(row, 'added')
    if (event) this.#applyTrailEvent(row, event)
    this.#last = { sequence: row.sequence, hash: row.hash }
  }

  /**
   * Adds a plain row: one that continues the chain and is no event about the trail.
   *
   * @returns false, without adding it, when `add` must check it
   */
  addPlain(row: ChainedRow): boolean {
    if (this.#head && row.sequence >= this.#head.sequence) return false
    const head = plainSuccessor(this.#last, row)
    if (head) this.#last = head
    return head !== undefined
  }

  /** The error, when all rows were read. */
  end(): AuditBreak | undefined {
    const { sequence = 0 } = this.#last ?? {}
    if (this.#head && this.#head.sequence > sequence) this.#broken ??= { sequence: sequence + 1, what: 'missing' }
    return this.#anchor?.first ?? this.#broken ?? this.#recorded
  }

  #checkLink(row: StoredRow): void {
    const last = this.#last
    if (!last) {
      const isFirst = row.sequence === 1 && row.previous === genesis
      const first: AuditBreak =
        row.sequence > 1 ? { sequence: row.sequence - 1, what: 'missing' } : { ...nameOf(row), what: 'unlinked' }
      if (!isFirst) this.#anchor = { sequence: row.sequence - 1, hash: row.previous, first }
      return
    }
    if (row.sequence > last.sequence + 1) this.#broken ??= { sequence: last.sequence + 1, what: 'missing' }
    else if (row.sequence !== last.sequence + 1 || row.previous !== last.hash) this.#found(row, 'unlinked')
  }

  /** A prune event confirms a start after the first row; a break found before remains. */
  #applyTrailEvent(row: StoredRow, { capabilityId, timestamp, request = {} }: AuditEvent): void {
    if (capabilityId === pruneId && this.#anchor) {
      const { through, hash } = request
      if (through === this.#anchor.sequence && hash === this.#anchor.hash) this.#anchor = undefined
    }
    if (capabilityId === chainBreakEventId) {
      const found = request as Partial<AuditBreak>
      this.#recorded ??= { ...nameOf(row), what: 'changed', ...found, foundAt: timestamp }
    }
  }

  #found(row: StoredRow, what: AuditBreak['what']): void {
    this.#broken ??= { ...nameOf(row), what }
  }
}

/**
 * The new head when the row is a plain successor of `last`; otherwise undefined.
 *
 * @param row of `chainedRows` in `trail-file.ts`
 */
function plainSuccessor(last: Head | undefined, { sequence, chained, isPlain }: ChainedRow): Head | undefined {
  if (!last || isPlain !== 1 || sequence !== last.sequence + 1) return undefined
  const hashed = chained.slice(hashLength + 1)
  if (chained[hashLength] !== '\n' || !hashed.startsWith(`${last.hash}\n${sequence}\n`)) return undefined
  const hash = sha256(hashed)
  return chained.startsWith(hash) ? { sequence, hash } : undefined
}

const nameOf = ({ sequence, id, timestamp }: StoredRow) => ({ sequence, id, at: timestamp })

/** Undefined when its text is not an event. */
export function eventOf({ body }: Pick<StoredRow, 'body'>): AuditEvent | undefined {
  try {
    const event: unknown = JSON.parse(body)
    return typeof event === 'object' && event !== null ? (event as AuditEvent) : undefined
  } catch {
    return undefined
  }
}

/** The columns of a row, except its position in the chain. */
export function columnsOf(event: AuditEvent) {
  const { serverId = null, requestId = null } = event.metadata ?? {}
  const { id, timestamp, eventType, capabilityId } = event
  return {
    id,
    timestamp,
    event_type: eventType,
    capability_id: capabilityId,
    server_id: serverId,
    request_id: requestId,
  }
}

/** The hash covers the body; the searched columns must match it. */
function isOf(row: StoredRow, event: AuditEvent): boolean {
  const { id, timestamp, event_type, capability_id, server_id, request_id } = columnsOf(event)
  return (
    row.id === id &&
    row.timestamp === timestamp &&
    row.event_type === event_type &&
    row.capability_id === capability_id &&
    row.server_id === server_id &&
    row.request_id === request_id
  )
}
