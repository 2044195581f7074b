/**
 * Cold start: what the bridge responds itself while the program starts. Clients wait only seconds for a server.
 *
 * `initialize` and the era probe get the gateway's usual response, lists the last known one of the same client in the
 * same form, marked as stale: a session replaces it after a `list_changed`, a modern client need not keep it. Everything
 * else, above all calls, waits for the program; so does a list that is not known.
 */
import { instructions, mcpCapabilities } from '@contract/instructions.js'
import { isObject } from '@contract/json/json-object.js'
import { product } from '@contract/product.js'
import { discoverResponse, probeMethod } from './era-probe.js'
import type { ListStore } from './list-store.js'
import { type Message, objectAt, type RpcRequest } from './message.js'
import { modernHeaders } from './modern-era.js'

/** As the gateway's SDK accepts them, newest first. A test compares our response with the gateway's. */
const sessionVersions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07']

/** List method → the notification after which clients read it again. */
const changeOf: Readonly<Record<string, string>> = {
  'tools/list': 'notifications/tools/list_changed',
  'prompts/list': 'notifications/prompts/list_changed',
  'resources/list': 'notifications/resources/list_changed',
  'resources/templates/list': 'notifications/resources/list_changed',
}

/** The member of a result's `_meta` that marks a list of an earlier run. */
const staleMark = 'gatehouse/stale'

const clientInfoKey = 'io.modelcontextprotocol/clientInfo'
const capabilitiesKey = 'io.modelcontextprotocol/clientCapabilities'
const maxFormLength = 512

type JsonObject = Readonly<Record<string, unknown>>

export class ColdStart {
  readonly #store: ListStore
  readonly #toRefresh = new Set<string>()
  /** The form of lists of the session's client. */
  #form = ''
  #begun: PromiseWithResolvers | undefined
  #isStarting = false

  constructor(store: ListStore) {
    this.#store = store
  }

  /** The program is being started. */
  async begin(): Promise<void> {
    if (this.#isStarting) return
    this.#isStarting = true
    await this.#store.load()
    this.#begun?.resolve()
  }

  /** It has started, or cannot. */
  end(): void {
    this.#isStarting = false
    this.#begun = undefined
  }

  /** Calls back with our response if there is one, once the program is being started; never if it runs. */
  onResponse(message: Message, respond: (text: string) => void): void {
    if (message.kind !== 'request' || !this.#isKnown(message)) return
    if (message.method === 'initialize') {
      this.#form = formFor(objectAt(message.params, 'clientInfo'), objectAt(message.params, 'capabilities'))
    }
    this.#begun ??= withResolvers()
    const { promise, resolve } = this.#begun
    if (this.#isStarting && this.#store.isLoaded) resolve()
    void promise.then(() => {
      const text = this.#isStarting ? this.#responseTo(message) : undefined
      if (text !== undefined) respond(text)
    })
  }

  /** Keeps a list for the next cold start. */
  remember(request: RpcRequest, result: unknown): void {
    if (isWholeList(request) && isObject(result) && result.nextCursor === undefined) {
      this.#store.keep(this.#keyOf(request), result)
    }
  }

  /** The notifications that are due once the program runs, each once. */
  takeNotifications(): string[] {
    const methods = [...this.#toRefresh]
    this.#toRefresh.clear()
    return methods.map((method) => JSON.stringify({ jsonrpc: '2.0', method }))
  }

  #keyOf(request: RpcRequest): string {
    if (modernHeaders(request) === undefined) return `session ${request.method} ${this.#form}`
    const meta = objectAt(request.params, '_meta')
    const form = formFor(objectAt(meta, clientInfoKey), objectAt(meta, capabilitiesKey))
    return `modern ${request.method} ${form}`
  }

  #isKnown(request: RpcRequest): boolean {
    if (request.method === probeMethod || isWholeList(request)) return true
    return modernHeaders(request) === undefined && (request.method === 'initialize' || request.method === 'ping')
  }

  #responseTo(request: RpcRequest): string | undefined {
    if (request.method === probeMethod) return discoverResponse(request.id)
    if (request.method === 'ping') return responseOf(request, {})
    if (request.method === 'initialize') return responseOf(request, initializeResult(request.params.protocolVersion))
    const list = this.#store.get(this.#keyOf(request))
    if (list === undefined) return undefined
    const isModern = modernHeaders(request) !== undefined
    const change = changeOf[request.method]
    if (!isModern && change !== undefined) this.#toRefresh.add(change)
    const _meta = { ...(isObject(list._meta) && list._meta), [staleMark]: true }
    return responseOf(request, { ...list, ...(isModern && { ttlMs: 0 }), _meta })
  }
}

interface PromiseWithResolvers {
  readonly promise: Promise<void>
  readonly resolve: () => void
}

function withResolvers(): PromiseWithResolvers {
  let resolve = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}

const isWholeList = ({ method, params }: RpcRequest): boolean =>
  changeOf[method] !== undefined && params.cursor === undefined

/** What the gateway's list depends on beside rights: the version, who the client says it is, and its extensions. */
function formFor(info: JsonObject, { extensions }: JsonObject): string {
  const names = isObject(extensions) ? Object.keys(extensions).sort() : []
  return JSON.stringify([product.version, info.name ?? null, names]).slice(0, maxFormLength)
}

const responseOf = ({ id }: RpcRequest, result: object): string => JSON.stringify({ jsonrpc: '2.0', id, result })

const initializeResult = (asked: unknown) => ({
  protocolVersion: sessionVersions.find((version) => version === asked) ?? sessionVersions[0],
  capabilities: mcpCapabilities,
  serverInfo: { name: product.id, title: product.name, version: product.version },
  instructions,
})
