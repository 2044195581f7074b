/** Ways: how each kind of address is reached. No other code asks where a server runs. */
import { homedir } from 'node:os'
import { GatewayError } from '@contract/gateway-error.js'
import { type JavaAddress, type JavaAddressKind, javaAddressText, parseJavaAddress } from '@contract/java-address.js'
import type { AddedServer, ServerSecrets } from '@shared/servers/added-server.js'
import type { ListedPlace, PlaceToList } from '@shared/servers/server-way.js'
import { cleanText } from '../../../policy/text/untrusted-text.js'
import { ConfinedFolder } from '../folder/confined-folder.js'
import type { ServerWay, WayDependencies } from '../ports.js'
import { createDockerWay, listContainers } from './docker/docker-way.js'
import type { EngineEnvironment } from './docker/engine-address.js'
import { createHomeWay } from './home/home-way.js'
import { createMcsManagerWay, listMcsManagerServers } from './mcsmanager/mcsmanager-way.js'
import { createPanelWay, listPanelServers, panelAddressOf } from './panel/panel-way.js'
import { createSshWay } from './ssh/ssh-way.js'

/** Starts nothing. @param address of the server, parsed */
type CreateWay<Kind extends JavaAddressKind> = (
  added: AddedServer,
  address: Extract<JavaAddress, { readonly kind: Kind }>,
  secrets: ServerSecrets,
  deps: WayDependencies,
) => ServerWay

/** @throws GatewayError when the address is not one */
export function wayOf(added: AddedServer, secrets: ServerSecrets, deps: WayDependencies): ServerWay {
  const address = parseJavaAddress(added.address)
  const create = ways[address.kind] as CreateWay<JavaAddressKind>
  return create(added, address, secrets, deps)
}

/** The servers that a panel or Docker lists, for the owner to choose one. @throws GatewayError */
export async function listPlaces(place: PlaceToList, deps: WayDependencies): Promise<readonly ListedPlace[]> {
  switch (place.kind) {
    case 'docker': {
      const { engine, containers } = await listContainers(place, { ...engineEnvironment(), ...deps })
      return containers.map(({ name, image, state }) => ({
        address: javaAddressText({ kind: 'docker', container: name, ...(engine !== undefined && { engine }) }),
        name: cleanText(name, 64),
        detail: cleanText(image, 128),
        isRunning: state === 'running',
      }))
    }
    case 'pterodactyl': {
      const { at, account } = panelOf(place)
      return (await listPanelServers(account, deps)).map(({ name, uuid, nodeName }) => ({
        address: javaAddressText({ kind: 'pterodactyl', ...at, server: uuid }),
        name: cleanText(name, 64),
        detail: cleanText(nodeName, 128),
      }))
    }
    case 'mcsmanager': {
      const { at, account } = panelOf(place)
      return (await listMcsManagerServers(account, deps)).map(({ name, daemon, instance, isRunning }) => ({
        address: javaAddressText({ kind: 'mcsmanager', ...at, daemon, instance }),
        name: cleanText(name, 64),
        isRunning,
      }))
    }
  }
}

/** @throws GatewayError when it is not the address of a panel */
function panelOf({ kind, panel, key, certificate }: Extract<PlaceToList, { readonly panel: string }>) {
  const address = parseJavaAddress(kind === 'pterodactyl' ? `${kind}://${panel}/x` : `${kind}://${panel}/x/y`)
  if (address.kind === 'rcon' || address.kind === 'docker') throw new GatewayError('PROTOCOL.INVALID_REQUEST')
  const at = { host: address.host, port: address.port }
  const account = {
    address: panelAddressOf(at, certificate !== undefined),
    key,
    ...(certificate !== undefined && { certificate }),
  }
  return { at, account }
}

const engineEnvironment = (): EngineEnvironment => ({
  variables: process.env,
  home: homedir(),
  platform: process.platform,
})

/** Functions of our own: the build loads the modules of a way with its first server (`scripts/build.mjs`). */
const ways: { readonly [Kind in JavaAddressKind]: CreateWay<Kind> } = {
  rcon: createHomeWay,
  docker: ({ hostKey, keyFile }, address, { login }, { clock, log }) =>
    createDockerWay(
      {
        address,
        ...(hostKey !== undefined && { hostKey }),
        ...(keyFile !== undefined && { keyFile }),
        ...(login !== undefined && { login }),
      },
      { ...engineEnvironment(), clock, log, openLocal: (folder) => ConfinedFolder.open(folder) },
    ),
  pterodactyl: (...server) => createPanelWay(...server),
  ssh: (...server) => createSshWay(...server),
  sftp: (...server) => createSshWay(...server),
  mcsmanager: (...server) => createMcsManagerWay(...server),
}
