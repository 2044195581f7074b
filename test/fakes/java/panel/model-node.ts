/**
 * Model node: Wings, the program on the machine of the servers, with one server. It is a model (see `model-files.ts` and
 * `model-socket.ts`): signed addresses work once, downloads know no ranges, and the console wants the panel's `Origin`.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Clock } from '../../../../src-main/gateway/ports/runtime.js'
import { ModelFiles } from './model-files.js'
import { ModelProcess } from './model-process.js'
import { ModelSocket, type ModelTicket } from './model-socket.js'

export interface ModelNodeOptions {
  readonly clock: Clock
  readonly kind: 'pterodactyl' | 'pelican'
  readonly uuid: string
  readonly run: (command: string) => Promise<readonly string[]> | readonly string[]
  readonly identity?: { readonly key: string; readonly cert: string }
}

interface Signed extends Partial<ModelTicket> {
  readonly id: number
  readonly file?: string
}

const maxUploadBytes = 100 * 1024 * 1024

export class ModelNode {
  readonly files: ModelFiles
  readonly process: ModelProcess
  /** The address of the panel, which is the only origin that is let in. */
  panelOrigin = ''
  isSuspended = false
  /** A proxy's, through which others reach it. */
  publicPort: number | undefined
  startedAt: number
  /** Bytes of downloads that were put on the way. */
  downloaded = 0
  readonly #options: ModelNodeOptions
  readonly #server: Server
  readonly #sockets = new Map<WebSocket, ModelSocket>()
  readonly #used = new Set<number>()
  #nextId = 1

  private constructor(options: ModelNodeOptions) {
    this.#options = options
    const { clock, kind, run, identity } = options
    this.startedAt = clock.now().getTime() - 60_000
    this.files = new ModelFiles(() => clock.now().getTime(), kind === 'pelican')
    this.process = new ModelProcess({
      run,
      onLine: (line) => this.#show('console output', line),
      onState: (state) => this.#show('status', state),
    })
    const serve = (request: IncomingMessage, response: ServerResponse) => void this.#serve(request, response)
    this.#server = identity ? createSecureServer(identity, serve) : createServer(serve)
    const upgrades = new WebSocketServer({ noServer: true, maxPayload: kind === 'pelican' ? 4_096 : 1_048_576 })
    this.#server.on('upgrade', (request: IncomingMessage, socket, head) => {
      if (request.headers.origin !== this.panelOrigin) {
        socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n')
        return
      }
      upgrades.handleUpgrade(request, socket, head, (opened) => this.#opened(opened))
    })
  }

  static async start(options: ModelNodeOptions): Promise<ModelNode> {
    const node = new ModelNode(options)
    node.#server.listen(0, '127.0.0.1')
    await once(node.#server, 'listening')
    return node
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  /** A certificate has a name. */
  get host(): string {
    return `${this.#options.identity ? 'localhost' : '127.0.0.1'}:${this.publicPort ?? this.port}`
  }

  get origin(): string {
    return `${this.#options.identity ? 'https' : 'http'}://${this.host}`
  }

  get consoles(): number {
    return this.#sockets.size
  }

  /** What a panel signs for its node. */
  sign(content: Omit<Signed, 'id'>): string {
    const id = this.#nextId++
    return Buffer.from(JSON.stringify({ id, ...content })).toString('base64url')
  }

  /** Cuts every console off, as a restart of the node does. */
  disconnect(): void {
    for (const socket of this.#sockets.keys()) socket.terminate()
  }

  async close(): Promise<void> {
    this.disconnect()
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  #show(event: 'console output' | 'status', text: string): void {
    for (const socket of this.#sockets.values()) socket.show(event, text)
  }

  #opened(opened: WebSocket): void {
    if (this.isSuspended) return opened.close(4_409, 'server is suspended')
    const { clock, kind } = this.#options
    const socket = new ModelSocket({
      clock,
      kind,
      process: this.process,
      startedAt: () => this.startedAt,
      ticketIn: (text) => {
        const { issued, expires, permissions } = signedIn(text) ?? {}
        return issued !== undefined && expires !== undefined && permissions
          ? { issued, expires, permissions }
          : undefined
      },
      emit: (frame) => opened.send(JSON.stringify(frame)),
    })
    this.#sockets.set(opened, socket)
    opened.on('message', (data) => socket.receive(data.toString()))
    opened.on('error', () => {})
    opened.on('close', () => {
      this.#sockets.delete(opened)
      socket.close()
    })
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.origin)
    const signed = signedIn(url.searchParams.get('token') ?? '')
    if (!signed) return refuse(response, 500, 'An unexpected error was encountered while processing this request')
    if (this.#used.has(signed.id)) {
      return refuse(response, 404, 'The requested resource was not found on this server.')
    }
    this.#used.add(signed.id)
    if (url.pathname === '/download/file') return this.#download(signed.file ?? '', response)
    await this.#upload(request, response, url.searchParams.get('directory') ?? '')
  }

  #download(file: string, response: ServerResponse): void {
    const bytes = this.files.fileAt(file)
    if (!bytes) return refuse(response, 500, 'An unexpected error was encountered while processing this request')
    response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': bytes.length })
    let at = 0
    const write = (): void => {
      while (at < bytes.length && !response.destroyed) {
        const piece = bytes.subarray(at, at + 64 * 1024)
        at += piece.length
        this.downloaded += piece.length
        if (!response.write(piece)) return void response.once('drain', write)
      }
      response.end()
    }
    write()
  }

  async #upload(request: IncomingMessage, response: ServerResponse, directory: string): Promise<void> {
    const body = await bodyOf(request)
    const boundary = /boundary=(?<name>.+)$/u.exec(request.headers['content-type'] ?? '')?.groups?.name ?? ''
    const name = /filename="(?<name>[^"]+)"/u.exec(body.subarray(0, 1_024).toString())?.groups?.name
    const from = body.indexOf('\r\n\r\n') + 4
    const bytes = body.subarray(from, body.lastIndexOf(`\r\n--${boundary}--`))
    if (name === undefined) return refuse(response, 400, 'No files were found on the request body.')
    if (bytes.length > maxUploadBytes) return refuse(response, 400, `File ${name} is larger than the maximum.`)
    this.files.put(`${directory}/${name}`.replace(/^\/+/u, ''), bytes)
    response.end()
  }
}

export async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}

function refuse(response: ServerResponse, status: number, error: string): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ error }))
}

function signedIn(text: string): Signed | undefined {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString()) as Signed
  } catch {
    return undefined
  }
}
