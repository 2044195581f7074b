/**
 * Overlay door: a loopback listener of its own, behind which nothing can be done.
 *
 * Guards invariant 6 and 7: only this computer reaches it, under its own names, from its own page; who brings the key
 * reads what viewers see anyway, and there is nothing that could be asked. Guards invariant 8: the key comes in a header,
 * never in an address.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { GatewayError } from '../../contract/gateway-error.js'
import type { OverlayNews } from '../../contract/overlay.js'
import type { Clock, Log } from '../../gateway/ports.js'
import { createEntrance } from '../../http/entrance.js'
import { LockOut } from '../../http/lock-out.js'
import { oneAtATime } from '../../http/one-at-a-time.js'
import { pageHeaders } from '../../http/page-headers.js'
import { quiet } from '../../http/quiet-log.js'
import { refuseInEnvelope } from '../../http/refusal.js'
import { limitConnections } from '../../network/limited-server.js'
import { type OverlayAssets, overlayPath, writeOverlayFile } from './overlay-page.js'

export interface OverlayDoorOptions {
  readonly port: number
  readonly assets: OverlayAssets
  readonly isKey: (key: string) => boolean
  /** What a page is told first. */
  readonly first: () => readonly OverlayNews[]
  /** A page came or went. */
  readonly onDidWatch: () => void
  readonly clock: Clock
  readonly log: Log
}

export interface OverlayDoor {
  readonly address: string
  /** Pages that look on. */
  readonly watching: number
  tell(news: OverlayNews): void
  /** Ends what is open: their key counts no more. */
  hangUp(): void
  close(): Promise<void>
}

const host = '127.0.0.1'
/** Milliseconds, bytes and pages. */
const limits = {
  headersMs: 5_000,
  headersBytes: 8_192,
  connections: { withoutKey: 32, waiting: 64, withKey: { each: 8, all: 8 } },
  waitingBytes: 262_144,
  beatMs: 15_000,
}

/** Listens. @throws Error when the port cannot be had */
export async function openOverlayDoor(options: OverlayDoorOptions): Promise<OverlayDoor> {
  const { assets, isKey, first, onDidWatch, clock } = options
  const log = quiet(options.log, clock)
  const server = createServer({
    headersTimeout: limits.headersMs,
    requestTimeout: limits.headersMs,
    connectionsCheckingInterval: 1_000,
    maxHeaderSize: limits.headersBytes,
  })
  const connections = limitConnections(server, limits.connections, (count) =>
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
  const entrance = createEntrance([`${host}:${port}`, `localhost:${port}`])
  const lockOut = new LockOut(clock)
  const mayServe = oneAtATime()
  const pages = new Set<ServerResponse>()

  function write(page: ServerResponse, text: string): void {
    page.write(text)
    if (page.writableLength > limits.waitingBytes) page.destroy()
  }
  const told = (news: OverlayNews): string => `data: ${JSON.stringify(news)}\n\n`

  let stopBeating = beat()
  function beat(): () => void {
    return clock.after(limits.beatMs, () => {
      for (const page of pages) write(page, ': still here\n\n')
      stopBeating = beat()
    })
  }

  function refuse(response: ServerResponse, status: number, error: GatewayError, retryAfterSeconds?: number): void {
    refuseInEnvelope(response, { status, error, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) })
  }

  function watch(request: IncomingMessage, response: ServerResponse): void {
    const { headers } = request
    const key = /^Bearer (\S{1,128})$/iu.exec(headers.authorization ?? '')?.[1]
    if (key === undefined || !isKey(key)) {
      const { milliseconds } = key === undefined ? { milliseconds: 0 } : lockOut.wrongToken()
      log.warn('an overlay page was refused', {
        reason: key === undefined ? 'it has no key' : 'its key is not the one',
      })
      if (milliseconds > 0) {
        return refuse(response, 429, new GatewayError('SYSTEM.RATE_LIMITED'), Math.ceil(milliseconds / 1_000))
      }
      return refuse(response, 401, new GatewayError('AUTH.TOKEN_INVALID', newAddress))
    }
    if (connections.admit(request.socket, 'overlay') !== 'free')
      return refuse(response, 429, new GatewayError('SYSTEM.RATE_LIMITED'), 10)
    response.writeHead(200, { ...pageHeaders, 'Content-Type': 'text/event-stream' })
    pages.add(response)
    response.once('close', () => {
      pages.delete(response)
      onDidWatch()
    })
    for (const news of first()) write(response, told(news))
    onDidWatch()
  }

  server.on('request', (request, response) => {
    if (!mayServe(request, response)) return
    const { method, url = '/', headers } = request
    const problem = entrance.problemOf(request)
    if (problem) {
      log.warn('a request was refused at the overlay door', { reason: problem.error.message })
      return refuseInEnvelope(response, problem)
    }
    const isOpened = url === overlayPath
    const site = headers['sec-fetch-site']
    if (!isOpened && site !== undefined && site !== 'same-origin') return refuse(response, 403, foreign)
    if (method !== 'GET') return refuse(response, 405, nothingHere)
    if (url === `${overlayPath}/feed`) return watch(request, response)
    if (!writeOverlayFile(url, assets, response)) refuse(response, 404, nothingHere)
  })

  const hangUp = () => {
    for (const page of pages) page.destroy()
  }
  return {
    address: `http://${host}:${port}${overlayPath}`,
    get watching() {
      return pages.size
    },
    tell(news) {
      for (const page of pages) write(page, told(news))
    },
    hangUp,
    async close() {
      stopBeating()
      hangUp()
      connections.stop()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
      log.close()
    },
  }
}

const newAddress = {
  message: 'This key does not open the overlay.',
  suggestion: 'Copy the address for OBS anew, in the settings of Gatehouse under Streaming.',
}

const foreign = new GatewayError('PROTOCOL.INVALID_REQUEST', {
  message: 'Pages of another origin may not look on.',
  suggestion: 'Open the page of the overlay itself.',
})

const nothingHere = new GatewayError('PROTOCOL.INVALID_REQUEST', {
  message: 'There is nothing at this address.',
  suggestion: `Open ${overlayPath}.`,
})
