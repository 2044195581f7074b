/**
 * Endpoints: every XiaoZhi endpoint of the settings, each with its own client, connection and tools.
 *
 * Enforces invariant 2: an endpoint whose client is revoked or unknown is not connected. Enforces invariant 8:
 * addresses are read from the key store when connecting, and are in no state, log or error.
 */
import { EventEmitter, setMaxListeners } from 'node:events'
import { GatewayError } from '@contract/gateway-error.js'
import { serviceErrors } from '@contract/service-error.js'
import {
  type XiaozhiEndpoint,
  type XiaozhiErrorCode,
  type XiaozhiExchange,
  type XiaozhiState,
  type XiaozhiTest,
  xiaozhiLimits,
} from '@shared/features/xiaozhi.js'
import type { AuthenticatedClient } from '../../gateway/ports/client-access.js'
import type { Closable } from '../../gateway/ports/connections.js'
import { Emitter } from '../../gateway/ports/emitter.js'
import type { Invoker } from '../../gateway/ports/invoker.js'
import type { Clock, Log } from '../../gateway/ports/runtime.js'
import { callerOf } from '../../network/http/authenticated-client.js'
import type { ToolCaller } from '../spoken/tool-caller.js'
import { DeviceTools } from './device-tools.js'
import { EndpointConnection, type EndpointSession } from './endpoint-connection.js'
import { dialEndpoint, testEndpoint } from './endpoint-socket.js'
import { openDeviceSession } from './endpoint-transport.js'
import { normalLimits, type ToolListLimits } from './offered-tools.js'

export interface EndpointsOptions {
  readonly gateway: Invoker
  readonly clock: Clock
  readonly log: Log
  readonly face: ToolCaller
  /** 0 up to 1; jitter between programs. */
  readonly chance: () => number
  /** Current settings. */
  readonly endpoints: () => readonly XiaozhiEndpoint[]
  /** The whole address; undefined when the key store has lost it. */
  readonly addressOf: (id: string) => string | undefined
  /** Undefined when the endpoint's client does not exist any more. */
  readonly authenticatedClientOf: (id: string) => AuthenticatedClient | undefined
  readonly backoffOf?: (id: string) => { readonly initial: number; readonly max: number } | undefined
  readonly limitsOf?: (id: string) => ToolListLimits | undefined
  /** Called at the first message of a connection; `use` closes when the connection ends. */
  readonly onUse?: (id: string, use: Closable) => void
}

interface RunningEndpoint {
  readonly tools: DeviceTools
  readonly connection: EndpointConnection | undefined
  readonly stop: () => Promise<void>
  endpoint: XiaozhiEndpoint
  name: string
  /** ISO 8601. */
  since: string
  last?: XiaozhiExchange
}

const normalBackoff = { initial: xiaozhiLimits.initialBackoff.normal, max: xiaozhiLimits.maxBackoff.normal }

/** The numbered error of a failed connection, for the log. */
function describedBy(code: XiaozhiErrorCode) {
  const { name, message, suggestion } = serviceErrors[code]
  return { code, name, problem: message, suggestion }
}

/** Milliseconds in which changes are merged into one notification. */
const mergeMs = 100

export class XiaozhiEndpoints {
  readonly #options: EndpointsOptions
  readonly #running = new Map<string, RunningEndpoint>()
  readonly #onDidChange = new Emitter<void>()
  readonly onDidChange = this.#onDidChange.on
  #cancelEmit: (() => void) | undefined
  #isStopped = false

  constructor(options: EndpointsOptions) {
    this.#options = options
  }

  /** Applies the settings: starts, ends and pauses endpoints. */
  apply(): void {
    if (this.#isStopped) return
    const wanted = new Map(this.#options.endpoints().map((endpoint) => [endpoint.id, endpoint]))
    for (const [id, running] of this.#running) {
      if (wanted.has(id) && this.#options.authenticatedClientOf(id)) continue
      this.#running.delete(id)
      void running.stop()
    }
    for (const endpoint of wanted.values()) this.#applyEndpoint(endpoint)
    this.#emitChange()
  }

  state(): readonly XiaozhiState[] {
    return [...this.#running.values()].map(({ endpoint, name, connection, tools, since, last }) => ({
      ...endpoint,
      name,
      ...(connection && endpoint.enabled
        ? connection.status
        : { phase: endpoint.enabled ? ('no-address' as const) : ('paused' as const), isInUse: false }),
      since,
      ...(last && { last }),
      waiting: tools.waiting,
      ...tools.choices(),
    }))
  }

  /** Connects now, also where it waited for a person. @throws GatewayError when there is no such endpoint */
  connect(id: string): void {
    const running = this.#running.get(id)
    if (!running) throw new GatewayError('PROTOCOL.INVALID_REQUEST')
    if (running.endpoint.enabled) running.connection?.start()
  }

  /** Reads a new address from the key store. */
  async reloadAddress(id: string): Promise<void> {
    const running = this.#running.get(id)
    this.#running.delete(id)
    await running?.stop()
    this.apply()
  }

  test(address: string): Promise<XiaozhiTest> {
    const { clock } = this.#options
    return testEndpoint(address, { dial: dialEndpoint(clock), clock })
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#cancelEmit?.()
    this.#cancelEmit = () => {}
    await Promise.all([...this.#running.values()].map(({ stop }) => stop()))
    this.#running.clear()
  }

  #applyEndpoint(endpoint: XiaozhiEndpoint): void {
    const authenticated = this.#options.authenticatedClientOf(endpoint.id)
    if (!authenticated) return
    const known = this.#running.get(endpoint.id)
    if (!known) return this.#start(endpoint, authenticated)
    const wasEnabled = known.endpoint.enabled
    known.endpoint = endpoint
    known.name = authenticated.client.name ?? endpoint.id
    if (wasEnabled && !endpoint.enabled) void known.connection?.stop()
    if (!wasEnabled && endpoint.enabled) known.connection?.start()
  }

  #start(endpoint: XiaozhiEndpoint, authenticated: AuthenticatedClient): void {
    const { gateway, clock, log, face, chance, addressOf, backoffOf, limitsOf } = this.#options
    const { id } = endpoint
    const current = (): XiaozhiEndpoint => this.#running.get(id)?.endpoint ?? endpoint
    const tools = new DeviceTools({
      gateway,
      clock,
      log,
      face,
      endpoint: current,
      limits: () => limitsOf?.(id) ?? normalLimits,
      caller: callerOf(authenticated, { says: undefined, otherwise: 'A voice device' }),
      onExchange: (last) => {
        const running = this.#running.get(id)
        if (running) running.last = last
        this.#emitChange()
      },
    })
    const address = addressOf(id)
    const onError = (error: Error): void => log.warn('a voice device sent something odd', { id, error: error.name })
    const connection =
      address === undefined
        ? undefined
        : new EndpointConnection({
            address,
            dial: dialEndpoint(clock),
            clock,
            chance,
            backoff: backoffOf?.(id) ?? normalBackoff,
            openSession: (send) => this.#withUseTracking(id, openDeviceSession(tools, send, onError)),
            onChange: ({ phase, reason, code }) => {
              const details = { id, phase, ...(reason !== undefined && { reason }) }
              if (phase === 'connected') log.info('Connected to xiaozhi endpoint', { id })
              else if (code === undefined) log.info('an endpoint of a voice device', details)
              else log.warn('the connection to XiaoZhi failed', { ...details, ...describedBy(code) })
              const running = this.#running.get(id)
              if (running) running.since = clock.now().toISOString()
              this.#emitChange()
            },
          })
    const end = (): void => this.apply()
    setMaxListeners(0, authenticated.revoked)
    authenticated.revoked.addEventListener('abort', end, { once: true })
    this.#running.set(id, {
      tools,
      connection,
      endpoint,
      name: authenticated.client.name ?? id,
      since: clock.now().toISOString(),
      async stop() {
        authenticated.revoked.removeEventListener('abort', end)
        await connection?.stop()
      },
    })
    if (endpoint.enabled) connection?.start()
  }

  /** A client counts as used when its first message arrives; an open socket is not enough. */
  #withUseTracking(id: string, session: EndpointSession): EndpointSession {
    const use = new EventEmitter()
    let isUsed = false
    return {
      receive: (text) => {
        if (!isUsed) this.#options.onUse?.(id, use)
        isUsed = true
        return session.receive(text)
      },
      get isIdle() {
        return session.isIdle
      },
      end() {
        use.emit('close')
        session.end()
      },
    }
  }

  #emitChange(): void {
    this.#cancelEmit ??= this.#options.clock.after(mergeMs, () => {
      this.#cancelEmit = undefined
      this.#onDidChange.emit()
    })
  }
}
