/**
 * Own callers: callers that are not clients and have built-in names: the person at this window, who tries or undoes
 * something, and the simulated AI of the practice.
 *
 * Guards that no client gets these names: they depend on an id without a key, never on a name.
 */
import { owner } from '../approvals/attempt.js'
import { practiceId } from '../approvals/practice.js'

interface CallerId {
  readonly type?: string | undefined
  readonly id?: string | undefined
}

export type OwnCaller = 'owner' | 'practice' | 'undoing'

/** The person at this computer; the suffix of `desktop: tray` is where they clicked. As a caller they only undo. */
export const isDesktop = (id: string): boolean => id === 'desktop' || id.startsWith('desktop: ')

/** The own caller with this id; undefined for a client. */
export const ownCaller = ({ id, type = 'user' }: CallerId): OwnCaller | undefined => {
  if (id === owner.id) return 'owner'
  if (id !== undefined && isDesktop(id) && type === 'user') return 'undoing'
  return id === practiceId ? 'practice' : undefined
}
