/** Compose XiaoZhi: endpoints of voice devices, with their settings, addresses and clients. */

import { asGatewayError, GatewayError } from '@contract/gateway-error.js'
import { type XiaozhiEndpoint, xiaozhiLimits } from '@shared/features/xiaozhi.js'
import { checkAddress } from '@shared/features/xiaozhi-address.js'
import type { ServicesConfig, XiaozhiConfig } from '@shared/servers/service.js'
import type { AppLanguage } from '@shared/text/language.js'
import { createToolCaller } from '../consumers/mcp/tool-caller.js'
import { XiaozhiEndpoints } from '../consumers/xiaozhi/endpoints.js'
import { normalLimits, type ToolListLimits } from '../consumers/xiaozhi/offered-tools.js'
import type { ConnectedClients } from '../gateway/clients/connected-clients.js'
import type { Gateway } from '../gateway/gateway.js'
import { memorySecrets, type SecretStore } from '../gateway/ports/client-access.js'
import type { Clock, Log } from '../gateway/ports/runtime.js'
import type { XiaozhiAccess } from '../owner/orders/features.js'
import { type ReferenceValues, resolveServiceReferences } from '../policy/services/service-references.js'
import type { ClientService } from '../storage/client-service.js'
import type { ServicesStore } from '../storage/services/services-store.js'
import type { SettingsStore } from '../storage/settings-store.js'

/** Key-store name of an endpoint's address. */
const secretOf = (id: string): string => `xiaozhi:${id}`

export interface ComposeXiaozhiOptions {
  readonly gateway: Gateway
  readonly settings: SettingsStore
  readonly clients: ClientService
  readonly connectedClients: ConnectedClients
  readonly clock: Clock
  readonly log: Log
  readonly language: () => AppLanguage
  /** Where addresses are stored; default: in memory. */
  readonly secrets?: SecretStore
  /** The services file, which may name an endpoint. */
  readonly file: Pick<ServicesStore, 'get' | 'onDidChange'>
  /** Values of references in it. */
  readonly values: ReferenceValues
}

/** An endpoint given on the command line or in a file. Missing members have their defaults. */
export interface GivenXiaozhi {
  readonly address: string
  readonly backoff?: { readonly initial: number; readonly max: number }
  readonly resultBytes?: number
  readonly limits?: ToolListLimits
}

export interface ComposedXiaozhi extends XiaozhiAccess {
  onDidChange(listener: () => void): () => void
  /**
   * Serves the endpoints given on the command line or in a file, replacing those given before. Each keeps its client of
   * the last start.
   *
   * @throws GatewayError when an address is invalid; then nothing has changed
   */
  serve(source: 'command-line' | 'file', given: readonly GivenXiaozhi[]): void
  stop(): Promise<void>
}

export function composeXiaozhi(options: ComposeXiaozhiOptions): ComposedXiaozhi {
  const { gateway, settings, clients, connectedClients, clock, log, language } = options
  const secrets = options.secrets ?? memorySecrets()
  const given = new Map<string, GivenXiaozhi & { readonly from: string }>()
  const face = createToolCaller(gateway, clock, log)
  const addressOf = (id: string): string | undefined => given.get(id)?.address ?? secrets.get(secretOf(id))
  const endpoints = new XiaozhiEndpoints({
    gateway,
    clock,
    log,
    face,
    addressOf,
    chance: Math.random,
    endpoints: () => settings.get().xiaozhi,
    authenticatedClientOf: (id) => clients.authenticatedClientOf(id),
    backoffOf: (id) => given.get(id)?.backoff,
    limitsOf: (id) => given.get(id)?.limits,
    onUse(id, use) {
      clients.touched(id)
      connectedClients.noteActivity({ clientId: id }, use)
    },
  })
  const apply = (): void => endpoints.apply()
  const ends = [settings.onDidChange(apply), clients.onDidChange(apply), face.onDidChange(apply)]
  endpoints.apply()

  function write(xiaozhi: readonly XiaozhiEndpoint[]): void {
    if (!settings.change({ xiaozhi })) throw new GatewayError('SYSTEM.SETTINGS_UNWRITABLE')
  }
  function known(id: string): XiaozhiEndpoint {
    const endpoint = settings.get().xiaozhi.find((one) => one.id === id)
    if (!endpoint) throw new GatewayError('PROTOCOL.INVALID_REQUEST', noSuchEndpoint)
    return endpoint
  }
  function checkedOnly(text: string) {
    const address = checkAddress(text)
    if (address.ok) return address
    throw new GatewayError('PROTOCOL.INVALID_REQUEST', { ...badAddress, details: { problem: address.problem } })
  }
  /** @param except the endpoint that may have it already */
  function checked(text: string, except?: string) {
    const address = checkedOnly(text)
    const others = settings.get().xiaozhi.filter(({ id }) => id !== except)
    // Two connections with one token would replace each other forever.
    if (others.some(({ id }) => addressOf(id) === address.address)) {
      throw new GatewayError('PROTOCOL.INVALID_REQUEST', { ...usedAddress, details: { problem: 'in-use-here' } })
    }
    return address
  }
  function create(place: string, name: string, over: Partial<XiaozhiEndpoint>): XiaozhiEndpoint {
    const kept = settings.get().xiaozhi.filter(({ id }) => clients.authenticatedClientOf(id))
    if (kept.length >= xiaozhiLimits.endpoints) throw new GatewayError('PROTOCOL.INVALID_REQUEST', tooMany)
    const { client } = clients.add({ name })
    const usual = { enabled: true, language: language(), resultBytes: xiaozhiLimits.resultBytes.normal }
    const endpoint = { id: client.id, place, ...usual, ...over }
    try {
      write([...kept, endpoint])
    } catch (error) {
      clients.revoke(client.id)
      throw error
    }
    return endpoint
  }

  const composed: ComposedXiaozhi = {
    state: () => endpoints.state(),
    onDidChange: endpoints.onDidChange,
    add({ name, address: text, language: spoken }) {
      const { address, place } = checked(text)
      const { id } = create(place, name, { language: spoken, enabled: false })
      const isKept = secrets.set(secretOf(id), address)
      // Its address was set meanwhile.
      write(settings.get().xiaozhi.map((one) => (one.id === id ? { ...one, enabled: true } : one)))
      void endpoints.reloadAddress(id)
      return { id, isKept }
    },
    change(id, { tools, ...change }) {
      const { tools: before, ...rest } = known(id)
      const chosen = tools === undefined ? before : (tools ?? undefined)
      const changed = { ...rest, ...change, ...(chosen && { tools: chosen }) }
      write(settings.get().xiaozhi.map((one) => (one.id === id ? changed : one)))
    },
    async readdress(id, text) {
      known(id)
      const { address, place } = checked(text, id)
      given.delete(id)
      const isKept = secrets.set(secretOf(id), address)
      write(settings.get().xiaozhi.map((one) => (one.id === id ? { ...one, place, enabled: true } : one)))
      await endpoints.reloadAddress(id)
      return { isKept }
    },
    remove(id) {
      known(id)
      write(settings.get().xiaozhi.filter((one) => one.id !== id))
      secrets.delete(secretOf(id))
      given.delete(id)
      if (clients.authenticatedClientOf(id)) clients.revoke(id)
    },
    connect: (id) => endpoints.connect(id),
    async test(text) {
      return endpoints.test(checked(text).address)
    },
    serve(source, all) {
      const named = all.map((one) => ({ ...one, ...checkedOnly(one.address) }))
      const before = [...given].filter(([, { from }]) => from === source).map(([id]) => id)
      const used = settings.get().xiaozhi.flatMap(({ id }) => (before.includes(id) ? [] : (addressOf(id) ?? [])))
      const addresses = named.map(({ address }) => address)
      if (new Set([...used, ...addresses]).size < new Set(used).size + addresses.length) {
        throw new GatewayError('PROTOCOL.INVALID_REQUEST', { ...usedAddress, details: { problem: 'in-use-here' } })
      }
      for (const id of before) given.delete(id)
      const taken = new Set<string>()
      for (const { address, place, ...one } of named) {
        const known = settings
          .get()
          .xiaozhi.find(
            ({ id, place: at }) =>
              at === place && !taken.has(id) && !addressOf(id) && clients.authenticatedClientOf(id),
          )
        const bytes = one.resultBytes === undefined ? {} : { resultBytes: one.resultBytes }
        const { id } = known ?? create(place, clients.freeName('XiaoZhi'), { ...bytes, enabled: false })
        taken.add(id)
        given.set(id, { ...one, address, from: source })
        write(settings.get().xiaozhi.map((kept) => (kept.id === id ? { ...kept, ...bytes, enabled: true } : kept)))
        void endpoints.reloadAddress(id)
      }
      for (const id of before) if (!taken.has(id)) void endpoints.reloadAddress(id)
    },
    async stop() {
      for (const end of ends) end()
      face.close()
      await endpoints.stop()
    },
  }
  let applied = '[]'
  /** Serves the endpoint of the file. */
  const follow = ({ xiaozhi: section, toolManager }: ServicesConfig): void => {
    const next = JSON.stringify(section ? [section, toolManager] : [])
    if (next === applied) return
    applied = next
    try {
      composed.serve('file', section ? [configFromServicesFile(section, toolManager, options.values)] : [])
    } catch (error) {
      const reason = asGatewayError(error).message
      log.error('the endpoint of XiaoZhi in the file of services was not used', { reason })
    }
  }
  follow(options.file.get())
  ends.push(options.file.onDidChange(follow))
  return composed
}

/**
 * The `xiaozhi` section of docs/protocol.md#services-file, and the size limits of its `toolManager`.
 *
 * @throws GatewayError 1003 when a reference has no value
 */
export const configFromServicesFile = (
  { endpoint, reconnect }: XiaozhiConfig,
  sizes: { readonly maxResultSize?: number; readonly maxToolListSize?: number },
  values: ReferenceValues,
): GivenXiaozhi => ({
  address: resolveServiceReferences({ endpoint }, values).endpoint,
  ...(reconnect && { backoff: { initial: reconnect.initialBackoff, max: reconnect.maxBackoff } }),
  ...(sizes.maxResultSize !== undefined && { resultBytes: sizes.maxResultSize }),
  ...(sizes.maxToolListSize !== undefined && { limits: { ...normalLimits, bytes: sizes.maxToolListSize } }),
})

const noSuchEndpoint = { message: 'There is no such endpoint.', suggestion: 'Choose one from the list.' }
const badAddress = {
  message: 'This is not the address of a XiaoZhi endpoint.',
  suggestion: 'Copy the address from the XiaoZhi console. It begins with wss:// and ends with a token.',
}
const usedAddress = {
  message: 'This address is already in use.',
  suggestion: 'Copy the address of another device from the XiaoZhi console.',
}
const tooMany = {
  message: `There are already ${xiaozhiLimits.endpoints} endpoints.`,
  suggestion: 'Remove an unused one.',
}
