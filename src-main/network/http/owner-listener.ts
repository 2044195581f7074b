/**
 * Owner listener: a loopback listener beside the one of AI clients, for one page or program of the owner.
 *
 * Enforces invariant 7: only from this computer, under its own names, one request of a connection at a time, with limits
 * of time, headers and connections. What a request may do is up to its `serve`.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Clock, Log } from '../../gateway/ports/runtime.js'
import type { ConnectionBudget, ConnectionLimits } from '../connection-limits.js'
import { limitConnections } from '../limited-server.js'
import { createHostOriginCheck } from './host-origin-check.js'
import { limitToOneRequest } from './one-request-limit.js'
import { refuseInEnvelope } from './refusal.js'
import { type ThrottledLog, throttleLog } from './throttled-log.js'

const host = '127.0.0.1'
/** In milliseconds and bytes. */
const limits = { headersMs: 5_000, headersBytes: 8_192 }

export interface OwnerListenerOptions {
  /** 0 for a free one. */
  readonly port: number
  readonly connections: ConnectionBudget
  readonly clock: Clock
  readonly log: Log
  /** Serves a request from this computer that no page of another origin sent. */
  readonly serve: (request: IncomingMessage, response: ServerResponse) => void
}

export interface OwnerListener {
  /** `http://127.0.0.1:PORT` */
  readonly origin: string
  readonly log: ThrottledLog
  readonly connections: ConnectionLimits<Socket>
  close(): Promise<void>
}

/** Listens. @throws Error when the port is not available */
export async function openOwnerListener(options: OwnerListenerOptions): Promise<OwnerListener> {
  const log = throttleLog(options.log, options.clock)
  const server = createServer({
    headersTimeout: limits.headersMs,
    requestTimeout: limits.headersMs,
    connectionsCheckingInterval: 1_000,
    maxHeaderSize: limits.headersBytes,
  })
  const connections = limitConnections(server, options.connections, (count) =>
    log.warn('connections without a key were closed: too many are open', { count }),
  )
  server.listen(options.port, host)
  try {
    await once(server, 'listening')
  } catch (error) {
    log.close()
    throw error
  }
  const bound = server.address()
  const port = typeof bound === 'object' && bound ? bound.port : options.port
  const originCheck = createHostOriginCheck([`${host}:${port}`, `localhost:${port}`])
  const mayServe = limitToOneRequest()
  server.on('request', (request, response) => {
    if (!mayServe(request, response)) return
    const problem = originCheck.problemOf(request)
    if (!problem) return options.serve(request, response)
    log.warn('a request was refused before its key was read', { reason: problem.error.message })
    refuseInEnvelope(response, problem)
  })
  return {
    origin: `http://${host}:${port}`,
    log,
    connections,
    async close() {
      connections.stop()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
      log.close()
    },
  }
}
