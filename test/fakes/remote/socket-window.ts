/** Socket window: a frame window over TLS and WebSocket, without the checks of a real one: attackers make none. */
import { generateKeyPairSync } from 'node:crypto'
import type { TLSSocket } from 'node:tls'
import { readPairingCode } from '@shared/remote/pairing-code.js'
import { type FromGateway, type FromWindow, remoteWire } from '@shared/remote/wire.js'
import WebSocket from 'ws'
import { type DeviceKey, FrameWindow } from './frame-window.js'

export interface Gateway {
  readonly host: string
  readonly port: number
  /** Where the connection comes from. */
  readonly localAddress?: string
}

export interface RawLink {
  readonly socket: WebSocket
  readonly exporter: Buffer
  readonly received: FromGateway[]
}

/** A connection that has said nothing yet. @throws Error when there is none */
export function openLink(
  { host, port, localAddress }: Gateway,
  headers: Record<string, string> = {},
): Promise<RawLink> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`wss://${host}:${port}${remoteWire.path}`, {
      rejectUnauthorized: false,
      perMessageDeflate: false,
      handshakeTimeout: 20_000,
      headers,
      ...(localAddress && { localAddress }),
    })
    const received: FromGateway[] = []
    let exporter = Buffer.alloc(0)
    socket.on('upgrade', (response) => {
      const { label, bytes } = remoteWire.exporter
      exporter = (response.socket as TLSSocket).exportKeyingMaterial(bytes, label, Buffer.alloc(0))
    })
    socket.on('message', (data) => received.push(JSON.parse(`${data as Buffer}`) as FromGateway))
    socket.once('open', () => resolve({ socket, exporter, received }))
    socket.once('error', reject)
    socket.on('error', () => {})
  })
}

const say = ({ socket }: RawLink, message: FromWindow): void => socket.send(JSON.stringify(message))

/** Waits for a message, or for the end of the connection. */
export function nextMessage(link: RawLink, matches: (message: FromGateway) => boolean): Promise<FromGateway> {
  return new Promise((resolve, reject) => {
    const look = (): void => {
      const found = link.received.find(matches)
      if (!found && link.socket.readyState < WebSocket.CLOSING) return
      link.socket.off('message', look).off('close', look)
      if (found) resolve(found)
      else reject(new Error(`The gateway closed the link: ${JSON.stringify(link.received)}`))
    }
    link.socket.on('message', look).on('close', look)
    look()
  })
}

/** @param code of the gateway @throws Error when it is refused */
export async function pairWindow(gateway: Gateway, code: string, computer: string): Promise<DeviceKey> {
  const link = await openLink(gateway)
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const text = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
  say(link, { pair: { secret: readPairingCode(code)?.secret ?? code, computer, publicKey: text } })
  const paired = await nextMessage(link, (message) => 'paired' in message)
  link.socket.terminate()
  const device = 'paired' in paired ? paired.paired.device : ''
  return { device, privateKey, publicKey: text }
}

export class SocketWindow extends FrameWindow {
  readonly #gateway: Gateway
  #socket: WebSocket | undefined
  /** Every frame that this window sent in its last connection. */
  sent: string[] = []

  constructor(gateway: Gateway, key: DeviceKey) {
    super(key)
    this.#gateway = gateway
  }

  /** Connects and proves its device. @returns whether it is welcome */
  async open(): Promise<boolean> {
    const link = await openLink(this.#gateway)
    const { socket } = link
    this.#socket = socket
    this.sent = []
    for (const message of link.received) this.receive(JSON.stringify(message))
    socket.on('message', (data) => this.receive(`${data as Buffer}`))
    socket.once('close', () => {
      if (this.#socket === socket) this.disconnected()
    })
    const write = (frame: string): void => {
      this.sent.push(frame)
      socket.send(frame, () => {})
    }
    this.connect(write, link.exporter)
    return nextMessage(link, (message) => 'welcome' in message).then(
      () => true,
      () => false,
    )
  }

  /** Gives an order over the open link. @throws Error when there is no reply */
  async ask(name: string, payload?: unknown, page: 'window' | 'pop-up' = 'window', milliseconds = 20_000) {
    const given = this.order(name, payload, page)
    const deadline = performance.now() + milliseconds
    while (given.end.kind === 'waiting') {
      if (performance.now() > deadline) throw new Error(`No reply to ${name}.`)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    return given.end.kind === 'reply'
      ? (given.end.result as { ok: boolean; value?: unknown; error?: { code: string } })
      : undefined
  }

  /** Sends a frame that is no order of this window. */
  sendText(frame: string): void {
    this.#socket?.send(frame, () => {})
  }

  /** The window hangs: what the gateway sends stays in the network. */
  stopReading(): void {
    this.#socket?.pause()
  }

  leave(): void {
    this.#socket?.terminate()
    this.disconnected()
  }
}
