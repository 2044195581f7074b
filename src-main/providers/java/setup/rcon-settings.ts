/**
 * RCON settings: reads ports, RCON and management settings from `server.properties`, the way the server does.
 *
 * The server trims nothing: `Boolean.valueOf` and `Integer.parseInt` get the whole value, also a space at its end. A
 * number that cannot be parsed is the default. Before 1.20 the file is Latin-1, whatever its bytes are.
 */
import { defaultRconPort } from '@contract/java-address.js'
import { gameVersionOf, isInRange } from '../dialects/game-version.js'
import { folderError } from '../folder/folder-problem.js'
import { softwareOf } from '../folder/server-software.js'
import type { ServerFiles } from '../ports.js'
import { type PropertiesText, readProperties } from './properties-text.js'

export const propertiesFile = 'server.properties'

/** Maximum bytes of the file. */
const longest = 32 * 1024

export interface RconSettings {
  /** Whether the server starts RCON, if it has a password. */
  readonly enabled: boolean
  readonly port: number
  /** Empty: the server does not start RCON. */
  readonly password: string
  /** Paper's `rcon.ip`, else `server-ip`; empty means every address of this computer. */
  readonly host: string
}

/** @throws GatewayError when the file is missing, unreadable or invalid for Java */
export async function readServerProperties(folder: ServerFiles): Promise<PropertiesText> {
  const bytes = await folder.read(propertiesFile, longest)
  let text = readProperties(bytes)
  const isAscii = bytes.every((byte) => byte < 0x80)
  if (!isAscii && text.encoding === 'utf-8' && (await isBeforeUtf8(folder))) text = readProperties(bytes, 'latin-1')
  if (text.brokenLine !== undefined) {
    throw folderError('damaged', propertiesFile, { detail: `line ${text.brokenLine}` })
  }
  return text
}

async function isBeforeUtf8(folder: ServerFiles): Promise<boolean> {
  const version = gameVersionOf((await softwareOf(folder)).version ?? '')
  return version !== undefined && isInRange(version, { before: '1.20' })
}

export function rconSettings(text: PropertiesText): RconSettings {
  const port = rconPort(text)
  return {
    enabled: isOn(propertyOf(text, 'enable-rcon')) && port !== undefined,
    port: port ?? defaultRconPort,
    password: propertyOf(text, 'rcon.password'),
    host: propertyOf(text, 'rcon.ip') || propertyOf(text, 'server-ip'),
  }
}

/** Undefined for a number that is no port: the server then does not start RCON. */
export function rconPort(text: PropertiesText): number | undefined {
  const port = javaInteger(propertyOf(text, 'rcon.port')) ?? defaultRconPort
  return isPort(port) ? port : undefined
}

/** Port on which players join. */
export const gamePort = (text: PropertiesText): number => portOf(propertyOf(text, 'server-port')) ?? 25_565

export const propertyOf = (text: PropertiesText, key: string): string => text.byKey.get(key)?.value ?? ''

/** `Boolean.valueOf`: only `true`, in any case. */
export const isOn = (value: string): boolean => value.toLowerCase() === 'true'

/** `Integer.parseInt`; undefined where it throws, so that the server uses its default. ASCII digits only. */
export function javaInteger(value: string): number | undefined {
  const number = /^[+-]?[0-9]{1,64}$/u.test(value) ? Number(value) : Number.NaN
  return number >= -(2 ** 31) && number < 2 ** 31 ? number : undefined
}

/** Undefined where the server would use its default, and for a number that is no port. */
export function portOf(value: string): number | undefined {
  const port = javaInteger(value)
  return port !== undefined && isPort(port) ? port : undefined
}

const isPort = (port: number): boolean => port >= 1 && port <= 65_535

/** Why the server does not read a line as it looks. */
export interface MisreadLine {
  readonly key: string
  /** `space`: spaces at the end of the value. `mark`: a byte-order mark before the key, which then is another key. */
  readonly why: 'space' | 'mark'
}

/** Keys that Gatehouse needs; the value of the strict ones is a number, or on or off. */
const neededKeys = ['rcon.password', 'rcon.ip', 'server-ip', 'level-name']
const strictKeys = ['enable-rcon', 'rcon.port', 'server-port', 'management-server-enabled', 'management-server-port']

/** Lines that the server reads otherwise than a person does. */
export function misreadLines(text: PropertiesText): readonly MisreadLine[] {
  const spaced = strictKeys.filter((key) => {
    const value = propertyOf(text, key)
    return value !== value.trim() && (isOn(value.trim()) || javaInteger(value.trim()) !== undefined)
  })
  const first = text.lines[0]?.key ?? ''
  const marked = byteOrderMarks.flatMap((mark) => (first.startsWith(mark) ? [first.slice(mark.length)] : []))
  return [
    ...spaced.map((key) => ({ key, why: 'space' as const })),
    ...marked
      .filter((key) => [...strictKeys, ...neededKeys].includes(key) && !text.byKey.has(key))
      .map((key) => ({ key, why: 'mark' as const })),
  ]
}

/** In UTF-8, and the same bytes in Latin-1. */
const byteOrderMarks = ['\ufeff', '\u00ef\u00bb\u00bf']
