/** Panic: everything is stopped, or not, as every screen sees it. A pause is the same with an end or a calmer word. */

/** Minutes that a pause may be begun for; without any it lasts until a person ends it. */
export const pauseMinutes = [15, 60] as const

export interface PanicState {
  readonly on: boolean
  /** ISO 8601; absent while it is off, and when it is unknown. */
  readonly since?: string
  /** Who turned it on, as the audit trail names them. */
  readonly by?: string
  /** A person only wants a rest: they may end it from the tray. */
  readonly pause?: true
  /** Of a pause: when it ends by itself, ISO 8601; absent where the person ends it. */
  readonly until?: string
  /** What was kept of it could not be read, so it is on. */
  readonly unreadable?: true
}
