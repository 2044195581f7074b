/**
 * Own callers: the two that are no client, told in our own words: the person at this window, and the AI that Gatehouse plays.
 *
 * Guards that no client gets these words: only an id counts that no key leads to, never a name.
 */
import { owner } from './attempt.js'
import { practiceId } from './practice.js'

export type OwnCaller = 'owner' | 'practice'

/** Which of the two it is; undefined for every client. */
export const ownCaller = ({ id }: { readonly id?: string | undefined }): OwnCaller | undefined => {
  if (id === owner.id) return 'owner'
  return id === practiceId ? 'practice' : undefined
}
