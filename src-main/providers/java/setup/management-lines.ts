/**
 * Management lines: the lines of `server.properties` that enable the management protocol, for this computer only.
 *
 * Offered for 1.21.9 and later, and only together with a change for RCON, so that they never cause an extra restart.
 * Without TLS the server listens only on the loopback address. Existing settings of the owner stay unchanged.
 */
import type { PropertyChange } from '@shared/servers/java-server.js'
import { gameVersionOf, isInRange } from '../dialects/game-version.js'
import type { PropertiesText } from './properties-text.js'
import { isOn, portOf, propertyOf } from './rcon-settings.js'

/** How to reach the protocol after the server's restart. */
export interface ManagementSettings {
  /** `ws://127.0.0.1:PORT`. */
  readonly address: string
  readonly secret: string
}

/** The secret format that the game requires. */
const secretForm = /^[A-Za-z0-9]{40}$/u
/** First port to try; RCON uses lower ones. */
export const firstManagementPort = 25_585

/** Whether the lines may be offered: the version supports the protocol, and it is not enabled yet. */
export const mayOfferManagement = (text: PropertiesText, version: string | undefined): boolean =>
  version !== undefined &&
  isInRange(gameVersionOf(version) ?? [], { since: '1.21.9' }) &&
  !isOn(propertyOf(text, 'management-server-enabled'))

export function planManagement(
  text: PropertiesText,
  { port, newSecret }: { readonly port: number; readonly newSecret: string },
): { readonly changes: readonly PropertyChange[]; readonly values: Readonly<Record<string, string>> } {
  const wanted = [
    ['management-server-enabled', 'true', 'turns-management-on'],
    ['management-server-host', 'localhost', 'management-host'],
    ['management-server-port', `${port}`, 'management-port'],
    ['management-server-tls-enabled', 'false', 'management-without-tls'],
  ] as const
  const changes: PropertyChange[] = []
  const values: Record<string, string> = {}
  for (const [key, after, reason] of wanted) {
    const line = text.byKey.get(key)
    if (line?.value === after) continue
    values[key] = after
    changes.push({ key, ...(line && { line: line.number, before: line.value }), after, reason })
  }
  const key = 'management-server-secret'
  const line = text.byKey.get(key)
  if (!secretForm.test(line?.value ?? '')) {
    values[key] = newSecret
    changes.push({ key, ...(line && { line: line.number }), secret: true, reason: 'management-secret' })
  }
  return { changes, values }
}

/** Undefined unless it is enabled on the loopback address, without TLS, with a valid port and secret. */
export function managementSettings(text: PropertiesText): ManagementSettings | undefined {
  const value = (key: string) => propertyOf(text, `management-server-${key}`)
  const port = portOf(value('port'))
  const isLocal = ['', 'localhost', '127.0.0.1'].includes(value('host'))
  const isPlain = text.byKey.has('management-server-tls-enabled') && !isOn(value('tls-enabled'))
  if (!isOn(value('enabled')) || !isLocal || !isPlain || port === undefined) return undefined
  const secret = value('secret')
  return secretForm.test(secret) ? { address: `ws://127.0.0.1:${port}`, secret } : undefined
}
