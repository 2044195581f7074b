/** Telemetry: where traces, metrics and the log are sent, and what the window shows of it. Headers are in the credential store. */

export interface TelemetrySettings {
  readonly enabled: boolean
  /** Address of a collector (OTLP over HTTP), without `/v1/…`. Empty for that of the environment, or of this computer. */
  readonly endpoint: string
}

export const defaultTelemetry: TelemetrySettings = { enabled: false, endpoint: '' }

export const telemetryLimits = { endpoint: 512, header: 4_096 } as const

/** Where collectors on this computer listen. */
export const localCollector = 'http://127.0.0.1:4318'

/**
 * Why nothing arrives. `unreachable`: nobody listens. `no-answer`: it is too slow. `refused`: the header is missing or
 * wrong. `redirected`: it names another address, which is not followed. `rejected`: it accepts no such data, or a part.
 */
export const telemetryProblems = ['address', 'unreachable', 'no-answer', 'refused', 'redirected', 'rejected'] as const
export type TelemetryProblem = (typeof telemetryProblems)[number]

export type TelemetryState =
  | { readonly kind: 'off' }
  | {
      readonly kind: 'on'
      readonly endpoint: string
      readonly hasHeader: boolean
      /** Records that the collector has accepted since the program started, and those that it never got. */
      readonly sent: number
      readonly dropped: number
      /** Of the last attempt; absent when it succeeded. */
      readonly problem?: TelemetryProblem
    }

export type EndpointProblem = 'not-an-address' | 'unencrypted'

export type CheckedEndpoint =
  | { readonly ok: true; readonly endpoint: string }
  | { readonly ok: false; readonly problem: EndpointProblem }

/** The address as stored. Without encryption only into this computer's own networks, since a header may hold a key. */
export function checkEndpoint(typed: string): CheckedEndpoint {
  const text = typed.trim()
  const none = { ok: false, problem: 'not-an-address' } as const
  if (text === '' || text.length > telemetryLimits.endpoint || !URL.canParse(text)) return none
  const { protocol, hostname, origin, pathname, username, password, search, hash } = new URL(text)
  if ((protocol !== 'http:' && protocol !== 'https:') || hostname === '') return none
  if (username + password + search + hash !== '') return none
  if (protocol === 'http:' && !isOwnNetwork(hostname)) return { ok: false, problem: 'unencrypted' }
  return { ok: true, endpoint: origin + withoutEndSlashes(pathname) }
}

const withoutEndSlashes = (path: string): string => (path.endsWith('/') ? withoutEndSlashes(path.slice(0, -1)) : path)

const privateV4 =
  /^(?:10|127|192\.168|169\.254|172\.(?:1[6-9]|2\d|3[01]))\.|^100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\./u

/** A private address, or a name that no public server has. */
function isOwnNetwork(hostname: string): boolean {
  if (hostname.startsWith('[')) return /^\[(?:::1\]|f[cd]|fe[89ab])/u.test(hostname)
  if (/^[\d.]+$/u.test(hostname)) return privateV4.test(hostname)
  return !hostname.includes('.') || /\.(?:local|localhost|internal|lan|home\.arpa)$/u.test(hostname)
}

/** Name and value of a header from `Name: value`; undefined when it is none. */
export function headerOf(typed: string): readonly [name: string, value: string] | undefined {
  const [, name, value] =
    /^([A-Za-z0-9-]{1,128}):[ \t]*([\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?)$/u.exec(typed.trim()) ?? []
  if (name === undefined || value === undefined || typed.length > telemetryLimits.header) return undefined
  return ownHeaders.has(name.toLowerCase()) ? undefined : [name, value]
}

/** Headers that the request itself sets. */
const ownHeaders: ReadonlySet<string> = new Set([
  'host',
  'content-type',
  'content-length',
  'connection',
  'transfer-encoding',
])
