/**
 * Panel way: reaches a Java server at a host with Pterodactyl or Pelican, by the key of an account.
 *
 * The console is the panel's own, so commands and the whole log need no port; files, power and backups go by its API.
 */
import type { Log } from '../../../../gateway/ports/runtime.js'
import type { Power, PowerState, ServerWay } from '../../ports.js'
import { StreamConsole } from '../stream/stream-console.js'
import {
  type PanelServer,
  type PanelServerDetails,
  serverDetailsIn,
  serversIn,
  stateIn,
  ticketIn,
} from './panel-answers.js'
import type { PanelBackupTerms } from './panel-backups.js'
import { type PanelAccount, PanelClient, type PanelDeps } from './panel-client.js'
import { PanelFiles } from './panel-files.js'
import { PanelLog } from './panel-log.js'
import { PanelStream } from './panel-stream.js'

export interface PanelAddress extends PanelAccount {
  /** UUID: Pelican knows no other, and Pterodactyl trims the paths of files by the short one. */
  readonly server: string
  /** `host` or `host:port` of the node, when the owner accepted it. */
  readonly node?: string
  /** SHA-256 fingerprint of the node's certificate, when a person trusted it. */
  readonly nodeCertificate?: string
}

export interface PanelWayDeps extends PanelDeps {
  readonly log: Log
  /** 0 up to 1. */
  readonly chance?: () => number
}

export interface PanelWay extends ServerWay {
  /** The panel's own backups. */
  readonly backups: PanelBackupTerms
  readonly client: PanelClient
}

/** @throws GatewayError for an address or key that cannot be one */
export function createPanelWay(address: PanelAddress, deps: PanelWayDeps): PanelWay {
  const { clock, log, chance, resolve } = deps
  const { server, node, nodeCertificate } = address
  const client = new PanelClient(address, deps)
  const terms = { client, server, node, nodeCertificate, clock, ...(resolve && { resolve }) }
  const stream = new PanelStream(terms, { clock, log, ...(chance && { chance }) })
  const console = new StreamConsole({ stream, clock })
  const opened: PanelFiles[] = []
  return {
    client,
    console,
    openLog: (reader) => new PanelLog(stream, console.onLine, reader),
    openFiles: async () => {
      const files = new PanelFiles(terms)
      opened.push(files)
      await files.list('')
      return files
    },
    power: powerOf(client, server, () => stream.power),
    backups: { client, server, clock },
    stop: () => {
      stream.stop()
      for (const files of opened) files.close()
      client.close()
      return Promise.resolve()
    },
  }
}

/** The console knows the state at once; the panel's own answer may be twenty seconds old. */
function powerOf(client: PanelClient, server: string, known: () => PowerState | undefined): Power {
  const order = async (name: 'start' | 'stop' | 'restart') => {
    await client.json(name, { server, json: { signal: name } })
  }
  return {
    state: async (signal) => known() ?? stateIn(await client.json('resources', { server, ...(signal && { signal }) })),
    start: () => order('start'),
    stop: () => order('stop'),
    restart: () => order('restart'),
  }
}

/** The servers that an account sees, for choosing one. @throws GatewayError */
export async function listPanelServers(account: PanelAccount, deps: PanelDeps): Promise<readonly PanelServer[]> {
  const client = new PanelClient(account, deps)
  try {
    const servers: PanelServer[] = []
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const found = serversIn(await client.json('listServers', { query: { page: `${page}`, per_page: '100' } }))
      servers.push(...found.servers)
      pages = found.pages
    }
    return servers
  } finally {
    client.close()
  }
}

export interface PanelServerOffer extends PanelServerDetails {
  /** `host:port` of the node, for the owner to accept; absent without the right to the console. */
  readonly node?: string
}

/** One server with what its account may do, and the address of its node. @throws GatewayError */
export async function describePanelServer(
  account: PanelAccount,
  server: string,
  deps: PanelDeps,
): Promise<PanelServerOffer> {
  const client = new PanelClient(account, deps)
  try {
    const details = serverDetailsIn(await client.json('viewServer', { server }))
    if (details.obstacle || details.missing.includes('websocket.connect')) return details
    const { socket } = ticketIn(await client.json('ticket', { server: details.uuid }))
    return { ...details, node: socket.host }
  } finally {
    client.close()
  }
}
