/**
 * Endpoint file: contains the address of the running gateway, for programs of the same user.
 *
 * The gateway writes it to its profile, readable only by its owner, and deletes it on exit. Readers send the token
 * only to a loopback address, so a forged or damaged file cannot redirect it.
 */

/** The address and the token of a running gateway. */
export interface GatewayEndpoint {
  /** `http://127.0.0.1:PORT`, without a path. */
  readonly endpoint: string
  readonly token: string
  readonly pid: number
}

/** The file name in the profile. */
export const endpointFileName = 'gateway.json'

/** The endpoint in the text of the file; undefined when any part of it is invalid. */
export const parseEndpoint = (text: string): GatewayEndpoint | undefined => {
  const content = jsonObject(text)
  if (content === undefined) return undefined
  const { endpoint, token, pid } = content
  const origin = loopbackOrigin(endpoint)
  if (origin === undefined || !isHeaderSafe(token) || !isProcessId(pid)) return undefined
  return { endpoint: origin, token, pid }
}

/**
 * The default profile.
 *
 * @param platform as in `process.platform`
 * @param env as in `process.env`: on Linux an absolute `XDG_CONFIG_HOME`, on Windows `APPDATA`
 * @param home the user's home folder
 */
export const defaultProfile = (
  platform: string,
  env: Readonly<Record<string, string | undefined>>,
  home: string,
): string => {
  if (platform === 'win32') return `${env.APPDATA || `${home}\\AppData\\Roaming`}\\Gatehouse`
  if (platform === 'darwin') return `${home}/Library/Application Support/Gatehouse`
  const config = env.XDG_CONFIG_HOME
  return `${config?.startsWith('/') ? config.replace(/(?<!\/)\/+$/u, '') : `${home}/.config`}/Gatehouse`
}

const jsonObject = (text: string): Record<string, unknown> | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

const loopbackOrigin = (value: unknown): string | undefined => {
  if (typeof value !== 'string' || !URL.canParse(value)) return undefined
  const url = new URL(value)
  const bare =
    url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '' && url.password === ''
  const loopback = url.hostname === '127.0.0.1' || url.hostname === '[::1]'
  return url.protocol === 'http:' && bare && loopback ? url.origin : undefined
}

const isHeaderSafe = (value: unknown): value is string => typeof value === 'string' && /^[\x21-\x7e]+$/.test(value)

const isProcessId = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0
