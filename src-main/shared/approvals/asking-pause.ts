/** Asking pause: a program that was denied several times asks nothing for a while, as every screen sees it. */

export interface AskingPause {
  /** Whose calls are not asked about: of one key, or of all programs without one. */
  readonly client: {
    /** `client:` and eight hexadecimal digits, or `bridge`. */
    readonly id: string
    /** Of who was denied last. */
    readonly name: string
    /** A person gave it this name; otherwise it is a claim. */
    readonly namedByOwner?: true
  }
  /** ISO 8601. */
  readonly until: string
  /** How many requests were denied in a row. */
  readonly denials: number
  /** Minutes from the first of them to the last, rounded up. */
  readonly minutes: number
}
