/**
 * Chain: each row of the trail is bound to the one before by its hash.
 *
 * Guards the trail against quiet change: a row that is changed, taken out, put in or moved does not fit what follows.
 * Who may write the file can compute every hash anew; that shows against a head that was kept elsewhere.
 */
import { createHash } from 'node:crypto'
import type { AuditBreak } from '../../contract/audit.js'
import type { AuditEvent } from '../../contract/generated/audit-event.js'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** What the first row has for a row before it. */
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

/** The last row, as it was noted outside the trail. */
export interface Head {
  readonly sequence: number
  readonly hash: string
}

export const pruneId = 'system.audit.prune'
export const breakId = 'system.audit.break'

/** The row before the first; rows up to it were let go by retention. */
type Anchor = Head

/** Reads rows in order and remembers the first thing that is wrong. */
export class ChainCheck {
  readonly #head: (Head & { readonly closed?: boolean }) | undefined
  #last: Head | undefined
  /** What some later row must say was pruned. */
  #anchor: (Anchor & { readonly first: AuditBreak }) | undefined
  #broken: AuditBreak | undefined
  /** What an earlier start found and wrote down. */
  #recorded: AuditBreak | undefined

  /**
   * @param head what was kept outside
   * @param after the row before the first that is read, when that is not the beginning
   */
  constructor(head?: Head & { readonly closed?: boolean }, after?: Head) {
    this.#head = head
    this.#last = after
  }

  /** The last row that was read. */
  get last(): Head | undefined {
    return this.#last
  }

  /** What is wrong so far; rows that seem to be missing at the beginning are named by `end` alone. */
  get broken(): AuditBreak | undefined {
    return this.#broken ?? this.#recorded
  }

  add(row: StoredRow): void {
    const event = eventOf(row)
    this.#follow(row)
    if (hashOf(row.previous, row.sequence, row.body) !== row.hash || !event || !isOf(row, event))
      this.#found(row, 'changed')
    const { sequence, hash, closed } = this.#head ?? {}
    if (row.sequence === sequence && row.hash !== hash) this.#found(row, 'rewritten')
    if (closed && sequence !== undefined && row.sequence > sequence) this.#found(row, 'added')
    if (event) this.#learn(row, event)
    this.#last = { sequence: row.sequence, hash: row.hash }
  }

  /** What is wrong, now that there are no more rows. */
  end(): AuditBreak | undefined {
    const { sequence = 0 } = this.#last ?? {}
    if (this.#head && this.#head.sequence > sequence) this.#broken ??= { sequence: sequence + 1, what: 'missing' }
    return this.#anchor?.first ?? this.#broken ?? this.#recorded
  }

  #follow(row: StoredRow): void {
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

  /** A prune event vouches for a beginning that is not the first row; a break that was found before stays one. */
  #learn(row: StoredRow, { capabilityId, timestamp, request = {} }: AuditEvent): void {
    if (capabilityId === pruneId && this.#anchor) {
      const { through, hash } = request
      if (through === this.#anchor.sequence && hash === this.#anchor.hash) this.#anchor = undefined
    }
    if (capabilityId === breakId) {
      const found = request as Partial<AuditBreak>
      this.#recorded ??= { ...nameOf(row), what: 'changed', ...found, foundAt: timestamp }
    }
  }

  #found(row: StoredRow, what: AuditBreak['what']): void {
    this.#broken ??= { ...nameOf(row), what }
  }
}

const nameOf = ({ sequence, id, timestamp }: StoredRow) => ({ sequence, id, at: timestamp })

/** Undefined when its text is no event. */
export function eventOf({ body }: StoredRow): AuditEvent | undefined {
  try {
    const event: unknown = JSON.parse(body)
    return typeof event === 'object' && event !== null ? (event as AuditEvent) : undefined
  } catch {
    return undefined
  }
}

/** The columns of a row, but for its place in the chain. */
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

/** The hash covers the body; what is searched by must say the same. */
const isOf = (row: StoredRow, event: AuditEvent): boolean =>
  Object.entries(columnsOf(event)).every(([name, value]) => row[name as keyof StoredRow] === value)
