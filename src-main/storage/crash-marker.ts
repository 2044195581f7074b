/**
 * Run book: whether the last run of the program ended well, in `run.json` of the profile.
 *
 * A run that ends well says so last of all; one that does not has crashed, was killed or lost its power. A book that
 * cannot be read or written tells nothing, and stops nothing.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { LastRun, Trouble } from '../contract/trouble.js'
import { recentEnds, startsCarefully } from '../policy/careful-start.js'
import { reportText } from '../policy/report-text.js'
import { logFile } from './file-log.js'
import { writePrivateFile } from './profile.js'

interface Entry {
  readonly state: 'running' | 'crashed' | 'ended'
  readonly version: string
  /** Of its end, when it could still say it. */
  readonly at?: string
  readonly message?: string
  /** When runs before it ended badly, in milliseconds since 1970. */
  readonly ends: readonly number[]
  /** What a person has not yet been told, or not yet put away. */
  readonly untold?: Pick<LastRun, 'at' | 'version' | 'why' | 'message'>
}

const longestStack = 4_000

export class CrashMarker {
  readonly #file: string
  readonly #log: string
  readonly #version: string
  readonly #now: () => Date
  #entry: Entry
  #careful = false

  constructor(profile: string, version: string, now: () => Date) {
    this.#file = path.join(profile, 'run.json')
    this.#log = path.join(profile, logFile)
    this.#version = version
    this.#now = now
    this.#entry = { state: 'running', version, ends: [] }
  }

  /** Reads how the last run ended, and notes that this one runs. */
  begin(): void {
    const before = readEntry(this.#file)
    const now = this.#now().getTime()
    const badly = before !== undefined && before.state !== 'ended'
    const end = before?.at === undefined ? now : Date.parse(before.at)
    const ends = recentEnds([...(before?.ends ?? []), ...(badly ? [end] : [])], now)
    this.#careful = startsCarefully(ends, now)
    const untold = badly ? endOf(before, end) : before?.untold
    this.#write({ state: 'running', version: this.#version, ends, ...(untold && { untold }) })
  }

  get trouble(): Trouble {
    const { untold } = this.#entry
    return { last: untold ? { ...untold, log: this.#log } : null, careful: this.#careful }
  }

  /** A person has seen it. */
  putAway(): void {
    const { untold: _, ...rest } = this.#entry
    this.#write(rest)
  }

  /** A person lets this run connect. */
  goOn(): void {
    this.#careful = false
  }

  crashed(error: unknown): void {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
    this.#write({
      ...this.#entry,
      state: 'crashed',
      at: this.#now().toISOString(),
      message: reportText(text, longestStack),
    })
  }

  ended(): void {
    this.#write({ ...this.#entry, state: 'ended', ends: [] })
  }

  #write(entry: Entry): void {
    this.#entry = entry
    try {
      writePrivateFile(this.#file, JSON.stringify(entry))
    } catch {
      // Whoever cannot note how a run ends must run all the same.
    }
  }
}

const endOf = ({ version, message, state }: Entry, end: number): Entry['untold'] => ({
  at: new Date(end).toISOString(),
  version,
  why: state === 'crashed' ? 'bug' : 'unknown',
  ...(message !== undefined && { message }),
})

function readEntry(file: string): Entry | undefined {
  try {
    const entry = JSON.parse(readFileSync(file, 'utf8')) as Partial<Entry>
    if (entry.state !== 'running' && entry.state !== 'crashed' && entry.state !== 'ended') return undefined
    if (typeof entry.version !== 'string') return undefined
    const at = typeof entry.at === 'string' && !Number.isNaN(Date.parse(entry.at)) ? entry.at : undefined
    const ends = Array.isArray(entry.ends) ? entry.ends.filter((end) => Number.isFinite(end)) : []
    const { untold } = entry
    const message = typeof entry.message === 'string' ? reportText(entry.message, longestStack) : undefined
    return {
      state: entry.state,
      version: entry.version.slice(0, 40),
      ends,
      ...(at !== undefined && { at }),
      ...(message !== undefined && { message }),
      ...(isUntold(untold) && { untold }),
    }
  } catch {
    return undefined
  }
}

const isUntold = (value: unknown): value is NonNullable<Entry['untold']> => {
  if (typeof value !== 'object' || value === null) return false
  const { at, version, why, message } = value as Record<string, unknown>
  return (
    typeof at === 'string' &&
    !Number.isNaN(Date.parse(at)) &&
    typeof version === 'string' &&
    (why === 'bug' || why === 'unknown') &&
    (message === undefined || typeof message === 'string')
  )
}
