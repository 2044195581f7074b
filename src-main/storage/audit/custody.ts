/**
 * Custody: whether the trail is still what this program wrote, found out at each start.
 *
 * Guards against quiet change. The newest rows and the kept head are checked before the first row is added, the rest in
 * slices beside the program. A break does not stop the program: it is said aloud, written into the trail, and the chain
 * goes on behind it, so that it stays to be seen.
 */
import type { AuditBreak } from '../../contract/audit.js'
import type { Clock } from '../../gateway/ports.js'
import type { Database } from '../sqlite.js'
import { ChainCheck, genesis, type Head } from './chain.js'
import type { HeadReading, KeptHead } from './kept-head.js'
import { inSlices } from './slices.js'
import { highestSequence, lastRow, rowsAfter } from './trail-file.js'

/** Rows that are checked before the program goes on: some milliseconds. */
const checkedAtOnce = 500

/** Rows of a slice, and milliseconds between two. */
const slice = { rows: 250, pauseMs: 20 } as const

export interface Found {
  /** Where the next row goes on from; behind everything that was ever there, so that a gap stays one. */
  readonly head: Head
  /** What the whole chain is held against. */
  readonly kept?: KeptHead
  readonly broken?: AuditBreak
}

/** Looks at the head and the newest rows. */
export function inspect(database: Database, reading: HeadReading): Found {
  const last = lastRow(database)
  const kept = reading.kind === 'kept' ? reading.head : undefined
  const highest = highestSequence(database)
  const end: Head = last ?? { sequence: 0, hash: genesis }
  const beyond = kept && kept.sequence > end.sequence ? kept : end
  const head = { sequence: Math.max(beyond.sequence, highest, sealedBy(reading)), hash: beyond.hash }
  const broken = wrongHead(reading, head) ?? wrongEnd(database, kept, end)
  return {
    head,
    ...(kept && { kept }),
    ...(broken ? { broken } : highest > end.sequence && { broken: { sequence: end.sequence + 1, what: 'missing' } }),
  }
}

/** How far the trail once came, whatever is left of it. */
const sealedBy = (reading: HeadReading): number => ('sealed' in reading ? (reading.sealed ?? 0) : 0)

/** A trail without a row may have no head: it begins. */
function wrongHead({ kind }: HeadReading, { sequence }: Head): AuditBreak | undefined {
  if (kind === 'forged' || kind === 'unsigned' || kind === 'older') return { sequence, what: `head-${kind}` }
  return kind === 'missing' && sequence > 0 ? { sequence, what: 'head-missing' } : undefined
}

function wrongEnd(database: Database, kept: KeptHead | undefined, end: Head): AuditBreak | undefined {
  const rows = rowsAfter(database, Math.max(0, end.sequence - checkedAtOnce), checkedAtOnce)
  const [before, ...rest] = rows
  if (!before) return new ChainCheck(kept).end()
  const isBeginning = before.sequence <= 1
  const check = new ChainCheck(kept, isBeginning ? undefined : before)
  for (const row of isBeginning ? rows : rest) check.add(row)
  return check.end()
}

/** Checks the whole chain up to the row that is the last now. */
export function checkBeside(
  database: Database,
  clock: Clock,
  { kept, until }: { readonly kept: KeptHead | undefined; readonly until: number },
  tell: (until: number, whole: boolean, broken: AuditBreak | undefined) => void,
): () => void {
  const check = new ChainCheck(kept)
  return inSlices(clock, slice.pauseMs, () => {
    const from = check.last?.sequence ?? 0
    const rows = rowsAfter(database, from, slice.rows).filter(({ sequence }) => sequence <= until)
    for (const row of rows) check.add(row)
    const isLeft = rows.length > 0 && (check.last?.sequence ?? 0) < until
    tell(check.last?.sequence ?? 0, !isLeft, isLeft ? check.broken : check.end())
    return isLeft
  })
}
