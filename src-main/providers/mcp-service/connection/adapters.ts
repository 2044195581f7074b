/** Adapters: how to connect to each type of service. See docs/protocol.md#services-types. */

import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { serviceError } from '@contract/service-error.js'
import type { ServiceConfig } from '@shared/servers/service.js'
import { filled, type TextSources } from '../process/environment.js'
import type { AdapterDependencies, CommonConnectionOptions, ConnectDependencies } from './adapter-dependencies.js'
import type { Root } from './call-channels.js'
import type { Connected } from './connection.js'
import { connectEmbedded, connectStdio } from './program-adapter.js'
import { connectRemote } from './remote-adapter.js'
import { lineOf, reachesLogLevel, requestLogLevel } from './service-messages.js'

/** Starts what a configuration names, and opens a session with it. */
export type Adapter = (config: ServiceConfig, deps: AdapterDependencies, signal: AbortSignal) => Promise<Connected>

/** @throws Error when it cannot be reached; everything is cleaned up then */
export const connectService: Adapter = async (config, deps, signal) => {
  const { log, logLevel } = deps
  const connectionOptions: CommonConnectionOptions = {
    roots: rootsOf(config, deps),
    onUnclaimed: (message) => {
      if (reachesLogLevel(message, logLevel())) log.add(lineOf(message))
    },
  }
  const connected = await connectByType(config, { ...deps, connectionOptions }, signal)
  requestLogLevel(connected.client, logLevel())
  return { ...connected, logLevel, setRoots: (next) => connected.channels.setRoots(rootsOf(next, deps)) }
}

function connectByType(config: ServiceConfig, deps: ConnectDependencies, signal: AbortSignal): Promise<Connected> {
  switch (config.type) {
    case 'stdio':
      return connectStdio(config, deps, signal)
    case 'embedded':
      return connectEmbedded(config, deps, signal)
    case 'sse':
    case 'http':
      return connectRemote(config, deps, signal)
  }
}

/**
 * The folders of a configuration in the form sent to a service. @throws GatewayError 1002 for a path that is not
 * absolute
 */
function rootsOf({ roots = [] }: ServiceConfig, deps: TextSources): readonly Root[] {
  return roots.map((text) => {
    const folder = filled(text, deps)
    if (folder.startsWith('file://') && URL.canParse(folder)) {
      return { uri: folder, name: path.posix.basename(new URL(folder).pathname) }
    }
    if (!path.isAbsolute(folder)) throw serviceError(1002, { message: 'A folder in "roots" is not an absolute path.' })
    return { uri: pathToFileURL(folder).href, name: path.basename(folder) }
  })
}
