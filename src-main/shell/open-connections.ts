/** Connections of this computer: where its programs keep their files, and what opens them. */
import { homedir } from 'node:os'
import { app, shell } from 'electron'
import type { Composed } from '../compose.js'
import { Connections, homeOf } from '../connect/connections.js'
import type { Log } from '../gateway/ports.js'
import { systemClock } from '../storage/system-clock.js'

export interface OpenConnectionsOptions {
  readonly composed: Composed
  readonly profile: string
  /** Folder of the built programs. */
  readonly dist: string
  readonly log: Log
}

export async function openConnections({ composed, profile, dist, log }: OpenConnectionsOptions): Promise<Connections> {
  const { clients, gateway, guests, refusals, door, portTaken, announce } = composed
  const connections = new Connections({
    program: { executable: process.execPath, dist, profile, env: process.env, isPackaged: app.isPackaged },
    home: homeOf(homedir()),
    now: () => systemClock.now(),
    guests,
    refusals,
    known: () => clients.known(),
    keys: clients,
    panic: () => gateway.panic.state,
    door: { address: `${door.endpoint}/mcp`, ...(portTaken !== undefined && { taken: portTaken }) },
    announce,
    openFile: (file) => shell.openPath(file),
    showFile: (file) => shell.showItemInFolder(file),
  })
  try {
    await connections.leaveWord()
  } catch (error) {
    log.warn('how to start this program could not be written down: bundles cannot start it', { error: `${error}` })
  }
  return connections
}
