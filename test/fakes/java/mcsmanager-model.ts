/**
 * MCSManager model: a model of a panel and its daemon with one instance, written from the answers that the real ones gave
 * (`test/fixtures/java/mcsmanager-records.json`). It is not MCSManager.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import type { RunCommand } from './console-process.js'

export const modelKey = '0123456789abcdef0123456789abcdef'
const password = 'c0ffee00c0ffee00c0ffee00c0ffee001795712666858'
const illegalPath = 'Error: Illegal access path'

const read = async (request: IncomingMessage): Promise<Buffer> => Buffer.concat(await request.toArray())

export class McsManagerModel {
  readonly #panel: Server
  readonly #daemon: Server
  readonly #sockets = new Set<WebSocket>()
  readonly #authorized = new Set<WebSocket>()
  readonly #run: RunCommand
  #turn: Promise<void> = Promise.resolve()
  /** Path → bytes; a folder ends with `/`. */
  readonly files = new Map<string, Buffer>()
  /** Every request to the panel, as `METHOD path`. */
  readonly calls: string[] = []
  /** Every line that reached the process. */
  readonly typed: string[] = []
  keysAreOn = true
  usesRcon = false
  isRunning = true
  /** A proxy's, through which others reach the daemon. */
  publicNodePort: number | undefined
  /** Called before the daemon sends or takes a file. */
  beforeTransfer: (method: string) => Promise<void> = async () => undefined
  /** When files were changed, as the daemon tells it with a download. */
  modified = new Date('2026-11-26T17:04:37Z')
  /** Sends every request on, as a panel behind a wrong address does. */
  redirectsTo: string | undefined
  /** The connection breaks after a request to this path has run. */
  breaksAfter: string | undefined
  answersDetails = true
  /** Milliseconds between two pings of the daemon, and for their answer. */
  readonly ping = { everyMs: 25_000, answerMs: 20_000 }
  /** How often the state of the instance was asked. */
  details = 0

  private constructor(run: RunCommand) {
    this.#run = run
    this.#panel = createServer((request, response) => void this.#answer(request, response))
    this.#daemon = createServer((request, response) => void this.#transfer(request, response))
    new WebSocketServer({ server: this.#daemon }).on('connection', (socket) => this.#connected(socket))
  }

  /** @param run one command; its messages become lines of the log */
  static async start(run: RunCommand): Promise<McsManagerModel> {
    const model = new McsManagerModel(run)
    for (const server of [model.#panel, model.#daemon]) {
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
    }
    return model
  }

  get address() {
    const port = (server: Server) => (server.address() as AddressInfo).port
    return {
      address: `http://127.0.0.1:${port(this.#panel)}`,
      key: modelKey,
      daemon: 'DAEMON',
      instance: 'INSTANCE',
      node: `localhost:${this.publicNodePort ?? port(this.#daemon)}`,
    }
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.terminate()
    for (const server of [this.#panel, this.#daemon]) {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    }
  }

  /** Raw output of the process. */
  write(text: string): void {
    this.#emit('instance/stdout', { instanceUuid: 'INSTANCE', text })
  }

  setRunning(isRunning: boolean): void {
    this.isRunning = isRunning
    this.#emit(isRunning ? 'instance/opened' : 'instance/stopped', { instanceUuid: 'INSTANCE', instanceName: 'mc' })
  }

  /** The instance could not start. */
  fail(): void {
    this.#emit('instance/failure', { instanceUuid: 'INSTANCE', instanceName: 'mc' })
  }

  /** Closes every console. */
  cut(): void {
    for (const socket of this.#sockets) socket.terminate()
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', 'http://panel')
    const path = url.pathname.replace('/api', '')
    this.calls.push(`${request.method} ${path}`)
    const body = (await read(request)).toString()
    if (this.redirectsTo !== undefined) return void response.writeHead(302, { location: this.redirectsTo }).end()
    const [status, data] = this.#dataOf(path, url.searchParams, request, body === '' ? {} : JSON.parse(body))
    if (path === this.breaksAfter) return void request.socket.destroy()
    response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' })
    response.end(JSON.stringify({ status, data, time: 1_795_712_666_868 }))
  }

  /** A file, or everything in a folder. */
  #at(target: string): readonly string[] {
    return [...this.files.keys()].filter((name) => name === target || name.startsWith(`${target}/`))
  }

  #dataOf(
    path: string,
    query: URLSearchParams,
    { headers }: IncomingMessage,
    body: Record<string, unknown>,
  ): readonly [number, unknown] {
    if (headers['x-request-api-key'] !== modelKey) {
      return [403, '[Forbidden] [Middleware] Incorrect parameters or unauthorized access to the instance.']
    }
    if (!this.keysAreOn) return [403, 'API key creation feature is not enabled']
    const addr = this.address.node
    const done = { instanceUuid: 'INSTANCE', instances: [{ instanceUuid: 'INSTANCE', nickname: 'mc' }] }
    const [[from = '', to = ''] = []] = Array.isArray(body.targets) ? (body.targets as string[][]) : []
    switch (path) {
      case '/auth/': {
        // Written from the notes of what the real panel did: without this header it answers nothing.
        if (headers['x-requested-with'] !== 'XMLHttpRequest') return [200, null]
        const status = this.isRunning ? 3 : 0
        const own = { instanceUuid: 'INSTANCE', daemonId: 'DAEMON', nickname: 'Survival', status, hostIp: addr }
        return [200, { instances: [own] }]
      }
      case '/protected_instance/stream_channel':
        return [200, { password, addr, prefix: '', remoteMappings: [] }]
      case '/protected_instance/open':
        if (this.isRunning) return [500, 'The instance is running and cannot be started again']
        this.setRunning(true)
        return [200, done]
      case '/protected_instance/stop':
        this.setRunning(false)
        return [200, done]
      case '/protected_instance/restart':
        return [200, done]
      case '/files/list':
        return this.#list(query)
      case '/files/download':
      case '/files/upload':
        this.#place = query.get('upload_dir') ?? query.get('file_name') ?? ''
        return [200, { password, addr, remoteMappings: [] }]
      case '/files/mkdir':
        this.files.set(`${String(body.target)}/`, Buffer.alloc(0))
        return [200, true]
      case '/files/move':
        if (this.#at(from).length === 0) return [500, illegalPath]
        if (this.#at(to).length > 0) return [500, 'Error: dest already exists.']
        for (const name of this.#at(from)) {
          this.files.set(to + name.slice(from.length), this.files.get(name) ?? Buffer.alloc(0))
          this.files.delete(name)
        }
        return [200, true]
      case '/files':
        for (const target of body.targets as string[]) for (const name of this.#at(target)) this.files.delete(name)
        return [200, true]
      default:
        return [404, '[404] Not Found']
    }
  }

  /** Of the last ticket. */
  #place = ''

  #list(query: URLSearchParams): readonly [number, unknown] {
    const folder = `${query.get('target')?.replace(/\/$/u, '') ?? ''}/`
    const inside = [...this.files].filter(([path]) => path.startsWith(folder) && path !== folder)
    const isThere = folder === '/' || inside.length > 0 || this.files.has(folder)
    if (!isThere || folder.includes('..')) return [500, illegalPath]
    const names = new Map(
      inside.map(([path, { length }]) => {
        const rest = path.slice(folder.length)
        const [name = ''] = rest.split('/')
        return [name, { size: rest === name ? length : 0, type: rest === name ? 1 : 0 }] as const
      }),
    )
    // Without a name the panel searches for the word that JavaScript has for nothing.
    const wanted = query.get('file_name') ?? 'undefined'
    const items = [...names]
      .filter(([name]) => name.includes(wanted))
      .map(([name, found]) => ({ name, ...found, time: 'Thu Nov 26 2026 17:04:38 GMT+0000', mode: 644 }))
    const [page, size] = [Number(query.get('page')), Number(query.get('page_size'))]
    const shown = items.slice(page * size, (page + 1) * size)
    return [200, { items: shown, page, pageSize: size, total: items.length, absolutePath: '/srv/mc/' }]
  }

  async #transfer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, kind, given, name = ''] = new URL(request.url ?? '', 'http://daemon').pathname.split('/')
    const body = await read(request)
    await this.beforeTransfer(request.method ?? '')
    if (given !== password) return void response.writeHead(500).end('Access denied: No task found')
    if (kind === 'download') {
      const bytes = this.files.get(this.#place)
      if (!bytes || !this.#place.endsWith(decodeURIComponent(name))) return void response.writeHead(500).end('no')
      const facts = { 'content-length': bytes.length, 'last-modified': this.modified.toUTCString() }
      response.writeHead(200, facts).end(bytes)
      return
    }
    const text = body.toString('latin1')
    const [, file = ''] = /name="file"; filename="([^"]*)"/u.exec(text) ?? []
    const start = text.indexOf('\r\n\r\n') + 4
    const end = text.lastIndexOf('\r\n--')
    this.files.set(`${this.#place.replace(/\/$/u, '')}/${file}`, body.subarray(start, end))
    response.writeHead(200).end('OK')
  }

  /** The protocol of socket.io 4 over a websocket alone. */
  #connected(socket: WebSocket): void {
    this.#sockets.add(socket)
    const { everyMs, answerMs } = this.ping
    const pings = setInterval(() => socket.send('2'), everyMs)
    socket.once('close', () => {
      clearInterval(pings)
      this.#sockets.delete(socket)
    })
    socket.send(
      `0${JSON.stringify({ sid: 's', upgrades: [], pingInterval: everyMs, pingTimeout: answerMs, maxPayload: 1e6 })}`,
    )
    socket.on('message', (message) => {
      const text = String(message)
      if (text === '40') return socket.send('40{"sid":"n"}')
      if (!text.startsWith('42')) return
      const [event, packet] = JSON.parse(text.slice(2)) as [string, { uuid: string; data: Record<string, string> }]
      this.#received(socket, event, packet.uuid, packet.data)
    })
  }

  #received(socket: WebSocket, event: string, uuid: string, data: Record<string, string>): void {
    const answer = (status: number, value: unknown, name = event) =>
      socket.send(`42${JSON.stringify([name, { uuid, status, event: name, data: value }])}`)
    if (event === 'stream/auth') {
      if (data.password !== password) return answer(500, 'Error: Task does not exist')
      this.#authorized.add(socket)
      return answer(200, true)
    }
    if (!this.#authorized.has(socket)) return answer(500, '[IGNORE_LOG]', 'error')
    if (event === 'stream/detail') {
      this.details += 1
      if (!this.answersDetails) return
      const config = { type: 'minecraft/java', processType: 'general', enableRcon: this.usesRcon }
      return answer(200, { instanceUuid: 'INSTANCE', status: this.isRunning ? 3 : 0, config })
    }
    if (event !== 'stream/input' || !this.isRunning) return
    for (const line of (data.command ?? '').split('\n')) {
      this.typed.push(line)
      // A process reads one line after another.
      this.#turn = this.#turn.then(async () => {
        const messages = await this.#run(line)
        const lines = messages.map((text) => `[12:00:01] [Server thread/INFO]: ${text}\n`)
        if (lines.length > 0) this.write(lines.join(''))
      })
    }
  }

  #emit(event: string, data: object): void {
    const packet = { uuid: null, status: 200, event, data }
    for (const socket of this.#authorized) socket.send(`42${JSON.stringify([event, packet])}`)
  }
}
