/**
 * Service: one other MCP server, from its start to its end.
 *
 * Guards that a service disturbs nobody but itself: it has a time to start, a limited number of restarts, and calls of
 * it end when it does. While it is being restarted its tools stay listed; a service that a person stopped has none.
 */
import type { JsonObject } from '../../contract/call.js'
import { asGatewayError, GatewayError } from '../../contract/gateway-error.js'
import type { CapabilityManifest } from '../../contract/generated/capability-manifest.js'
import type { RelayedTool } from '../../contract/relayed.js'
import type { RefusedCapability, Server } from '../../contract/server.js'
import {
  type ServiceConfig,
  type ServiceProblem,
  type ServiceStatus,
  type ServiceSummary,
  serviceId,
} from '../../contract/service.js'
import { serviceCodeOf, serviceError } from '../../contract/service-error.js'
import type { Clock, Log, ProviderAnswer, ProviderRequest, ServerLink } from '../../gateway/ports.js'
import { backOff } from '../../policy/back-off.js'
import { cleanText } from '../../policy/untrusted-text.js'
import type { Adapter, AdapterParts } from './connection/adapters.js'
import { type Connected, callFailure, callMs, listAll, offers, startMs } from './connection/connection.js'
import { type RelayedRequest, relay } from './connection/relay.js'
import { Health } from './health.js'
import { LogTail } from './process/log-tail.js'
import { noLibrary, readLibrary, type SentLibrary } from './tools/library-offer.js'
import { sized } from './tools/result-size.js'
import type { ToolOffer } from './tools/tool-offer.js'

export interface ServiceParts {
  readonly clock: Clock
  readonly log: Log
  readonly adapter: Adapter
  readonly terms: Omit<AdapterParts, 'log'>
  /** The tools as they are offered now. */
  readonly offer: (service: string, sent: readonly unknown[], library: SentLibrary) => Promise<ToolOffer>
  /** Bytes. */
  readonly largestResult: () => number | undefined
  /** Something about it changed. */
  readonly onChange: (service: Service) => void
}

/** Starts in a row that may fail before only a person starts it again. */
const mostRestarts = 5
const firstRestartMs = 1_000
/** Milliseconds after which a service that runs counts as well again. */
const steadyMs = 60_000
/** Milliseconds in which announcements of a changed list become one. */
const listDelayMs = 200

const noTools: ToolOffer = {
  capabilities: [],
  refused: [],
  findings: {},
  relays: new Map(),
  toolOf: new Map(),
  bytes: 0,
  leftOut: 0,
}

export class Service {
  readonly name: string
  readonly id: string
  readonly tail = new LogTail()
  config: ServiceConfig
  readonly #parts: ServiceParts
  #status: ServiceStatus = 'stopped'
  #connected: Connected | undefined
  #software: string | undefined
  #sent: readonly unknown[] = []
  #library = noLibrary
  #offer = noTools
  #calls = 0
  #restarts = 0
  #failures = 0
  #startedAt: string | undefined
  #problem: ServiceProblem | undefined
  #error: GatewayError | undefined
  /** Ends the start that is on its way, and everything planned. */
  #ending = new AbortController()
  #cancelRestart = (): void => {}
  #health: Health | undefined
  /** Starts and stops happen one after the other. */
  #turn: Promise<unknown> = Promise.resolve()
  #link: ServerLink | undefined

  constructor(name: string, config: ServiceConfig, parts: ServiceParts) {
    this.name = name
    this.id = serviceId(name)
    this.config = config
    this.#parts = parts
  }

  get status(): ServiceStatus {
    return this.#status
  }

  get summary(): ServiceSummary {
    return {
      id: this.id,
      name: this.name,
      namespace: this.config.namespace,
      type: this.config.type,
      enabled: this.config.enabled,
      status: this.#status,
      healthy: this.#isWell,
      tools: this.#offer.capabilities.length,
      calls: this.#calls,
      restarts: this.#restarts,
      ...(this.#startedAt !== undefined && { startedAt: this.#startedAt }),
      ...(this.#problem && { lastError: this.#problem }),
    }
  }

  get #isWell(): boolean {
    return this.#status === 'running' && (this.#health?.isWell ?? true)
  }

  /** As the gateway sees it; another object whenever something changed. */
  get link(): ServerLink {
    this.#link ??= this.#makeLink()
    return this.#link
  }

  /** @throws GatewayError 2001, 2003 or 1003 when it could not start; then it is tried again a few times */
  start(): Promise<void> {
    this.#failures = 0
    return this.#inTurn(() => this.#start())
  }

  stop(): Promise<void> {
    this.#cancelRestart()
    this.#ending.abort()
    return this.#inTurn(() => this.#stop())
  }

  async restart(): Promise<void> {
    await this.stop()
    await this.start()
  }

  /** What the configuration of the tools says may have changed: they are offered again. */
  async offerAgain(): Promise<void> {
    if (this.#status === 'stopped') return
    this.#offer = await this.#parts.offer(this.name, this.#sent, this.#library)
    this.#changed()
  }

  #inTurn<T>(act: () => Promise<T>): Promise<T> {
    const next = this.#turn.then(act, act)
    this.#turn = next.catch(() => {})
    return next
  }

  async #start(): Promise<void> {
    if (this.#connected) return
    this.#cancelRestart()
    const ending = new AbortController()
    this.#ending = ending
    this.#become('starting')
    const { clock, adapter, terms } = this.#parts
    const late = new AbortController()
    const cancel = clock.after(startMs, () => late.abort())
    const signal = AbortSignal.any([ending.signal, late.signal])
    try {
      const connected = await adapter(this.config, { ...terms, log: this.tail }, signal)
      try {
        await this.#begin(connected, signal)
      } catch (thrown) {
        await connected.close()
        throw thrown
      }
    } catch (thrown) {
      if (ending.signal.aborted) return this.#become('stopped')
      const error = late.signal.aborted
        ? serviceError(2003, { message: `The service was not ready after ${startMs / 1_000} seconds.` })
        : startFailure(thrown)
      this.#failed(error)
      throw error
    } finally {
      cancel()
    }
  }

  async #begin(connected: Connected, signal: AbortSignal): Promise<void> {
    const { client } = connected
    const sent = offers(client, 'tools') ? await listAll(client, 'tools/list', 'tools', signal) : []
    const library = await readLibrary(client, signal)
    const offer = await this.#parts.offer(this.name, sent, library)
    signal.throwIfAborted()
    this.#sent = sent
    this.#library = library
    this.#offer = offer
    this.#connected = connected
    this.#startedAt = this.#parts.clock.now().toISOString()
    this.#problem = undefined
    this.#error = undefined
    const { name = '', version = '' } = client.getServerVersion() ?? {}
    this.#software = cleanText(`${name} ${version}`.trim(), 128)
    client.onclose = () => this.#lost(connected, serviceError(2005, { message: 'The service ended by itself.' }))
    for (const list of ['tools', 'prompts', 'resources'] as const) {
      client.setNotificationHandler(`notifications/${list}/list_changed`, () => this.#listSoon(connected))
    }
    const cancel = this.#parts.clock.after(steadyMs, () => {
      if (this.#connected === connected) this.#failures = 0
    })
    this.#ending.signal.addEventListener('abort', cancel, { once: true })
    this.#watchHealth(connected)
    this.#become('running')
  }

  async #stop(): Promise<void> {
    this.#cancelRestart()
    this.#health?.end()
    const connected = this.#connected
    this.#connected = undefined
    this.#offer = noTools
    this.#sent = []
    this.#library = noLibrary
    this.#startedAt = undefined
    this.#become('stopped')
    await connected?.close()
  }

  /** It ended by itself, or gives no sign of life. */
  #lost(connected: Connected, error: GatewayError): void {
    if (this.#connected !== connected) return
    this.#connected = undefined
    this.#startedAt = undefined
    void this.#inTurn(() => connected.close()).catch(() => {})
    this.#failed(error)
  }

  #failed(error: GatewayError): void {
    const { clock, log } = this.#parts
    this.#error = error
    this.#health?.end()
    this.#problem = this.#problemOf(error)
    this.#become('error')
    log.warn('a service failed', { service: this.name, code: this.#problem.code, reason: error.message })
    if (serviceCodeOf(error) < 2_000 || this.#failures >= mostRestarts) return
    const wait = backOff(this.#failures, firstRestartMs, Math.random())
    this.#failures += 1
    this.#cancelRestart()
    // A person may stop the service while the start waits for its turn.
    const { signal } = this.#ending
    this.#cancelRestart = clock.after(wait, () => {
      if (signal.aborted) return
      this.#restarts += 1
      this.#inTurn(async () => {
        if (!signal.aborted) await this.#start()
      }).catch(() => {})
    })
  }

  #listing: Promise<void> | undefined

  /** Announcements that come while a list is on its way become one more list. */
  #listSoon(connected: Connected): void {
    if (this.#listing) return
    const { clock } = this.#parts
    this.#listing = new Promise<void>((resolve) => void clock.after(listDelayMs, resolve)).then(async () => {
      this.#listing = undefined
      if (this.#connected !== connected) return
      try {
        const sent = await listAll(connected.client, 'tools/list', 'tools', this.#ending.signal)
        const library = await readLibrary(connected.client, this.#ending.signal)
        const offer = await this.#parts.offer(this.name, sent, library)
        if (this.#connected !== connected) return
        this.#sent = sent
        this.#library = library
        this.#offer = offer
        this.#changed()
      } catch (thrown) {
        this.#parts.log.warn('the tools of a service could not be listed', { service: this.name, error: `${thrown}` })
      }
    })
  }

  async #invoke(request: ProviderRequest, signal: AbortSignal): Promise<ProviderAnswer> {
    const connected = this.#connected
    const tool = this.#offer.toolOf.get(request.capabilityId)
    if (!connected) throw this.#offline()
    const method = this.#offer.methodOf?.get(request.capabilityId)
    if (tool === undefined && method === undefined) throw serviceError(3001)
    this.#calls += 1
    const relayed =
      method === undefined
        ? { method: 'tools/call', params: { name: tool, arguments: request.arguments } }
        : { method, params: request.arguments }
    const sent = await this.#request(relayed, request, connected, signal)
    const { result, cutFrom } = sized(sent, this.#parts.largestResult())
    if (cutFrom !== undefined) {
      this.#parts.log.warn('a result was too large and was cut', {
        service: this.name,
        ...(tool !== undefined && { tool }),
        bytes: cutFrom,
        code: 3003,
      })
    }
    if (result.isError !== true) return { data: result, relayed: { result } }
    throw serviceError(3002, { message: wordsOf(result), relayed: { result }, theirs: true })
  }

  /** A session that the server forgot is begun again, once. */
  async #request(
    relayed: RelayedRequest,
    request: ProviderRequest,
    connected: Connected,
    signal: AbortSignal,
  ): Promise<JsonObject> {
    try {
      return await relay(connected, relayed, request, signal)
    } catch (thrown) {
      if (!connected.isExpired?.(thrown)) throw callFailure(thrown, signal.aborted)
    }
    await this.#reconnect(connected)
    const fresh = this.#connected
    if (!fresh) throw this.#offline()
    try {
      return await relay(fresh, relayed, request, signal)
    } catch (thrown) {
      throw callFailure(thrown, signal.aborted)
    }
  }

  /** Calls that find the session gone at the same time begin one new session. */
  #reconnect(stale: Connected): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#connected !== stale) return
      this.#connected = undefined
      await stale.close().catch(() => {})
      await this.#start().catch(() => {})
    })
  }

  #watchHealth(connected: Connected): void {
    this.#health?.end()
    this.#health = new Health(connected, {
      clock: this.#parts.clock,
      config: this.config.healthCheck,
      onChange: () => {
        if (!this.#health?.isWell) this.#problem = this.#problemOf(serviceError(2005))
        this.#changed()
      },
      onLost: () => this.#lost(connected, serviceError(2005)),
      onExpired: () => void this.#reconnect(connected),
    })
  }

  #problemOf(error: GatewayError): ServiceProblem {
    return { code: serviceCodeOf(error), message: error.message, at: this.#parts.clock.now().toISOString() }
  }

  #offline(): GatewayError {
    const { message } = this.#error ?? {}
    return serviceError(this.#status === 'error' ? 2005 : 2001, {
      message: `The service "${this.name}" is ${this.#status === 'starting' ? 'starting' : 'offline'}.${message ? ` ${message}` : ''}`,
    })
  }

  #become(status: ServiceStatus): void {
    this.#status = status
    this.#changed()
  }

  #changed(): void {
    this.#link = undefined
    this.#parts.onChange(this)
  }

  #makeLink(): ServerLink {
    const { capabilities, refused, findings, relays, library } = this.#offer
    return {
      server: this.#server(capabilities, refused, findings),
      relays: relays as ReadonlyMap<string, RelayedTool>,
      ...(library && { library }),
      longestMs: () => callMs,
      invoke: (request, signal) => this.#invoke(request, signal),
    }
  }

  #server(
    capabilities: readonly CapabilityManifest[],
    refused: readonly RefusedCapability[],
    findings: ToolOffer['findings'],
  ): Server {
    const isSilent = this.#status === 'running' && !this.#isWell
    const states = { stopped: 'offline', starting: 'connecting', running: 'online', error: 'offline' } as const
    return {
      id: this.id,
      name: this.name,
      kind: 'service',
      state: isSilent ? 'degraded' : states[this.#status],
      ...(isSilent && { strain: 'silent' as const }),
      ...(this.#status === 'error' && this.#error && { problem: this.#error.toContract() }),
      ...(this.#software && { software: this.#software }),
      capabilities,
      refused,
      ...(Object.keys(findings).length > 0 && { findings }),
    }
  }
}

/** The first text of a result, for the trail and for those who read no MCP. */
function wordsOf({ content }: JsonObject): string {
  const texts = Array.isArray(content) ? content.map((part: { text?: unknown } | null) => part?.text) : []
  const first = texts.find((text): text is string => typeof text === 'string')
  return first === undefined ? 'The tool failed.' : cleanText(first, 512)
}

function startFailure(thrown: unknown): GatewayError {
  if (thrown instanceof GatewayError) return thrown
  const { code } = thrown as { code?: unknown }
  const message = thrown instanceof Error ? thrown.message : String(asGatewayError(thrown).message)
  return serviceError(2001, {
    message: `The service could not start: ${cleanText(message, 300)}`,
    ...(typeof code === 'string' && { details: { reason: code } }),
    cause: thrown,
  })
}
