/**
 * Service: one other MCP server, from its start to its end.
 *
 * Guards that a service affects only itself: it has a start timeout, a limited number of restarts, and its calls end
 * with it. During a restart its tools stay listed; a service that a person stopped has none.
 */
import { GatewayError } from '@contract/gateway-error.js'
import { serviceError } from '@contract/service-error.js'
import {
  type ServiceConfig,
  type ServiceProblem,
  type ServiceStarting,
  type ServiceStatus,
  type ServiceSummary,
  serviceId,
} from '@shared/servers/service.js'
import type { ProviderRequest, ProviderResponse, ServerLink } from '../../gateway/ports/provider.js'
import type { Clock, Log } from '../../gateway/ports/runtime.js'
import { plainName, untrusted } from '../../policy/text/untrusted-text.js'
import type { AdapterDependencies } from './connection/adapter-dependencies.js'
import type { Adapter } from './connection/adapters.js'
import { type Connected, maxStartMs } from './connection/connection.js'
import { requestLogLevel } from './connection/service-messages.js'
import { ResourceSubscriptions } from './connection/subscriptions.js'
import { CurrentOffer } from './current-offer.js'
import { HealthMonitor } from './health.js'
import { followListChanges, type Listed } from './listing.js'
import { LogTail } from './process/log-tail.js'
import { Restarts, StartLimit } from './restarts.js'
import { linkOf, type ServiceState, summaryOf } from './server-record.js'
import { callService, type ServiceCallContext } from './service-call.js'
import { endedByItself, exitOf, offlineFailure, problemOf, startedLate, startFailure } from './service-failure.js'
import { needsSignIn } from './sign-in/sign-in.js'
import type { ToolOffer } from './tools/tool-offer.js'
import { CutResults, warningsOf } from './warnings.js'

export interface ServiceDependencies {
  readonly clock: Clock
  readonly log: Log
  readonly adapter: Adapter
  readonly adapterDeps: Omit<AdapterDependencies, 'log'>
  /** The currently offered tools. */
  readonly offer: (service: string, listed: Listed) => Promise<ToolOffer>
  /** Bytes. */
  readonly maxResultSize: () => number
  /** Names that other services have too. */
  readonly sharedNames: () => readonly string[]
  /** Undefined while it is unknown. */
  readonly identify: (config: ServiceConfig) => string | undefined
  /** Its program or address changed. */
  readonly onProgramReplaced: (service: Service) => Promise<void>
  /** Any of its data changed. */
  readonly onChange: (service: Service) => void
}

export class Service {
  readonly name: string
  readonly id: string
  readonly tail = new LogTail()
  config: ServiceConfig
  #identity: string | undefined
  readonly #deps: ServiceDependencies
  #status: ServiceStatus = 'stopped'
  #connected: Connected | undefined
  #software: string | undefined
  readonly #current: CurrentOffer
  readonly #cut = new CutResults()
  #calls = 0
  readonly #restarts: Restarts
  readonly #subscriptions: ResourceSubscriptions
  #restarted = 0
  #startedAt: string | undefined
  readonly #startLimit = new StartLimit()
  #starting: ServiceStarting | undefined
  #problem: ServiceProblem | undefined
  #error: GatewayError | undefined
  /** Aborts the running start, and everything scheduled. */
  #ending = new AbortController()
  #health: HealthMonitor | undefined
  /** Starts and stops run one at a time. */
  #turn: Promise<unknown> = Promise.resolve()
  #link: ServerLink | undefined

  constructor(name: string, config: ServiceConfig, deps: ServiceDependencies) {
    this.name = name
    this.id = serviceId(name)
    this.config = config
    this.#identity = deps.identify(config)
    this.#deps = deps
    this.#current = new CurrentOffer((lists) => deps.offer(name, lists), { log: deps.log, service: name })
    this.#restarts = new Restarts(deps.clock)
    this.#subscriptions = new ResourceSubscriptions({ clock: deps.clock, log: deps.log, service: name })
  }

  /** Undefined until it was determined once. */
  get identity(): string | undefined {
    return this.#identity
  }

  get status(): ServiceStatus {
    return this.#status
  }

  get summary(): ServiceSummary {
    return summaryOf(this.#state)
  }

  get #state(): ServiceState {
    return {
      name: this.name,
      config: this.config,
      identity: this.#identity,
      status: this.#status,
      isWell: this.#isWell,
      offer: this.offer,
      lost: this.#current.lost,
      calls: this.#calls,
      restarts: this.#restarted,
      software: this.#software,
      startedAt: this.#startedAt,
      starting: this.#starting,
      problem: this.#problem,
      error: this.#error,
      warnings: warningsOf(this.#current, this.#deps.sharedNames(), this.#cut),
    }
  }

  get offer(): ToolOffer {
    return this.#current.offer
  }

  get #isWell(): boolean {
    return this.#status === 'running' && (this.#health?.isWell ?? true)
  }

  /** As shown to the gateway; a new object after every change. */
  get link(): ServerLink {
    const { offer } = this
    this.#link ??= linkOf(this.#state, this.#subscriptions, (request, signal) => this.#invoke(offer, request, signal))
    return this.#link
  }

  /** @throws GatewayError 2001, 2003 or 1003 when it could not start; it is then retried a few times */
  start(): Promise<void> {
    this.#restarts.reset()
    this.#current.forgetLost()
    return this.#inTurn(() => this.#start())
  }

  stop(): Promise<void> {
    this.#restarts.cancel()
    this.#ending.abort()
    return this.#inTurn(() => this.#stop())
  }

  async restart(): Promise<void> {
    // What could not be stopped is logged; its successor is wanted all the same.
    await this.stop().catch(() => {})
    await this.start()
  }

  /** Determines its program or address again. */
  async recognize(): Promise<void> {
    const identity = this.#deps.identify(this.config)
    const before = this.#identity
    if (identity === undefined || identity === before) return
    this.#identity = identity
    this.#link = undefined
    if (before !== undefined) await this.#deps.onProgramReplaced(this)
  }

  /** Replaces only the folders. */
  setRoots(config: ServiceConfig): void {
    this.config = config
    this.#connected?.setRoots?.(config)
  }

  /** Replaces the log level. */
  logLevelChanged(): void {
    if (this.#connected) requestLogLevel(this.#connected.client, this.#connected.logLevel?.())
  }

  /** The configuration of the tools may have changed: computes the offer again. */
  async offerAgain(): Promise<void> {
    if (this.#status === 'stopped') return
    const isCurrent = () => this.#status !== 'stopped'
    if (await this.#current.update(() => this.#current.listed, isCurrent)) this.#changed()
  }

  #inTurn<T>(act: () => Promise<T>): Promise<T> {
    const next = this.#turn.then(act, act)
    this.#turn = next.catch(() => {})
    return next
  }

  async #start(): Promise<void> {
    if (this.#connected) return
    this.#restarts.cancel()
    const ending = new AbortController()
    this.#ending = ending
    await this.recognize()
    const { clock, adapter, adapterDeps: terms } = this.#deps
    const { limitMs, isFirst } = this.#startLimit.of(this.config)
    const starting = { since: clock.now().toISOString(), limitMs, isFirst }
    this.#starting = starting
    this.#become('starting')
    const late = new AbortController()
    const cancel = clock.after(limitMs, () => late.abort())
    const signal = AbortSignal.any([ending.signal, late.signal])
    const onSilent = (): void => {
      if (this.#starting !== starting) return
      this.#starting = { ...starting, isSilent: true }
      this.#changed()
    }
    try {
      const connected = await adapter(this.config, { ...terms, log: this.tail, isFirst, onSilent }, signal)
      try {
        await this.#begin(connected, signal)
      } catch (thrown) {
        await connected.close().catch(() => {})
        throw thrown
      }
    } catch (thrown) {
      if (ending.signal.aborted) return this.#become('stopped')
      const error = late.signal.aborted ? startedLate(limitMs, thrown) : startFailure(thrown)
      this.#failed(error)
      throw error
    } finally {
      cancel()
    }
  }

  async #begin(connected: Connected, signal: AbortSignal): Promise<void> {
    const { client } = connected
    await this.#current.list(connected, { signal, timeout: maxStartMs }, () => !signal.aborted)
    signal.throwIfAborted()
    this.#startLimit.succeeded(this.config)
    this.#connected = connected
    this.#startedAt = this.#deps.clock.now().toISOString()
    this.#problem = undefined
    this.#error = undefined
    const { name = '', version = '' } = client.getServerVersion() ?? {}
    this.#software = `${plainName(untrusted(name))} ${plainName(untrusted(version))}`.trim()
    client.onclose = () => this.#lost(connected, endedByItself(connected.exit?.()))
    followListChanges(connected, {
      clock: this.#deps.clock,
      log: this.#deps.log,
      service: this.name,
      isCurrent: () => this.#connected === connected,
      list: async () => {
        const isCurrent = () => this.#connected === connected
        const options = { signal: this.#ending.signal, previous: this.#current.listed }
        if (await this.#current.list(connected, options, isCurrent)) this.#changed()
      },
    })
    connected.onExpired?.(() => this.#renew(connected))
    this.#subscriptions.attach(client)
    this.#restarts.running()
    this.#watchHealth(connected)
    this.#become('running')
  }

  async #stop(): Promise<void> {
    this.#restarts.cancel()
    this.#subscriptions.detach()
    this.#health?.end()
    const connected = this.#connected
    this.#connected = undefined
    this.#current.clear()
    this.#cut.clear()
    this.#startedAt = undefined
    this.#become('stopped')
    await connected?.close().catch((thrown: unknown) => this.#notStopped(thrown))
  }

  /** It stays stopped for calls, and is shown as failed. @throws GatewayError 2002 */
  #notStopped(thrown: unknown): never {
    this.#error = this.#logNotStopped(thrown)
    this.#problem = problemOf(this.#error, this.#deps.clock.now())
    this.#become('error')
    throw this.#error
  }

  #logNotStopped(thrown: unknown): GatewayError {
    const error = thrown instanceof GatewayError ? thrown : serviceError(2002, { cause: thrown })
    this.#deps.log.error('a service could not be stopped', { service: this.name, code: 2002, reason: error.message })
    return error
  }

  /** It exited by itself, or failed its health checks. */
  #lost(connected: Connected, error: GatewayError): void {
    if (this.#connected !== connected) return
    this.#connected = undefined
    this.#subscriptions.detach()
    this.#startedAt = undefined
    void this.#inTurn(() => connected.close()).catch((thrown: unknown) => this.#logNotStopped(thrown))
    this.#failed(error)
  }

  #failed(error: GatewayError): void {
    const { clock, log } = this.#deps
    this.#error = error
    this.#health?.end()
    this.#problem = problemOf(error, clock.now())
    this.#become('error')
    const exit = exitOf(error)
    if (exit) log.error('Process crashed', { service: this.name, ...exit })
    log.warn('a service failed', { service: this.name, code: this.#problem.code, reason: error.message })
    if (needsSignIn(error)) return
    // A person may stop the service while the start is queued.
    const { signal } = this.#ending
    this.#restarts.plan(this.#problem.code, () => {
      if (signal.aborted) return
      this.#restarted += 1
      this.#inTurn(async () => {
        if (!signal.aborted) await this.#start()
      }).catch(() => {})
    })
  }

  async #invoke(seen: ToolOffer, request: ProviderRequest, signal: AbortSignal): Promise<ProviderResponse> {
    if (!this.#connected) throw this.#offline()
    this.#calls += 1
    return callService(this.#called, seen, request, signal)
  }

  /** Read at each step of a call, because the service may change meanwhile. */
  get #called(): ServiceCallContext {
    const connected = () => this.#connected
    const offer = () => this.offer
    return {
      get connected() {
        return connected()
      },
      get offer() {
        return offer()
      },
      maxResultSize: this.#deps.maxResultSize(),
      offline: () => this.#offline(),
      reconnect: (stale) => this.#reconnect(stale),
      cut: (tool = '', bytes) => {
        const about = { bytes, limit: this.#deps.maxResultSize(), service: this.name, tool, code: 3003 }
        this.#deps.log.warn('Result size {bytes} bytes exceeds limit {limit}', about)
        this.#cut.add(tool)
        this.#changed()
      },
    }
  }

  #offline(): GatewayError {
    return offlineFailure(this.name, this.#status, this.#error, this.#starting)
  }

  /** Without a call that needs it: paced, and calls work meanwhile. */
  #renew(stale: Connected): void {
    if (this.#connected !== stale) return
    const waitMs = this.#restarts.renew(() => void this.#reconnect(stale))
    if (waitMs === undefined) return
    this.#deps.log.warn('a service lost its session and gets a new one', { service: this.name, waitMs })
  }

  /** Concurrent calls whose session was lost share one new session. */
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
    this.#health = new HealthMonitor(connected, {
      clock: this.#deps.clock,
      config: this.config.healthCheck,
      onChange: () => {
        if (!this.#health?.isWell) this.#problem = problemOf(serviceError(2005), this.#deps.clock.now())
        this.#changed()
      },
      onLost: () => this.#lost(connected, serviceError(2005)),
      onExpired: () => this.#renew(connected),
    })
  }

  #become(status: ServiceStatus): void {
    this.#status = status
    this.#deps.log.debug('Service {service} is {status}', { service: this.name, status })
    if (status !== 'starting') this.#starting = undefined
    this.#changed()
  }

  #changed(): void {
    this.#link = undefined
    this.#deps.onChange(this)
  }
}
