/** Panic: whether all calls are stopped. A pause is a panic that may have an end. */

/** Possible minutes of a pause; without a number it lasts until a person ends it. */
export const pauseMinutes = [15, 60] as const

export interface PanicState {
  readonly on: boolean
  /** ISO 8601; absent while it is off, and when it is unknown. */
  readonly since?: string
  /** Who turned it on, by the name in the audit trail. */
  readonly by?: string
  /** Whether it is a pause, which the person can end from the tray. */
  readonly pause?: true
  /** End of a pause, ISO 8601; absent when a person must end it. */
  readonly until?: string
  /** The stored state could not be read, so panic is on. */
  readonly unreadable?: true
}
