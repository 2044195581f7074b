/** OBS: the choices about it, and what the window shows of it. The password is in the credential store. */

export interface ObsSettings {
  readonly enabled: boolean
  /** `ws://HOST:PORT`. */
  readonly address: string
  /** Stream-safe mode turns on when a stream or a recording starts. */
  readonly streamSafe: boolean
  /** A chapter in the recording at each action of an AI. */
  readonly chapters: boolean
}

export const defaultObs: ObsSettings = {
  enabled: false,
  address: 'ws://127.0.0.1:4455',
  streamSafe: true,
  chapters: true,
}

export const obsLimits = { address: 128, password: 256 } as const

const usualPort = 4_455

/** The address as kept, from what a person typed: `192.168.1.20`, `localhost:4455`; undefined when it is none. */
export function obsAddressOf(typed: string): string | undefined {
  const text = typed.trim()
  if (text.length > obsLimits.address) return undefined
  const whole = text.includes('://') ? text : `ws://${text}`
  if (!URL.canParse(whole)) return undefined
  const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(whole)
  if (protocol !== 'ws:' || hostname === '' || username + password + search + hash !== '' || pathname !== '/')
    return undefined
  // A URL hides the usual port of its protocol: it was typed, or it is that of OBS.
  const chosen = port !== '' ? port : /:0*80\/?$/u.test(whole) ? '80' : usualPort
  return `ws://${hostname}:${chosen}`
}

/**
 * Why there is no connection. Those in `needsPerson` are not tried again until a person changes something or tries.
 *
 * `not-obs`: what answers is an OBS before 28, or another program. `other-version`: it speaks another protocol.
 * `loading`: OBS runs, but is not ready yet. `misbehaved`: it sent more, or larger, than an OBS does.
 */
export type ObsProblem =
  | 'not-running'
  | 'unknown-host'
  | 'not-allowed'
  | 'no-answer'
  | 'not-obs'
  | 'other-version'
  | 'password-needed'
  | 'wrong-password'
  | 'dismissed'
  | 'loading'
  | 'misbehaved'
  | 'lost'

export const needsPerson: ReadonlySet<ObsProblem> = new Set([
  'not-allowed',
  'other-version',
  'password-needed',
  'wrong-password',
  'dismissed',
])

export type ObsOutput = 'stream' | 'recording'

/** Stream-safe mode was to turn on by itself. `unsaved`: it could not be switched. */
export interface StreamSafeTurn {
  readonly by: ObsOutput
  /** ISO 8601. */
  readonly at: string
  readonly result: 'switched' | 'unsaved'
}

/** `unknown`: no chapter was needed yet. `too-old`: before OBS 30.2. `wrong-format`: the recording has no chapters. */
export type ChapterSupport = 'unknown' | 'works' | 'too-old' | 'wrong-format'

export type ObsConnectionState =
  | { readonly kind: 'off' }
  | { readonly kind: 'connecting' }
  /** @property retryAt ISO 8601; absent while it waits for a person */
  | { readonly kind: 'failed'; readonly problem: ObsProblem; readonly retryAt?: string }
  | {
      readonly kind: 'connected'
      /** Version of OBS. */
      readonly version: string
      readonly streaming: boolean
      readonly recording: boolean
      readonly replay: 'running' | 'stopped' | 'unavailable'
      readonly chapters: ChapterSupport
    }

export interface ObsState {
  readonly connection: ObsConnectionState
  /** The last time since the program started. */
  readonly turned?: StreamSafeTurn
  /** ISO 8601; of the last stream since the program started, also when it has ended. */
  readonly streamStartedAt?: string
  readonly hasPassword: boolean
}

/** How a request to OBS ended that did not do what it was asked. */
export type ObsRefusalKind = 'not-connected' | 'busy' | 'no-answer' | 'refused'

export type OverlayAdded =
  /** `updated`: it was there, with another address or size. `there`: nothing was to be done. */
  | {
      readonly kind: 'added' | 'updated' | 'there'
      readonly scene: string
      /** The overlay got a new address: others stopped working. */
      readonly isNewAddress: boolean
    }
  /** `elsewhere`: OBS runs on another computer. `no-browser`: this OBS has no browser source. */
  | { readonly kind: ObsRefusalKind | 'elsewhere' | 'no-browser' | 'no-overlay' }

/** `unconfirmed`: OBS accepted it, and did not say that the file is written. */
export type ReplaySaved = {
  readonly kind: ObsRefusalKind | 'saved' | 'unconfirmed' | 'not-running' | 'unavailable'
}
