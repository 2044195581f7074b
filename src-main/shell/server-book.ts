/** Server book: the servers a person added, remembered in the settings, their tokens in the secret store. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Composed } from '../compose.js'
import { isBedrockId } from '../contract/bedrock.js'
import { GatewayError } from '../contract/gateway-error.js'
import { managementAddressOf, rconAddressText, rconPlaceOf } from '../contract/java-address.js'
import { demoWorldId } from '../contract/server.js'
import { mayKeepToken } from '../contract/server-address.js'
import { isRconAddress, placeIdOf, rememberedAddress } from '../contract/server-place.js'
import type { AgentServer, Settings } from '../contract/settings.js'
import type { ManifestTrust } from '../gateway/manifest-trust.js'
import type { Clock, Log, SecretStore } from '../gateway/ports.js'
import type { ServerCare } from '../ipc/handlers/server-care.js'
import type { ServerBook } from '../ipc/handlers/servers.js'
import type { ServerToReach } from '../server-providers.js'
import type { NewServer as HandedOverServer } from '../storage/command-queue.js'
import { createPairingTokens, type TokenFor } from './pairing-tokens.js'
import { RemovedServers } from './removed-servers.js'

const secretOf = (id: string): string => `agent-token:${id}`
const managementSecretOf = (id: string): string => `management-secret:${id}`

type Parts = Pick<Composed, 'settings' | 'addDemoWorld' | 'removeDemoWorld'> & {
  readonly bedrock: Pick<Composed['bedrock'], 'rename' | 'remove' | 'restore'>
  readonly servers: Pick<Composed['servers'], 'add' | 'change' | 'remove' | 'trust'>
  readonly trust: Pick<ManifestTrust, 'reinstate'>
  readonly clock: Pick<Clock, 'after'>
}

export interface RememberingServerBook extends ServerBook, Pick<ServerCare, 'edit' | 'forgetCertificate' | 'restore'> {
  /** Dials every server of the settings, and from then on follows what a person writes into their file. */
  open(): Promise<void>
  /** Adds a server that the command line handed over. @throws GatewayError as `add` */
  addHandedOver(server: HandedOverServer): string
  /** Whether the token of a server that was added outlives the program. */
  isRemembered(id: string): boolean
  /** The token for what a person entered: of a pairing code, the same each time. */
  readonly tokenFor: TokenFor
  /** For the shell only; not sent to pages. */
  tokenOf(id: string): string | undefined
  /** For the shell only; not sent to pages. */
  managementSecretOf(id: string): string | undefined
}

export function createServerBook(parts: Parts, secrets: SecretStore, log: Log): RememberingServerBook {
  const { servers: providers, settings } = parts
  /** Servers whose tokens the system offered no safe place for. */
  const forgotten = new Set<string>()
  /** Servers of the settings as they were dialled. */
  const dialled = new Map<string, string>()
  const removed = new RemovedServers(parts.clock)
  const tokenFor = createPairingTokens()
  /** As the settings say; the command line may have brought the demo world as well. */
  let demoWorldWanted = false

  const isDialled = (server: AgentServer): boolean => dialled.get(server.id) === JSON.stringify(server)
  const noteDialled = (server: AgentServer): void => void dialled.set(server.id, JSON.stringify(server))
  const tokenOf = (id: string): string | undefined => secrets.get(secretOf(id))

  function keepToken(id: string, token: string, managementSecret?: string): void {
    const isKept = secrets.set(secretOf(id), token)
    const isSecretKept = managementSecret === undefined || secrets.set(managementSecretOf(id), managementSecret)
    if (isKept && isSecretKept) forgotten.delete(id)
    else forgotten.add(id)
  }

  function withSecrets(server: AgentServer, token: string | undefined): ServerToReach {
    const managementSecret = server.management && secrets.get(managementSecretOf(server.id))
    return { ...server, token, ...(managementSecret !== undefined && { managementSecret }) }
  }

  function known(id: string): AgentServer {
    const server = settings.get().servers.find((one) => one.id === id)
    if (!server) throw new GatewayError('PROTOCOL.SERVER_NOT_FOUND')
    return server
  }

  function dial(server: AgentServer): void {
    const token = tokenOf(server.id)
    if (token === undefined) log.warn('the token of a server is not known: enter it again', { server: server.name })
    noteDialled(server)
    try {
      providers.add(withSecrets(server, token))
    } catch (error) {
      log.error('a server of the settings cannot be dialled', { server: server.name, error: `${error}` })
    }
  }

  /** Tokens of servers that are gone stay: a file may be mended. */
  function follow({ servers, demoWorld }: Settings): void {
    for (const id of [...dialled.keys()]) {
      if (servers.some((server) => server.id === id && isDialled(server))) continue
      dialled.delete(id)
      providers.remove(id)
    }
    for (const server of servers) if (!isDialled(server)) dial(server)
    if (demoWorld === demoWorldWanted) return
    demoWorldWanted = demoWorld
    void (demoWorld ? parts.addDemoWorld() : parts.removeDemoWorld())
  }

  /** Puts a server that is there in place of what it was. @param again whether it must be dialled anew for it */
  function replace(next: AgentServer, token: string | undefined, again: boolean): void {
    const before = known(next.id)
    noteDialled(next)
    const servers = settings.get().servers.map((server) => (server.id === next.id ? next : server))
    if (!settings.change({ servers })) {
      noteDialled(before)
      throw notRemembered()
    }
    providers.change(withSecrets(next, token), again)
  }

  async function addDemoWorld(): Promise<string> {
    await parts.addDemoWorld()
    if (settings.change({ demoWorld: true })) return demoWorldId
    await parts.removeDemoWorld()
    throw notRemembered()
  }

  /** Remembers and connects it, in place of one with the same address; returns its id. */
  function addServer(
    { certificate, ...given }: Omit<AgentServer, 'id'>,
    token: string,
    managementSecret?: string,
  ): string {
    const address = rememberedAddress(given.address)
    const place = placeIdOf(address)
    const { servers } = settings.get()
    const before = servers.find((server) => placeOf(server) === place)
    const id = before?.id ?? freeId(place, servers)
    const others = servers.filter((server) => server.id !== id)
    // A new token is no reason to take another certificate, unless the person has seen and trusted that one.
    const pin = certificate ?? before?.certificate
    const name = given.name.trim() || shownPlace(place)
    const server = { ...given, id, name, address, ...(pin && { certificate: pin }) }
    if (before) providers.remove(id)
    providers.add({ ...server, token, ...(managementSecret !== undefined && { managementSecret }) })
    noteDialled(server)
    if (!settings.change({ servers: [...others, server] })) {
      dialled.delete(id)
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
      if (demoWorldWanted) await parts.addDemoWorld()
      settings.onDidChange(follow)
      // What each offered last is read when it is dialled: one server in each turn of the event loop.
      for (const { id } of settings.get().servers) {
        const server = settings.get().servers.find((one) => one.id === id)
        if (server && !isDialled(server)) dial(server)
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
      if (isBedrockId(id)) return parts.bedrock.rename(id, change.name?.trim() || 'Bedrock')
      const before = known(id)
      const address = change.address === undefined ? before.address : rememberedAddress(change.address)
      const place = placeIdOf(address)
      if (settings.get().servers.some((server) => server.id !== id && placeOf(server) === place)) throw taken()
      const entered = tokenFor(change.token?.trim() ?? '') || undefined
      if (!entered && !mayKeepToken(before.address, address)) throw tokenNeeded()
      const token = entered ?? tokenOf(id)
      const { plainTextConfirmed, ...kept } = onSameHost(before, address)
      // The confirmation was for that address.
      const isConfirmed = change.plainTextConfirmed ?? (address === before.address && plainTextConfirmed)
      const { managementCertificate: certificate } = change
      if (certificate !== undefined && !kept.management) throw new GatewayError('PROTOCOL.INVALID_REQUEST')
      const name = change.name?.trim() || before.name
      const next: AgentServer = {
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
    isRemembered: (id) => !forgotten.has(id),
    trustCertificate(id, certificate) {
      providers.trust(id, certificate)
      const servers = settings.get().servers.map((server) => (server.id === id ? { ...server, certificate } : server))
      servers.filter((server) => server.id === id).forEach(noteDialled)
      if (settings.change({ servers })) return
      throw new GatewayError('SYSTEM.INTERNAL_ERROR', {
        message: 'The certificate is trusted now, but it could not be remembered.',
        suggestion: 'Remove the server and add it again; otherwise it is refused after the next start.',
      })
    },
    addDemoWorld,
    async remove(id) {
      if (isBedrockId(id)) return parts.bedrock.remove(id)
      if (id === demoWorldId) {
        if (!settings.change({ demoWorld: false })) throw notRemembered()
        await parts.removeDemoWorld()
        return
      }
      const { servers } = settings.get()
      const at = servers.findIndex((server) => server.id === id)
      const server = servers[at]
      const was = dialled.get(id)
      dialled.delete(id)
      if (!settings.change({ servers: servers.filter((one) => one.id !== id) })) {
        if (was !== undefined) dialled.set(id, was)
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
      if (isBedrockId(id)) return parts.bedrock.restore(id)
      const { servers } = settings.get()
      const { server, at, token, managementSecret } = removed.take(id)
      if (servers.some((one) => one.id === id || placeOf(one) === placeOf(server))) throw taken()
      parts.trust.reinstate(id)
      if (token !== undefined) keepToken(id, token, managementSecret)
      dial(server)
      if (settings.change({ servers: [...servers.slice(0, at), server, ...servers.slice(at)] })) return id
      dialled.delete(id)
      providers.remove(id)
      secrets.delete(secretOf(id))
      throw notRemembered()
    },
  }
}

/** Where a server is dialled; an address that is none, as a person may write it into the file, is a place of its own. */
function placeOf({ id, address }: AgentServer): string {
  try {
    return placeIdOf(address)
  } catch {
    return `?${id}`
  }
}

/** What a server is called that got no name. */
const shownPlace = (place: string): string => place.replace(/^java:/u, '')

/** The place itself, unless a server that has moved away since is called so. */
function freeId(place: string, servers: readonly AgentServer[]): string {
  const isTaken = (id: string) => id === demoWorldId || servers.some((server) => server.id === id)
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? place : `${place}~${number}`
    if (!isTaken(id)) return id
  }
}

const taken = () =>
  new GatewayError('PROTOCOL.INVALID_REQUEST', {
    message: 'There is a server with this address already.',
    suggestion: 'Remove it first, or enter another address.',
  })

const tokenNeeded = () =>
  new GatewayError('AUTH.UNAUTHORIZED', {
    message: 'A remembered token is not sent to another address.',
    suggestion: 'Enter the token for the new address.',
  })

const notRemembered = () => new GatewayError('SYSTEM.SETTINGS_UNWRITABLE')

/** At another host it is another server: the management protocol and the folder belong to the one before. */
function onSameHost(before: AgentServer, address: string): AgentServer {
  if (!isRconAddress(before.address) || !isRconAddress(address)) return before
  if (rconPlaceOf(before.address).host === rconPlaceOf(address).host) return before
  const { management: _management, folder: _folder, ...server } = before
  return server
}
