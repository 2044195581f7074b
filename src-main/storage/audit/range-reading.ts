/**
 * Range reading: reads a part of the trail, which may happen in another thread, for a check of the whole.
 *
 * It decides nothing: it returns the rows that `ChainCheck` must check, and the ends of the ranges of plain rows.
 */
import { type Database, inSnapshot } from '../sqlite.js'
import { type Head, plainSuccessor } from './chain.js'
import { chainedRowsIn, headAt, type RowRange } from './trail-file.js'

export interface RangeReading extends RowRange {
  /** The row before the range, as it is stored. The reading is valid only after this row. */
  readonly start: Head | undefined
  readonly rows: number
  readonly steps: readonly RangeStep[]
}

/** Steps in order: either the last of a sequence of plain rows, or one row that must be checked. */
export type RangeStep =
  | { readonly kind: 'followed'; readonly head: Head }
  | { readonly kind: 'look'; readonly sequence: number }

/** Maximum steps; a range with more is faster to check without a thread. */
const maxSteps = 10_000

const pageSize = 1_000

/** @returns undefined when too many rows must be checked */
export const readRange = (database: Database, range: RowRange): RangeReading | undefined =>
  inSnapshot(database, () => readRows(database, range))

function readRows(database: Database, { after, through }: RowRange): RangeReading | undefined {
  const start = headAt(database, after)
  const steps: RangeStep[] = []
  let last = start
  let rows = 0
  let page: ReturnType<typeof chainedRowsIn>
  do {
    page = chainedRowsIn(database, { after: Math.max(after, last?.sequence ?? 0), through }, pageSize)
    for (const row of page) {
      const head = plainSuccessor(last, row)
      if (head && steps.at(-1)?.kind === 'followed') steps.pop()
      steps.push(head ? { kind: 'followed', head } : { kind: 'look', sequence: row.sequence })
      last = head ?? headAt(database, row.sequence)
    }
    rows += page.length
  } while (page.length > 0 && steps.length <= maxSteps)
  return steps.length <= maxSteps ? { after, through, start, rows, steps } : undefined
}

/** Splits a range into parts of equal size. */
export function partsOf({ after, through }: RowRange, count: number): RowRange[] {
  const borders = Array.from({ length: count + 1 }, (_, part) => after + Math.floor(((through - after) * part) / count))
  return borders.slice(1).map((border, part) => ({ after: borders[part] ?? after, through: border }))
}
