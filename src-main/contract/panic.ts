/** Panic: everything is stopped, or not, as every screen sees it. */

export interface PanicState {
  readonly on: boolean
  /** ISO 8601; absent while it is off, and where nobody knows. */
  readonly since?: string
  /** Who turned it on, as the audit trail names them. */
  readonly by?: string
  /** What was kept of it could not be read, so it is on. */
  readonly unreadable?: true
}
