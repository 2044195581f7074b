/**
 * Service repository: a person's changes to the services of a profile: add, change, remove, start, stop, restart.
 *
 * Enforces invariant 8: an entered key goes to the system's key store, and the file has a reference. Settings that
 * exist only in the file (a health check, a framing) are kept when a service is changed here.
 */

import { GatewayError } from '@contract/gateway-error.js'
import { canonical } from '@contract/json/canonical-json.js'
import { serviceError } from '@contract/service-error.js'
import {
  type ServiceConfig,
  type ServiceDraft,
  type ServiceSummary,
  type Services,
  type ServicesProblem,
  type ServicesView,
  type ServiceView,
  type ServiceWarning,
  serviceId,
} from '@shared/servers/service.js'
import { namespaceFrom } from '../../connect/import/import-names.js'
import { serviceSecretPrefix } from '../../connect/import/service-imports.js'
import type { SecretStore } from '../../gateway/ports/client-access.js'
import { secretsOf, shownDraft, withoutKeys } from '../../policy/services/draft-keys.js'
import { partsOfText, secretName, secretsIn } from '../../policy/services/service-references.js'
import type { ServicesStore } from '../../storage/services/services-store.js'

export interface ServiceRepositoryDependencies {
  readonly store: Pick<ServicesStore, 'get' | 'change' | 'problems' | 'file'>
  readonly services: Services
  readonly secrets: SecretStore
  readonly now: () => Date
  /** Whether the file was given on the command line. */
  readonly named: boolean
}

export class ServiceRepository {
  readonly #deps: ServiceRepositoryDependencies

  constructor(deps: ServiceRepositoryDependencies) {
    this.#deps = deps
  }

  view(): ServicesView {
    const { store, services, named } = this.#deps
    const running = new Map(services.list().map((summary) => [summary.name, summary]))
    const configured = Object.entries(store.get().services).map(([name, config]): ServiceView => {
      const { warnings: own = [], ...summary } = running.get(name) ?? notRunning(name, config)
      const warnings = [...keptEntry(name, store.problems), ...own]
      return {
        ...summary,
        ...(warnings.length > 0 && { warnings }),
        enabled: config.enabled,
        shows: shownDraft(draftOf(config)),
        draft: draftOf(config),
      }
    })
    const broken = store.problems.flatMap(({ service, code, message }): readonly ServiceView[] => {
      if (service === undefined || Object.hasOwn(store.get().services, service)) return []
      const lastError = { code, message, at: this.#deps.now().toISOString() }
      const known = { id: serviceId(service), name: service, namespace: '', type: 'stdio', enabled: false } as const
      return [{ ...known, ...nothingYet, status: 'error', shows: '', lastError }]
    })
    return { services: [...configured, ...broken], problems: store.problems, file: store.file, named }
  }

  /** @returns whether its keys are persistent. @throws GatewayError 1002 when the name is taken or invalid */
  add(name: string, draft: ServiceDraft, given: { readonly namespace?: string } = {}): boolean {
    this.#refuseNamed()
    const known = this.#deps.store.get().services
    if (Object.hasOwn(known, name)) throw serviceError(1002, { message: `A service named "${name}" already exists.` })
    const taken = new Set(Object.values(known).map(({ namespace }) => namespace))
    const namespace = given.namespace ?? namespaceFrom(name, taken)
    return this.#put(name, { enabled: true, namespace }, draft)
  }

  /** @returns whether its keys are persistent. @throws GatewayError */
  edit(name: string, draft: ServiceDraft): boolean {
    this.#refuseNamed()
    const before = this.#known(name)
    const { enabled, namespace, healthCheck, roots } = before
    const isSameKind = before.type === 'stdio' && draft.type === 'stdio'
    const oauth = 'oauth' in before && (draft.type === 'http' || draft.type === 'sse') ? before.oauth : undefined
    const kept = {
      enabled,
      namespace,
      ...(healthCheck && { healthCheck }),
      ...(roots && { roots }),
      ...(oauth && { oauth }),
      ...(isSameKind && before.framing && { framing: before.framing }),
      ...(isSameKind && before.dialect && { dialect: before.dialect }),
    }
    const keysBefore = this.#keysOf(before)
    const isKept = this.#put(name, kept, draft)
    const config = this.#known(name)
    const after = new Set(secretsIn(config))
    this.#forget(ownSecrets(name, before).filter((secret) => !after.has(secret)))
    // A changed file restarts it; a key changed only in the key store does not.
    const isOnlyKeys = canonical(config) === canonical(before) && this.#keysOf(config) !== keysBefore
    if (isOnlyKeys && enabled) void this.#deps.services.restart(name).catch(() => {})
    return isKept
  }

  /** @throws GatewayError */
  remove(name: string): void {
    this.#refuseNamed()
    const config = this.#known(name)
    this.#deps.store.change([[name, undefined]])
    this.#forget(ownSecrets(name, config))
  }

  /** Starts and enables it. @throws GatewayError */
  async start(name: string): Promise<void> {
    if (this.#switch(name, true)) return
    await this.#deps.services.start(name)
  }

  /** Stops and disables it. @throws GatewayError */
  async stop(name: string): Promise<void> {
    if (this.#switch(name, false)) return
    await this.#deps.services.stop(name)
  }

  /** @throws GatewayError */
  async restart(name: string): Promise<void> {
    if (this.#switch(name, true)) return
    await this.#deps.services.restart(name)
  }

  /** Starts a sign-in that the service requires. @returns the page for a person's browser @throws GatewayError */
  signIn(name: string): Promise<string> {
    return this.#deps.services.signIn(name)
  }

  /** Cancels a pending sign-in, and revokes access. @throws GatewayError */
  signOut(name: string): Promise<void> {
    return this.#deps.services.signOut(name)
  }

  log(name: string): readonly string[] {
    return this.#deps.services.log(name)
  }

  /**
   * An entry that a person has yet to correct stays: the service is then only switched while the program runs.
   *
   * @returns whether the file was changed, which starts or stops the service
   */
  #switch(name: string, enabled: boolean): boolean {
    const config = this.#known(name)
    if (config.enabled === enabled || this.#deps.named) return false
    try {
      this.#deps.store.change([[name, { ...config, enabled }]])
    } catch (thrown) {
      if (!this.#deps.store.problems.some(({ service }) => service === name)) throw thrown
      return false
    }
    return true
  }

  #put(name: string, kept: Pick<ServiceConfig, 'enabled' | 'namespace'>, draft: ServiceDraft): boolean {
    const { store, secrets } = this.#deps
    const { replace, secrets: keys } = secretsOf(name, secretsIn({ ...kept, ...draft } as ServiceConfig))
    const limit = draft.startTimeout === undefined ? {} : { startTimeout: draft.startTimeout }
    const config = configOf({ ...kept, ...limit }, withoutKeys(draft, { partsOf: partsOfText, replace }))
    const before = new Map(keys.map(([key]) => [key, secrets.get(serviceSecretPrefix + key)]))
    const areKept = keys.map(([key, value]) => secrets.set(serviceSecretPrefix + key, value))
    try {
      store.change([[name, config]])
    } catch (error) {
      for (const [key, value] of before) {
        if (value === undefined) secrets.delete(serviceSecretPrefix + key)
        else secrets.set(serviceSecretPrefix + key, value)
      }
      throw error
    }
    return !areKept.includes(false)
  }

  #keysOf(config: ServiceConfig): string {
    return canonical(secretsIn(config).map((secret) => this.#deps.secrets.get(serviceSecretPrefix + secret) ?? null))
  }

  #forget(names: readonly string[]): void {
    for (const name of names) this.#deps.secrets.delete(serviceSecretPrefix + name)
  }

  #known(name: string): ServiceConfig {
    const { services } = this.#deps.store.get()
    const config = Object.hasOwn(services, name) ? services[name] : undefined
    if (!config) throw serviceError(2004, { details: { service: name } })
    return config
  }

  #refuseNamed(): void {
    if (!this.#deps.named) return
    throw new GatewayError('PROTOCOL.INVALID_REQUEST', {
      message: `These services are defined in ${this.#deps.store.file}.`,
      suggestion: 'Edit that file. Gatehouse reads it again when it is saved.',
    })
  }
}

/** Says that the file has an entry that cannot be read in place of the one in use. */
const keptEntry = (name: string, problems: readonly ServicesProblem[]): readonly ServiceWarning[] =>
  problems
    .filter(({ service }) => service === name)
    .map(({ line, message }) => ({ kind: 'entry-kept', count: 1, names: [`line ${line}: ${message}`] }))

const nothingYet = { status: 'stopped', healthy: false, tools: 0, calls: 0, restarts: 0 } as const

const notRunning = (name: string, { namespace, type, enabled }: ServiceConfig): ServiceSummary => ({
  id: serviceId(name),
  name,
  namespace,
  type,
  enabled,
  ...nothingYet,
})

/** Secrets of the service itself, not those of others that it refers to. */
const ownSecrets = (name: string, config: ServiceConfig): readonly string[] =>
  secretsIn(config).filter((secret) => secret.startsWith(secretName(name, '')))

function draftOf(config: ServiceConfig): ServiceDraft {
  const limit = config.startTimeout === undefined ? {} : { startTimeout: config.startTimeout }
  if (config.type === 'embedded') {
    const { type, module, config: given } = config
    return { type, ...limit, module, ...(given && { config: given }) }
  }
  if (config.type === 'stdio') {
    const { type, command, args, env, cwd } = config
    return { type, ...limit, command, args, ...(env && { env }), ...(cwd !== undefined && { cwd }) }
  }
  const { type, url, headers } = config
  return { type, ...limit, url, ...(headers && { headers }) }
}

/** Empty parts are left out of the file. */
function configOf(kept: Pick<ServiceConfig, 'enabled' | 'namespace'>, draft: ServiceDraft): ServiceConfig {
  if (draft.type === 'stdio') {
    const { type, command, args, env = {}, cwd = '' } = draft
    return {
      type,
      ...kept,
      command,
      args: [...args],
      ...(Object.keys(env).length > 0 && { env }),
      ...(cwd !== '' && { cwd }),
    }
  }
  if (draft.type === 'embedded') {
    const { type, module, config = {} } = draft
    return { type, ...kept, module, ...(Object.keys(config).length > 0 && { config }) }
  }
  const { type, url, headers = {} } = draft
  return { type, ...kept, url, ...(Object.keys(headers).length > 0 && { headers }) }
}
