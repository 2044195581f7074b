/** Log reading: how much of a server's log is understood, as the window shows it. */

/** Players are online, and the log has reported no event for a while. */
export interface LogWarning {
  /** `unknown-form`: most lines have no known form; `no-events`: they have one, but report nothing about players. */
  readonly kind: 'unknown-form' | 'no-events'
  /** Minutes with players and without an event. */
  readonly minutes: number
  /** Some of the lines, without addresses and secrets. Untrusted text, cleaned. */
  readonly samples: readonly string[]
}

export interface LogReading {
  /** Lines read since the log is followed. */
  readonly lines: number
  /** Lines of these that have a known form and whose characters could all be read. */
  readonly understood: number
  /** Events that it reported in the last hour. */
  readonly eventsPerHour: number
  /** Encoding of the log when it is not UTF-8, for example `GBK`. */
  readonly encoding?: string
  /** `missing`: the server writes no log there. */
  readonly problem?: 'missing' | 'unreadable'
  readonly warning?: LogWarning
}
