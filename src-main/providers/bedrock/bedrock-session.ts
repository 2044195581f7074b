/**
 * Bedrock session: one WebSocket connection of a game, before and after acceptance. See
 * docs/protocol.md#bedrock-connection.
 *
 * Enforces invariant 7: a connection before acceptance has a small budget of bytes and frames; after it the rate is
 * bounded, and excess events are dropped and counted. Our own messages are never reported as a player's.
 */

import { isScriptPiece } from '@contract/bedrock-script.js'
import { GatewayError } from '@contract/gateway-error.js'
import WebSocket from 'ws'
import { Emitter } from '../../gateway/ports/emitter.js'
import type { Clock, Log } from '../../gateway/ports/runtime.js'
import { oneLine } from '../../policy/console-command/one-line.js'
import { FrameQuota } from '../../policy/limits/frame-quota.js'
import { isOwnMessage, maxCommandBytes } from './command-text.js'
import type { BedrockChat, BedrockEvent, BedrockReply, BedrockRunOptions } from './link.js'
import { type KeyOffer, offerKey, type StreamCipher } from './wire/encryption.js'
import { EventLimit } from './wire/event-limit.js'
import { commandFrame, encryptFrame, readFrame, subscribeFrame, unsubscribeFrame } from './wire/frame.js'
import { PendingCommands } from './wire/pending-commands.js'

/** Maximum frames and bytes of a connection before acceptance; with more, it is closed. */
const maxUnregisteredFrames = 500
const maxUnregisteredBytes = 262_144
const maxUnregisteredFrameBytes = 16_384
/** 3,000 frames and 768 KiB per second: many times what a game sends, but cheap to decrypt and parse. */
const acceptedQuota = { rate: 3, bytesAFrame: 256 } as const
const pingEveryMs = 30_000
/** Milliseconds for a response when another connection could be the same game. */
const pongTimeoutMs = 2_000
/** Milliseconds for the response to `ws:encrypt`; older games send none. */
const encryptTimeoutMs = 3_000
/** Maximum unread bytes. */
const maxUnreadBytes = 1_048_576
const droppedReportMs = 60_000

export interface BedrockSessionDependencies {
  readonly clock: Clock
  readonly log: Log
}

export class BedrockSession {
  readonly #socket: WebSocket
  readonly #deps: BedrockSessionDependencies
  readonly #pending: PendingCommands
  readonly #quota: FrameQuota
  readonly #events: EventLimit
  readonly #onDidChat = new Emitter<BedrockChat>()
  readonly #onDidReceive = new Emitter<BedrockEvent>()
  readonly #onDidClose = new Emitter<void>()
  readonly #onDidPong = new Emitter<void>()
  #cipher: StreamCipher | undefined
  #exchange: { readonly requestId: string; readonly offer: KeyOffer } | undefined
  #isAccepted = false
  #hasResponded = false
  #isClosed = false
  #isAlive = true
  #frames = 0
  #bytes = 0
  #stopPings = () => {}
  #stopPause = () => {}
  #stopReport: (() => void) | undefined

  readonly onDidChat = this.#onDidChat.on
  readonly onDidReceive = this.#onDidReceive.on
  readonly onDidClose = this.#onDidClose.on

  constructor(socket: WebSocket, deps: BedrockSessionDependencies) {
    this.#socket = socket
    this.#deps = deps
    this.#pending = new PendingCommands(deps.clock)
    this.#quota = new FrameQuota(deps.clock.elapsed(), acceptedQuota)
    this.#events = new EventLimit(deps.clock.elapsed())
    socket.on('message', (data, isBinary) => this.#receive(data as Buffer, isBinary))
    socket.on('pong', () => {
      this.#isAlive = true
      this.#onDidPong.emit()
    })
    socket.on('error', () => socket.terminate())
    socket.on('close', () => this.#ended())
    this.#schedulePing()
  }

  get isEncrypted(): boolean {
    return this.#cipher !== undefined
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Whether it has ever responded to a command, as every game does. */
  get hasResponded(): boolean {
    return this.#hasResponded
  }

  /** The budget before acceptance no longer applies. */
  accept(): void {
    this.#isAccepted = true
  }

  /** Offers encryption. @returns whether the game accepted it; false also without a response */
  async encrypt(): Promise<boolean> {
    const offer = await offerKey()
    if (this.#isClosed) return false
    const send = () => {
      const frame = encryptFrame(offer.body)
      this.#exchange = { requestId: frame.requestId, offer }
      return this.#send(frame)
    }
    await this.#pending.run(send, { timeoutMs: encryptTimeoutMs }).catch(() => undefined)
    this.#exchange = undefined
    return this.isEncrypted
  }

  /** @throws GatewayError, see `BedrockLink` */
  async run(commandLine: string, options?: BedrockRunOptions): Promise<BedrockReply> {
    oneLine(commandLine)
    const bytes = Buffer.byteLength(commandLine)
    if (bytes > maxCommandBytes) throw tooLong(bytes)
    return this.#pending.run(() => this.#send(commandFrame(commandLine)), options)
  }

  subscribe(eventName: string): void {
    this.#send(subscribeFrame(eventName))
  }

  unsubscribe(eventName: string): void {
    this.#send(unsubscribeFrame(eventName))
  }

  /** Closes the connection unless the game responds soon. */
  async check(): Promise<void> {
    if (this.#isClosed || this.#socket.readyState !== WebSocket.OPEN) return this.close()
    this.#socket.ping()
    const isAnswered = await new Promise<boolean>((resolve) => {
      const ends = [
        this.#deps.clock.after(pongTimeoutMs, () => end(false)),
        this.#onDidPong.on(() => end(true)),
        this.#onDidClose.on(() => end(false)),
      ]
      const end = (value: boolean): void => {
        for (const stop of ends) stop()
        resolve(value)
      }
    })
    if (!isAnswered) this.close()
  }

  close(): void {
    if (this.#isClosed) return
    this.#socket.terminate()
    this.#ended()
  }

  #send({ requestId, text }: { readonly requestId: string; readonly text: string }): string {
    if (this.#socket.readyState !== WebSocket.OPEN) return requestId
    if (this.#socket.bufferedAmount > maxUnreadBytes) {
      this.#socket.terminate()
      return requestId
    }
    if (this.#cipher) this.#socket.send(this.#cipher.encrypt(text), { binary: true })
    else this.#socket.send(text)
    return requestId
  }

  #receive(data: Buffer, isBinary: boolean): void {
    if (this.#isClosed || !this.#isWithinBudget(data.length)) return
    // A frame sent before the game switched to encryption; the cipher stream stays in sync without it.
    if (this.#cipher && !isBinary) return
    const text = this.#cipher ? this.#cipher.decrypt(data) : data.toString('utf8')
    // Above the event limit, only frames that may be command replies are parsed.
    if (!this.#events.passesNow(this.#deps.clock.elapsed()) && !this.#pending.isAnsweredBy(text)) return this.#drop()
    const frame = readFrame(text)
    if (!frame) return
    if (frame.kind === 'event') return this.#event(frame.event)
    const { requestId, body } = frame
    const statusCode = typeof body.statusCode === 'number' ? body.statusCode : frame.isError ? -1 : 0
    const statusMessage = typeof body.statusMessage === 'string' ? body.statusMessage : ''
    if (this.#exchange?.requestId === requestId) this.#startEncryption(this.#exchange.offer, body.publicKey)
    if (this.#pending.receive(requestId, { statusCode, statusMessage, body })) this.#hasResponded = true
  }

  /** After the game's response, all frames are encrypted. */
  #startEncryption(offer: KeyOffer, publicKey: unknown): void {
    this.#exchange = undefined
    if (typeof publicKey !== 'string') return
    try {
      this.#cipher = offer.accept(publicKey)
    } catch {
      this.close()
    }
  }

  #event(event: BedrockEvent): void {
    if (!this.#events.passes(this.#deps.clock.elapsed())) return this.#drop()
    const chat = chatIn(event)
    if (chat) this.#onDidChat.emit(chat)
    else this.#onDidReceive.emit(event)
  }

  /** Counts a dropped event, and logs the count once a minute. */
  #drop(): void {
    this.#events.countDropped()
    this.#stopReport ??= this.#deps.clock.after(droppedReportMs, () => {
      this.#stopReport = undefined
      this.#deps.log.warn('events of a Bedrock game were dropped', { events: this.#events.takeDropped() })
    })
  }

  #isWithinBudget(bytes: number): boolean {
    if (!this.#isAccepted) {
      this.#frames += 1
      this.#bytes += bytes
      if (
        bytes <= maxUnregisteredFrameBytes &&
        this.#frames <= maxUnregisteredFrames &&
        this.#bytes <= maxUnregisteredBytes
      )
        return true
      this.close()
      return false
    }
    const pressure = this.#quota.take(bytes, this.#deps.clock.elapsed())
    if (pressure.kind === 'cut') this.close()
    if (pressure.kind === 'pause' && !this.#socket.isPaused) {
      this.#socket.pause()
      this.#stopPause = this.#deps.clock.after(pressure.milliseconds, () => this.#socket.resume())
    }
    return pressure.kind !== 'cut'
  }

  #schedulePing(): void {
    this.#stopPings = this.#deps.clock.after(pingEveryMs, () => {
      if (!this.#isAlive) return this.close()
      this.#isAlive = false
      if (this.#socket.readyState === WebSocket.OPEN) this.#socket.ping()
      this.#schedulePing()
    })
  }

  #ended(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#stopPings()
    this.#stopPause()
    this.#stopReport?.()
    this.#pending.close()
    this.#onDidClose.emit()
  }
}

/** Maximum characters of a name and of a message. */
const maxNameLength = 64
const maxMessageLength = 512

/**
 * The chat message of a player; undefined for any other event. Messages sent by commands have another type. A message
 * may have no type (docs/protocol.md#bedrock-events); our own are then recognized by their prefix.
 */
function chatIn({ name, body }: BedrockEvent): BedrockChat | undefined {
  const { type, sender, message } = body
  if (name !== 'PlayerMessage' || typeof sender !== 'string' || typeof message !== 'string') return undefined
  if (type === undefined ? isOwnMessage(message) || isScriptPiece(message) : type !== 'chat') return undefined
  return {
    player: sender.slice(0, maxNameLength),
    message: message.slice(0, maxMessageLength),
    ...(type === undefined && { isUntyped: true }),
  }
}

const tooLong = (bytes: number) =>
  new GatewayError('PROTOCOL.INVALID_REQUEST', {
    message: `The command is too long for a Bedrock game: ${bytes} of ${maxCommandBytes} bytes.`,
    suggestion: 'Use a shorter command, or several. A Chinese character takes three bytes.',
    details: { bytes, limit: maxCommandBytes, mayHaveRun: false },
  })
