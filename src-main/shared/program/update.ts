/** Updates: what a person sees about newer versions of the program. */

/** Why this copy is not updated. */
export type NoUpdates =
  /** Started from its source. */
  | 'development'
  /** Nobody has said yet where releases are. */
  | 'nowhere'
  /** Unpacked from an archive, or installed manually. */
  | 'unpacked'

export type UpdateState =
  | { readonly kind: 'impossible'; readonly why: NoUpdates }
  /** Nothing was asked yet. */
  | { readonly kind: 'idle' }
  | { readonly kind: 'checking' }
  | { readonly kind: 'current'; readonly at: string }
  /** There is one, and the system's packages have to bring it. */
  | { readonly kind: 'by-hand'; readonly version: string }
  | { readonly kind: 'downloading'; readonly version: string; readonly percent: number }
  /** A restart brings it; `waitsFor` when a person has asked for that and something is still going on. */
  | { readonly kind: 'ready'; readonly version: string; readonly waitsFor?: RestartObstacle }
  | { readonly kind: 'failed'; readonly why: UpdateFailure }

/** What delays a restart. */
export type RestartObstacle = 'questions' | 'calls'

export type UpdateFailure =
  /** Not reached. */
  | 'unreachable'
  /** What was there is no list of releases. */
  | 'unreadable'
  /** What was downloaded is not what was announced, and was thrown away. */
  | 'not-genuine'
  | 'other'

/** Whether an address only stands for one that nobody has chosen yet: `.example` belongs to nobody (RFC 2606). */
export function isPlaceholder(address: string): boolean {
  try {
    return new URL(address).hostname.split('.').at(-1) === 'example'
  } catch {
    return true
  }
}

export const releasePageOf = (address: string): string | undefined => (isPlaceholder(address) ? undefined : address)

/**
 * Where a person downloads a release; none while this is a placeholder, as is the address in `electron-builder.yml`.
 */
export const releasePage = releasePageOf('https://gatehouse.example/releases')
