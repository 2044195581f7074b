/**
 * Home way: a server reached by RCON, with its folder where that is on this computer, and the management protocol.
 */
import type { RconTarget } from '@contract/java-address.js'
import type { AddedServer, ServerSecrets } from '@shared/servers/added-server.js'
import { ConfinedFolder } from '../../folder/confined-folder.js'
import { ManagementConnection } from '../../management/management-connection.js'
import { passwordMissing } from '../../operation-problem.js'
import type { ServerWay, WayDependencies } from '../../ports.js'
import { RconConnection } from '../../rcon/rcon-connection.js'
import { containerImageOf } from '../../setup/container-image.js'
import { rconSettings, readServerProperties } from '../../setup/rcon-settings.js'

export function createHomeWay(
  { folder, management, plainTextConfirmed }: AddedServer,
  rcon: RconTarget,
  { token, management: secret }: ServerSecrets,
  { clock, log }: WayDependencies,
): ServerWay {
  const files = folder === undefined ? {} : { openFiles: () => ConfinedFolder.open(folder) }
  const isRead = folder !== undefined && isLoopback(rcon.host)
  if (token === undefined && !isRead) return { ...files, problem: passwordMissing, stop: () => Promise.resolve() }
  const confirmed = { plainTextConfirmed: plainTextConfirmed === true }
  const currentPassword =
    folder !== undefined
      ? () => (token === undefined ? passwordIn(folder, rcon.port) : passwordOfContainer(folder))
      : undefined
  const address = { ...rcon, password: token ?? '', ...confirmed, ...(currentPassword && { currentPassword }) }
  return {
    ...files,
    console: new RconConnection(address, { clock, log }),
    ...(management &&
      secret !== undefined && {
        management: new ManagementConnection(
          {
            url: management.address,
            secret,
            ...(management.certificate !== undefined && { trust: { certificate: management.certificate } }),
            ...confirmed,
          },
          { clock, log },
        ),
      }),
    stop: () => Promise.resolve(),
  }
}

/** @throws GatewayError when the file cannot be read, or is of a server on another port */
async function passwordIn(directory: string, port: number): Promise<string> {
  const settings = rconSettings(await readServerProperties(await ConfinedFolder.open(directory)))
  if (settings.password === '' || settings.port !== port) throw passwordMissing
  return settings.password
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/u.test(host)

/** Undefined when no container writes the settings of this folder: then the stored password counts. */
async function passwordOfContainer(directory: string): Promise<string | undefined> {
  const folder = await ConfinedFolder.open(directory)
  const image = await containerImageOf(folder)
  if (!image) return undefined
  return image.password ?? (rconSettings(await readServerProperties(folder)).password || undefined)
}
