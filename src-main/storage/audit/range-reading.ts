/**
 * Range reading: reads a part of the trail, which may happen in another thread, for a check of the whole.
 *
 * Nothing is decided here: it lists the rows that `ChainCheck` has to look at, and where the others end.
 */
import { type Database, inSnapshot } from '../sqlite.js'
import { followed, type Head } from './chain.js'
import { chainedRowsIn, headAt, type RowRange } from './trail-file.js'

export interface RangeReading extends RowRange {
  /** The row before the range, as it is stored. The reading is valid only after this row. */
  readonly start: Head | undefined
  readonly rows: number
  readonly steps: readonly RangeStep[]
}

/** Rows in order: all up to a row follow each other unchanged, or one row to look at. */
export type RangeStep =
  | { readonly kind: 'followed'; readonly head: Head }
  | { readonly kind: 'look'; readonly sequence: number }

/** A range with more steps is better read where the check is. */
const maxSteps = 10_000

const pageSize = 1_000

/** @returns undefined when too many rows have to be looked at */
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
      const head = followed(last, row)
      if (head && steps.at(-1)?.kind === 'followed') steps.pop()
      steps.push(head ? { kind: 'followed', head } : { kind: 'look', sequence: row.sequence })
      last = head ?? headAt(database, row.sequence)
    }
    rows += page.length
  } while (page.length > 0 && steps.length <= maxSteps)
  return steps.length <= maxSteps ? { after, through, start, rows, steps } : undefined
}

/** Parts of a range with equally many numbers. */
export function partsOf({ after, through }: RowRange, count: number): RowRange[] {
  const borders = Array.from({ length: count + 1 }, (_, part) => after + Math.floor(((through - after) * part) / count))
  return borders.slice(1).map((border, part) => ({ after: borders[part] ?? after, through: border }))
}
