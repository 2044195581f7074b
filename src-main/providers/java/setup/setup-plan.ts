/** Setup plan: the lines of `server.properties` to change so that Gatehouse can use RCON. Pure. */
import { defaultRconPort } from '@contract/java-address.js'
import type { PropertyChange, PropertyReason } from '@shared/servers/java-server.js'
import type { PropertiesText } from './properties-text.js'
import { gamePort, isOn, misreadLines, portOf, propertyOf, rconSettings } from './rcon-settings.js'

export interface SetupInput {
  /** Used when the file has no password. */
  readonly newPassword: string
  /** Ports in use on this computer, with the name of the server that uses it where known. */
  readonly takenPorts?: ReadonlyMap<number, string | undefined>
}

export interface PlannedLines {
  readonly changes: readonly PropertyChange[]
  /** Key → value to write; holds the password. */
  readonly values: Readonly<Record<string, string>>
  readonly rconPort: number
}

/** Ports tried after the default one. */
const maxPorts = 1_000

/** Minimum length of a password to keep. Shorter ones can be guessed, because RCON does not limit attempts. */
const minPasswordLength = 8

export function planSetup(text: PropertiesText, { newPassword, takenPorts = new Map() }: SetupInput): PlannedLines {
  const now = rconSettings(text)
  const changes: PropertyChange[] = []
  const values: Record<string, string> = {}
  const change = (key: string, after: string, rest: Omit<PropertyChange, 'key' | 'line' | 'before' | 'after'>) => {
    const line = text.byKey.get(key)
    values[key] = after
    changes.push({
      key,
      ...(line && { line: line.number }),
      ...(line && !rest.secret && { before: line.value }),
      ...(!rest.secret && { after }),
      ...rest,
    })
  }
  const isRconOn = isOn(propertyOf(text, 'enable-rcon'))
  const misread = misreadLines(text)
  const reasonFor = (key: string, otherwise: PropertyReason): PropertyReason => {
    const why = misread.find((line) => line.key === key)?.why
    return why === undefined ? otherwise : why === 'space' ? 'space-at-end' : 'byte-order-mark'
  }
  if (!isRconOn) change('enable-rcon', 'true', { reason: reasonFor('enable-rcon', 'turns-rcon-on') })
  const own = ownPorts(text)
  const isFree = (port: number) => !own.has(port) && !takenPorts.has(port)
  const wanted = now.enabled ? now.port : portOf(propertyOf(text, 'rcon.port'))
  // When RCON is already on it uses its port itself, so a used port proves nothing.
  const mayStay = wanted !== undefined && (now.enabled ? !own.has(wanted) : isFree(wanted))
  const rconPort = mayStay ? wanted : freePort(isFree)
  if (wanted === undefined) change('rcon.port', `${rconPort}`, { reason: reasonFor('rcon.port', 'sets-port') })
  else if (wanted !== rconPort) {
    const takenBy = takenPorts.get(wanted) ?? own.get(wanted)
    change('rcon.port', `${rconPort}`, { reason: 'port-is-taken', ...(takenBy !== undefined && { takenBy }) })
  }
  if (now.password.length < minPasswordLength) {
    change('rcon.password', newPassword, { reason: 'sets-password', secret: true })
  }
  return { changes, values, rconPort }
}

/** Ports that this server uses for something else, with the key that sets it. */
export function ownPorts(text: PropertiesText): ReadonlyMap<number, string> {
  const own = new Map<number, string>([[gamePort(text), 'server-port']])
  if (isOn(propertyOf(text, 'enable-query'))) own.set(portOf(propertyOf(text, 'query.port')) ?? 25_565, 'query.port')
  const management = portOf(propertyOf(text, 'management-server-port'))
  if (isOn(propertyOf(text, 'management-server-enabled')) && management !== undefined) {
    own.set(management, 'management-server-port')
  }
  return own
}

function freePort(isFree: (port: number) => boolean): number {
  for (let port = defaultRconPort; port < defaultRconPort + maxPorts; port++) if (isFree(port)) return port
  return defaultRconPort
}
