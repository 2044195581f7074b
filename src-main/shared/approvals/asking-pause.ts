/** Asking pause: the requests of a program that was denied several times are refused for a while. */

export interface AskingPause {
  /** The paused client: one key, or all programs without a key. */
  readonly client: {
    /** `client:` and eight hexadecimal digits, or `bridge`. */
    readonly id: string
    /** Name of the last denied program. */
    readonly name: string
    /** The owner assigned the name; otherwise the program declared it. */
    readonly namedByOwner?: true
  }
  /** ISO 8601. */
  readonly until: string
  /** Number of consecutive denied requests. */
  readonly denials: number
  /** Minutes from the first to the last of them, rounded up. */
  readonly minutes: number
}
