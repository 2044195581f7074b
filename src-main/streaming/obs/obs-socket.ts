/**
 * OBS socket: text to and from an OBS over WebSocket.
 *
 * Enforces invariant 7: only addresses of this computer and of private networks are connected to, checked where the name
 * is resolved; frames have a size limit and a rate, and a silent link is closed. Enforces invariant 8: a reason is a word
 * of ours, never a text of the other side.
 */
import type { ObsProblem } from '@shared/streaming/obs.js'
import WebSocket from 'ws'
import type { Clock } from '../../gateway/ports/runtime.js'
import { reachOf } from '../../network/address-reach.js'
import { lookupIn, type ResolveHost, resolveHost } from '../../network/checked-host.js'
import { socketLimits } from '../../network/socket-limits.js'
import { FrameQuota } from '../../policy/limits/frame-quota.js'

/** Maximum bytes of a frame: a list of 2,000 sources has 500 KB. */
export const maxFrameBytes = 1_048_576
/** Frames per millisecond on average. An OBS sends a few a minute of those that we subscribe to. */
const frameRate = 0.2
/** Maximum unsent bytes. */
const maxUnsentBytes = 262_144
const handshakeTimeoutMs = 5_000
/** Milliseconds of silence before a ping, and after it until the link counts as lost. */
export const pingAfterMs = 30_000
export const pongWithinMs = 10_000

export interface ObsSocketEvents {
  /** @param isHere OBS runs on this computer */
  open(isHere: boolean): void
  text(text: string): void
  /** Once, as the last event. @param code of the close frame; 1006 without one */
  closed(code: number, problem: ObsProblem | undefined): void
}

export interface ObsSocket {
  send(text: string): void
  /** Drops the connection; `closed` follows. */
  close(): void
}

export type DialObs = (address: string, events: ObsSocketEvents) => ObsSocket

/** @throws never: errors are a `closed` event */
export const dialObs =
  (clock: Pick<Clock, 'after' | 'elapsed'>, resolve: ResolveHost = resolveHost): DialObs =>
  (address, events) => {
    let socket: WebSocket | undefined
    let isClosed = false
    const end = (code: number, problem: ObsProblem | undefined): void => {
      if (isClosed) return
      isClosed = true
      events.closed(code, problem)
    }
    void addressesOf(address, resolve).then((found) => {
      if (isClosed) return
      if (typeof found === 'string') return end(1_006, found)
      socket = open(address, found, { ...events, closed: end }, clock)
    })
    return {
      send(text) {
        if (socket?.readyState !== WebSocket.OPEN) return
        if (socket.bufferedAmount > maxUnsentBytes) socket.terminate()
        else socket.send(text)
      },
      close() {
        if (!socket) end(1_006, undefined)
        else if (socket.readyState === WebSocket.OPEN) {
          socket.close(1_000)
          const ending = socket
          clock.after(1_000, () => ending.terminate())
        } else socket.terminate()
      },
    }
  }

type Addresses = Awaited<ReturnType<ResolveHost>>

async function addressesOf(address: string, resolve: ResolveHost): Promise<Addresses | ObsProblem> {
  const { hostname } = new URL(address)
  const host = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
  const found = await resolve(host).catch(() => [])
  const allowed = found.filter((one) => reachOf(one.address) !== 'public')
  if (allowed.length > 0) return allowed
  return found.length === 0 ? 'unknown-host' : 'not-allowed'
}

function open(
  address: string,
  allowed: Addresses,
  events: ObsSocketEvents,
  clock: Pick<Clock, 'after' | 'elapsed'>,
): WebSocket {
  const socket = new WebSocket(address, 'obswebsocket.json', {
    ...socketLimits(maxFrameBytes),
    lookup: lookupIn(allowed),
    // One frame per turn of the event loop: a chunk with thousands of frames does not block others.
    allowSynchronousEvents: false,
    handshakeTimeout: handshakeTimeoutMs,
    followRedirects: false,
  })
  const quota = new FrameQuota(clock.elapsed(), { rate: frameRate })
  let problem: ObsProblem | undefined
  let cancelWatch = (): void => {}
  const watch = (): void => {
    cancelWatch()
    cancelWatch = clock.after(pingAfterMs, () => {
      socket.ping()
      cancelWatch = clock.after(pongWithinMs, () => socket.terminate())
    })
  }
  /** Nothing is lost: a fast sender is read more slowly. */
  const count = (bytes: number): void => {
    const decision = quota.take(bytes, clock.elapsed())
    if (decision.kind === 'pause') {
      socket.pause()
      clock.after(decision.milliseconds, () => socket.resume())
    } else if (decision.kind === 'cut') {
      problem = 'misbehaved'
      socket.terminate()
    }
  }
  socket.on('open', () => {
    watch()
    events.open(allowed.every((one) => reachOf(one.address) === 'loopback'))
  })
  socket.on('message', (data: Buffer, isBinary) => {
    watch()
    count(data.length)
    if (!isBinary) events.text(`${data}`)
  })
  for (const beat of ['ping', 'pong'] as const) {
    socket.on(beat, (data: Buffer) => {
      watch()
      count(data.length)
      if (socket.bufferedAmount > maxUnsentBytes) socket.terminate()
    })
  }
  socket.on('unexpected-response', () => {
    problem ??= 'not-obs'
    socket.terminate()
  })
  socket.on('error', (error: NodeJS.ErrnoException) => {
    problem ??= problemOf(error)
  })
  socket.on('close', (code) => {
    cancelWatch()
    events.closed(code, problem)
  })
  return socket
}

/** An OBS before 28 selects no subprotocol; another program does not speak WebSocket. */
function problemOf({ code = '', message }: NodeJS.ErrnoException): ObsProblem {
  if (code === 'ECONNREFUSED') return 'not-running'
  if (code === 'ETIMEDOUT' || message.includes('timed out')) return 'no-answer'
  if (['EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'EADDRNOTAVAIL'].includes(code)) return 'no-answer'
  if (message.includes('subprotocol') || code.startsWith('HPE_')) return 'not-obs'
  return code.startsWith('WS_ERR_') ? 'misbehaved' : 'lost'
}
