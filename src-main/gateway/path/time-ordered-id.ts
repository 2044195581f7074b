/**
 * Time-ordered id: a UUID of version 7 (RFC 9562), for frequently written rows that are looked up by id.
 *
 * Ids with a leading timestamp are adjacent in an index of the audit trail, so a batch of rows changes few pages. 62
 * random bits prevent guessing.
 */
import { randomUUID } from 'node:crypto'

const maxInMillisecond = 0xfff

/** The last id: its millisecond, the number of ids in that millisecond, and its text up to the version. */
const last = { at: 0, count: 0, time: '' }

function begin(millisecond: number): void {
  const at = millisecond.toString(16).padStart(12, '0')
  last.at = millisecond
  last.count = 0
  last.time = `${at.slice(0, 8)}-${at.slice(8)}-`
}

/** Greater than all earlier ids of this process, even when the system clock is set back. */
export function timeOrderedId(now: number = Date.now()): string {
  if (now > last.at) begin(now)
  else if (last.count < maxInMillisecond) last.count += 1
  else begin(last.at + 1)
  const versionAndCount = (0x7000 + last.count).toString(16)
  return `${last.time}${versionAndCount}${randomUUID().slice(18)}`
}
