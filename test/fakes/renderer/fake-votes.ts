/** Fake votes: the vote of viewers, without viewers. */
import { done, type HandlersOf, type Push } from './fake-handlers.js'
import type { FakeShell } from './fake-shell.js'

export function votesOf(shell: FakeShell, push: Push): HandlersOf<'votes'> {
  return {
    'votes:state': () => ({ ok: true, value: shell.votes }),
    'votes:start': ({ id }) => {
      const { seconds } = shell.votes
      shell.votes = { ...shell.votes, vote: runningVote(id, seconds) }
      push('votes:changed', shell.votes)
      return done
    },
    'votes:end': () => {
      const { vote } = shell.votes
      if (vote) shell.votes = { ...shell.votes, vote: { ...vote, result: { says: 'yes', why: 'share' } } }
      push('votes:changed', shell.votes)
      return done
    },
  }
}

/** A vote that 240 viewers took part in. */
export const runningVote = (approvalId: string, seconds = 30) => ({
  id: 'vote-1',
  approvalId,
  requestId: 'request-1',
  question: { action: 'time', choice: 'night' } as const,
  words: { yes: '!yes', no: '!no' },
  isPoll: false,
  yes: 170,
  no: 70,
  isFull: false,
  startedAt: new Date().toISOString(),
  endsAt: new Date(Date.now() + seconds * 600).toISOString(),
})
