/**
 * Container image: recognizes the data folder of `itzg/minecraft-server`, which writes `server.properties` from
 * variables at each start, with a random RCON password unless the owner chose one.
 *
 * Signs: `.rcon-cli.env`, which the image writes while RCON is on, and the first line of the `eula.txt` that it writes.
 */
import type { ServerFiles } from '../ports.js'

export interface ContainerImage {
  /** The RCON password of the last start; undefined while RCON is off, and when only the image can read the file. */
  readonly password?: string
}

const passwordFile = '.rcon-cli.env'
const eulaHeader = '# Generated via Docker'
const maxBytes = 4_096

/** Undefined when the folder does not belong to the image. Never rejects. */
export async function containerImageOf(folder: ServerFiles): Promise<ContainerImage | undefined> {
  if (await folder.facts(passwordFile)) {
    const password = passwordIn(await textOf(folder, passwordFile))
    return { ...(password !== undefined && { password }) }
  }
  return (await textOf(folder, 'eula.txt')).startsWith(eulaHeader) ? {} : undefined
}

/** `password=…`, unquoted, to the end of its line. */
function passwordIn(text: string): string | undefined {
  const line = text.split('\n').find((one) => one.startsWith('password='))
  return line?.slice('password='.length).replace(/\r$/u, '') || undefined
}

const textOf = async (folder: ServerFiles, file: string): Promise<string> =>
  (await folder.readIfThere(file, maxBytes).catch(() => undefined))?.toString('utf8') ?? ''
