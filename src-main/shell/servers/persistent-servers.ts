/** Persistent servers: the servers a person added, saved in the settings, with their tokens in the key store. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { GatewayError } from '@contract/gateway-error.js'
import { managementAddressOf, parseRconAddress, rconAddressText } from '@contract/java-address.js'
import { mayKeepToken } from '@contract/server-address.js'
import type { AddedServerSettings, Settings } from '@shared/program/settings.js'
import { isRconAddress, normalizedAddress, serverIdOfAddress } from '@shared/servers/address-id.js'
import { isBedrockId } from '@shared/servers/bedrock.js'
import { demoWorldId } from '@shared/servers/server.js'
import type { Composed } from '../../compose/composed.js'
import type { ServerWithSecrets } from '../../compose/server-providers.js'
import type { SecretStore } from '../../gateway/ports/client-access.js'
import type { Clock, Log } from '../../gateway/ports/runtime.js'
import type { ManifestTrust } from '../../gateway/trust/manifest-trust.js'
import type { ServerAdministration } from '../../ipc/handlers/server-care.js'
import type { ServerRepository } from '../../ipc/handlers/servers.js'
import type { QueuedServer } from '../../storage/command-queue.js'
import { createPairingTokens, type TokenFor } from './pairing-tokens.js'
import { RemovedServers } from './removed-servers.js'

const secretOf = (id: string): string => `agent-token:${id}`
const managementSecretOf = (id: string): string => `management-secret:${id}`

type Dependencies = Pick<Composed, 'settings' | 'addDemoWorld' | 'removeDemoWorld'> & {
  readonly bedrock: Pick<Composed['bedrock'], 'rename' | 'remove' | 'restore'>
  readonly servers: Pick<Composed['servers'], 'add' | 'change' | 'remove' | 'trust'>
  readonly trust: Pick<ManifestTrust, 'reinstate'>
  readonly clock: Pick<Clock, 'after'>
}

export interface PersistentServers
  extends ServerRepository,
    Pick<ServerAdministration, 'edit' | 'forgetCertificate' | 'restore'> {
  /** Connects every server of the settings, and applies changes of the settings file. */
  open(): Promise<void>
  /** Adds a server of a command. @throws GatewayError as `add` */
  addHandedOver(server: QueuedServer): string
  /** Whether the token of an added server is persistent. */
  isRemembered(id: string): boolean
  /** The token for an entered text: for a pairing code, the same each time. */
  readonly tokenFor: TokenFor
  /** For the shell only; not sent to pages. */
  tokenOf(id: string): string | undefined
  /** For the shell only; not sent to pages. */
  managementSecretOf(id: string): string | undefined
}

export function createPersistentServers(deps: Dependencies, secrets: SecretStore, log: Log): PersistentServers {
  const { servers: providers, settings } = deps
  /** Servers whose tokens could not be stored persistently. */
  const unpersisted = new Set<string>()
  /** Servers of the settings as they were connected. */
  const connected = new Map<string, string>()
  const removed = new RemovedServers(deps.clock)
  const tokenFor = createPairingTokens()
  /** The value in the settings; the command line may also have added the demo world. */
  let demoWorldWanted = false

  const isConnected = (server: AddedServerSettings): boolean => connected.get(server.id) === JSON.stringify(server)
  const noteConnected = (server: AddedServerSettings): void => void connected.set(server.id, JSON.stringify(server))
  const tokenOf = (id: string): string | undefined => secrets.get(secretOf(id))

  function keepToken(id: string, token: string, managementSecret?: string): void {
    const isKept = secrets.set(secretOf(id), token)
    const isSecretKept = managementSecret === undefined || secrets.set(managementSecretOf(id), managementSecret)
    if (isKept && isSecretKept) unpersisted.delete(id)
    else unpersisted.add(id)
  }

  function withSecrets(server: AddedServerSettings, token: string | undefined): ServerWithSecrets {
    const managementSecret = server.management && secrets.get(managementSecretOf(server.id))
    return { ...server, token, ...(managementSecret !== undefined && { managementSecret }) }
  }

  function known(id: string): AddedServerSettings {
    const server = settings.get().servers.find((one) => one.id === id)
    if (!server) throw new GatewayError('PROTOCOL.SERVER_NOT_FOUND')
    return server
  }

  function dial(server: AddedServerSettings): void {
    const token = tokenOf(server.id)
    if (token === undefined) log.warn('the token of a server is not known: enter it again', { server: server.name })
    noteConnected(server)
    try {
      providers.add(withSecrets(server, token))
    } catch (error) {
      log.error('a server of the settings cannot be dialled', { server: server.name, error: `${error}` })
    }
  }

  /** Tokens of removed servers are preserved, because the file may be corrected. */
  function applySettings({ servers, demoWorld }: Settings): void {
    for (const id of [...connected.keys()]) {
      if (servers.some((server) => server.id === id && isConnected(server))) continue
      connected.delete(id)
      providers.remove(id)
    }
    for (const server of servers) if (!isConnected(server)) dial(server)
    if (demoWorld === demoWorldWanted) return
    demoWorldWanted = demoWorld
    void (demoWorld ? deps.addDemoWorld() : deps.removeDemoWorld())
  }

  /** Replaces a server. @param again whether it must be reconnected */
  function replace(next: AddedServerSettings, token: string | undefined, again: boolean): void {
    const before = known(next.id)
    noteConnected(next)
    const servers = settings.get().servers.map((server) => (server.id === next.id ? next : server))
    if (!settings.change({ servers })) {
      noteConnected(before)
      throw notRemembered()
    }
    providers.change(withSecrets(next, token), again)
  }

  async function addDemoWorld(): Promise<string> {
    await deps.addDemoWorld()
    if (settings.change({ demoWorld: true })) return demoWorldId
    await deps.removeDemoWorld()
    throw notRemembered()
  }

  /** Saves and connects it, replacing one with the same address; returns its id. */
  function addServer(
    { certificate, ...given }: Omit<AddedServerSettings, 'id'>,
    token: string,
    managementSecret?: string,
  ): string {
    const address = normalizedAddress(given.address)
    const addressKey = serverIdOfAddress(address)
    const { servers } = settings.get()
    const before = servers.find((server) => addressKeyOf(server) === addressKey)
    const id = before?.id ?? freeId(addressKey, servers)
    const others = servers.filter((server) => server.id !== id)
    // A new token does not change the pinned certificate, unless the person has trusted the new one.
    const pin = certificate ?? before?.certificate
    const name = given.name.trim() || displayAddress(addressKey)
    const server = { ...given, id, name, address, ...(pin && { certificate: pin }) }
    if (before) providers.remove(id)
    providers.add({ ...server, token, ...(managementSecret !== undefined && { managementSecret }) })
    noteConnected(server)
    if (!settings.change({ servers: [...others, server] })) {
      connected.delete(id)
      providers.remove(id)
      throw settings.isUnwritable ? notRemembered() : new GatewayError('PROTOCOL.INVALID_REQUEST')
    }
    keepToken(id, token, managementSecret)
    removed.forget(id)
    return id
  }

  return {
    tokenFor,
    tokenOf,
    managementSecretOf: (id) => secrets.get(managementSecretOf(id)),
    async open() {
      demoWorldWanted = settings.get().demoWorld
      if (demoWorldWanted) await deps.addDemoWorld()
      settings.onDidChange(applySettings)
      // Reads each server's last offers when connecting it: one server per turn of the event loop.
      for (const { id } of settings.get().servers) {
        const server = settings.get().servers.find((one) => one.id === id)
        if (server && !isConnected(server)) dial(server)
        await nextTurn()
      }
    },
    add: ({ name, address, token, certificate }) =>
      addServer({ name, address, ...(certificate && { certificate }) }, tokenFor(token)),
    addHandedOver({ name, address, token, management, folder, confirmedPublic }) {
      const java = {
        ...(confirmedPublic && { plainTextConfirmed: confirmedPublic }),
        ...(management && { management: { address: management.address } }),
        ...(folder !== undefined && { folder }),
      }
      return addServer({ name, address, ...java }, tokenFor(token), management?.secret)
    },
    addJava(server) {
      const { name, host, port, password, confirmedPublic, management, folder } = server
      const address = rconAddressText({ host, port })
      return addServer(
        {
          ...{ name, address },
          ...(confirmedPublic && { plainTextConfirmed: true }),
          ...(management && { management: { address: managementAddressOf(management.address) } }),
          ...(folder && { folder }),
        },
        password,
        management?.secret,
      )
    },
    edit(id, change) {
      if (isBedrockId(id)) return deps.bedrock.rename(id, change.name?.trim() || 'Bedrock')
      const before = known(id)
      const address = change.address === undefined ? before.address : normalizedAddress(change.address)
      const addressKey = serverIdOfAddress(address)
      if (settings.get().servers.some((server) => server.id !== id && addressKeyOf(server) === addressKey))
        throw taken()
      const entered = tokenFor(change.token?.trim() ?? '') || undefined
      if (!entered && !mayKeepToken(before.address, address)) throw tokenNeeded()
      const token = entered ?? tokenOf(id)
      const { plainTextConfirmed, ...kept } = onSameHost(before, address)
      // The confirmation only applies to the same address.
      const isConfirmed = change.plainTextConfirmed ?? (address === before.address && plainTextConfirmed)
      const { managementCertificate: certificate } = change
      if (certificate !== undefined && !kept.management) throw new GatewayError('PROTOCOL.INVALID_REQUEST')
      const name = change.name?.trim() || before.name
      const next: AddedServerSettings = {
        ...{ ...kept, name, address },
        ...(isConfirmed && { plainTextConfirmed: true }),
        ...(kept.management && certificate !== undefined && { management: { ...kept.management, certificate } }),
      }
      const isReached = change.plainTextConfirmed ?? certificate ?? entered
      if (before.management && !next.management) secrets.delete(managementSecretOf(id))
      replace(next, token, isReached !== undefined || address !== before.address)
      if (entered) keepToken(id, entered)
    },
    forgetCertificate(id) {
      const { certificate: _forgotten, ...server } = known(id)
      replace(server, tokenOf(id), true)
    },
    isRemembered: (id) => !unpersisted.has(id),
    trustCertificate(id, certificate) {
      providers.trust(id, certificate)
      const servers = settings.get().servers.map((server) => (server.id === id ? { ...server, certificate } : server))
      servers.filter((server) => server.id === id).forEach(noteConnected)
      if (settings.change({ servers })) return
      throw new GatewayError('SYSTEM.INTERNAL_ERROR', {
        message: 'The certificate is trusted now, but it could not be saved.',
        suggestion: 'Remove the server and add it again; otherwise it is refused after the next start.',
      })
    },
    addDemoWorld,
    async remove(id) {
      if (isBedrockId(id)) return deps.bedrock.remove(id)
      if (id === demoWorldId) {
        if (!settings.change({ demoWorld: false })) throw notRemembered()
        await deps.removeDemoWorld()
        return
      }
      const { servers } = settings.get()
      const at = servers.findIndex((server) => server.id === id)
      const server = servers[at]
      const was = connected.get(id)
      connected.delete(id)
      if (!settings.change({ servers: servers.filter((one) => one.id !== id) })) {
        if (was !== undefined) connected.set(id, was)
        throw notRemembered()
      }
      if (server)
        removed.keep({ server, at, token: tokenOf(id), managementSecret: secrets.get(managementSecretOf(id)) })
      providers.remove(id)
      secrets.delete(secretOf(id))
      secrets.delete(managementSecretOf(id))
    },
    async restore(id) {
      if (id === demoWorldId) return addDemoWorld()
      if (isBedrockId(id)) return deps.bedrock.restore(id)
      const { servers } = settings.get()
      const { server, at, token, managementSecret } = removed.take(id)
      if (servers.some((one) => one.id === id || addressKeyOf(one) === addressKeyOf(server))) throw taken()
      deps.trust.reinstate(id)
      if (token !== undefined) keepToken(id, token, managementSecret)
      dial(server)
      if (settings.change({ servers: [...servers.slice(0, at), server, ...servers.slice(at)] })) return id
      connected.delete(id)
      providers.remove(id)
      secrets.delete(secretOf(id))
      throw notRemembered()
    },
  }
}

/** Key of a server's address; an invalid one, as a person may write into the file, is its own key. */
function addressKeyOf({ id, address }: AddedServerSettings): string {
  try {
    return serverIdOfAddress(address)
  } catch {
    return `?${id}`
  }
}

/** Default name of a server. */
const displayAddress = (addressKey: string): string => addressKey.replace(/^java:/u, '')

/** The key itself, unless a server whose address changed still uses it as its id. */
function freeId(addressKey: string, servers: readonly AddedServerSettings[]): string {
  const isTaken = (id: string) => id === demoWorldId || servers.some((server) => server.id === id)
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? addressKey : `${addressKey}~${number}`
    if (!isTaken(id)) return id
  }
}

const taken = () =>
  new GatewayError('PROTOCOL.INVALID_REQUEST', {
    message: 'A server with this address already exists.',
    suggestion: 'Remove it first, or enter another address.',
  })

const tokenNeeded = () =>
  new GatewayError('AUTH.UNAUTHORIZED', {
    message: 'The saved token is not sent to a different address.',
    suggestion: 'Enter the token for the new address.',
  })

const notRemembered = () => new GatewayError('SYSTEM.SETTINGS_UNWRITABLE')

/** Another host is another server: the management protocol and the folder belong to the old one. */
function onSameHost(before: AddedServerSettings, address: string): AddedServerSettings {
  if (!isRconAddress(before.address) || !isRconAddress(address)) return before
  if (parseRconAddress(before.address).host === parseRconAddress(address).host) return before
  const { management: _management, folder: _folder, ...server } = before
  return server
}
