/**
 * MCSManager way: reaches a Java server at a host with MCSManager, by the key of an account.
 *
 * The console is the panel's own, so commands and the whole log need no port; files go by the daemon.
 */
import type { Log } from '../../../../gateway/ports/runtime.js'
import type { ServerWay } from '../../ports.js'
import { PanelLog } from '../panel/panel-log.js'
import { StreamConsole } from '../stream/stream-console.js'
import { type McsManagerAddress, McsManagerClient, type McsManagerDeps } from './mcsmanager-client.js'
import { McsManagerFiles } from './mcsmanager-files.js'
import { McsManagerStream } from './mcsmanager-stream.js'

export interface McsManagerWayDeps extends McsManagerDeps {
  readonly log: Log
  /** 0 up to 1. */
  readonly chance?: () => number
}

/** @throws GatewayError for an address or key that cannot be one */
export function createMcsManagerWay(address: McsManagerAddress, deps: McsManagerWayDeps): ServerWay {
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
    openLog: (reader) => new PanelLog(stream, console.onLine, reader),
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
