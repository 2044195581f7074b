/**
 * Update time: when the program may be restarted for a newer version of itself.
 *
 * Guards that no update ever answers for a person: while a question is open or a call is on its way there is no restart,
 * whoever asks for it.
 */
import type { RestartObstacle } from '../contract/update.js'

export interface GoingOn {
  /** Questions that wait for a person: about calls, and about programs that want to be let in. */
  readonly questions: number
  /** Calls on their way, and what is being undone. */
  readonly calls: number
}

/** What stands against a restart; undefined when nothing does. A number that is none stands against it. */
export function restartObstacle({ questions, calls }: GoingOn): RestartObstacle | undefined {
  if (!(questions <= 0)) return 'questions'
  return calls <= 0 ? undefined : 'calls'
}
