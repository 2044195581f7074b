/**
 * Panel way: reaches a Java server at a host with Pterodactyl or Pelican, by the key of an account.
 *
 * The console is the panel's own, so commands and the whole log need no port; files and the state go by its API.
 */
import type { JavaAddress } from '@contract/java-address.js'
import type { AddedServer, ServerSecrets } from '@shared/servers/added-server.js'
import type { PowerState } from '@shared/servers/server-way.js'
import { reachOf } from '../../../../network/address-reach.js'
import { PushedLogLines } from '../../log/pushed-log-lines.js'
import type { LogLines, LogReaderOptions, Power, ServerWay, WayDependencies } from '../../ports.js'
import { StreamConsole } from '../stream/stream-console.js'
import { checkPanelActivity } from './panel-activity.js'
import { type PanelServer, type PanelServerDetails, serverDetailsIn, stateIn, ticketIn } from './panel-answers.js'
import { hostBackupsOf, type PanelBackupTerms } from './panel-backups.js'
import { type PanelAccount, PanelClient, type PanelDeps } from './panel-client.js'
import { PanelUnavailable } from './panel-failure.js'
import { PanelFiles } from './panel-files.js'
import { PanelStream } from './panel-stream.js'

export interface PanelTarget extends PanelAccount {
  /** UUID, or the short identifier of a server. */
  readonly server: string
  /** `host` or `host:port` of the node, when the owner accepted it. */
  readonly node?: string
}

export interface PanelWayDeps extends PanelDeps, WayDependencies {
  /** 0 up to 1. */
  readonly chance?: () => number
}

export interface PanelWay extends ServerWay {
  /** The panel's own backups. */
  readonly backups?: PanelBackupTerms
}

export function createPanelWay(
  { certificate, node, nodeCertificate }: AddedServer,
  address: Extract<JavaAddress, { readonly kind: 'pterodactyl' }>,
  { token }: ServerSecrets,
  deps: WayDependencies,
): PanelWay {
  if (token === undefined) return withProblem(new PanelUnavailable('key-missing'))
  const target = {
    address: panelAddressOf(address, certificate !== undefined),
    key: token,
    server: address.server.toLowerCase(),
    ...(certificate !== undefined && { certificate }),
    ...(node !== undefined && { node }),
    ...(nodeCertificate !== undefined && { nodeCertificate }),
  }
  try {
    return panelWayOf(target, deps)
  } catch (error) {
    if (error instanceof PanelUnavailable) return withProblem(error)
    throw error
  }
}

const withProblem = (problem: PanelUnavailable): PanelWay => ({ problem, stop: () => Promise.resolve() })

/** A panel on this computer may have no certificate. */
export function panelAddressOf(
  { host, port }: { readonly host: string; readonly port: number },
  hasCertificate: boolean,
): string {
  const isHere = host === 'localhost' || reachOf(host) === 'loopback'
  const scheme = isHere && port !== 443 && !hasCertificate ? 'http' : 'https'
  return `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** @throws GatewayError for an address or key that cannot be one */
export function panelWayOf(target: PanelTarget, deps: PanelWayDeps): PanelWay {
  const { clock, log, chance, resolve } = deps
  const { server, node } = target
  const client = new PanelClient(target, deps)
  const terms = { client, server, node, clock, ...(resolve && { resolve }) }
  const stream = new PanelStream(terms, { clock, log, ...(chance && { chance }) })
  const console = new StreamConsole({ stream, clock })
  const opened: PanelFiles[] = []
  return {
    console,
    commandLimit: () => client.budget.commandLimit,
    openLog: (reader) => new PanelLog(stream, console, reader),
    openFiles: async () => {
      const files = new PanelFiles(terms)
      opened.push(files)
      await files.list('')
      return files
    },
    power: powerOf(client, server, () => stream.power),
    queue: {
      now() {
        const { waiting, waitingMs } = client.budget.waitingOf(server)
        return waiting === 0 ? undefined : { requests: waiting, seconds: Math.ceil(waitingMs / 1_000) }
      },
      onDidChange: (listener) => client.budget.onDidChangeWaiting((changed) => changed.server === server && listener()),
    },
    backups: { client, server, clock },
    hostBackups: hostBackupsOf({ client, server, clock }),
    checkKeyUse: () => checkPanelActivity(client, server),
    stop: () => {
      stream.stop()
      for (const files of opened) files.close()
      client.close()
      return Promise.resolve()
    },
  }
}

/** The lines of the console, without what belongs to its terminal. */
class PanelLog extends PushedLogLines {
  readonly #stream: PanelStream
  readonly #stop: () => void
  #hasEarlier = false

  constructor(stream: PanelStream, console: StreamConsole, reader: LogReaderOptions) {
    super(reader)
    this.#stream = stream
    const stops = [
      console.onSkipped((count) => this.addSkipped(count)),
      console.onLine((line) => {
        this.#addEarlier()
        this.add(`${line}\n`)
      }),
    ]
    this.#stop = () => {
      for (const stop of stops) stop()
    }
  }

  get isBehind(): boolean {
    return this.#stream.isBehind
  }

  override poll(): ReturnType<LogLines['poll']> {
    this.#addEarlier()
    return super.poll()
  }

  override close(): Promise<void> {
    this.#stop()
    return super.close()
  }

  #addEarlier(): void {
    const { earlier } = this.#stream
    if (this.#hasEarlier || earlier === undefined) return
    this.#hasEarlier = true
    this.add(earlier.map((line) => `${line}\n`).join(''), true)
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
    return await client.servers()
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
