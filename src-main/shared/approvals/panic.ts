/** Panic: everything is stopped, or not, as every screen sees it. A pause is the same with an end or a calmer word. */

/** Minutes that a pause may be begun for; without any it lasts until a person ends it. */
export const pauseMinutes = [15, 60] as const

export interface PanicState {
  readonly on: boolean
  /** ISO 8601; absent while it is off, and when it is unknown. */
  readonly since?: string
  /** Who turned it on, as the audit trail names them. */
  readonly by?: string
  /** A pause, not a stop: the person can end it from the tray. */
  readonly pause?: true
  /** Of a pause: when it ends by itself, ISO 8601; absent where the person ends it. */
  readonly until?: string
  /** The stored state could not be read, so panic is on. */
  readonly unreadable?: true
}
