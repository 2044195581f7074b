/**
 * Management server model: the JSON-RPC server of vanilla 1.21.9 and later, written from its documented behavior.
 *
 * It is a model and runs no Minecraft. One parameter or none, lists that come back whole, unknown names skipped
 * silently, 401 for a wrong secret.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'

export interface ModelPlayer {
  readonly id: string
  readonly name: string
}

export interface ManagementServerOptions {
  readonly secret?: string
  readonly port?: number
  /** Version of the protocol: game rules are strings in version 1. */
  readonly version?: string
  /** Serves `wss:` with this certificate. */
  readonly identity?: { readonly key: string; readonly cert: string }
  /** Puts errors inside `result`. */
  readonly errorsInResult?: boolean
}

type Method = (parameter: unknown) => unknown
class Refusal extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly data?: string,
  ) {
    super(message)
  }
}

export class ManagementServer {
  readonly #options: Required<Omit<ManagementServerOptions, 'port' | 'identity'>>
  readonly #server: ReturnType<typeof createServer>
  readonly #scheme: 'ws' | 'wss'
  readonly #open = new Set<WebSocket>()
  readonly #sockets = new Set<Duplex>()
  /** Everybody whose name the server knows. */
  readonly known: ModelPlayer[] = []
  online: ModelPlayer[] = []
  allowlist: ModelPlayer[] = []
  operators: { player: ModelPlayer; permissionLevel: number; bypassesPlayerLimit: boolean }[] = []
  bans: { player: ModelPlayer; reason: string; source: string }[] = []
  rules = new Map<string, boolean | number>([
    ['keep_inventory', false],
    ['random_tick_speed', 3],
  ])
  settings = new Map<string, unknown>([
    ['difficulty', 'easy'],
    ['max_players', 20],
    ['use_allowlist', false],
    ['motd', 'A Minecraft Server'],
  ])
  started = true
  /** What was called, in order. */
  readonly calls: { readonly method: string; readonly params: unknown }[] = []
  /** Takes a frame in place of the model; for servers that misbehave. */
  onFrame: ((text: string, socket: WebSocket) => void) | undefined

  private constructor({
    secret = 'a'.repeat(40),
    version = '2.0.0',
    errorsInResult = false,
    identity,
  }: ManagementServerOptions) {
    this.#options = { secret, version, errorsInResult }
    this.#scheme = identity ? 'wss' : 'ws'
    this.#server = identity ? createSecureServer(identity) : createServer()
    this.#server.on('connection', (socket) => {
      this.#sockets.add(socket)
      socket.on('close', () => this.#sockets.delete(socket))
    })
    this.#server.on('tlsClientError', () => {})
    const webSockets = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: 65_536 })
    this.#server.on('upgrade', (request, socket, head) => {
      if (request.headers.authorization !== `Bearer ${secret}`) {
        socket.end('HTTP/1.1 401 Unauthorized\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
        return
      }
      webSockets.handleUpgrade(request, socket, head, (webSocket) => this.#accept(webSocket))
    })
  }

  static async start(options: ManagementServerOptions = {}): Promise<ManagementServer> {
    const server = new ManagementServer(options)
    server.#server.listen(options.port ?? 0, '127.0.0.1')
    await once(server.#server, 'listening')
    return server
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  get url(): string {
    return `${this.#scheme}://127.0.0.1:${this.port}`
  }

  get open(): number {
    return this.#open.size
  }

  async stop(): Promise<void> {
    const closed = once(this.#server, 'close')
    this.#server.close()
    this.disconnectAll()
    await closed
  }

  disconnectAll(): void {
    for (const socket of this.#sockets) socket.destroy()
  }

  /** A player joins: the server reports it. */
  join(player: ModelPlayer, { silently = false } = {}): void {
    this.online.push(player)
    if (!silently) this.notify('players/joined', [player])
  }

  leave(player: ModelPlayer, { silently = false } = {}): void {
    this.online = this.online.filter(({ id }) => id !== player.id)
    if (!silently) this.notify('players/left', [player])
  }

  notify(name: string, params?: unknown): void {
    const frame = { jsonrpc: '2.0', method: `minecraft:notification/${name}`, ...(params !== undefined && { params }) }
    for (const socket of this.#open) socket.send(JSON.stringify(frame))
  }

  #accept(socket: WebSocket): void {
    this.#open.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => this.#open.delete(socket))
    socket.on('message', (data) => {
      const text = data.toString()
      if (this.onFrame) this.onFrame(text, socket)
      else socket.send(JSON.stringify(this.respond(text)))
    })
  }

  respond(text: string): unknown {
    const { id, method, params } = JSON.parse(text) as { id: number; method: string; params?: unknown }
    this.calls.push({ method, params })
    try {
      return { jsonrpc: '2.0', id, result: this.#run(method, params) }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const { code, message, data } = error
      const body = { error: { code, message, ...(data && { data }) } }
      return { jsonrpc: '2.0', id, ...(this.#options.errorsInResult ? { result: body } : body) }
    }
  }

  #run(method: string, params: unknown): unknown {
    if (method === 'rpc.discover') return this.#discovery()
    const run = this.#methods()[method]
    if (!run) throw new Refusal(-32_601, 'Method not found', method)
    if (params !== undefined && !Array.isArray(params)) throw new Refusal(-32_602, 'Invalid params')
    return run((params as unknown[] | undefined)?.[0])
  }

  #discovery(): unknown {
    const methods = Object.keys(this.#methods()).map((name) => ({ name, params: [] }))
    return { openrpc: '1.3.2', info: { title: 'Minecraft Server JSON-RPC', version: this.#options.version }, methods }
  }

  #methods(): Record<string, Method> {
    const isFirst = this.#options.version.startsWith('1.')
    const rule = (key: string, value: boolean | number) => ({
      key,
      type: typeof value === 'boolean' ? 'boolean' : 'integer',
      value: isFirst ? `${value}` : value,
    })
    const methods: Record<string, Method> = {
      'minecraft:server/status': () => ({
        started: this.started,
        players: this.online,
        version: { name: '1.21.11', protocol: 774 },
      }),
      'minecraft:server/save': () => true,
      'minecraft:server/stop': () => true,
      'minecraft:server/system_message': (message) => {
        if ((message as { overlay?: boolean }).overlay === undefined)
          throw new Refusal(-32_602, 'Invalid params', 'overlay')
        return true
      },
      'minecraft:players': () => this.online,
      'minecraft:players/kick': (kicks) => {
        const kicked = (kicks as { player: Partial<ModelPlayer> }[]).flatMap(({ player }) =>
          this.#find(player, this.online),
        )
        for (const player of kicked) this.leave(player)
        return kicked
      },
      'minecraft:allowlist': () => this.allowlist,
      'minecraft:allowlist/add': (players) => {
        const found = (players as Partial<ModelPlayer>[]).flatMap((player) => this.#find(player, this.known))
        this.allowlist = [...this.allowlist, ...found]
        return this.allowlist
      },
      'minecraft:allowlist/remove': (players) => {
        const found = (players as Partial<ModelPlayer>[]).flatMap((player) => this.#find(player, this.known))
        this.allowlist = this.allowlist.filter((player) => !found.includes(player))
        return this.allowlist
      },
      'minecraft:operators': () => this.operators,
      'minecraft:operators/add': (operators) => {
        for (const { player, permissionLevel = 4 } of operators as {
          player: Partial<ModelPlayer>
          permissionLevel?: number
        }[]) {
          for (const found of this.#find(player, this.known)) {
            this.operators.push({ player: found, permissionLevel, bypassesPlayerLimit: false })
          }
        }
        return this.operators
      },
      'minecraft:operators/remove': (players) => {
        const found = (players as Partial<ModelPlayer>[]).flatMap((player) => this.#find(player, this.known))
        this.operators = this.operators.filter(({ player }) => !found.includes(player))
        return this.operators
      },
      'minecraft:bans': () => this.bans,
      'minecraft:bans/add': (bans) => {
        for (const { player, reason = 'Banned by an operator.' } of bans as {
          player: Partial<ModelPlayer>
          reason?: string
        }[]) {
          for (const found of this.#find(player, this.known))
            this.bans.push({ player: found, reason, source: 'Management server' })
        }
        return this.bans
      },
      'minecraft:bans/remove': (players) => {
        const found = (players as Partial<ModelPlayer>[]).flatMap((player) => this.#find(player, this.known))
        this.bans = this.bans.filter(({ player }) => !found.includes(player))
        return this.bans
      },
      'minecraft:ip_bans': () => [],
      'minecraft:gamerules': () => [...this.rules].map(([key, value]) => rule(key, value)),
      'minecraft:gamerules/update': (change) => {
        const { key, value } = change as { key: string; value: unknown }
        if (!this.rules.has(key)) throw new Refusal(-32_602, 'Invalid params', `Unknown game rule ${key}`)
        if (isFirst !== (typeof value === 'string')) throw new Refusal(-32_602, 'Invalid params', 'value')
        const typed = JSON.parse(`${value}`) as boolean | number
        this.rules.set(key, typed)
        return rule(key, typed)
      },
    }
    for (const [name] of this.settings) {
      methods[`minecraft:serversettings/${name}`] = () => this.settings.get(name)
      methods[`minecraft:serversettings/${name}/set`] = (value) => {
        this.settings.set(name, value)
        return value
      }
    }
    return methods
  }

  /** An unknown player is skipped silently. */
  #find({ id, name }: Partial<ModelPlayer>, among: readonly ModelPlayer[]): ModelPlayer[] {
    return among.filter((player) => (id !== undefined ? player.id === id : player.name === name))
  }
}
