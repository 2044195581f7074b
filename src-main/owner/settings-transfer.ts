/**
 * Settings transfer: writes the portable settings into a file that the owner chooses, and reads such a file.
 *
 * Guards invariant 7: a file is bounded, and refused as a whole for any member that is not a portable setting with a
 * valid value. Reading changes nothing: the owner sees the difference, and gives a normal order to change the settings.
 */
import { open, stat } from 'node:fs/promises'
import { GatewayError } from '@contract/gateway-error.js'
import { isObject } from '@contract/json/json-object.js'
import {
  isPortable,
  isSetting,
  type PortableSettings,
  portableNames,
  type SettingsFileProblem,
} from '@shared/program/portable-settings.js'
import type { Settings } from '@shared/program/settings.js'
import { decodedText } from '@shared/text/file-encoding.js'
import { writePrivateFile } from '../storage/profile.js'

const format = 'gatehouse-settings'
const version = 1
/** Maximum bytes of a file; an exported one has about 1,000. */
export const maxSettingsFileBytes = 65_536
const maxNameLength = 64

export interface SettingsTransfer {
  /** Asks the owner for the file to write; undefined when they cancelled. */
  readonly chooseNew: () => Promise<string | undefined>
  readonly chooseExisting: () => Promise<string | undefined>
  /** Whether the owner may order this change of the settings. */
  readonly isChange: (change: unknown) => boolean
}

/** @throws GatewayError */
export function writeSettingsFile(file: string, settings: Settings): void {
  const portable = Object.fromEntries(portableNames.map((name) => [name, settings[name]]))
  try {
    writePrivateFile(file, `${JSON.stringify({ format, version, settings: portable }, null, 2)}\n`)
  } catch (error) {
    throw refused('settings-file-unwritable', `The file could not be written: ${error}`)
  }
}

/** @throws GatewayError */
export async function readSettingsFile(
  file: string,
  isChange: SettingsTransfer['isChange'],
): Promise<Partial<PortableSettings>> {
  const document = parsed(await boundedBytes(file))
  if (!isObject(document) || document.format !== format || typeof document.version !== 'number') {
    throw refused('settings-file-other', 'The file does not hold exported settings of Gatehouse.')
  }
  if (document.version > version) throw refused('settings-file-newer', 'A newer version of Gatehouse wrote the file.')
  const { format: _format, version: written, settings, ...others } = document
  if (written !== version || !isObject(settings)) {
    throw refused('settings-file-other', 'The file does not hold exported settings of Gatehouse.')
  }
  for (const name of Object.keys(others)) throw unknown(name)
  for (const [name, value] of Object.entries(settings)) {
    if (!isSetting(name)) throw unknown(name)
    if (!isPortable(name)) {
      throw refused('settings-file-left-out', `The setting ${name} is not imported from a file.`, name)
    }
    if (!isChange({ [name]: value })) {
      throw refused('settings-file-value', `The setting ${name} has a value that is not valid.`, name)
    }
  }
  return settings
}

async function boundedBytes(file: string): Promise<Buffer> {
  let bytes: Buffer
  try {
    // A pipe or a device would never end.
    if (!(await stat(file)).isFile()) throw new Error('It is not a file.')
    const handle = await open(file)
    try {
      const buffer = Buffer.alloc(maxSettingsFileBytes + 1)
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0)
      bytes = buffer.subarray(0, bytesRead)
    } finally {
      await handle.close()
    }
  } catch (error) {
    throw refused('settings-file-unreadable', `The file could not be read: ${error}`)
  }
  if (bytes.length <= maxSettingsFileBytes) return bytes
  throw refused('settings-file-too-large', `The file has more than ${maxSettingsFileBytes} bytes.`)
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(decodedText(bytes)?.text ?? '')
  } catch {
    return undefined
  }
}

const unknown = (name: string) =>
  refused('settings-file-unknown', 'The file has a member that is not a setting of Gatehouse.', name)

const refused = (reason: SettingsFileProblem, message: string, name?: string) =>
  new GatewayError('PROTOCOL.INVALID_REQUEST', {
    message,
    details: { reason, ...(name !== undefined && { name: name.slice(0, maxNameLength) }) },
  })
