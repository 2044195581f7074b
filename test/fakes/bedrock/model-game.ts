/**
 * A model of a Bedrock game that dialled us: it answers commands, silently drops those over 461 bytes, and sends our
 * own messages back with a sender in its language, as real games do.
 *
 * Its encryption uses the system's AES-256-CFB8, which Electron lacks, so it checks ours independently.
 */
import {
  type Cipher,
  createCipheriv,
  createDecipheriv,
  createHash,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
} from 'node:crypto'
import WebSocket from 'ws'
import { ModelScripts } from './model-scripts.js'
import { ModelWorld } from './model-world.js'

const maxCommandLength = 461
const zero = '00000000-0000-0000-0000-000000000000'

export interface ModelGameOptions {
  readonly port: number
  readonly players?: readonly string[]
  /** The world that is open; a new one when omitted. */
  readonly world?: ModelWorld
  /** False for an old game, which does not answer `ws:encrypt`; `refuses` for one that answers with an error. */
  readonly encrypts?: boolean | 'refuses'
  /** Events as games before 1.1 send them. */
  readonly oldEvents?: boolean
  readonly headers?: Readonly<Record<string, string>>
  readonly host?: string
  /** Local address that it dials from. */
  readonly from?: string
  /** A `.mcpack` whose script runs in the world. */
  readonly pack?: Uint8Array
}

interface Frame {
  readonly header: { readonly requestId: string; readonly messagePurpose: string } & Record<string, unknown>
  readonly body: Record<string, unknown>
}

export class ModelGame {
  readonly world: ModelWorld
  readonly subscriptions = new Set<string>()
  /** Texts of our messages, in order. */
  readonly shown: { readonly target: string; readonly text: string }[] = []
  /** Headers of everything that came. */
  readonly frames: Frame[] = []
  /** Commands that were dropped because they are too long. */
  dropped = 0
  /** Commands that get no reply. */
  isSilent = false
  /** Messages of scripts lose their last character. */
  corruptsMessages = false
  readonly closed: Promise<void>
  readonly #socket: WebSocket
  readonly #options: ModelGameOptions
  #cipher: Cipher | undefined
  #decipher: Cipher | undefined
  readonly #waits: (() => void)[] = []
  readonly scripts: ModelScripts | undefined
  /** Replies to the request for script events. */
  reports = 0

  private constructor(options: ModelGameOptions, socket: WebSocket) {
    this.#options = options
    this.#socket = socket
    this.world = options.world ?? new ModelWorld(options.players ?? ['Steve'])
    this.closed = new Promise((resolve) => socket.once('close', () => resolve()))
    this.scripts =
      options.pack &&
      new ModelScripts(options.pack, this.world, (player, message) =>
        this.event('PlayerMessage', {
          ...{ sender: player, receiver: player, type: 'tell' },
          message: this.corruptsMessages ? message.slice(0, -1) : message,
        }),
      )
    socket.on('message', (data: Buffer) => this.#receive(data))
    socket.on('error', () => {})
  }

  /** Types `/connect`. Rejects when the connection is refused. */
  static async connect(options: ModelGameOptions): Promise<ModelGame> {
    const socket = new WebSocket(
      `ws://${options.host ?? '127.0.0.1'}:${options.port}`,
      'com.microsoft.minecraft.wsencrypt',
      { headers: options.headers, ...(options.from !== undefined && { localAddress: options.from }) },
    )
    const game = new ModelGame(options, socket)
    await new Promise((resolve, reject) => {
      socket.once('open', resolve)
      socket.once('error', reject)
    })
    return game
  }

  get isEncrypted(): boolean {
    return this.#cipher !== undefined
  }

  say(sender: string, message: string): void {
    this.event('PlayerMessage', { sender, message, receiver: '', type: 'chat' })
  }

  event(eventName: string, body: Record<string, unknown>): void {
    if (!this.subscriptions.has(eventName)) return
    if (this.#options.oldEvents) {
      const { message: Message, sender: Sender, type: MessageType, ...rest } = body
      return this.send({
        header: { messagePurpose: 'event', version: 1 },
        body: { eventName, measurements: {}, properties: { Message, Sender, MessageType, ...rest } },
      })
    }
    this.send({ header: { eventName, messagePurpose: 'event', requestId: zero, version: 17_104_896 }, body })
  }

  send(message: unknown): void {
    const text = JSON.stringify(message)
    if (this.#cipher) this.#socket.send(this.#cipher.update(text, 'utf8'))
    else this.#socket.send(text)
  }

  /** The device left the network: it reads nothing any more, and closes nothing. */
  fallSilent(): void {
    this.#socket.pause()
  }

  raw(data: string | Buffer): void {
    this.#socket.send(data)
  }

  /** Resolves when the condition holds; checked after every frame. */
  async until(condition: () => boolean): Promise<void> {
    while (!condition()) await new Promise<void>((resolve) => this.#waits.push(resolve))
  }

  /** Texts that a player, or everybody, was shown. */
  texts(target = '@a'): string[] {
    return this.shown.filter((one) => one.target === target).map(({ text }) => text)
  }

  close(): void {
    this.#socket.terminate()
  }

  #receive(data: Buffer): void {
    const text = this.#decipher ? this.#decipher.update(data).toString('utf8') : data.toString('utf8')
    const frame = JSON.parse(text) as Frame
    this.frames.push(frame)
    const { messagePurpose: purpose, requestId } = frame.header
    if (purpose === 'subscribe') this.subscriptions.add(String(frame.body.eventName))
    if (purpose === 'unsubscribe') this.subscriptions.delete(String(frame.body.eventName))
    if (purpose === 'ws:encrypt') this.#offered(requestId, frame.body)
    if (purpose === 'commandRequest') this.#command(requestId, String(frame.body.commandLine))
    for (const resolve of this.#waits.splice(0)) resolve()
  }

  #offered(requestId: string, body: Record<string, unknown>): void {
    const { encrypts = true } = this.#options
    if (encrypts === true) this.#encrypt(requestId, body)
    else if (encrypts === 'refuses')
      this.send({ header: { messagePurpose: 'error', requestId, version: 1 }, body: { statusCode: -1 } })
  }

  #command(requestId: string, line: string): void {
    if (Buffer.byteLength(line) > maxCommandLength) {
      this.dropped += 1
      return
    }
    if (this.isSilent) return
    const isScript = this.scripts !== undefined && line.startsWith('scriptevent ')
    const body = isScript ? { statusCode: 0, statusMessage: '脚本事件已发送' } : this.world.run(line)
    this.send({ header: { messagePurpose: 'commandResponse', requestId, version: 1 }, body })
    if (isScript) this.scripts?.scriptEvent(line, this.world.players[0] ?? '')
    if (line.includes(':sendScriptEvents ')) this.reports += 1
    if (!line.startsWith('tellraw ') || body.statusCode < 0) return
    const [, target = '', json = ''] = /^tellraw (@a|"[^"]*") (.*)$/u.exec(line) ?? []
    const message = (JSON.parse(json) as { rawtext: { text: string }[] }).rawtext.map(({ text }) => text).join('')
    this.shown.push({ target: target.replaceAll('"', ''), text: message })
    this.event('PlayerMessage', { sender: '外部', message, receiver: '', type: target === '@a' ? 'say' : 'tell' })
  }

  #encrypt(requestId: string, { publicKey, salt }: Record<string, unknown>): void {
    const own = generateKeyPairSync('ec', { namedCurve: 'P-384' })
    const theirs = createPublicKey({ key: Buffer.from(String(publicKey), 'base64'), type: 'spki', format: 'der' })
    const shared = diffieHellman({ privateKey: own.privateKey, publicKey: theirs })
    const key = createHash('sha256')
      .update(Buffer.from(String(salt), 'base64'))
      .update(shared)
      .digest()
    const spki = own.publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
    this.send({ header: { messagePurpose: 'ws:encrypt', requestId, version: 1 }, body: { publicKey: spki } })
    this.#cipher = createCipheriv('aes-256-cfb8', key, key.subarray(0, 16))
    this.#decipher = createDecipheriv('aes-256-cfb8', key, key.subarray(0, 16)) as unknown as Cipher
  }
}
