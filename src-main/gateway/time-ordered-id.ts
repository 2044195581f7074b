/**
 * Time-ordered id: a UUID of version 7 (RFC 9562) for what is written often and looked up by its id.
 *
 * Ids that begin with the time stand next to each other in an index of the audit trail, so that the rows of a group
 * change few pages of it. 62 bits are random, so that nobody guesses one.
 */
import { randomUUID } from 'node:crypto'

const mostInMillisecond = 0xfff

let last = { at: 0, count: 0 }

/** Greater than every one before it in this process, also when the system's clock is set back. */
export function timeOrderedId(now: number = Date.now()): string {
  last = now > last.at ? { at: now, count: 0 } : { at: last.at, count: last.count + 1 }
  if (last.count > mostInMillisecond) last = { at: last.at + 1, count: 0 }
  const at = last.at.toString(16).padStart(12, '0')
  const count = last.count.toString(16).padStart(3, '0')
  return `${at.slice(0, 8)}-${at.slice(8)}-7${count}-${randomUUID().slice(19)}`
}
