/**
 * MCSManager way: reaches a Java server at a host with MCSManager, by the key of an account.
 *
 * The console is the panel's own, so commands and the whole log need no port; files go by the daemon.
 */
import type { JavaAddress } from '@contract/java-address.js'
import { isObject } from '@contract/json/json-object.js'
import type { AddedServer, ServerSecrets } from '@shared/servers/added-server.js'
import type { Log } from '../../../../gateway/ports/runtime.js'
import { PushedLogLines } from '../../log/pushed-log-lines.js'
import type { LogReaderOptions, ServerWay, WayDependencies } from '../../ports.js'
import { panelAddressOf } from '../panel/panel-way.js'
import { StreamConsole } from '../stream/stream-console.js'
import { type McsManagerAddress, McsManagerClient, type McsManagerDeps } from './mcsmanager-client.js'
import { McsManagerUnavailable } from './mcsmanager-failure.js'
import { McsManagerFiles } from './mcsmanager-files.js'
import { McsManagerStream } from './mcsmanager-stream.js'

export interface McsManagerWayDeps extends McsManagerDeps {
  readonly log: Log
  /** 0 up to 1. */
  readonly chance?: () => number
}

export function createMcsManagerWay(
  { certificate, node, nodeCertificate }: AddedServer,
  address: Extract<JavaAddress, { readonly kind: 'mcsmanager' }>,
  { token }: ServerSecrets,
  deps: WayDependencies,
): ServerWay {
  try {
    if (token === undefined) throw new McsManagerUnavailable('key-missing')
    return mcsManagerWayOf(
      {
        address: panelAddressOf(address, certificate !== undefined),
        key: token,
        daemon: address.daemon,
        instance: address.instance,
        ...(certificate !== undefined && { certificate }),
        ...(node !== undefined && { node }),
        ...(nodeCertificate !== undefined && { nodeCertificate }),
      },
      deps,
    )
  } catch (problem) {
    if (problem instanceof McsManagerUnavailable) return { problem, stop: () => Promise.resolve() }
    throw problem
  }
}

/** @throws GatewayError for an address or key that cannot be one */
export function mcsManagerWayOf(address: McsManagerAddress, deps: McsManagerWayDeps): ServerWay {
  const { clock, log, chance, resolve } = deps
  const client = new McsManagerClient(address, deps)
  const stream = new McsManagerStream({
    client,
    clock,
    log,
    ...(resolve && { resolve }),
    ...(chance && { chance }),
  })
  const console = new StreamConsole({ stream, clock })
  const order = async (name: 'start' | 'stop' | 'restart') => {
    await client.call(name)
  }
  return {
    console,
    openLog: (reader) => new ConsoleLog(console, reader),
    openFiles: async () => {
      const files = new McsManagerFiles(client)
      await files.list('')
      return files
    },
    power: {
      state: async () => stream.power ?? 'unknown',
      start: () => order('start'),
      stop: () => order('stop'),
      restart: () => order('restart'),
    },
    stop: () => {
      stream.stop()
      client.close()
      return Promise.resolve()
    },
  }
}

/** The lines of the console, without what belongs to its terminal. */
class ConsoleLog extends PushedLogLines {
  readonly #stop: () => void

  constructor(console: StreamConsole, reader: LogReaderOptions) {
    super(reader)
    const stops = [
      console.onSkipped((count) => this.addSkipped(count)),
      console.onLine((line) => this.add(`${line}\n`)),
    ]
    this.#stop = () => {
      for (const stop of stops) stop()
    }
  }

  override close(): Promise<void> {
    this.#stop()
    return super.close()
  }
}

export interface McsManagerServer {
  readonly daemon: string
  readonly instance: string
  readonly name: string
  readonly isRunning: boolean
}

const maxServers = 500

/** The instances of an account; an administrator's own list is empty. @throws GatewayError */
export async function listMcsManagerServers(
  account: Pick<McsManagerAddress, 'address' | 'key' | 'certificate'>,
  deps: McsManagerDeps,
): Promise<readonly McsManagerServer[]> {
  const client = new McsManagerClient({ ...account, daemon: '', instance: '' }, deps)
  try {
    const answer = await client.call('account', { query: { advanced: 'true' } })
    const found = isObject(answer) && Array.isArray(answer.instances) ? (answer.instances as unknown[]) : []
    return found.slice(0, maxServers).flatMap((one) => {
      const { instanceUuid, daemonId, nickname, status } = isObject(one) ? one : {}
      if (!isId(instanceUuid) || !isId(daemonId)) return []
      const name = typeof nickname === 'string' ? nickname : instanceUuid
      return [{ daemon: daemonId, instance: instanceUuid, name, isRunning: status === 3 }]
    })
  } finally {
    client.close()
  }
}

const isId = (value: unknown): value is string => typeof value === 'string' && /^[\w-]{1,128}$/u.test(value)
