/** Opens connections: the locations of configuration files on this computer, and the programs that open them. */
import { homedir } from 'node:os'
import { app, shell } from 'electron'
import type { Composed } from '../../compose/composed.js'
import { nodeRuntimeOf } from '../../compose/node-runtime.js'
import { Connections, homeOf } from '../../connect/connections.js'
import { storeLaunchFiles } from '../../connect/launch-files.js'
import type { Log } from '../../gateway/ports/runtime.js'
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
  const program = {
    ...nodeRuntimeOf(dist),
    executable: process.execPath,
    profile,
    env: process.env,
    isPackaged: app.isPackaged,
  }
  const connections = new Connections({
    program,
    home: homeOf(homedir()),
    now: () => systemClock.now(),
    connectedClients,
    refusals,
    known: () => clients.known(),
    keys: clients,
    panic: () => gateway.panic.state,
    httpEndpoint: { address: `${httpListener.endpoint}/mcp`, ...(portTaken !== undefined && { taken: portTaken }) },
    announce,
    openFile: (file) => shell.openPath(file),
    showFile: (file) => shell.showItemInFolder(file),
    openLink: (link) => shell.openExternal(link),
  })
  try {
    await storeLaunchFiles(program)
  } catch (error) {
    log.warn('how to start this program could not be saved: bundles cannot start it', { error: `${error}` })
  }
  return connections
}
