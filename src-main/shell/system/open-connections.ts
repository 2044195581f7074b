/** Opens connections: the locations of configuration files on this computer, and the programs that open them. */
import { homedir, hostname } from 'node:os'
import type { AddedGateway } from '@shared/remote/gateway.js'
import { app, clipboard, shell } from 'electron'
import type { Composed } from '../../compose/composed.js'
import { nodeRuntimeOf } from '../../compose/node-runtime.js'
import { Connections, homeOf } from '../../connect/connections.js'
import { storeLaunchFiles } from '../../connect/launch-files.js'
import type { Log } from '../../gateway/ports/runtime.js'
import { type OrderRemotely, openRemoteConnections } from '../../owner/gateways/remote-connections.js'
import { systemClock } from '../../storage/system-clock.js'

export interface OpenConnectionsOptions {
  readonly composed: Composed
  readonly profile: string
  /** Folder of the built programs. */
  readonly dist: string
  readonly log: Log
}

export async function openConnections({ composed, profile, dist, log }: OpenConnectionsOptions): Promise<Connections> {
  const { clients, gateway, connectedClients, refusals, httpListener, portTaken, announce } = composed
  const computer = thisComputer({ profile, dist })
  const { program } = computer
  const connections = new Connections({
    ...computer,
    connectedClients,
    refusals,
    known: () => clients.known(),
    keys: clients,
    panic: () => gateway.panic.state,
    httpEndpoint: { address: `${httpListener.endpoint}/mcp`, ...(portTaken !== undefined && { taken: portTaken }) },
    announce,
  })
  try {
    await storeLaunchFiles(program)
  } catch (error) {
    log.warn('how to start this program could not be saved: bundles cannot start it', { error: `${error}` })
  }
  return connections
}

/** AI clients of this computer at a gateway on another one. @throws Error when the profile cannot be written */
export const connectElsewhere = (
  gateway: AddedGateway,
  order: OrderRemotely,
  places: Pick<OpenConnectionsOptions, 'profile' | 'dist'>,
): ReturnType<typeof openRemoteConnections> =>
  openRemoteConnections({
    ...thisComputer(places),
    gateway,
    computer: hostname(),
    order,
    copy: async (text) => clipboard.writeText(text),
  })

const thisComputer = ({ profile, dist }: Pick<OpenConnectionsOptions, 'profile' | 'dist'>) => ({
  program: {
    ...nodeRuntimeOf(dist),
    executable: process.execPath,
    profile,
    env: process.env,
    isPackaged: app.isPackaged,
  },
  home: homeOf(homedir()),
  now: () => systemClock.now(),
  openFile: (file: string) => shell.openPath(file),
  showFile: (file: string) => shell.showItemInFolder(file),
  openLink: (link: string) => shell.openExternal(link),
})
