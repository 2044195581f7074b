/** Crash state: what the window shows about a crash of the program or of one of its pages. */

/** Maximum characters of each part of a problem that a page reports; the page shortens, and the main process refuses longer ones. */
export const windowProblemLimits = { where: 64, message: 500, stack: 4_000 } as const

/** The last run ended abnormally, and no person has confirmed the message yet. */
export interface LastRun {
  /** When it ended, or when that was detected. ISO 8601. */
  readonly at: string
  readonly version: string
  /** `bug`: an error in the program. `unknown`: for example killed, or a power failure. */
  readonly why: 'bug' | 'unknown'
  /** The cleaned message of the error; absent when the reason is unknown. */
  readonly message?: string
  /** Absolute path of the log. */
  readonly log: string
}

export interface CrashState {
  readonly last: LastRun | null
  /** After several abnormal ends, this run connects to no server until a person allows it. */
  readonly safeMode: boolean
}
