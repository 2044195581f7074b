/**
 * Own callers: those that are no client, told in our own words: the person at this window, who tries something or undoes it,
 * and the AI that Gatehouse plays.
 *
 * Guards that no client gets these words: only an id counts that no key leads to, never a name.
 */
import { owner } from './attempt.js'
import { practiceId } from './practice.js'

interface CallerId {
  readonly type?: string | undefined
  readonly id?: string | undefined
}

export type OwnCaller = 'owner' | 'practice' | 'undoing'

/** Whoever sits at this computer; `desktop: tray` says where they clicked. As a caller they do nothing but undo. */
export const isDesktop = (id: string): boolean => id === 'desktop' || id.startsWith('desktop: ')

/** Which of them it is; undefined for every client. */
export const ownCaller = ({ id, type = 'user' }: CallerId): OwnCaller | undefined => {
  if (id === owner.id) return 'owner'
  if (id !== undefined && isDesktop(id) && type === 'user') return 'undoing'
  return id === practiceId ? 'practice' : undefined
}
