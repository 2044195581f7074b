/** Adapters: how each type of service is reached. Specification 5, section 2.1. */
import { randomUUID } from 'node:crypto'
import os from 'node:os'
import type { ServiceConfig, StdioServiceConfig } from '../../../contract/service.js'
import { serviceError } from '../../../contract/service-error.js'
import { filled, filledAll, inheritedFrom, type TextSources } from '../process/environment.js'
import type { LogTail } from '../process/log-tail.js'
import { programOf } from '../process/program.js'
import { markName, ServiceProcess } from '../process/service-process.js'
import { type Connected, connect } from './connection.js'
import { StdioTransport } from './stdio-transport.js'

export interface AdapterParts extends TextSources {
  readonly log: LogTail
  /** Stands in the environment of every process of this profile's services. */
  readonly mark: string
  readonly guard: (pid: number) => () => void
}

/** Starts what a configuration names, and begins a session with it. */
export type Adapter = (config: ServiceConfig, parts: AdapterParts, signal: AbortSignal) => Promise<Connected>

/** @throws Error when it cannot be reached; nothing is left of it then */
export const connectService: Adapter = (config, parts, signal) => {
  switch (config.type) {
    case 'stdio':
      return connectStdio(config, parts, signal)
    default:
      throw serviceError(2001, { message: `Services of type "${config.type}" cannot be started yet.` })
  }
}

async function connectStdio(config: StdioServiceConfig, parts: AdapterParts, signal: AbortSignal): Promise<Connected> {
  const { environment, log, mark, guard } = parts
  const cwd = config.cwd === undefined ? os.homedir() : filled(config.cwd, parts)
  const program = programOf(filled(config.command, parts), { environment, cwd })
  const process = await ServiceProcess.start({
    file: program.file,
    args: [...program.args, ...config.args.map((argument) => filled(argument, parts))],
    env: {
      ...inheritedFrom(environment),
      ...filledAll(config.env ?? {}, parts),
      [markName]: `${mark}:${randomUUID()}`,
    },
    cwd,
    log,
    guard,
  })
  const { framing } = config
  const transport = new StdioTransport({ process, log, ...(framing && { framing }) })
  try {
    const client = await connect({ transport, signal })
    return { client, close: () => transport.close() }
  } catch (thrown) {
    await transport.close()
    if (process.exit !== '' && !signal.aborted) {
      throw serviceError(2001, { message: `The program ended while it started (${process.exit}).`, cause: thrown })
    }
    throw thrown
  }
}
