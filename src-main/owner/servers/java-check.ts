/**
 * Java check: tests the connection to one Java server once, before or after it is added, and explains why it fails.
 *
 * Enforces invariant 8: passwords are compared here; only the result of the comparison is returned. Only a few trials of
 * new addresses run at once: a compromised window cannot scan the network.
 */
import { GatewayError } from '@contract/gateway-error.js'
import { isJavaAddress, parseRconAddress } from '@contract/java-address.js'
import type { AddedServer, ServerSecrets } from '@shared/servers/added-server.js'
import type { JavaFinding } from '@shared/servers/java-finding.js'
import type { Clock, Log } from '../../gateway/ports/runtime.js'
import { diagnoseJavaServer } from '../../providers/java/doctor/java-doctor.js'
import type { FolderFacts } from '../../providers/java/doctor/java-facts.js'
import { ConfinedFolder } from '../../providers/java/folder/confined-folder.js'
import { gamePort, misreadLines, rconSettings, readServerProperties } from '../../providers/java/setup/rcon-settings.js'

export interface JavaCheckDependencies {
  readonly serverOf: (id: string) => AddedServer | undefined
  /** Never sent to a page. */
  readonly secretsOf: (server: AddedServer) => ServerSecrets
  readonly clock: Clock
  readonly log: Log
}

/** Empty when everything works. Rejects with a GatewayError when there is no such Java server. */
export function createJavaCheck({ serverOf, secretsOf, clock, log }: JavaCheckDependencies) {
  return async (id: string): Promise<readonly JavaFinding[]> => {
    const server = serverOf(id)
    if (!server || !isJavaAddress(server.address)) throw new GatewayError('PROTOCOL.SERVER_NOT_FOUND')
    const { host, port } = parseRconAddress(server.address)
    const { token: password, management: secret } = secretsOf(server)
    const folder = server.folder === undefined ? undefined : await folderFacts(server.folder, password)
    return diagnoseJavaServer(
      {
        host,
        port,
        password,
        ...(server.plainTextConfirmed && { plainTextConfirmed: true }),
        ...(server.management && { management: managementOf(server, server.management, secret) }),
        ...(folder && { folder }),
      },
      { clock, log },
    )
  }
}

/** Maximum concurrent trials. */
const maxTrials = 2

export interface JavaTrial {
  readonly address: string
  readonly token: string
  /** The password may cross a public network unencrypted. */
  readonly plainTextConfirmed?: true
}

/** Tests a server that is not added yet; empty when everything works. Rejects with a GatewayError for a wrong address. */
export function createJavaTrial({ clock, log }: Pick<JavaCheckDependencies, 'clock' | 'log'>) {
  let running = 0
  return async ({ address, token, plainTextConfirmed }: JavaTrial): Promise<readonly JavaFinding[]> => {
    const { host, port } = parseRconAddress(address)
    if (running >= maxTrials) throw new GatewayError('SYSTEM.RATE_LIMITED')
    running += 1
    try {
      const target = { host, port, password: token, ...(plainTextConfirmed && { plainTextConfirmed }) }
      return await diagnoseJavaServer(target, { clock, log })
    } finally {
      running -= 1
    }
  }
}

const managementOf = (
  { plainTextConfirmed }: AddedServer,
  { address, certificate }: NonNullable<AddedServer['management']>,
  secret: string | undefined,
) => ({
  url: address,
  secret,
  ...(certificate !== undefined && { trust: { certificate } }),
  ...(plainTextConfirmed && { plainTextConfirmed: true }),
})

/** Undefined when the folder cannot be read; the connection itself can still be tested. */
async function folderFacts(directory: string, known: string | undefined): Promise<FolderFacts | undefined> {
  try {
    const text = await readServerProperties(await ConfinedFolder.open(directory))
    const { enabled, port, password } = rconSettings(text)
    return {
      rconOn: enabled,
      rconPort: port,
      gamePort: gamePort(text),
      misread: misreadLines(text),
      password: password === '' ? 'empty' : password === known ? 'same' : 'different',
    }
  } catch {
    return undefined
  }
}
