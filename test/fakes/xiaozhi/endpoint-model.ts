/**
 * Model of an endpoint server for XiaoZhi, after the observed behaviour of the open one.
 *
 * It accepts first and closes with 1008 then, keeps one tool socket for each token and closes the older with 1000, rewrites
 * the ids of devices, and drops answers that belong to nobody. The trap: when a new socket replaces one whose link is lost,
 * dropping the lost one later removes whatever socket is registered by then.
 */
import type { Clock } from '../../../src-main/gateway/ports/runtime.js'

/** The server's end of one connection of a tool provider. */
export interface EndpointConnection {
  send(text: string): void
  close(code: number, reason: string): void
}

export interface DeviceResponse {
  readonly id: unknown
  readonly result?: Readonly<Record<string, unknown>>
  readonly error?: { readonly code: number; readonly message: string }
}

export interface ModelOptions {
  readonly clock: Clock
  readonly token: string
  /** Milliseconds after which a replaced socket with a lost link is dropped. */
  readonly dropsLostAfter?: () => number
}

interface Waiting {
  readonly id: unknown
  readonly answer: (response: DeviceResponse) => void
}

export class EndpointModel {
  readonly #options: ModelOptions
  readonly #lost = new Set<EndpointConnection>()
  readonly #waiting = new Map<string, Waiting>()
  #registered: EndpointConnection | undefined
  /** Responses with an unknown id: each is a fault of the tool provider. */
  readonly strays: string[] = []
  /** Connections that were accepted. */
  accepted = 0

  constructor(options: ModelOptions) {
    this.#options = options
  }

  get isRegistered(): boolean {
    return this.#registered !== undefined
  }

  /** Whether the socket is the one that requests go to. */
  isCurrent(wire: EndpointConnection): boolean {
    return this.#registered === wire
  }

  accept(wire: EndpointConnection, token: string | null): void {
    this.accepted += 1
    if (token !== this.#options.token) return wire.close(1008, 'Invalid token')
    const before = this.#registered
    this.#registered = wire
    if (!before) return
    if (!this.#lost.has(before)) return before.close(1000, 'replaced by a new connection')
    this.#options.clock.after(this.#options.dropsLostAfter?.() ?? 40_000, () => {
      this.#lost.delete(before)
      this.#registered = undefined
    })
  }

  /** A close frame came: the socket is dropped at once. */
  closed(wire: EndpointConnection): void {
    if (this.#registered === wire) this.#registered = undefined
  }

  /** The link was lost, and the server has not noticed. */
  lose(wire: EndpointConnection): void {
    this.#lost.add(wire)
  }

  receive(wire: EndpointConnection, text: string): void {
    if (this.#lost.has(wire)) return
    const message = JSON.parse(text) as DeviceResponse & { readonly method?: string }
    const key = typeof message.id === 'string' ? message.id : ''
    const waiting = this.#waiting.get(key)
    if (message.method !== undefined || !waiting) {
      this.strays.push(text)
      return
    }
    this.#waiting.delete(key)
    waiting.answer({ ...message, id: waiting.id })
  }

  /** A device with its own counter of ids, as each conversation has one. */
  device(name = 'device'): Device {
    return new Device(`${name}-${this.#next()}`, (prefix, message, answer) => {
      if (!this.#registered) return answer({ id: message.id, error: { code: -32001, message: 'tool not connected' } })
      if (message.id === undefined) return this.#registered.send(JSON.stringify(message))
      const kind = typeof message.id === 'number' ? 'n' : 's'
      const id = `${prefix}_${kind}_${message.id}`
      this.#waiting.set(id, { id: message.id, answer })
      this.#registered.send(JSON.stringify({ ...message, id }))
    })
  }

  /** Requests that were sent on and have no answer yet. */
  get unanswered(): number {
    return this.#waiting.size
  }

  /** Requests over a lost socket never get a response. */
  forgetUnanswered(): void {
    this.#waiting.clear()
  }

  #devices = 0
  #next(): number {
    this.#devices += 1
    return this.#devices
  }
}

interface DeviceMessage {
  readonly jsonrpc: '2.0'
  readonly id?: unknown
  readonly method: string
  readonly params?: object
}

type Forward = (prefix: string, message: DeviceMessage, answer: (response: DeviceResponse) => void) => void

export class Device {
  readonly #prefix: string
  readonly #forward: Forward
  #lastId = 0

  constructor(prefix: string, forward: Forward) {
    this.#prefix = prefix
    this.#forward = forward
  }

  /** `initialize` (id 1), `initialized` and `tools/list` (id 2), without waiting. The next call has id 1 again. */
  begin(): Promise<[DeviceResponse, DeviceResponse]> {
    const params = {
      protocolVersion: '2024-11-05',
      capabilities: { roots: { listChanged: true }, sampling: {} },
      clientInfo: { name: 'XiaozhiMCPEndpointClient', version: '1.0.0' },
    }
    const initialized = this.request('initialize', params, 1)
    this.notify('notifications/initialized')
    return Promise.all([initialized, this.request('tools/list', {}, 2)])
  }

  call(name: string, given: object = {}): Promise<DeviceResponse> {
    this.#lastId += 1
    return this.request('tools/call', { name, arguments: given, serialNumber: 'SN-1' }, this.#lastId)
  }

  request(method: string, params: object = {}, id: unknown = 9): Promise<DeviceResponse> {
    return new Promise((resolve) => this.#forward(this.#prefix, { jsonrpc: '2.0', id, method, params }, resolve))
  }

  notify(method: string, params: object = {}): void {
    this.#forward(this.#prefix, { jsonrpc: '2.0', method, params }, () => {})
  }
}

/** The text that a device service reads of a result: the first piece, and nothing when it is marked as an error. */
export function spokenText({ result, error }: DeviceResponse): string {
  if (error) return `error ${error.code}`
  const { content, isError } = (result ?? {}) as { content?: readonly { text?: string }[]; isError?: boolean }
  return isError ? '' : (content?.[0]?.text ?? '')
}
