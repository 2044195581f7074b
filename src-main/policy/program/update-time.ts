/**
 * Update time: when the program may restart for an update.
 *
 * Guards that no update decides a request: there is no restart while a request is open or a call is in progress.
 */
import type { RestartObstacle } from '@shared/program/update.js'

export interface ProgramActivity {
  /** Requests that wait for a person: for calls and for the access of programs. */
  readonly questions: number
  /** Running calls and undos. */
  readonly calls: number
}

/** The reason against a restart; undefined when there is none. NaN counts as a reason. */
export function restartObstacle({ questions, calls }: ProgramActivity): RestartObstacle | undefined {
  if (!(questions <= 0)) return 'questions'
  return calls <= 0 ? undefined : 'calls'
}
