/**
 * Agent socket: text to and from an agent over `ws:` or `wss:`, with limits. See docs/protocol.md#agents-connection.
 *
 * An agent that floods us, or reads nothing, affects only itself; over `wss:` nothing is sent before the certificate is
 * verified.
 */

import type { Socket } from 'node:net'
import { maxFrameBytes } from '@contract/frames.js'
import { GatewayError } from '@contract/gateway-error.js'
import { dialledAddress } from '@contract/server-address.js'
import { FairTurns } from '@shared/turns.js'
import WebSocket from 'ws'
import type { Clock } from '../../gateway/ports/runtime.js'
import { type CertificateTrust, checkedConnection } from '../../network/certificate-check.js'
import { socketLimits } from '../../network/socket-limits.js'
import { FrameQuota } from '../../policy/limits/frame-quota.js'

/** Connection timeout in milliseconds. */
const handshakeTimeoutMs = 10_000
/** Milliseconds for the agent's close frame. */
const closingTimeoutMs = 500
/** Cheap frames of one chunk are handled together, so that their effects are sent together. */
const maxFramesOfTurn = 32
/** Maximum unread bytes. */
const maxUnreadBytes = 4 * maxFrameBytes

export interface SocketOptions extends CertificateTrust {
  readonly address: string
  readonly clock: Clock
}

export interface AgentSocketEvents {
  open(): void
  /** A frame arrived; empty when it was no text. */
  text(text: string): void
  ended(error: GatewayError): void
}

export class AgentSocket {
  readonly #socket: WebSocket
  readonly #clock: Clock
  readonly #quota: FrameQuota
  readonly #events: AgentSocketEvents
  #giveUp: () => void = () => {}
  #cancelPause: () => void = () => {}
  readonly #turns: FairTurns
  #hasWaitingFrames = false
  #isOverQuota = false
  /** Below the WebSocket, once there is one. */
  #stream: Socket | undefined
  #isCorked = false
  #closed = false

  /** @throws GatewayError when the address cannot be dialled at all */
  constructor(options: SocketOptions, events: AgentSocketEvents) {
    this.#clock = options.clock
    this.#events = events
    this.#quota = new FrameQuota(options.clock.elapsed())
    this.#turns = new FairTurns({
      most: maxFramesOfTurn,
      now: () => options.clock.elapsed(),
      onWaiting: (waits) => {
        this.#hasWaitingFrames = waits
        this.#pauseOrResume()
      },
    })
    const address = dialledAddress(options.address)
    this.#socket = new WebSocket(address, {
      ...socketLimits(maxFrameBytes),
      handshakeTimeout: handshakeTimeoutMs,
      followRedirects: false,
      ...checkedConnection(address, options, (giveUp) => {
        this.#giveUp = giveUp
      }),
    })
    this.#socket.on('open', () => events.open())
    this.#socket.on('message', (data, isBinary) => this.#receive(data as Buffer, isBinary))
    // After the frames that came before it.
    this.#socket.on('error', (error) => this.#turns.run(() => events.ended(connectionError(error))))
    this.#socket.on('close', () => this.#turns.run(() => events.ended(new GatewayError('SYSTEM.SERVICE_UNAVAILABLE'))))
    this.#socket.on('upgrade', ({ socket }) => {
      this.#stream = socket
    })
  }

  /** False, and nothing is sent, when the agent has too many unread bytes. */
  send(text: string): boolean {
    if (this.#socket.bufferedAmount > maxUnreadBytes) return false
    this.#corkForTurn()
    this.#socket.send(text)
    return true
  }

  /** Frames of one turn are sent in one write. */
  #corkForTurn(): void {
    const stream = this.#stream
    if (this.#isCorked || !stream) return
    this.#isCorked = true
    stream.cork()
    process.nextTick(() => {
      this.#isCorked = false
      stream.uncork()
    })
  }

  /** Closes the connection, with a timeout. Later frames are dropped. */
  close(code: number): void {
    this.#closed = true
    this.#giveUp()
    this.#cancelPause()
    this.#turns.clear()
    if (this.#socket.readyState !== WebSocket.OPEN) return this.#socket.terminate()
    this.#socket.resume()
    this.#socket.close(code)
    const cancel = this.#clock.after(closingTimeoutMs, () => this.#socket.terminate())
    this.#socket.once('close', cancel)
  }

  #receive(data: Buffer, isBinary: boolean): void {
    if (this.#closed) return
    const verdict = this.#quota.take(data.length, this.#clock.elapsed())
    if (verdict.kind === 'cut') return this.#events.ended(flood)
    if (verdict.kind === 'pause' && !this.#isOverQuota) {
      this.#isOverQuota = true
      this.#pauseOrResume()
      this.#cancelPause = this.#clock.after(verdict.milliseconds, () => {
        this.#isOverQuota = false
        this.#pauseOrResume()
      })
    }
    this.#turns.run(() => {
      if (!this.#closed) this.#events.text(isBinary ? '' : data.toString())
    })
  }

  #pauseOrResume(): void {
    if (this.#closed) return
    if (this.#hasWaitingFrames || this.#isOverQuota) this.#socket.pause()
    else this.#socket.resume()
  }
}

const flood = new GatewayError('PROTOCOL.INVALID_RESPONSE', {
  message: 'The Minecraft server sends too much data, so Gatehouse disconnected it.',
})

function connectionError(error: Error & { code?: string }): GatewayError {
  if (error instanceof GatewayError) return error
  if (error.code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH') {
    return new GatewayError('PROTOCOL.INVALID_RESPONSE', {
      message: `The Minecraft server sent a message larger than ${maxFrameBytes} bytes.`,
    })
  }
  return new GatewayError('SYSTEM.SERVICE_UNAVAILABLE', { details: { reason: error.message } })
}

/** Intervals without any frame until the agent is degraded, and until it is offline. */
const missedBeats = { degraded: 2, gone: 3 }

interface HeartbeatEvents {
  beat(): void
  /** Whether heartbeats are missing. */
  quiet(missing: boolean): void
  gone(): void
}

/** Sends heartbeats to an agent, and detects its silence. See docs/protocol.md#agents-heartbeat. */
export class HeartbeatMonitor {
  readonly #clock: Clock
  readonly #interval: number
  readonly #events: HeartbeatEvents
  #receivedAt: number
  #cancel: () => void = () => {}

  /** Sends one at once, then every `interval` milliseconds. */
  constructor(clock: Clock, interval: number, events: HeartbeatEvents) {
    this.#clock = clock
    this.#interval = interval
    this.#events = events
    this.#receivedAt = clock.elapsed()
    this.#beat(this.#receivedAt)
  }

  /** A frame arrived, of any kind. */
  received(): void {
    this.#receivedAt = this.#clock.elapsed()
  }

  stop(): void {
    this.#cancel()
  }

  /** @param due scheduled time; a late timer of ours says nothing about the agent's silence */
  #beat(due: number): void {
    const now = this.#clock.elapsed()
    if (now - due > this.#interval / 2) this.#receivedAt = now
    const silence = now - this.#receivedAt
    if (silence >= this.#interval * missedBeats.gone) return this.#events.gone()
    this.#cancel = this.#clock.after(this.#interval, () => this.#beat(now + this.#interval))
    this.#events.quiet(silence >= this.#interval * missedBeats.degraded)
    this.#events.beat()
  }
}
