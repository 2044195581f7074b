/**
 * Client service: which clients have a key and what they may do; revoking a key ends all their connections.
 *
 * Guards invariant 2: an unknown client has no rights, not even for running calls. When the store cannot be read, no
 * client with its own key is accepted, and the bridge is read-only. The bridge's token is kept in memory and changes at
 * each start.
 */
import { timingSafeEqual } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import type { Caller } from '@contract/call.js'
import { GatewayError } from '@contract/gateway-error.js'
import {
  type BridgeClient,
  bridge,
  type CallLimit,
  type Client,
  type ClientChange,
  clientLimits,
  type KnownClients,
  type NewClient,
  type NewKey,
  type Rights,
} from '@shared/clients/client.js'
import type { AuditLog } from '../gateway/ports/audit-log.js'
import type { AuthenticatedClient, AuthenticationResult, Authenticator } from '../gateway/ports/client-access.js'
import { Emitter } from '../gateway/ports/emitter.js'
import type { Clock, Log } from '../gateway/ports/runtime.js'
import type { LearnedWaits } from '../gateway/ports/stores.js'
import { freeClientName } from '../policy/rights/new-client.js'
import { only } from '../policy/rights/rights.js'
import type { ChangeActor } from './client-changes.js'
import type { ClientKeyFiles } from './client-key-files.js'
import type { StoredClient } from './client-rows.js'
import type { ClientStore } from './client-store.js'
import { type AccessTokens, claimedClient, isAccessToken, isTokenOf } from './client-token.js'

export interface ClientServiceOptions {
  /** Absent when it cannot be used: only the bridge has a key then, and is read-only. */
  readonly store: ClientStore | undefined
  readonly bridgeToken: string
  /** Where the bridge reads keys by name; absent for a program without a profile. */
  readonly keyFiles?: ClientKeyFiles | undefined
  readonly audit: Pick<AuditLog, 'append'>
  /** OAuth tokens; OAuth clients are rejected when omitted. */
  readonly accessTokens?: AccessTokens | undefined
  readonly clock: Clock
  readonly log: Log
}

/** Minimum milliseconds between two stored times of a client's last use. */
const touchEveryMs = 60_000

/** Rights of Gatehouse itself: it only subscribes to events. */
const ofTheSystem = only('mcp.event.**')
const noRights = only()
/** Rights of the bridge when it is unknown whether a person restricted it. */
const unreadBridge: BridgeClient = { ...bridge, ...only(), role: 'viewer' }

export class ClientService implements Authenticator, LearnedWaits {
  readonly #options: ClientServiceOptions
  readonly #bridge = { client: bridge, revoked: new AbortController().signal }
  #clients: ReadonlyMap<string, StoredClient> = new Map()
  #ofTheBridge: BridgeClient = unreadBridge
  /** Cancellation per current or former client, for when its key is revoked. */
  readonly #endings = new Map<string, AbortController>()
  /** Time of the last stored use per client, in milliseconds on the monotonic clock. */
  readonly #lastUseStoredAt = new Map<string, number>()
  readonly #onDidChange = new Emitter<KnownClients>()
  readonly onDidChange = this.#onDidChange.on
  readonly #onDidChangeRights = new Emitter<void>()
  readonly onDidChangeRights = this.#onDidChangeRights.on

  constructor(options: ClientServiceOptions) {
    this.#options = options
    setMaxListeners(0, this.#bridge.revoked)
    this.#read()
  }

  authenticate(token: string): AuthenticationResult {
    if (isSame(token, this.#options.bridgeToken)) return { ok: true, authenticated: this.#bridge }
    if (isAccessToken(token)) return this.#authenticateByOAuth(token)
    const id = claimedClient(token)
    if (id === undefined) return unknown
    this.#readWhenChanged()
    const stored = this.#clients.get(id)
    return isTokenOf(token, stored?.hash) && stored ? this.#admit(stored) : { ...unknown, clientId: id }
  }

  /** A client that Gatehouse itself connects to, so it sends no key; undefined when it was removed. */
  authenticatedClientOf(id: string): AuthenticatedClient | undefined {
    this.#readWhenChanged()
    const client = this.#live(id)
    return client && { client, revoked: this.#endingOf(id).signal }
  }

  /** Records activity of such a client. */
  touched(id: string): void {
    const stored = this.#clients.get(id)
    if (stored && !stored.revoked) this.#storeLastUse(stored)
  }

  /** Rights of a caller; the same object until they change. */
  rightsOf({ id, type }: Pick<Caller, 'id'> & Partial<Pick<Caller, 'type'>>): Rights {
    if (type === 'system') return ofTheSystem
    return this.#rightsHolder(id) ?? noRights
  }

  /** Rate limit of a caller. By default, each client name behind the bridge has its own limit. */
  callLimitOf({ id }: Pick<Caller, 'id'>): CallLimit | undefined {
    const requests = this.#rightsHolder(id)?.callsPerMinute
    if (requests !== undefined) return { requests, period: 'minute' }
    return id === bridge.id
      ? { requests: clientLimits.callsPerMinute.normal, period: 'minute', byName: true }
      : undefined
  }

  /** Milliseconds that a caller waits for a person, as its owner has set; undefined when not set. */
  waitOf({ id }: Pick<Caller, 'id'>): number | undefined {
    const seconds = this.#rightsHolder(id)?.waitSeconds
    return seconds === undefined ? undefined : seconds * 1_000
  }

  learnedWaitOf(id: string): number | undefined {
    return this.#clients.get(id)?.learnedWaitMs
  }

  storeLearnedWait(id: string, milliseconds: number): void {
    const { store, log } = this.#options
    try {
      store?.storeLearnedWait(id, milliseconds)
    } catch (error) {
      log.warn('the wait of a client could not be stored', { client: id, error: `${error}` })
    }
    this.#read()
  }

  known(): KnownClients {
    const clients = [...this.#clients.values()].flatMap(({ client, revoked }) => (revoked ? [] : [client]))
    return { clients, bridge: this.#ofTheBridge }
  }

  /** This name, or one like it that no client has. */
  freeName(wanted: string): string {
    return freeClientName(
      wanted,
      this.known().clients.map(({ name }) => name),
    )
  }

  /** @throws GatewayError */
  add(wanted: NewClient, by: ChangeActor = 'desktop'): NewKey {
    const key = this.#writable().add(wanted, this.#options.clock.now(), by)
    this.#options.log.info('a client has got a key', { client: key.client.id, name: key.client.name })
    this.#read()
    return key
  }

  /** Adds a client of the bridge, and writes its key to the profile. Nobody sees the key. @throws GatewayError */
  addForBridge(wanted: NewClient & { readonly keyName: string }, by: ChangeActor): Client {
    const store = this.#writable()
    const key = store.add(wanted, this.#options.clock.now(), by)
    this.#writeKeyFile(wanted.keyName, key, () => store.revoke(key.client.id, this.#options.clock.now(), by))
    return key.client
  }

  /**
   * The client whose key the bridge reads by this name; created when missing, and its key is replaced when the file is
   * missing. Nobody sees the key.
   *
   * A new client starts with the rights of programs without a key, so that its own key never raises them.
   *
   * @param name of a new client; a number is added when another client has it
   * @throws GatewayError
   */
  ensureKeyFile(keyName: string, name: string): Client {
    const { clock } = this.#options
    const store = this.#writable()
    this.#readWhenChanged()
    const { clients } = this.known()
    const known = clients.find((client) => client.keyName === keyName)
    if (known && this.hasKeyFile(known)) return known
    const key = known
      ? store.renewKey(known.id, clock.now(), 'desktop')
      : store.add({ name: this.freeName(name), keyName, ...rightsOf(store.bridge()) }, clock.now(), 'desktop')
    if (!key) throw new GatewayError('PROTOCOL.INVALID_REQUEST', noSuchClient)
    this.#writeKeyFile(keyName, key, () => {
      if (!known) store.revoke(key.client.id, clock.now(), 'desktop')
    })
    if (known) this.disconnect(known.id)
    return key.client
  }

  /** A client whose key cannot be stored is useless. @throws GatewayError after `undo` */
  #writeKeyFile(keyName: string, { client, token }: NewKey, undo: () => void): void {
    const { keyFiles, log } = this.#options
    try {
      if (!keyFiles) throw new Error('this program has no profile')
      keyFiles.write(keyName, token)
    } catch (error) {
      log.error('the key of a client could not be written', { client: client.id, error: `${error}` })
      undo()
      this.#read()
      throw new GatewayError('SYSTEM.INTERNAL_ERROR', keyNotWritten)
    }
    log.info('a client has a key for the bridge', { client: client.id, name: client.name })
    this.#read()
  }

  /** Whether the key file of this client exists. */
  hasKeyFile({ id, keyName }: Pick<Client, 'id' | 'keyName'>): boolean {
    return keyName !== undefined && this.#options.keyFiles?.holderOf(keyName) === id
  }

  /** Applies immediately, also to open connections. @param id of a client, or of the bridge. @throws GatewayError */
  edit(id: string, change: ClientChange, by: ChangeActor = 'desktop'): Client | BridgeClient {
    const edited = this.#writable().edit(id, () => change, this.#options.clock.now(), by)
    this.#read()
    if (!edited) throw new GatewayError('PROTOCOL.INVALID_REQUEST', noSuchClient)
    return edited
  }

  /** All connections of the client have ended when this returns. @throws GatewayError */
  revoke(id: string, by: ChangeActor = 'desktop'): void {
    const known = this.#writable().revoke(id, this.#options.clock.now(), by)
    this.#read()
    if (!known) throw new GatewayError('PROTOCOL.INVALID_REQUEST', noSuchClient)
  }

  /** Ends all connections of a client, which stays registered. */
  disconnect(id: string): void {
    this.#endings.get(id)?.abort()
    this.#endings.delete(id)
  }

  /** Reads changes by other processes, whether or not they were detected. */
  reload(): void {
    this.#read()
  }

  /** Applies changes of other processes. */
  refresh(): void {
    this.#readWhenChanged()
  }

  #rightsHolder(id: string): Client | BridgeClient | undefined {
    return id === bridge.id ? this.#ofTheBridge : this.#live(id)
  }

  #authenticateByOAuth(token: string): AuthenticationResult {
    const holder = this.#options.accessTokens?.holderOf(token) ?? unknown
    if (!holder.ok) return holder
    this.#readWhenChanged()
    const stored = this.#clients.get(holder.clientId)
    return stored ? this.#admit(stored) : unknown
  }

  #admit(stored: StoredClient): AuthenticationResult {
    if (stored.revoked) return { ok: false, why: 'revoked', clientId: stored.client.id }
    this.#storeLastUse(stored)
    return { ok: true, authenticated: { client: stored.client, revoked: this.#endingOf(stored.client.id).signal } }
  }

  #live(id: string): Client | undefined {
    const stored = this.#clients.get(id)
    return stored && !stored.revoked ? stored.client : undefined
  }

  #readWhenChanged(): void {
    let changed = true
    try {
      changed = this.#options.store?.hasChanged() ?? false
    } catch {
      // Reading reports the error.
    }
    if (changed) this.#read()
  }

  #read(): void {
    const { store, accessTokens, keyFiles, log } = this.#options
    const before = rightsOfAll(this.known())
    // Listed before the clients are read: a key file is written after its client, so a new file is never an orphan.
    const files = keyFiles?.names() ?? []
    let isRead = store !== undefined
    try {
      const byOAuth = accessTokens?.clientIds()
      const stored = store?.all().map((one) => [one.client.id, byOAuth ? marked(one, byOAuth) : one] as const)
      this.#clients = new Map(stored)
      this.#ofTheBridge = store?.bridge() ?? unreadBridge
    } catch (error) {
      log.error('the keys of clients cannot be read: only the bridge is let in', { error: `${error}` })
      this.#clients = new Map()
      this.#ofTheBridge = unreadBridge
      isRead = false
    }
    if (isRead) this.#removeKeyFiles(files)
    for (const [id, ending] of this.#endings) {
      if (this.#live(id)) continue
      this.#endings.delete(id)
      log.info('a client has lost its key', { client: id })
      ending.abort()
    }
    this.#record()
    const known = this.known()
    this.#onDidChange.emit(known)
    if (before !== rightsOfAll(known)) this.#onDidChangeRights.emit()
  }

  /** Removes key files without a client, including those revoked by the command line. */
  #removeKeyFiles(files: readonly string[]): void {
    const { keyFiles, log } = this.#options
    const keyNames = new Set(
      [...this.#clients.values()].map(({ client, revoked }) => (revoked ? undefined : client.keyName)),
    )
    for (const name of files.filter((file) => !keyNames.has(file))) {
      try {
        keyFiles?.remove(name)
      } catch (error) {
        log.warn('the file of a key that was taken away could not be removed', { name, error: `${error}` })
      }
    }
  }

  /** An event that cannot be recorded now stays pending, and is retried. */
  #record(): void {
    const { store, audit, log } = this.#options
    try {
      store?.recordChanges(audit)
    } catch (error) {
      log.error('a change of clients could not be recorded', { error: `${error}` })
    }
  }

  #endingOf(id: string): AbortController {
    const known = this.#endings.get(id)
    if (known) return known
    const ending = new AbortController()
    setMaxListeners(0, ending.signal)
    this.#endings.set(id, ending)
    return ending
  }

  #storeLastUse({ client }: StoredClient): void {
    const { store, clock, log } = this.#options
    const before = this.#lastUseStoredAt.get(client.id)
    const now = clock.elapsed()
    if (before !== undefined && now - before < touchEveryMs) return
    this.#lastUseStoredAt.set(client.id, now)
    try {
      store?.touch(client.id, clock.now())
    } catch (error) {
      log.warn('the last use of a client could not be stored', { client: client.id, error: `${error}` })
    }
    this.#read()
  }

  /** @throws GatewayError */
  #writable(): ClientStore {
    const { store } = this.#options
    if (store) return store
    throw new GatewayError('SYSTEM.INTERNAL_ERROR', {
      message: 'The keys of clients cannot be read or written.',
      suggestion: 'Check the log file. Clients can still connect through the stdio bridge.',
    })
  }
}

const unknown = { ok: false, why: 'unknown' } as const

function marked(stored: StoredClient, byOAuth: ReadonlySet<string>): StoredClient {
  return byOAuth.has(stored.client.id) ? { ...stored, client: { ...stored.client, cameBy: 'oauth' } } : stored
}

export const noSuchClient = {
  message: 'No client with a key has this name.',
  suggestion: 'List the clients and use one of their names.',
}

const keyNotWritten = {
  message: 'The key could not be written to the profile.',
  suggestion: 'Check that the disk is not full and that the data folder can be written.',
}

const rightsOfAll = ({ clients, bridge: ofTheBridge }: KnownClients): string =>
  JSON.stringify([...clients, ofTheBridge].map(({ id, role, roles, permissions }) => [id, role, roles, permissions]))

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

const rightsOf = ({ role, roles, permissions }: BridgeClient) => ({ role, roles, permissions })
