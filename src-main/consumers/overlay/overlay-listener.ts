/**
 * Overlay listener: a separate, read-only loopback listener.
 *
 * Enforces invariants 6 and 7: only from this computer, under its own names, from its own page; the key gives access to
 * what viewers see anyway, and to nothing else. Enforces invariant 8: the key comes in a header, never in a URL.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { GatewayError } from '@contract/gateway-error.js'
import type { OverlayUpdate } from '@shared/features/overlay.js'
import type { Clock, Log } from '../../gateway/ports/runtime.js'
import { LockOut } from '../../network/http/lock-out.js'
import { type OwnerListener, openOwnerListener } from '../../network/http/owner-listener.js'
import { pageHeaders } from '../../network/http/page-headers.js'
import { refuseInEnvelope } from '../../network/http/refusal.js'
import { type OverlayAssets, overlayPath, writeOverlayFile } from './overlay-page.js'

export interface OverlayListenerOptions {
  readonly port: number
  readonly assets: OverlayAssets
  readonly isKey: (key: string) => boolean
  /** The first messages to a page. */
  readonly first: () => readonly OverlayUpdate[]
  /** A page connected or disconnected. */
  readonly onDidWatch: () => void
  readonly clock: Clock
  readonly log: Log
}

export interface OverlayListener {
  readonly address: string
  /** Connected pages. */
  readonly watching: number
  sendToPages(update: OverlayUpdate): void
  /** Closes all connections: their key was revoked. */
  disconnectPages(): void
  close(): Promise<void>
}

/** In milliseconds, bytes and pages. */
const limits = {
  connections: { withoutKey: 32, waiting: 64, withKey: { each: 8, all: 8 } },
  waitingBytes: 262_144,
  beatMs: 15_000,
}

/** Listens. @throws Error when the port is not available */
export async function openOverlayListener(options: OverlayListenerOptions): Promise<OverlayListener> {
  const { assets, isKey, first, onDidWatch, clock } = options
  const lockOut = new LockOut(clock)
  const pages = new Set<ServerResponse>()

  function write(page: ServerResponse, text: string): void {
    page.write(text)
    if (page.writableLength > limits.waitingBytes) page.destroy()
  }
  const eventText = (update: OverlayUpdate): string => `data: ${JSON.stringify(update)}\n\n`

  function refuse(response: ServerResponse, status: number, error: GatewayError, retryAfterSeconds?: number): void {
    refuseInEnvelope(response, { status, error, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) })
  }

  function watch(request: IncomingMessage, response: ServerResponse, { log, connections }: OwnerListener): void {
    const { headers } = request
    const key = /^Bearer (\S{1,128})$/iu.exec(headers.authorization ?? '')?.[1]
    if (key === undefined || !isKey(key)) {
      const { milliseconds } = key === undefined ? { milliseconds: 0 } : lockOut.wrongToken()
      log.warn('an overlay page was refused', {
        reason: key === undefined ? 'it has no key' : 'its key is wrong',
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
    for (const update of first()) write(response, eventText(update))
    onDidWatch()
  }

  const listener = await openOwnerListener({
    ...options,
    connections: limits.connections,
    serve(request, response) {
      const { method, url = '/', headers } = request
      const isOpened = url === overlayPath
      const site = headers['sec-fetch-site']
      if (!isOpened && site !== undefined && site !== 'same-origin') return refuse(response, 403, foreign)
      if (method !== 'GET') return refuse(response, 405, nothingHere)
      if (url === `${overlayPath}/feed`) return watch(request, response, listener)
      if (!writeOverlayFile(url, assets, response)) refuse(response, 404, nothingHere)
    },
  })
  let stopBeating = beat()
  function beat(): () => void {
    return clock.after(limits.beatMs, () => {
      for (const page of pages) write(page, ': still here\n\n')
      stopBeating = beat()
    })
  }

  const disconnectPages = () => {
    for (const page of pages) page.destroy()
  }
  return {
    address: `${listener.origin}${overlayPath}`,
    get watching() {
      return pages.size
    },
    sendToPages(update) {
      for (const page of pages) write(page, eventText(update))
    },
    disconnectPages,
    async close() {
      stopBeating()
      disconnectPages()
      await listener.close()
    },
  }
}

const newAddress = {
  message: 'The overlay key is wrong.',
  suggestion: 'Copy the address for OBS again from the Gatehouse settings, under Streaming.',
}

const foreign = new GatewayError('PROTOCOL.INVALID_REQUEST', {
  message: 'Pages from other origins cannot show the overlay.',
  suggestion: 'Open the overlay page itself.',
})

const nothingHere = new GatewayError('PROTOCOL.INVALID_REQUEST', {
  message: 'There is nothing at this address.',
  suggestion: `Open ${overlayPath}.`,
})
