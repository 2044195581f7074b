/**
 * Docker way: a server in a container, by the engine alone: no port is published and no password is stored.
 *
 * The engine is looked for again with each connection, so that it may be restarted or moved.
 */
import { stat } from 'node:fs/promises'
import type { JavaAddress, SshLogin } from '@contract/java-address.js'
import type { AddedServer, ServerSecrets } from '@shared/servers/added-server.js'
import type { Clock, Log } from '../../../../gateway/ports/runtime.js'
import type { ServerFiles, ServerWay } from '../../ports.js'
import { SshConnection } from '../ssh/ssh-connection.js'
import { dialEngine } from './dialled-engine.js'
import { DockerConsole } from './docker-console.js'
import { DockerUnavailable } from './docker-failure.js'
import { DockerFiles } from './docker-files.js'
import { DockerLog } from './docker-log.js'
import { DockerPower } from './docker-power.js'
import { DockerEngine, type InspectedContainer } from './engine.js'
import { type EngineEnvironment, engineAddressOf } from './engine-address.js'
import { asContainerProblem } from './run-program.js'
import { dataFolderOf, hostFolderOf, serverContainerOf } from './server-container.js'

export interface DockerWayOptions extends EngineEnvironment {
  readonly clock: Clock
  readonly log: Log
  /** 0 up to 1. */
  readonly chance?: () => number
  /** Opens a folder of this computer. @throws GatewayError when it cannot be used */
  readonly openLocal: (folder: string) => Promise<ServerFiles>
}

export interface DockerServer extends Pick<AddedServer, 'hostKey' | 'keyFile'>, Pick<ServerSecrets, 'login'> {
  readonly address: Extract<JavaAddress, { kind: 'docker' }>
}

export function createDockerWay({ address, login, ...pinned }: DockerServer, options: DockerWayOptions): ServerWay {
  const { clock, log, chance } = options
  const { container } = address
  let ssh: SshConnection | undefined
  const overSsh = (target: SshLogin): SshConnection => {
    const { hostKey, keyFile } = pinned
    const made = new SshConnection(
      { address: target, hostKey, keyFile, login },
      { clock, log, home: options.home, environment: options.variables, hasFiles: false, ...(chance && { chance }) },
    )
    // Not only when its own time comes.
    made.onDidOpen(() => {
      if (console.state.kind === 'offline') console.reconnect()
    })
    return made
  }
  const engine = async () => {
    const at = await engineAddressOf(address.engine, options)
    const { target } = at
    if (!('ssh' in target)) return new DockerEngine(at, clock)
    ssh ??= overSsh(target.ssh)
    const connection = ssh
    return new DockerEngine(at, clock, () => dialEngine(connection))
  }
  const shared = { clock, log, engine, container }
  const console = new DockerConsole({ ...shared, ...(chance && { chance }) })
  return {
    console: {
      get state() {
        return console.state
      },
      onDidChangeState: console.onDidChangeState,
      run: (command, limits) => console.run(command, limits),
      start: () => console.start(),
      reconnect() {
        ssh?.reconnect()
        console.reconnect()
      },
      stop: () => console.stop(),
    },
    openFiles: () => openFiles(engine, container, options),
    openLog: (reader) => new DockerLog(shared, reader),
    power: new DockerPower(shared),
    composeLines: async () => {
      const found = await (await engine()).inspect(container).catch(asContainerProblem)
      return serverContainerOf(found).missingLines
    },
    stop: async () => {
      console.stop()
      ssh?.stop()
    },
  }
}

/** The volume itself where it is a folder of this computer: it can be listed and read in ranges. */
async function openFiles(
  connect: () => Promise<DockerEngine>,
  name: string,
  { clock, openLocal }: DockerWayOptions,
): Promise<ServerFiles> {
  const engine = await connect()
  const found = await engine.inspect(name).catch(asContainerProblem)
  const folder = dataFolderOf(found)
  if (folder === undefined) throw new DockerUnavailable('no-data-folder')
  const local = engine.isLocal ? await localFolder(engine, found, folder) : undefined
  // Often only root may enter it.
  const files = local === undefined ? undefined : await openLocal(local).catch(() => undefined)
  return files ?? new DockerFiles({ engine, clock, name, container: found.Id, folder })
}

/** Undefined when the folder of that name on this computer is another one, as where Docker runs in a virtual machine. */
async function localFolder(
  engine: DockerEngine,
  found: InspectedContainer,
  folder: string,
): Promise<string | undefined> {
  const source = hostFolderOf(found, folder)
  if (source === undefined) return undefined
  const [inside, outside] = await Promise.all([
    engine.stat(found.Id, folder).catch(asContainerProblem),
    stat(source).catch(() => undefined),
  ])
  const isSame = inside && outside?.isDirectory() && Math.abs(Date.parse(inside.mtime) - outside.mtimeMs) < 1_000
  return isSame ? source : undefined
}
