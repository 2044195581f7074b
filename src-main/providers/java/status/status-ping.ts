/** Status ping: requests the server list entry of a Minecraft server, with timeouts and bounded memory. */

import type { LookupAddress } from 'node:dns'
import { connect } from 'node:net'
import { GatewayError } from '@contract/gateway-error.js'
import type { Clock } from '../../../gateway/ports/runtime.js'
import { lookupIn } from '../../../network/checked-host.js'
import { listingOf, type ServerListing } from './server-listing.js'
import {
  MalformedStatus,
  pingRequest,
  pongId,
  type StatusPacket,
  StatusReader,
  statusId,
  statusRequest,
  textOf,
} from './status-packets.js'

export interface StatusTarget {
  readonly host: string
  readonly port: number
  /** Verified addresses of the host; resolved by the system when omitted. */
  readonly addresses?: readonly LookupAddress[]
}

export interface StatusOptions {
  readonly clock: Clock
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
}

export interface ServerStatusReport extends ServerListing {
  readonly latencyMs: number
}

/** `details.reason` of the error. `not-minecraft`: another protocol responds; `closed`: status may be disabled. */
export type StatusProblem = 'no-connection' | 'no-response' | 'closed' | 'not-minecraft'

const messages: Readonly<Record<StatusProblem, string>> = {
  'no-connection': 'Nothing accepts connections at this address and port.',
  'no-response': 'The server did not send its status in time.',
  closed: 'The server closed the connection instead of sending its status.',
  'not-minecraft': 'The program at this port is not a Minecraft server.',
}

const timeoutMs = 5_000
/** Timeout in milliseconds of the ping after the status; the status is valid without it. */
const pingTimeoutMs = 1_000

const failure = (reason: StatusProblem, cause?: unknown): GatewayError =>
  new GatewayError(reason === 'not-minecraft' ? 'PROTOCOL.INVALID_RESPONSE' : 'SYSTEM.SERVICE_UNAVAILABLE', {
    message: messages[reason],
    suggestion: 'Check the address and the port that players use to join.',
    details: { reason },
    cause,
  })

/** @throws GatewayError with a `StatusProblem` as `details.reason` */
export function pingStatus(target: StatusTarget, options: StatusOptions): Promise<ServerStatusReport> {
  const { host, port, addresses } = target
  const { clock, signal } = options
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, ...(addresses && { lookup: lookupIn(addresses) }) })
    const reader = new StatusReader()
    /** The status so far; the ping that follows measures the latency better. */
    let report: ServerStatusReport | undefined
    let sentAt = clock.elapsed()
    let silence: StatusProblem = 'no-connection'
    const end = (problem: StatusProblem, cause?: unknown) => {
      stop()
      signal?.removeEventListener('abort', abort)
      socket.destroy()
      if (report) resolve(report)
      else reject(failure(problem, cause))
    }
    const abort = () => end('no-response')
    let stop = clock.after(options.timeoutMs ?? timeoutMs, () => end(silence))
    const send = (bytes: Buffer) => {
      sentAt = clock.elapsed()
      socket.write(bytes)
    }
    const take = ({ id, body }: StatusPacket) => {
      const latencyMs = clock.elapsed() - sentAt
      if (report) {
        if (id === pongId) report = { ...report, latencyMs }
        return end('closed')
      }
      const listing = id === statusId ? listingOf(textOf(body)) : undefined
      if (!listing) return end('not-minecraft')
      report = { ...listing, latencyMs }
      stop()
      stop = clock.after(pingTimeoutMs, () => end('no-response'))
      send(pingRequest())
    }
    signal?.addEventListener('abort', abort, { once: true })
    socket.setNoDelay(true)
    socket.on('connect', () => {
      silence = 'no-response'
      send(statusRequest(host, port))
    })
    socket.on('error', (error) => end(silence === 'no-connection' ? 'no-connection' : 'closed', error))
    socket.on('close', () => end('closed'))
    socket.on('data', (chunk) => {
      try {
        for (const packet of reader.add(chunk)) if (!socket.destroyed) take(packet)
      } catch (error) {
        if (!(error instanceof MalformedStatus)) throw error
        end('not-minecraft', error)
      }
    })
    if (signal?.aborted) abort()
  })
}
