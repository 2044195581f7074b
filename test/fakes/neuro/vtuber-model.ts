/**
 * Model of the program of an AI VTuber, after VedalAI/neuro-sdk at 98e6d5e (20 July 2026): `API/SPECIFICATION.md`,
 * `API/PROPOSALS.md` and the mock `Randy/index.ts`, and after a record of a run of Randy (`randy-record.json`).
 *
 * Like Randy it sends `actions/reregister_all` to every connection, numbers its actions from 0, sends a failed action
 * again after 500 ms, and keeps what was registered when a connection is lost. Like the specification it clears
 * everything at `startup`, ignores an action that is registered already, accepts text only, and tells its character.
 */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'

/** Of `API/SPECIFICATION.md`, *Action*. */
export const unsupportedKeywords: ReadonlySet<string> = new Set(
  `$anchor $comment $defs $dynamicAnchor $dynamicRef $id $ref $schema $vocabulary additionalProperties allOf anyOf
   contentEncoding contentMediaType contentSchema dependentRequired dependentSchemas deprecated description else if
   maxProperties minProperties multipleOf not oneOf patternProperties readOnly then title unevaluatedItems
   unevaluatedProperties writeOnly`.split(/\s+/u),
)

export interface ModelAction {
  readonly name: string
  readonly description: string
  readonly schema?: Readonly<Record<string, unknown>>
}

export interface ModelResult {
  readonly id: string
  readonly success: boolean
  readonly message?: string
}

interface GameMessage {
  readonly command: string
  readonly game: string
  readonly data?: Readonly<Record<string, unknown>>
}

export interface VtuberOptions {
  /** Sends a failed action again, as Randy does, and Neuro does for a forced one. */
  readonly retries?: boolean
  /** Sends the acknowledgement of `startup` with this name. */
  readonly character?: string
  readonly port?: number
}

export class VtuberModel {
  /** What the game did wrong. */
  readonly faults: string[] = []
  readonly messages: GameMessage[] = []
  readonly contexts: { readonly message: string; readonly silent: boolean }[] = []
  readonly results: ModelResult[] = []
  readonly actions = new Map<string, ModelAction>()
  /** Close codes that the game sent. */
  readonly closeCodes: number[] = []
  connections = 0
  readonly #options: VtuberOptions
  readonly #server: WebSocketServer
  readonly #sockets = new Set<WebSocket>()
  readonly #pending = new Map<
    string,
    { readonly name: string; readonly data: string | undefined; readonly done: (result: ModelResult) => void }
  >()
  readonly #watchers = new Set<() => void>()
  #nextId = 0

  private constructor(server: WebSocketServer, options: VtuberOptions) {
    this.#server = server
    this.#options = options
    server.on('connection', (socket) => this.#accept(socket))
  }

  static async open(options: VtuberOptions = {}): Promise<VtuberModel> {
    const server = new WebSocketServer({ host: '127.0.0.1', port: options.port ?? 0 })
    await once(server, 'listening')
    return new VtuberModel(server, options)
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  get address(): string {
    return `ws://127.0.0.1:${this.port}/`
  }

  /** Resolves as soon as something is so. */
  when(isSo: () => boolean): Promise<void> {
    if (isSo()) return Promise.resolve()
    return new Promise((resolve) => {
      const look = () => {
        if (!isSo()) return
        this.#watchers.delete(look)
        resolve()
      }
      this.#watchers.add(look)
    })
  }

  /** The AI acts. @param data an object becomes JSON as text; a text is sent as it is */
  act(name: string, data?: object | string, id = `${this.#nextId++}`): Promise<ModelResult> {
    const text = typeof data === 'object' ? JSON.stringify(data) : data
    return new Promise((done) => {
      this.#pending.set(id, { name, data: text, done })
      this.send({ command: 'action', data: { id, name, data: text } })
    })
  }

  send(message: unknown): void {
    for (const socket of this.#sockets) socket.send(JSON.stringify(message))
  }

  sendRaw(frame: string | Buffer): void {
    for (const socket of this.#sockets) socket.send(frame)
  }

  /** Cuts every connection without a close frame. */
  cut(): void {
    for (const socket of this.#sockets) socket.terminate()
  }

  async close(): Promise<void> {
    this.cut()
    this.#server.close()
    await once(this.#server, 'close')
  }

  #accept(socket: WebSocket): void {
    this.#sockets.add(socket)
    this.connections += 1
    let hasStarted = false
    socket.on('message', (data, isBinary) => {
      if (isBinary) this.faults.push('a binary message')
      const message = JSON.parse(`${data as Buffer}`) as GameMessage
      hasStarted ||= message.command === 'startup'
      if (!hasStarted) this.faults.push(`${message.command} before startup`)
      this.#receive(message)
      for (const look of [...this.#watchers]) look()
    })
    socket.on('close', (code) => {
      this.#sockets.delete(socket)
      this.closeCodes.push(code)
      for (const look of [...this.#watchers]) look()
    })
    this.send({ command: 'actions/reregister_all' })
    for (const look of [...this.#watchers]) look()
  }

  #receive(message: GameMessage): void {
    this.messages.push(message)
    if (message.game !== this.messages[0]?.game || message.game === '') this.faults.push('the name of the game changed')
    if (message.command === 'startup') {
      this.actions.clear()
      const { character } = this.#options
      if (character === undefined) return
      const session = { sessionId: 's-1', characterId: 'neuro', displayName: character }
      return this.send({ command: 'startup', data: { session } })
    }
    const data = message.data ?? {}
    switch (message.command) {
      case 'context':
        if (typeof data.message !== 'string' || typeof data.silent !== 'boolean') this.faults.push('a wrong context')
        this.contexts.push(data as never)
        return
      case 'actions/register':
        for (const action of data.actions as ModelAction[]) this.#register(action)
        return
      case 'actions/unregister':
        for (const name of data.action_names as string[]) this.actions.delete(name)
        return
      case 'action/result':
        return this.#result(data as never)
      case 'shutdown/ready':
        return
      default:
        this.faults.push(`unknown command ${message.command}`)
    }
  }

  #register(action: ModelAction): void {
    if (!/^[a-z0-9_-]+$/u.test(action.name)) this.faults.push(`name ${action.name}`)
    if (typeof action.description !== 'string') this.faults.push(`description of ${action.name}`)
    if (action.schema) {
      if (action.schema.type !== 'object') this.faults.push(`schema of ${action.name}`)
      this.faults.push(...keywordsIn(action.schema).map((keyword) => `${keyword} in ${action.name}`))
    }
    if (!this.actions.has(action.name)) this.actions.set(action.name, action)
  }

  #result(result: ModelResult): void {
    this.results.push(result)
    const pending = this.#pending.get(result.id)
    if (!pending) {
      this.faults.push(`unexpected action/result '${result.id}'`)
      return
    }
    this.#pending.delete(result.id)
    pending.done(result)
    if (result.success || !this.#options.retries) return
    setTimeout(() => void this.act(pending.name, pending.data), 500).unref()
  }
}

/** Keywords of a schema that are not supported; names of properties are none. */
function keywordsIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return []
  return Object.entries(schema).flatMap(([keyword, value]) => {
    if (keyword === 'properties') return Object.values(value as object).flatMap(keywordsIn)
    return [...(unsupportedKeywords.has(keyword) ? [keyword] : []), ...keywordsIn(value)]
  })
}
