/**
 * Docker way: a server in a container, by the engine alone: no port is published and no password is stored.
 */
import { stat } from 'node:fs/promises'
import { GatewayError } from '@contract/gateway-error.js'
import type { JavaAddress } from '@contract/java-address.js'
import type { AddedServer, ServerSecrets } from '@shared/servers/added-server.js'
import type { ServerFiles, ServerWay } from '../../ports.js'
import { SshUnavailable } from '../ssh/ssh-failure.js'
import { DockerConsole } from './docker-console.js'
import { DockerUnavailable } from './docker-failure.js'
import { DockerFiles } from './docker-files.js'
import { DockerLog } from './docker-log.js'
import { DockerPower } from './docker-power.js'
import { EngineRefusal } from './engine.js'
import { EngineAccess, type EngineAccessOptions, type EnginePlace } from './engine-access.js'
import { asContainerProblem } from './run-program.js'
import { dataFolderOf, hostFolderOf, mayBeServer, type ServerContainer, serverContainerOf } from './server-container.js'

const maxContainers = 200
/** Times over SFTP are in whole seconds. */
const sameMs = 1_000

export interface DockerWayOptions extends EngineAccessOptions {
  /** Opens a folder of this computer. @throws GatewayError when it cannot be used */
  readonly openLocal: (folder: string) => Promise<ServerFiles>
}

export interface DockerServer extends Pick<AddedServer, 'hostKey' | 'keyFile'>, Pick<ServerSecrets, 'login'> {
  readonly address: Extract<JavaAddress, { kind: 'docker' }>
}

export function createDockerWay({ address, ...signIn }: DockerServer, options: DockerWayOptions): ServerWay {
  const { clock, log, chance } = options
  const { container, engine: place } = address
  const access = new EngineAccess({ engine: place, ...signIn }, options)
  const shared = { clock, log, engine: () => access.engine(), container }
  const console = new DockerConsole({ ...shared, ...(chance && { chance }) })
  // Not only when its own time comes.
  access.onDidOpen(() => {
    if (console.state.kind === 'offline') console.reconnect()
  })
  return {
    console: {
      get state() {
        return console.state
      },
      onDidChangeState: console.onDidChangeState,
      run: (command, limits) => console.run(command, limits),
      start: () => console.start(),
      reconnect() {
        access.reconnect()
        console.reconnect()
      },
      stop: () => console.stop(),
    },
    openFiles: () => openFiles(access, container, options),
    openLog: (reader) => new DockerLog(shared, reader),
    power: new DockerPower(shared),
    composeLines: async () => {
      const found = await (await access.engine()).inspect(container).catch(asContainerProblem)
      return serverContainerOf(found).missingLines
    },
    stop: async () => {
      console.stop()
      access.stop()
    },
  }
}

export interface ListedContainers {
  /** As in their addresses. */
  readonly engine?: string
  readonly containers: readonly ServerContainer[]
}

/** Containers in which a server may run, for the owner to choose from. @throws GatewayError */
export async function listContainers(place: EnginePlace, options: EngineAccessOptions): Promise<ListedContainers> {
  const access = new EngineAccess(place, options)
  try {
    const docker = await access.engine()
    const found = (await docker.containers()).slice(0, maxContainers)
    const servers: ServerContainer[] = []
    // One at a time: only what is needed of each answer is kept.
    for (const { Id: id } of found) {
      const facts = await docker.inspect(id).catch(undefinedWhenRemoved)
      if (facts && mayBeServer(facts)) servers.push(serverContainerOf(facts))
    }
    const engine = access.sshText ?? place.engine
    return { ...(engine !== undefined && { engine }), containers: servers.sort((a, b) => (a.name < b.name ? -1 : 1)) }
  } finally {
    access.stop()
  }
}

/** One that was removed meanwhile is no server. */
function undefinedWhenRemoved(error: unknown): undefined {
  if (!(error instanceof EngineRefusal && error.status === 404)) asContainerProblem(error)
}

/** The volume itself where it is a folder that can be listed, read in ranges, and written: here or over SSH. */
async function openFiles(access: EngineAccess, name: string, options: DockerWayOptions): Promise<ServerFiles> {
  const { clock, openLocal } = options
  const engine = await access.engine()
  const found = await engine.inspect(name).catch(asContainerProblem)
  const folder = dataFolderOf(found)
  if (folder === undefined) throw new DockerUnavailable('no-data-folder')
  const source = hostFolderOf(found, folder)
  const copies = new DockerFiles({ engine, clock, name, container: found.Id, folder })
  if (source === undefined) return copies
  const inside = await engine.stat(found.Id, folder).catch(asContainerProblem)
  /** Where Docker runs in a virtual machine, the folder of that name is another one. */
  const isSame = (modified: number | undefined) =>
    inside !== undefined && modified !== undefined && Math.abs(Date.parse(inside.mtime) - modified) < sameMs
  // Often only root may enter it.
  if (engine.isLocal) {
    const outside = await stat(source).catch(() => undefined)
    if (!outside?.isDirectory() || !isSame(outside.mtimeMs)) return copies
    return openLocal(source).catch(() => copies)
  }
  const remote = await access.openFolder(source).catch(undefinedWhenClosed)
  return remote && isSame((await remote.facts(''))?.modified) ? remote : copies
}

/** The user may not enter the folder, or there is no SFTP. A lost connection is an error. */
function undefinedWhenClosed(error: unknown): undefined {
  if (error instanceof SshUnavailable && error.problem === 'no-sftp') return undefined
  if (error instanceof GatewayError && `${error.details?.why}`.startsWith('folder-')) return undefined
  throw error
}
