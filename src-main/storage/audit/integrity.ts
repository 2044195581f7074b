/**
 * Integrity: checks at each start whether the trail is unchanged.
 *
 * Guards against silent changes. The newest rows and the checkpoint are checked before the first row is added, the rest
 * in slices while the program runs. A break does not stop the program: it is reported and recorded, and the chain
 * continues after it, so that it stays visible.
 */
import type { AuditBreak } from '@shared/trail/audit.js'
import type { Clock } from '../../gateway/ports/runtime.js'
import type { Database } from '../sqlite.js'
import { ChainCheck, genesis, type Head } from './chain.js'
import type { Checkpoint, CheckpointReading } from './checkpoint.js'
import { inSlices } from './slices.js'
import { checkRows, highestSequence, lastRow, rowsAfter } from './trail-file.js'

/** Rows checked before startup continues: a few milliseconds. */
const checkedAtOnce = 500

/** Rows per slice, and milliseconds between two slices. */
export const slice = { rows: 250, pauseMs: 20 } as const

export interface ChainFindings {
  /** The row that the next one follows; after every row that ever existed, so that a gap stays visible. */
  readonly head: Head
  /** The checkpoint for the whole chain. */
  readonly checkpoint?: Checkpoint
  readonly broken?: AuditBreak
}

/** Checks the checkpoint and the newest rows. */
export function inspect(database: Database, reading: CheckpointReading): ChainFindings {
  const last = lastRow(database)
  const checkpoint = reading.kind === 'kept' ? reading.checkpoint : undefined
  const highest = highestSequence(database)
  const end: Head = last ?? { sequence: 0, hash: genesis }
  const beyond = checkpoint && checkpoint.sequence > end.sequence ? checkpoint : end
  const head = { sequence: Math.max(beyond.sequence, highest, sealedBy(reading)), hash: beyond.hash }
  const broken = wrongHead(reading, head) ?? wrongEnd(database, checkpoint, end)
  return {
    head,
    ...(checkpoint && { checkpoint }),
    ...(broken ? { broken } : highest > end.sequence && { broken: { sequence: end.sequence + 1, what: 'missing' } }),
  }
}

/** The row that the seal says the trail reached at least; 0 when the reading has no seal. */
const sealedBy = (reading: CheckpointReading): number => ('sealed' in reading ? (reading.sealed ?? 0) : 0)

/** An empty trail may have no checkpoint: it is new. */
function wrongHead({ kind }: CheckpointReading, { sequence }: Head): AuditBreak | undefined {
  if (kind === 'forged' || kind === 'unsigned' || kind === 'older') return { sequence, what: `head-${kind}` }
  return kind === 'missing' && sequence > 0 ? { sequence, what: 'head-missing' } : undefined
}

function wrongEnd(database: Database, checkpoint: Checkpoint | undefined, end: Head): AuditBreak | undefined {
  const [before] = rowsAfter(database, Math.max(0, end.sequence - checkedAtOnce), 1)
  const isBeginning = before === undefined || before.sequence <= 1
  const check = new ChainCheck(checkpoint, isBeginning ? undefined : before)
  checkRows(database, check, { after: check.last?.sequence ?? 0, through: end.sequence }, checkedAtOnce)
  return check.end()
}

/** Checks the whole chain up to the current last row. */
export function checkInBackground(
  database: Database,
  clock: Clock,
  { checkpoint, until }: { readonly checkpoint: Checkpoint | undefined; readonly until: number },
  report: (until: number, whole: boolean, broken: AuditBreak | undefined) => void,
): () => void {
  const check = new ChainCheck(checkpoint)
  return inSlices(clock, slice.pauseMs, () => {
    const read = checkRows(database, check, { after: check.last?.sequence ?? 0, through: until }, slice.rows)
    const isLeft = read > 0 && (check.last?.sequence ?? 0) < until
    report(check.last?.sequence ?? 0, !isLeft, isLeft ? check.broken : check.end())
    return isLeft
  })
}
