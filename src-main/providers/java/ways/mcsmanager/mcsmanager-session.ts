/**
 * MCSManager session: one connection to the console of an instance, on the daemon.
 *
 * Enforces invariant 7: the panel gives a password for one instance, and the daemon must be the one that the owner
 * accepted, at an address that was checked. What it sends is bounded.
 */
import { Agent } from 'node:http'
import { isObject } from '@contract/json/json-object.js'
import type { PowerState } from '@shared/servers/server-way.js'
import type { Socket } from 'socket.io-client'
import { Emitter } from '../../../../gateway/ports/emitter.js'
import type { Clock } from '../../../../gateway/ports/runtime.js'
import { checkedAddresses } from '../../../../network/checked-fetch.js'
import { lookupIn, type ResolveHost } from '../../../../network/checked-host.js'
import { Session } from '../../session.js'
import { asPanelProblem } from '../panel/panel-failure.js'
import { CheckedAgent } from '../panel/panel-request.js'
import { type McsManagerClient, nodeUrlOf } from './mcsmanager-client.js'
import { McsManagerUnavailable } from './mcsmanager-failure.js'

export interface McsManagerSessionTerms {
  readonly client: McsManagerClient
  readonly clock: Clock
  readonly resolve?: ResolveHost
}

const answerMs = 10_000
const maxMessageBytes = 1_048_576

interface Detail {
  readonly power: PowerState
  /** The panel sends commands by RCON. */
  readonly usesRcon: boolean
}

export class McsManagerSession extends Session {
  readonly #socket: Socket
  readonly #clock: Clock
  readonly #output = new Emitter<string>()
  readonly #powerChanged = new Emitter<PowerState>()
  #ids = 0
  #power: PowerState = 'unknown'
  #isReading = false
  #mustReadAgain = false

  readonly onOutput = this.#output.on
  readonly onDidChangePower = this.#powerChanged.on

  private constructor(socket: Socket, clock: Clock) {
    super()
    this.#socket = socket
    this.#clock = clock
    socket.on('disconnect', () => this.end(new McsManagerUnavailable('lost')))
    socket.on('connect_error', (error) => this.end(asPanelProblem(causeOf(error))))
    socket.on('instance/stdout', (packet: unknown) => {
      const data = dataOf(packet)
      if (isObject(data) && typeof data.text === 'string') this.#output.emit(data.text)
    })
    socket.on('instance/opened', () => this.#setPower('running'))
    socket.on('instance/stopped', () => this.#setPower('stopped'))
    socket.on('instance/failure', () => void this.#readAgain())
  }

  /** @throws GatewayError @param signal ends the session when it aborts */
  static async open({ client, clock, resolve }: McsManagerSessionTerms, signal: AbortSignal) {
    const channel = await client.call('channel', { signal })
    const { password, addr, prefix } = isObject(channel) ? channel : {}
    const path = typeof prefix === 'string' ? prefix.trim().replace(/\/$/u, '') : ''
    const url = nodeUrlOf(client.url, addr)
    if (typeof password !== 'string' || path.length > 200) throw new McsManagerUnavailable('not-mcsmanager')
    client.checkNode(url)
    const addresses = await checkedAddresses(url, { namedBy: client.url, ...(resolve && { resolve }) }).catch(
      (error: unknown) => {
        throw asPanelProblem(error)
      },
    )
    const agent =
      url.protocol === 'https:' ? new CheckedAgent(client.nodeTrust) : new Agent({ lookup: lookupIn(addresses) })
    const { io } = await import('socket.io-client')
    const socket = io(url.origin, {
      path: `${path}/socket.io`,
      // Of Node; the types describe a browser.
      ...({ agent, maxPayload: maxMessageBytes } as object),
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
      timeout: answerMs,
    })
    const session = new McsManagerSession(socket, clock)
    session.endOn(signal)
    try {
      await session.#connected()
      await session.#request('stream/auth', { password })
      const { usesRcon } = await session.#readDetail()
      if (usesRcon) throw new McsManagerUnavailable('rcon-mode')
      return session
    } catch (error) {
      session.close()
      throw error
    }
  }

  get power(): PowerState {
    return this.#power
  }

  /** One line to the process. The daemon answers nothing. */
  send(line: string): void {
    this.#socket.emit('stream/input', { uuid: this.#nextId(), data: { command: line } })
  }

  #connected(): Promise<void> {
    return this.#within((done) => this.#socket.once('connect', () => done()))
  }

  /** One request at a time, however often the daemon reports a failure; the last one is read after it. */
  async #readAgain(): Promise<void> {
    this.#mustReadAgain = true
    if (this.#isReading) return
    this.#isReading = true
    while (this.#mustReadAgain && this.isOpen) {
      this.#mustReadAgain = false
      await this.#readDetail().catch(() => {})
    }
    this.#isReading = false
  }

  async #readDetail(): Promise<Detail> {
    const detail = await this.#request('stream/detail', {})
    const { status, config } = isObject(detail) ? detail : {}
    const power = powerOf(status)
    this.#setPower(power)
    return { power, usesRcon: isObject(config) && config.enableRcon === true }
  }

  /** The answer has the name and the id of the request. */
  #request(event: string, data: object): Promise<unknown> {
    const id = this.#nextId()
    let answered: (packet: unknown) => void = () => {}
    return this.#within((done, failed) => {
      answered = (packet) => {
        if (!isObject(packet) || packet.uuid !== id) return
        if (packet.status === 200) done(packet.data)
        else failed(new McsManagerUnavailable('daemon-refused'))
      }
      this.#socket.on(event, answered)
      this.#socket.emit(event, { uuid: id, data })
    }).finally(() => this.#socket.off(event, answered))
  }

  #within<T>(start: (done: (value: T) => void, failed: (error: Error) => void) => void): Promise<T> {
    let stopWaiting = () => {}
    let stopTimer = () => {}
    return new Promise<T>((resolve, reject) => {
      stopTimer = this.#clock.after(answerMs, () => reject(new McsManagerUnavailable('no-connection-in-time')))
      stopWaiting = this.onEnd(reject)
      start(resolve, reject)
    }).finally(() => {
      stopTimer()
      stopWaiting()
    })
  }

  #nextId(): string {
    this.#ids += 1
    return `gatehouse-${this.#ids}`
  }

  #setPower(power: PowerState): void {
    if (power === this.#power) return
    this.#power = power
    this.#powerChanged.emit(power)
  }

  protected override closed(): Error {
    return new McsManagerUnavailable('lost')
  }

  protected override release(): void {
    this.#socket.disconnect()
  }
}

const dataOf = (packet: unknown): unknown => (isObject(packet) ? packet.data : undefined)

/** What engine.io wraps. */
const causeOf = (error: unknown): unknown => {
  const { description } = error as { description?: { error?: unknown } }
  return description?.error ?? description ?? error
}

/** -1 is busy: an update or an installation. */
function powerOf(status: unknown): PowerState {
  switch (status) {
    case 0:
      return 'stopped'
    case 1:
      return 'stopping'
    case 2:
      return 'starting'
    case 3:
      return 'running'
    default:
      return 'unknown'
  }
}
