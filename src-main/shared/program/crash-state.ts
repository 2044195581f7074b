/** Crash state: what the window shows about a crash of the program or of one of its pages. */

/** An error in a page, sent to the main process for the log. */
export interface WindowProblem {
  /** The screen or part that failed. */
  readonly where: string
  readonly message: string
  readonly stack?: string
}

/** Characters of each that are taken; the page cuts, and main refuses what is longer. */
export const windowProblemLimits = { where: 64, message: 500, stack: 4_000 } as const

/** The last run ended badly, and nobody has said yet that they have seen it. */
export interface LastRun {
  /** When it ended, or when that was found out. ISO 8601. */
  readonly at: string
  readonly version: string
  /** A bug of ours; or it was killed, or the power went: nobody knows. */
  readonly why: 'bug' | 'unknown'
  /** What the bug said, cleaned; absent when nobody knows. */
  readonly message?: string
  /** Absolute path of the log. */
  readonly log: string
}

export interface CrashState {
  readonly last: LastRun | null
  /** It ended badly again and again, so that this run connects to no server until a person says so. */
  readonly safeMode: boolean
}
