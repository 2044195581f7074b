/** Updates: the state of program updates, as shown to a person. */

/** Why this copy is not updated. */
export type NoUpdates =
  /** Started from source. */
  | 'development'
  /** No address for releases is configured. */
  | 'nowhere'
  /** Unpacked from an archive, or installed manually. */
  | 'unpacked'

export type UpdateState =
  | { readonly kind: 'impossible'; readonly why: NoUpdates }
  /** No check was made yet. */
  | { readonly kind: 'idle' }
  | { readonly kind: 'checking' }
  | { readonly kind: 'current'; readonly at: string }
  /** There is a newer version, which the package manager of the system installs. */
  | { readonly kind: 'by-hand'; readonly version: string }
  | { readonly kind: 'downloading'; readonly version: string; readonly percent: number }
  /** A restart installs it; `waitsFor` is set when a person requested the restart and it is delayed. */
  | { readonly kind: 'ready'; readonly version: string; readonly waitsFor?: RestartObstacle }
  | { readonly kind: 'failed'; readonly why: UpdateFailure }

/** What delays a restart. */
export type RestartObstacle = 'questions' | 'calls'

export type UpdateFailure =
  /** The update server was not reachable. */
  | 'unreachable'
  /** The response is not a list of releases. */
  | 'unreadable'
  /** The download does not match the announced release and was deleted. */
  | 'not-genuine'
  | 'other'

/** Whether an address is only a placeholder: `.example` is reserved (RFC 2606). */
export function isPlaceholder(address: string): boolean {
  try {
    return new URL(address).hostname.split('.').at(-1) === 'example'
  } catch {
    return true
  }
}

export const releasePageOf = (address: string): string | undefined => (isPlaceholder(address) ? undefined : address)

/**
 * The download page of releases; undefined while the address is a placeholder, like the one in `electron-builder.yml`.
 */
export const releasePage = releasePageOf('https://gatehouse.example/releases')
