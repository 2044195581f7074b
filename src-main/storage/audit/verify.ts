/** Verify: reads a whole trail, or a file that was exported from one, and names the first row that is not as it was. */
import type { AuditBreak } from '../../contract/audit.js'
import { atOneMoment, type Database } from '../sqlite.js'
import { ChainCheck, genesis, type StoredRow } from './chain.js'
import { parsedLine } from './export-line.js'
import type { HeadReading } from './kept-head.js'
import { highestSequence, rowsAfter } from './trail-file.js'
import { foreignPartOf } from './trail-schema.js'

export interface Verdict {
  readonly rows: number
  /** Of the last row that was read. */
  readonly head: { readonly sequence: number; readonly hash: string }
  readonly broken?: AuditBreak
}

const pageSize = 1_000

/** @param read reads the kept head; first before the trail is read: rows that come meanwhile stand behind it */
export function verifyTrail(database: Database, read: () => HeadReading): Verdict {
  const before = read()
  const verdict = atOneMoment(database, () => verifyRows(database, before, true))
  if (verdict.broken?.what !== 'added') return verdict
  // A program that began meanwhile has noted that the head is open again before it added a row.
  const after = read()
  const isStillClosed = after.kind === 'kept' && after.head.closed
  return isStillClosed ? verdict : atOneMoment(database, () => verifyRows(database, before, false))
}

function verifyRows(database: Database, kept: HeadReading, isClosedMeant: boolean): Verdict {
  const head = kept.kind === 'kept' ? kept.head : undefined
  const { sequence, hash, closed } = head ?? {}
  const check = new ChainCheck(
    sequence !== undefined && hash !== undefined
      ? { sequence, hash, ...(isClosedMeant && closed !== undefined && { closed }) }
      : undefined,
  )
  const highest = highestSequence(database)
  let rows = 0
  for (let page = rowsAfter(database, 0, pageSize); page.length > 0; ) {
    for (const row of page) check.add(row)
    rows += page.length
    page = rowsAfter(database, check.last?.sequence ?? 0, pageSize)
  }
  const end = check.last ?? { sequence: 0, hash: genesis }
  const inside = check.end()
  const now = inside?.foundAt === undefined ? inside : undefined
  const broken =
    now ?? headless(kept, end.sequence) ?? cutOff(end.sequence, highest) ?? foreign(database, end.sequence) ?? inside
  return { rows, head: end, ...(broken && { broken }) }
}

function headless({ kind }: HeadReading, sequence: number): AuditBreak | undefined {
  if (kind === 'forged' || kind === 'unsigned' || kind === 'older') return { sequence, what: `head-${kind}` }
  return kind === 'missing' && sequence > 0 ? { sequence, what: 'head-missing' } : undefined
}

const foreign = (database: Database, sequence: number): AuditBreak | undefined =>
  foreignPartOf(database) === undefined ? undefined : { sequence, what: 'schema' }

const cutOff = (sequence: number, highest: number): AuditBreak | undefined =>
  highest > sequence ? { sequence: sequence + 1, what: 'missing' } : undefined

/**
 * @param lines of an export as JSON lines
 * @param partial rows that filters left out may be missing; those that are there must be what they say
 */
export async function verifyLines(lines: AsyncIterable<string>, partial: boolean): Promise<Verdict> {
  let check = new ChainCheck()
  let rows = 0
  let broken: AuditBreak | undefined
  for await (const line of lines) {
    if (line.trim() === '') continue
    rows += 1
    const row = parsedLine(line)
    if (!row)
      return {
        rows,
        head: check.last ?? nothing,
        broken: { sequence: (check.last?.sequence ?? 0) + 1, what: 'changed' },
      }
    if (partial && row.sequence > (check.last?.sequence ?? 0) + 1) check = new ChainCheck(undefined, before(row))
    check.add(row)
    broken ??= check.broken
  }
  broken ??= check.end()
  return { rows, head: check.last ?? nothing, ...(broken && { broken }) }
}

const nothing = { sequence: 0, hash: genesis }

const before = ({ sequence, previous }: StoredRow) => ({ sequence: sequence - 1, hash: previous })
