/** RCON settings: reads ports, RCON and management settings from `server.properties`, the way the server does. */
import { defaultRconPort } from '@contract/java-address.js'
import type { ConfinedFolder } from '../folder/confined-folder.js'
import { folderError } from '../folder/folder-problem.js'
import { type PropertiesText, readProperties } from './properties-text.js'

export const propertiesFile = 'server.properties'

/** Maximum bytes of the file. */
const longest = 32 * 1024

export interface RconSettings {
  readonly enabled: boolean
  readonly port: number
  /** Empty: the server does not start RCON. */
  readonly password: string
  /** Paper's `rcon.ip`, else `server-ip`; empty means every address of this computer. */
  readonly host: string
}

/** @throws GatewayError when the file is missing, unreadable or invalid for Java */
export async function readServerProperties(folder: ConfinedFolder): Promise<PropertiesText> {
  const text = readProperties(await folder.read(propertiesFile, longest))
  if (text.brokenLine !== undefined) {
    throw folderError('damaged', propertiesFile, { detail: `line ${text.brokenLine}` })
  }
  return text
}

export function rconSettings(text: PropertiesText): RconSettings {
  return {
    enabled: isOn(propertyOf(text, 'enable-rcon')),
    port: portOf(propertyOf(text, 'rcon.port')) ?? defaultRconPort,
    password: propertyOf(text, 'rcon.password'),
    host: propertyOf(text, 'rcon.ip') || propertyOf(text, 'server-ip'),
  }
}

/** Port on which players join. */
export const gamePort = (text: PropertiesText): number => portOf(propertyOf(text, 'server-port')) ?? 25_565

export const propertyOf = (text: PropertiesText, key: string): string => text.byKey.get(key)?.value ?? ''

/** Vanilla accepts only `true`, in any case. */
export const isOn = (value: string): boolean => value.trim().toLowerCase() === 'true'

/** Undefined where the server would use its default. */
export function portOf(value: string): number | undefined {
  const port = /^\+?[0-9]{1,5}$/u.test(value.trim()) ? Number(value) : Number.NaN
  return port >= 1 && port <= 65_535 ? port : undefined
}
