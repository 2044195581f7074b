/**
 * Remote window: the other side of the owner link over real TLS, for tests: connects, pairs, proves itself, orders.
 *
 * It checks nothing of what it sends, so that a test can send anything.
 */
import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import type { TLSSocket } from 'node:tls'
import { pinOf } from '@shared/remote/pairing-code.js'
import { type FromGateway, remoteWire } from '@shared/remote/wire.js'
import WebSocket from 'ws'

/** The keys of one device. */
export interface DeviceKeys {
  readonly publicKey: string
  readonly privateKey: KeyObject
}

export function deviceKeys(): DeviceKeys {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  return { publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'), privateKey }
}

type Result = { readonly ok: boolean; readonly value?: unknown; readonly error?: { readonly code: string } }

export class RemoteWindow {
  readonly messages: FromGateway[] = []
  /** Of the certificate that the gateway showed. */
  pin = ''
  /** Of this gateway's start, from `welcome`. */
  boot = ''
  /** The next number. */
  next = 1
  device = ''
  isClosed = false
  readonly keys: DeviceKeys
  readonly #socket: WebSocket
  #tls: TLSSocket | undefined
  #waiting: (() => void)[] = []

  private constructor(socket: WebSocket, keys: DeviceKeys) {
    this.#socket = socket
    this.keys = keys
    socket.on('upgrade', ({ socket: tls }) => {
      this.#tls = tls as TLSSocket
      const { pubkey } = this.#tls.getPeerCertificate() as { pubkey?: Buffer }
      const spki = this.#tls.getPeerX509Certificate()?.publicKey.export({ type: 'spki', format: 'der' }) ?? pubkey
      if (spki) this.pin = pinOf(createHash('sha256').update(spki).digest())
    })
    socket.on('message', (data) => {
      const message = JSON.parse(`${data as Buffer}`) as FromGateway
      if ('welcome' in message) {
        this.boot = message.welcome.boot
        this.next = message.welcome.orders + 1
      }
      if ('paired' in message) this.device = message.paired.device
      this.messages.push(message)
      this.#wake()
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      this.isClosed = true
      this.#wake()
    })
  }

  /** Connects. Rejects when the gateway does not let it. */
  static async open(port: number, keys = deviceKeys(), host = '127.0.0.1'): Promise<RemoteWindow> {
    const socket = new WebSocket(`wss://${host}:${port}${remoteWire.path}`, {
      rejectUnauthorized: false,
      perMessageDeflate: false,
    })
    const window = new RemoteWindow(socket, keys)
    await new Promise<void>((resolve, reject) => {
      socket.once('open', () => resolve())
      socket.once('error', reject)
      socket.once('close', () => reject(new Error('closed')))
    })
    return window
  }

  /** The first message that has this member, also one that arrived already. Rejects when the connection ends first. */
  async message<K extends string>(member: K): Promise<Extract<FromGateway, Record<K, unknown>>> {
    return this.#until((all) => all.find((one) => member in one)) as never
  }

  /** The next event of this name. */
  async event(name: string): Promise<unknown> {
    const from = this.messages.length
    const found = await this.#until((all) => all.slice(from).find((one) => 'event' in one && one.event === name))
    return (found as Extract<FromGateway, { event: string }>).message
  }

  send(message: unknown): void {
    this.sendText(JSON.stringify(message))
  }

  sendText(text: string): void {
    this.#socket.send(text)
  }

  /** Types a pairing code: its secret. */
  async pair(secret: string, computer = 'a laptop'): Promise<void> {
    this.send({ pair: { secret, computer, publicKey: this.keys.publicKey } })
    await this.message('paired')
  }

  /** The signature for this connection. */
  signature(): string {
    if (!this.#tls) throw new Error('It is not connected.')
    const { bytes, label } = remoteWire.exporter
    const exported = this.#tls.exportKeyingMaterial(bytes, label, Buffer.alloc(0))
    return sign(null, exported, this.keys.privateKey).toString('base64')
  }

  async prove(device = this.device, signature = this.signature()): Promise<void> {
    this.device = device
    this.send({ prove: { device, signature } })
    await this.message('welcome')
  }

  /** @param number default: the next one */
  async order(
    name: string,
    payload?: unknown,
    { page = 'window', number = this.next++, boot = this.boot }: OrderOptions = {},
  ): Promise<Result> {
    const from = this.messages.length
    this.send({ order: number, boot, page, name, ...(payload !== undefined && { payload }) })
    const found = await this.#until((all) => all.slice(from).find((one) => 'reply' in one && one.reply === number))
    return (found as Extract<FromGateway, { reply: number }>).result as Result
  }

  /** What it was refused with. */
  async refusal(): Promise<Extract<FromGateway, { refused: unknown }>['refused']> {
    return (await this.message('refused')).refused
  }

  async closed(): Promise<void> {
    while (!this.isClosed) await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  /** Stops reading, as a window on a dead link does. */
  freeze(): void {
    this.#socket.pause()
  }

  /** Cuts the connection without a word. */
  cut(): void {
    this.#socket.terminate()
  }

  async #until(find: (all: readonly FromGateway[]) => FromGateway | undefined): Promise<FromGateway> {
    for (;;) {
      const found = find(this.messages)
      if (found) return found
      if (this.isClosed) throw new Error(`The gateway closed the connection: ${JSON.stringify(this.messages.at(-1))}`)
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
  }

  #wake(): void {
    const waiting = this.#waiting
    this.#waiting = []
    for (const resolve of waiting) resolve()
  }
}

interface OrderOptions {
  readonly page?: 'window' | 'pop-up'
  readonly number?: number
  readonly boot?: string
}
