/**
 * MCP services: other MCP servers, each registered as a server with its tools as capabilities. See
 * docs/protocol.md#services-tools.
 *
 * A changed configuration affects only the services it changes.
 */

import { canonical } from '@contract/json/canonical-json.js'
import { serviceError } from '@contract/service-error.js'
import {
  clientLimits,
  defaultLogging,
  defaultToolManager,
  type LoggingConfig,
  type ServiceConfig,
  type ServiceSummary,
  type Services,
  type ServicesConfig,
  serviceId,
  type ToolManagerSettings,
} from '@shared/servers/service.js'
import { memorySecrets, type SecretStore } from '../../gateway/ports/client-access.js'
import { acceptedName } from '../../gateway/ports/client-name.js'
import { Emitter } from '../../gateway/ports/emitter.js'
import type { Provider, ProviderHost } from '../../gateway/ports/provider.js'
import type { Clock, Log } from '../../gateway/ports/runtime.js'
import { fitsText } from '../../policy/rules/wildcard.js'
import type { Admit } from '../../validation/admission.js'
import type { AdapterDependencies } from './connection/adapter-dependencies.js'
import { type Adapter, connectService } from './connection/adapters.js'
import type { LogLevel } from './connection/log-level.js'
import { logLevelOf } from './connection/service-messages.js'
import { identityOf } from './identity.js'
import type { Listed } from './listing.js'
import { Guard } from './process/guard.js'
import { killLeftoverProcesses, markFor } from './process/leftovers.js'
import { withoutRoots } from './restarts.js'
import { Service } from './service.js'
import { SignIn } from './sign-in/sign-in.js'
import { SignInRecords } from './sign-in/sign-in-record.js'
import { namespaceIdOf } from './tools/capability-id.js'
import { withLibrary } from './tools/library-offer.js'
import { collisionsOf, ListBudget } from './tools/name-collisions.js'
import { offerOf, type ToolOffer } from './tools/tool-offer.js'

/** Of two similar namespaces the same one gets the plain id, in whatever order the configuration names them. */
const byNamespace = ([, one]: [string, ServiceConfig], [, other]: [string, ServiceConfig]): number =>
  one.namespace < other.namespace ? -1 : 1

export interface McpServiceOptions
  extends Omit<AdapterDependencies, 'log' | 'guard' | 'eras' | 'wires' | 'access' | 'logLevel'> {
  readonly clock: Clock
  readonly log: Log
  readonly admit: Admit
  /** Store of the sign-in tokens; kept in memory when omitted. */
  readonly secrets?: SecretStore
  /** How to connect to services; by their type when omitted. */
  readonly adapter?: Adapter
  /** Called before a service is shown for the first time. */
  readonly onFirst?: (serverId: string, identity: string) => void
  /** Called when the program or address of a service changes under the same name. */
  readonly onProgramReplaced?: (name: string) => void
}

export class McpServices implements Services {
  readonly #options: McpServiceOptions
  readonly #services = new Map<string, Service>()
  readonly #namespaces = new Map<string, string>()
  readonly #guard: Guard
  readonly #signIns = new Map<string, SignIn>()
  readonly #records: SignInRecords
  readonly #eras: AdapterDependencies['eras'] = new Map()
  readonly #wires: AdapterDependencies['wires'] = new Map()
  readonly #budget = new ListBudget()
  /** The offers used for the last search for shared names. */
  #compared: readonly ToolOffer[] = []
  /** By service, the names that another one has too. */
  #shared: ReadonlyMap<string, readonly string[]> = new Map()
  readonly #onDidChange = new Emitter<void>()
  #toolManager: ToolManagerSettings = defaultToolManager
  #logging: LoggingConfig = defaultLogging
  #host: ProviderHost | undefined
  /** Whether it is shown to the gateway. */
  readonly #presented = new Set<string>()
  /** Configurations are applied one at a time; services start meanwhile, so that a slow one delays no other. */
  #applying: Promise<void> = Promise.resolve()
  #latest: ServicesConfig | undefined

  constructor(options: McpServiceOptions) {
    this.#options = options
    this.#guard = new Guard(markFor(options.mark))
    this.#records = new SignInRecords(options.secrets ?? memorySecrets())
    this.#applying = killLeftoverProcesses(options.mark, options.log)
  }

  /** The provider interface of the gateway. */
  readonly provider: Provider = {
    start: (host) => {
      this.#host = host
    },
    stop: () => this.close(),
  }

  readonly onDidChange = (listener: () => void): (() => void) => this.#onDidChange.on(listener)

  async start(name: string): Promise<void> {
    await this.#named(name).start()
  }

  async stop(name: string): Promise<void> {
    await this.#named(name).stop()
  }

  async restart(name: string): Promise<void> {
    await this.#named(name).restart()
  }

  signIn(name: string): Promise<string> {
    return this.#signInOf(this.#named(name).name).begin()
  }

  async signOut(name: string): Promise<void> {
    const service = this.#named(name)
    await this.#signInOf(name).signOut()
    if (service.config.enabled) void service.restart().catch(() => {})
  }

  /**
   * Signs out of services that were removed while this program did not run. Never rejects. @param names of the
   * remaining services
   */
  async signOutOthers(names: ReadonlySet<string>): Promise<void> {
    const { clock, log } = this.#options
    const records = this.#records
    const gone = records.names.filter((name) => !names.has(name))
    const ends = gone.map((name) => {
      const signIn = new SignIn(name, { clock, log, records, onChange() {}, onSignedIn() {} })
      const address = records.addressOf(name)
      if (address !== undefined) signIn.access(address, {})
      return signIn.signOut()
    })
    await Promise.all(ends)
  }

  /** Never rejects. */
  async close(): Promise<void> {
    for (const signIn of this.#signIns.values()) signIn.close()
    await Promise.allSettled([...this.#services.values()].map((service) => service.stop()))
  }

  list(): readonly ServiceSummary[] {
    return [...this.#services.values()].map(({ name, summary }) => {
      const { state, problem } = this.#signInOf(name)
      return { ...summary, ...(state && { signIn: state }), ...(problem !== undefined && { signInProblem: problem }) }
    })
  }

  log(name: string): readonly string[] {
    return this.#named(name).tail.lines
  }

  /**
   * Applies a configuration, unless a newer one is pending by then. Never rejects: failures are in `list`.
   *
   * @returns resolves when every affected service has started or failed
   */
  async apply(config: ServicesConfig): Promise<void> {
    this.#latest = config
    const starts: Promise<void>[] = []
    this.#applying = this.#applying.then(() => (config === this.#latest ? this.#apply(config, starts) : undefined))
    await this.#applying
    await Promise.all(starts)
    this.#onDidChange.emit()
  }

  /** Undefined when not configured: services then send at their own level. */
  readonly #logLevel = (): LogLevel | undefined =>
    this.#logging === defaultLogging ? undefined : logLevelOf(this.#logging)

  async #apply({ services, toolManager, logging }: ServicesConfig, starts: Promise<void>[]): Promise<void> {
    const levelBefore = this.#logLevel()
    this.#logging = logging
    if (this.#logLevel() !== levelBefore) for (const service of this.#services.values()) service.logLevelChanged()
    const isOther = canonical(toolManager) !== canonical(this.#toolManager)
    this.#toolManager = toolManager
    const work: Promise<unknown>[] = []
    for (const name of [...this.#services.keys()]) if (!Object.hasOwn(services, name)) work.push(this.#remove(name))
    const unchanged: Service[] = []
    for (const [name, wanted] of Object.entries(services).sort(byNamespace)) {
      const service = this.#services.get(name)
      if (!service) work.push(this.#add(name, wanted, starts))
      else if (canonical(service.config) === canonical(wanted)) unchanged.push(service)
      else work.push(this.#change(service, wanted, starts))
    }
    if (isOther) for (const service of unchanged) work.push(service.offerAgain())
    await Promise.allSettled(work)
  }

  /** Rejects instead of throwing: one service must not end the configuration of the others. */
  async #add(name: string, config: ServiceConfig, starts: Promise<void>[]): Promise<void> {
    const { clock, log, adapter = connectService, environment, secretOf, mark, moduleHost } = this.#options
    const service = new Service(name, config, {
      clock,
      log,
      adapter,
      adapterDeps: {
        environment,
        secretOf,
        mark,
        moduleHost,
        guard: this.#guard.add,
        eras: this.#eras,
        wires: this.#wires,
        logLevel: this.#logLevel,
        access: (address, client) => this.#signInOf(name).access(address, client),
      },
      offer: (owner, listed) => this.#offer(owner, listed),
      maxResultSize: () => this.#toolManager.maxClientResultSize ?? clientLimits.result,
      sharedNames: () => this.#shared.get(name) ?? [],
      identify: (wanted) => identityOf(wanted, { environment, secretOf }),
      onProgramReplaced: (other) => this.#onProgramReplaced(other),
      onChange: (changed) => this.#changed(changed),
    })
    this.#services.set(name, service)
    log.info('Service registered: {service}', { service: name, namespace: config.namespace, type: config.type })
    this.#namespaces.set(name, this.#namespaceFor(name, config.namespace))
    if (config.enabled) starts.push(service.start().catch(() => {}))
  }

  async #change(service: Service, config: ServiceConfig, starts: Promise<void>[]): Promise<void> {
    if (withoutRoots(service.config) === withoutRoots(config)) return service.setRoots(config)
    // What could not be stopped is logged.
    await service.stop().catch(() => {})
    service.config = config
    await service.recognize()
    this.#namespaces.delete(service.name)
    this.#namespaces.set(service.name, this.#namespaceFor(service.name, config.namespace))
    if (config.enabled) starts.push(service.start().catch(() => {}))
  }

  /** Another program inherits neither trust nor tokens. */
  async #onProgramReplaced({ name, id }: Service): Promise<void> {
    this.#presented.delete(id)
    this.#host?.withdraw(id)
    this.#options.onProgramReplaced?.(name)
    await this.#signIns.get(name)?.signOut()
  }

  async #remove(name: string): Promise<void> {
    const service = this.#services.get(name)
    this.#services.delete(name)
    this.#budget.release(name)
    this.#namespaces.delete(name)
    await service?.stop().catch(() => {})
    if (service) this.#options.log.info('Service removed: {service}', { service: name })
    await this.#signIns.get(name)?.signOut()
    this.#signIns.delete(name)
    this.#presented.delete(serviceId(name))
    this.#host?.withdraw(serviceId(name))
  }

  #signInOf(name: string): SignIn {
    const known = this.#signIns.get(name)
    if (known) return known
    const { clock, log } = this.#options
    const signIn = new SignIn(name, {
      clock,
      log,
      records: this.#records,
      onChange: () => this.#onDidChange.emit(),
      onSignedIn() {
        service()
          ?.restart()
          .catch(() => {})
      },
    })
    const service = (): Service | undefined => this.#services.get(name)
    this.#signIns.set(name, signIn)
    return signIn
  }

  #namespaceFor(name: string, namespace: string): string {
    const others = new Set([...this.#namespaces].filter(([other]) => other !== name).map(([, id]) => id))
    return namespaceIdOf(namespace, (id) => others.has(id))
  }

  async #offer(name: string, { tools, library }: Listed): Promise<ToolOffer> {
    const { namespaceEnabled, namespaceSeparator, whitelist, blacklist } = this.#toolManager
    const { maxClientToolListSize = clientLimits.toolList } = this.#toolManager
    const namespace = this.#services.get(name)?.config.namespace ?? name
    const prefixOf = (text: (part: string) => string): string =>
      namespaceEnabled ? `${text(namespace)}${namespaceSeparator}` : ''
    const prefix = prefixOf((part) => part)
    const acceptedPrefix = prefixOf(acceptedName)
    const clientNameOf = (tool: string): string => acceptedPrefix + acceptedName(tool)
    const isNamed = (patterns: readonly string[], tool: string): boolean =>
      patterns.some((pattern) => [tool, prefix + tool, clientNameOf(tool)].some((name) => fitsText(name, pattern)))
    const { admit, log } = this.#options
    const options = {
      serverId: serviceId(name),
      serviceName: name,
      namespaceId: this.#namespaces.get(name) ?? namespaceIdOf(namespace, () => false),
      isWanted: (tool: string) => (whitelist.length === 0 || isNamed(whitelist, tool)) && !isNamed(blacklist, tool),
      isBarred: (tool: string) => isNamed(blacklist, tool),
      clientNameOf,
      attributes: namespaceEnabled,
      reserveBytes: this.#budget.reset(name, maxClientToolListSize),
    }
    const offer = await offerOf(tools, options, admit)
    const leftOut = offer.leftOut.length
    if (leftOut > 0) log.warn('the list of tools is too large and was cut', { service: name, leftOut, code: 3004 })
    const whole = await withLibrary(offer, library, { ...options, prefix }, admit)
    await this.#host?.prepare?.(options.serverId, whole.capabilities)
    return whole
  }

  #changed(service: Service): void {
    const isKnown = this.#services.get(service.name) === service
    if (isKnown && service.status === 'stopped' && this.#budget.release(service.name)) this.#offerSkipped()
    this.#findSharedNames()
    // A service without a known identity has no trust.
    const { identity } = service
    if (isKnown && identity !== undefined && (service.status !== 'stopped' || this.#presented.has(service.id))) {
      if (!this.#presented.has(service.id)) this.#options.onFirst?.(service.id, identity)
      this.#presented.add(service.id)
      this.#host?.present(service.link)
    }
    this.#onDidChange.emit()
  }

  /** Tools that did not fit before may fit now. */
  #offerSkipped(): void {
    for (const other of this.#services.values()) if (other.offer.leftOut.length > 0) void other.offerAgain()
  }

  #findSharedNames(): void {
    const offers = [...this.#services.values()].map(({ offer }) => offer)
    if (offers.length === this.#compared.length && offers.every((offer, at) => offer === this.#compared[at])) return
    const shared = collisionsOf(new Map([...this.#services].map(([name, { offer }]) => [name, offer])))
    const before = this.#shared
    this.#compared = offers
    this.#shared = shared
    for (const [name, names] of shared) {
      if (canonical(names) === canonical(before.get(name) ?? [])) continue
      this.#options.log.warn('names of a service are taken by another one', { service: name, names: names.slice(0, 5) })
    }
  }

  /** @throws GatewayError 2004 when the service does not exist */
  #named(name: string): Service {
    const service = this.#services.get(name)
    if (!service) throw serviceError(2004)
    return service
  }
}
