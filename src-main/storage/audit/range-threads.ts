/**
 * Range threads: read parts of a large trail at the same time, each with its own connection.
 *
 * They only save time: ranges that no thread has read are read by the check itself.
 */
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Database } from '../sqlite.js'
import { threadSource } from '../thread-source.js'
import { partsOf, type RangeReading, readRange } from './range-reading.js'
import type { RowRange } from './trail-file.js'

/** Input of a thread. */
export interface ThreadRange {
  readonly file: string
  readonly range: RowRange
}

export interface RangeThreads {
  /** The file of `verify-worker.ts`. */
  readonly program: string
  /** Number of threads, including this one. */
  readonly count: number
  /** Ranges with fewer rows are read by this thread alone, because starting threads takes as long. */
  readonly fromRows: number
}

export const rangeThreads = (program: string): RangeThreads => ({
  program,
  count: Math.min(4, availableParallelism()),
  fromRows: 50_000,
})

/** @returns the parts that were read, in order */
export async function readInThreads(
  { program, count, fromRows }: RangeThreads,
  { database, file }: { readonly database: Database; readonly file: string },
  range: RowRange,
): Promise<RangeReading[]> {
  if (count < 2 || range.through - range.after < fromRows) return []
  const [own, ...others] = partsOf(range, count)
  const threads = others.map((part) => readInThread(program, { file, range: part }))
  const first = own && readRange(database, own)
  const readings = [first, ...(await Promise.all(threads))]
  return readings.filter((reading) => reading !== undefined)
}

/**
 * Waits for the end of the thread: terminating it inside SQLite can crash the process.
 *
 * @returns undefined when the thread failed
 */
function readInThread(program: string, order: ThreadRange): Promise<RangeReading | undefined> {
  return new Promise<RangeReading | undefined>((resolve) => {
    const worker = new Worker(threadSource(program), {
      eval: true,
      name: 'audit',
      env: {},
      argv: [],
      execArgv: ['--no-warnings'],
      workerData: order,
    })
    let reading: RangeReading | undefined
    worker.on('message', (message: RangeReading | undefined) => {
      reading = message
    })
    worker.on('error', () => {})
    worker.on('exit', () => resolve(reading))
  }).catch(() => undefined)
}
