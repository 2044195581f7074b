/**
 * Panel session: one WebSocket to the node of a server, with a ticket of the panel.
 *
 * A ticket lasts ten minutes and is renewed on the same socket. Wings drops orders without a right or without a running
 * server without a word, so both are known here before anything is sent. Guards invariant 7: frames are bounded, and a
 * peer that does not respond is disconnected.
 */
import { isObject } from '@contract/json/json-object.js'
import type { PowerState } from '@shared/servers/server-way.js'
import type WebSocket from 'ws'
import type { Clock } from '../../../../gateway/ports/runtime.js'
import { checkedAddresses } from '../../../../network/checked-fetch.js'
import type { ResolveHost } from '../../../../network/checked-host.js'
import { Session } from '../../session.js'
import { connectedWebSocket } from '../../socket-connection.js'
import { type PanelTicket, powerStateOf, serverDetailsIn, ticketIn } from './panel-answers.js'
import { checkNode, type PanelClient } from './panel-client.js'
import { asPanelProblem, PanelUnavailable } from './panel-failure.js'

export interface PanelSessionTerms {
  readonly client: PanelClient
  /** UUID. */
  readonly server: string
  /** `host` or `host:port` that the owner accepted. */
  readonly node: string | undefined
  readonly clock: Clock
  readonly resolve?: ResolveHost
}

export interface PanelSessionEvents {
  readonly onLine: (line: string) => void
  readonly onStatus: (state: PowerState) => void
  /** The node dropped orders of this kind. */
  readonly onThrottled: (event: string) => void
}

const openTimeoutMs = 15_000
/** Maximum bytes of a frame: a line of 64 KiB, each byte escaped. */
const maxFrameBytes = 1_048_576
const maxBadFrames = 32
/** Tickets last ten minutes; the node reminds one minute before, which it may forget. */
const renewAfterMs = 8 * 60_000
const renewAgainMs = 30_000
const pingMs = 15_000
/** Maximum characters of an old line. The rest is dropped. */
const maxEarlierLine = 16_384
/** The old lines come at once; the first pause ends them. */
const history = { quietMs: 250, mostMs: 1_500, maxLines: 500, maxCharacters: 1_048_576 } as const
const maxTicketsToOpen = 2

interface Frame {
  readonly event: string
  readonly argument: string
}

export class PanelSession extends Session {
  readonly #terms: PanelSessionTerms
  readonly #socket: WebSocket
  #events: PanelSessionEvents | undefined
  /** While it opens. */
  #onFrame: ((frame: Frame) => void) | undefined
  #power: PowerState = 'unknown'
  #permissions: readonly string[] = []
  #earlier: string[] = []
  #badFrames = 0
  #isRenewing = false
  #hasPong = true
  readonly #timers = new Map<'renew' | 'ping', () => void>()

  private constructor(socket: WebSocket, terms: PanelSessionTerms) {
    super()
    this.#socket = socket
    this.#terms = terms
    socket.on('message', (data, isBinary) => this.#receive(isBinary ? '' : data.toString()))
    socket.on('pong', () => {
      this.#hasPong = true
    })
    socket.on('error', () => {})
    // Pelican closes with this code when the server is suspended.
    socket.on('close', (code) => this.end(new PanelUnavailable(code === 4409 ? 'suspended' : 'lost')))
  }

  /** @param signal ends the session whenever it aborts @throws GatewayError */
  static async open(terms: PanelSessionTerms, signal: AbortSignal): Promise<PanelSession> {
    const { client, server } = terms
    const details = serverDetailsIn(await client.json('viewServer', { server, signal }))
    if (details.obstacle) throw new PanelUnavailable(details.obstacle)
    const ticket = ticketIn(await client.json('ticket', { server, signal }))
    const session = new PanelSession(await opened(ticket, terms, signal), terms)
    session.endOn(signal)
    try {
      session.#permissions = details.permissions
      await session.#authenticate(ticket, signal)
      await session.#readHistory()
    } catch (error) {
      session.close()
      throw error
    }
    session.#keepAlive()
    return session
  }

  get power(): PowerState {
    return this.#power
  }

  /** Lines that were written before it was opened, oldest first. */
  get earlier(): readonly string[] {
    return this.#earlier
  }

  may(permission: string): boolean {
    return this.#permissions.includes('*') || this.#permissions.includes(permission)
  }

  /** Lines and states from now on. */
  listen(events: PanelSessionEvents): void {
    this.#events = events
  }

  send(event: string, ...args: readonly string[]): void {
    this.#socket.send(frameOf(event, ...args))
  }

  async #authenticate(ticket: PanelTicket, signal: AbortSignal): Promise<void> {
    const { client, server } = this.#terms
    let tickets = 1
    await this.#until(
      (frame, done, failed) => {
        if (frame.event === 'status') {
          this.#power = powerStateOf(frame.argument)
          done()
        }
        if (frame.event !== 'jwt error') return
        // A node refuses tickets that are older than its start.
        if (tickets >= maxTicketsToOpen) return failed(new PanelUnavailable('console-refused'))
        tickets += 1
        client
          .json('ticket', { server, signal })
          .then((answer) => this.send('auth', ticketIn(answer).token))
          .catch(failed)
      },
      () => this.send('auth', ticket.token),
    )
  }

  /** A stopped server has no lines. */
  async #readHistory(): Promise<void> {
    if (this.#power === 'stopped') return
    const { clock } = this.#terms
    await new Promise<void>((done) => {
      let stopQuiet = () => {}
      let left: number = history.maxCharacters
      const finish = () => {
        stopQuiet()
        stopAll()
        stopListening()
        this.#onFrame = undefined
        done()
      }
      const stopAll = clock.after(history.mostMs, finish)
      this.#onFrame = ({ event, argument }) => {
        if (event === 'status') this.#power = powerStateOf(argument)
        if (event !== 'console output') return
        const line = shortened(argument)
        left -= line.length
        if (left >= 0 && this.#earlier.length < history.maxLines) this.#earlier.push(line)
        stopQuiet()
        stopQuiet = clock.after(history.quietMs, finish)
      }
      const stopListening = this.onEnd(finish)
      this.send('send logs')
    })
    if (this.endReason) throw this.endReason
  }

  #until(
    onFrame: (frame: Frame, done: () => void, failed: (error: Error) => void) => void,
    begin: () => void,
  ): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.endReason) return reject(this.endReason)
      const settle = (report: () => void) => {
        stop()
        stopListening()
        this.#onFrame = undefined
        report()
      }
      const failed = (error: Error) => settle(() => reject(error))
      const late = () => failed(new PanelUnavailable('no-connection-in-time'))
      const stop = this.#terms.clock.after(openTimeoutMs, late)
      const stopListening = this.onEnd(failed)
      this.#onFrame = (frame) => onFrame(frame, () => settle(resolve), failed)
      begin()
    })
  }

  #keepAlive(): void {
    const { clock } = this.#terms
    const ping = () => {
      if (!this.#hasPong) return this.end(new PanelUnavailable('lost', { details: { silent: true } }))
      this.#hasPong = false
      this.#socket.ping()
      this.#timers.set('ping', clock.after(pingMs, ping))
    }
    this.#timers.set('ping', clock.after(pingMs, ping))
    this.#renewLater(renewAfterMs)
  }

  #renewLater(milliseconds: number): void {
    this.#timers.get('renew')?.()
    this.#timers.set(
      'renew',
      this.#terms.clock.after(milliseconds, () => void this.#renew()),
    )
  }

  async #renew(): Promise<void> {
    if (this.#isRenewing || !this.isOpen) return
    this.#isRenewing = true
    this.#renewLater(renewAgainMs)
    const { client, server, node } = this.#terms
    try {
      const { token, socket } = ticketIn(await client.json('ticket', { server }))
      checkNode(socket, node)
      if (this.isOpen) this.send('auth', token)
    } catch (error) {
      // A panel that is away for a moment is asked again.
      if (!(error instanceof PanelUnavailable) || error.retry !== 'growing') this.end(error as Error)
    } finally {
      this.#isRenewing = false
    }
  }

  #receive(text: string): void {
    if (!this.isOpen) return
    const frame = frameIn(text)
    if (!frame) {
      this.#badFrames += 1
      if (this.#badFrames > maxBadFrames) this.end(new PanelUnavailable('unexpected'))
      return
    }
    if (this.#onFrame) return this.#onFrame(frame)
    switch (frame.event) {
      case 'console output':
        return this.#events?.onLine(frame.argument)
      case 'status':
        this.#power = powerStateOf(frame.argument)
        return this.#events?.onStatus(this.#power)
      case 'throttled':
        return this.#events?.onThrottled(frame.argument)
      case 'auth success':
        return this.#renewLater(renewAfterMs)
      case 'token expiring':
        return void this.#renew()
      // The node puts this in the place of every line: a new session reads again what was lost.
      case 'token expired':
      case 'jwt error':
        return this.end(new PanelUnavailable('lost', { details: { ticket: 'refused' } }))
      case 'deleted':
        return this.end(new PanelUnavailable('no-server'))
      default:
    }
  }

  protected override closed(): Error {
    return new PanelUnavailable('lost')
  }

  protected override release(): void {
    for (const stop of this.#timers.values()) stop()
    this.#socket.terminate()
  }
}

/** A part of a string keeps the whole in memory; a copy does not. */
export const shortened = (line: string): string =>
  line.length > maxEarlierLine ? Buffer.from(line.slice(0, maxEarlierLine)).toString() : line

export const frameOf = (event: string, ...args: readonly string[]): string => JSON.stringify({ event, args })

function frameIn(text: string): Frame | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (!isObject(value) || typeof value.event !== 'string') return undefined
    const [argument] = Array.isArray(value.args) ? (value.args as unknown[]) : []
    return { event: value.event, argument: typeof argument === 'string' ? argument : '' }
  } catch {
    return undefined
  }
}

/** An open WebSocket to the node that the owner accepted. @throws GatewayError */
async function opened(ticket: PanelTicket, terms: PanelSessionTerms, signal: AbortSignal): Promise<WebSocket> {
  const { client, node, clock, resolve } = terms
  checkNode(ticket.socket, node)
  // Both are checked by the same rule: plain text only on this computer.
  const asHttp = new URL(ticket.socket.href.replace(/^ws/u, 'http'))
  const addresses = await checkedAddresses(asHttp, { namedBy: client.namedBy, ...(resolve && { resolve }) }).catch(
    (error: unknown) => {
      throw asPanelProblem(error)
    },
  )
  return connectedWebSocket(
    {
      url: ticket.socket.href,
      trust: client.nodeTrust,
      addresses,
      maxFrameBytes,
      // A node takes only connections that come from its panel.
      options: { origin: client.origin },
      Unavailable: PanelUnavailable,
      failed: asPanelProblem,
      refused: refusedUpgrade,
    },
    { clock, timeoutMs: openTimeoutMs, signal },
  )
}

function refusedUpgrade(statusCode = 0): PanelUnavailable {
  const details = { statusCode }
  if (statusCode === 403) return new PanelUnavailable('origin-refused', { details })
  // Pelican allows thirty consoles of a server.
  if (statusCode === 400) return new PanelUnavailable('busy', { details })
  return new PanelUnavailable(statusCode === 404 ? 'no-server' : 'node-unreachable', { details })
}
