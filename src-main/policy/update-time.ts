/**
 * Update time: when the program may restart for an update.
 *
 * Guards that no update answers for a person: there is no restart while a request is open or a call is in progress.
 */
import type { RestartObstacle } from '@shared/program/update.js'

export interface ProgramActivity {
  /** Questions that wait for a person: about calls, and about programs that want to be let in. */
  readonly questions: number
  /** Calls in progress, and undos. */
  readonly calls: number
}

/** What stands against a restart; undefined when nothing does. A number that is none stands against it. */
export function restartObstacle({ questions, calls }: ProgramActivity): RestartObstacle | undefined {
  if (!(questions <= 0)) return 'questions'
  return calls <= 0 ? undefined : 'calls'
}
