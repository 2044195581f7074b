/**
 * Crash marker: whether the last run of the program ended normally, in `run.json` of the profile.
 *
 * A normal run marks its end as its last step; otherwise it crashed, was killed or lost power. A marker that cannot be
 * read or written is ignored.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { CrashState, LastRun } from '@shared/program/crash-state.js'
import { recentEnds, startsInSafeMode } from '../policy/program/safe-mode.js'
import { reportText } from '../policy/text/report-text.js'
import { logFile } from './log/log-file.js'
import { writePrivateFile } from './profile.js'

interface RunEntry {
  readonly state: 'running' | 'crashed' | 'ended'
  readonly version: string
  /** Reason of its end, if it could be written. */
  readonly at?: string
  readonly message?: string
  /** Abnormal ends of earlier runs, in milliseconds since 1970. */
  readonly ends: readonly number[]
  /** The crash report that a person has not dismissed yet. */
  readonly untold?: Pick<LastRun, 'at' | 'version' | 'why' | 'message'>
}

const maxStackLength = 4_000

export class CrashMarker {
  readonly #file: string
  readonly #log: string
  readonly #version: string
  readonly #now: () => Date
  #entry: RunEntry
  #safeMode = false

  constructor(profile: string, version: string, now: () => Date) {
    this.#file = path.join(profile, 'run.json')
    this.#log = path.join(profile, logFile)
    this.#version = version
    this.#now = now
    this.#entry = { state: 'running', version, ends: [] }
  }

  /** Reads how the last run ended, and marks this one as running. */
  begin(): void {
    const before = readEntry(this.#file)
    const now = this.#now().getTime()
    const badly = before !== undefined && before.state !== 'ended'
    const end = before?.at === undefined ? now : Date.parse(before.at)
    const ends = recentEnds([...(before?.ends ?? []), ...(badly ? [end] : [])], now)
    this.#safeMode = startsInSafeMode(ends, now)
    const untold = badly ? endOf(before, end) : before?.untold
    this.#write({ state: 'running', version: this.#version, ends, ...(untold && { untold }) })
  }

  get crash(): CrashState {
    const { untold } = this.#entry
    return { last: untold ? { ...untold, log: this.#log } : null, safeMode: this.#safeMode }
  }

  /** A person has dismissed it. */
  dismiss(): void {
    const { untold: _, ...rest } = this.#entry
    this.#write(rest)
  }

  /** A person allows this run to connect. */
  leaveSafeMode(): void {
    this.#safeMode = false
  }

  crashed(error: unknown): void {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
    this.#write({
      ...this.#entry,
      state: 'crashed',
      at: this.#now().toISOString(),
      message: reportText(text, maxStackLength),
    })
  }

  ended(): void {
    this.#write({ ...this.#entry, state: 'ended', ends: [] })
  }

  #write(entry: RunEntry): void {
    this.#entry = entry
    try {
      writePrivateFile(this.#file, JSON.stringify(entry))
    } catch {
      // A run that cannot write its marker must continue.
    }
  }
}

const endOf = ({ version, message, state }: RunEntry, end: number): RunEntry['untold'] => ({
  at: new Date(end).toISOString(),
  version,
  why: state === 'crashed' ? 'bug' : 'unknown',
  ...(message !== undefined && { message }),
})

function readEntry(file: string): RunEntry | undefined {
  try {
    const entry = JSON.parse(readFileSync(file, 'utf8')) as Partial<RunEntry>
    if (entry.state !== 'running' && entry.state !== 'crashed' && entry.state !== 'ended') return undefined
    if (typeof entry.version !== 'string') return undefined
    const at = typeof entry.at === 'string' && !Number.isNaN(Date.parse(entry.at)) ? entry.at : undefined
    const ends = Array.isArray(entry.ends) ? entry.ends.filter((end) => Number.isFinite(end)) : []
    const { untold } = entry
    const message = typeof entry.message === 'string' ? reportText(entry.message, maxStackLength) : undefined
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

const isUntold = (value: unknown): value is NonNullable<RunEntry['untold']> => {
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
