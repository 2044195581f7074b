/** Verify: reads a whole trail, or an exported file, and reports the first row that was changed. */
import type { AuditBreak } from '@shared/trail/audit.js'
import { type Database, inSnapshot } from '../sqlite.js'
import { ChainCheck, genesis, type StoredRow } from './chain.js'
import type { CheckpointReading } from './checkpoint.js'
import { parsedLine } from './export-line.js'
import { checkRows, highestSequence } from './trail-file.js'
import { foreignPartOf } from './trail-schema.js'

export interface VerificationResult {
  readonly rows: number
  /** Of the last row that was read. */
  readonly head: { readonly sequence: number; readonly hash: string }
  readonly broken?: AuditBreak
}

const pageSize = 1_000

/** @param read reads the checkpoint each time: before the trail, because new rows follow it, and again when rows seem added */
export function verifyTrail(database: Database, read: () => CheckpointReading): VerificationResult {
  const before = read()
  const verdict = inSnapshot(database, () => verifyRows(database, before, true))
  if (verdict.broken?.what !== 'added') return verdict
  // A program that started meanwhile has marked the checkpoint as open before adding a row.
  const after = read()
  const isStillClosed = after.kind === 'kept' && after.checkpoint.closed
  return isStillClosed ? verdict : inSnapshot(database, () => verifyRows(database, before, false))
}

function verifyRows(database: Database, checkpoint: CheckpointReading, isClosedMeant: boolean): VerificationResult {
  const head = checkpoint.kind === 'kept' ? checkpoint.checkpoint : undefined
  const { sequence, hash, closed } = head ?? {}
  const check = new ChainCheck(
    sequence !== undefined && hash !== undefined
      ? { sequence, hash, ...(isClosedMeant && closed !== undefined && { closed }) }
      : undefined,
  )
  const highest = highestSequence(database)
  let rows = 0
  let read: number
  do {
    const range = { after: check.last?.sequence ?? 0, through: Number.POSITIVE_INFINITY }
    read = checkRows(database, check, range, pageSize)
    rows += read
  } while (read > 0)
  const end = check.last ?? { sequence: 0, hash: genesis }
  const inside = check.end()
  const now = inside?.foundAt === undefined ? inside : undefined
  const broken =
    now ??
    headless(checkpoint, end.sequence) ??
    cutOff(end.sequence, highest) ??
    foreign(database, end.sequence) ??
    inside
  return { rows, head: end, ...(broken && { broken }) }
}

function headless({ kind }: CheckpointReading, sequence: number): AuditBreak | undefined {
  if (kind === 'forged' || kind === 'unsigned' || kind === 'older') return { sequence, what: `head-${kind}` }
  return kind === 'missing' && sequence > 0 ? { sequence, what: 'head-missing' } : undefined
}

const foreign = (database: Database, sequence: number): AuditBreak | undefined =>
  foreignPartOf(database) === undefined ? undefined : { sequence, what: 'schema' }

const cutOff = (sequence: number, highest: number): AuditBreak | undefined =>
  highest > sequence ? { sequence: sequence + 1, what: 'missing' } : undefined

/**
 * @param lines of an export as JSON lines
 * @param partial rows excluded by filters may be missing; existing ones must be valid
 */
export async function verifyLines(lines: AsyncIterable<string>, partial: boolean): Promise<VerificationResult> {
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
