/**
 * Build progress: how far the build of a call is, for its caller, in fixed words: no names of players, no places.
 */
import { assertNever } from '@contract/assert-never.js'
import type { BuildState, BuildWait } from '@shared/build/build-state.js'
import type { CallProgress } from '../ports/calls.js'
import type { ServerBuilds } from '../ports/provider.js'

/** @returns stops it */
export function followBuild(
  builds: ServerBuilds,
  requestId: string,
  onProgress: (progress: CallProgress) => void,
): () => void {
  return builds.onDidChange(() => {
    const state = builds.list().find(({ id }) => id === requestId)
    if (state) onProgress(progressOf(state))
  })
}

export const progressOf = (state: BuildState): CallProgress => ({
  done: state.done,
  total: state.total,
  message: messageOf(state),
})

function messageOf({ phase, waitsFor, done, total }: BuildState): string {
  if (waitsFor) return waits[waitsFor.why]
  const blocks = `${done.toLocaleString('en')} of ${total.toLocaleString('en')} blocks`
  switch (phase) {
    case 'running':
    case 'waiting':
      return done === 0 ? 'Preparing the build.' : `Building: ${blocks}.`
    case 'paused':
      return 'A person paused the build.'
    case 'stopped':
      return `The build was stopped after ${blocks}.`
    case 'failed':
      return `The build failed after ${blocks}.`
    case 'done':
      return `Built ${blocks}.`
    case 'undoing':
      return 'The build is being undone.'
    case 'undone':
      return 'The build was undone.'
    default:
      return assertNever(phase)
  }
}

const waits: Readonly<Record<BuildWait['why'], string>> = {
  player: 'Waiting until no player stands in the way.',
  'slow-server': 'Waiting until the server is fast enough again.',
  offline: 'Waiting until the server is connected.',
  elsewhere: 'Waiting until the server is connected.',
  'other-world': 'Waiting until the world of the build is open.',
  halted: 'Waiting until a person resumes AI.',
}
