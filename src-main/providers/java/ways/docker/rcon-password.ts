/** RCON password of the last start, from the data folder of a container. Never stored, never shown. */
import type { ServerFiles } from '../../ports.js'
import { readProperties } from '../../setup/properties-text.js'
import { propertiesFile, rconSettings } from '../../setup/rcon-settings.js'

const passwordFile = '.rcon-cli.env'
const start = 'password='
const maxBytes = 32 * 1024

/** Undefined when RCON is off. @throws GatewayError when the files cannot be read */
export async function currentPassword(files: ServerFiles): Promise<string | undefined> {
  const written = await files.readIfThere(passwordFile, maxBytes)
  const line = written?.toString('utf8').split('\n')[0]?.trimEnd()
  if (line?.startsWith(start)) return line.slice(start.length)
  const properties = await files.readIfThere(propertiesFile, maxBytes)
  const settings = properties && rconSettings(readProperties(properties))
  return settings?.enabled ? settings.password || undefined : undefined
}
