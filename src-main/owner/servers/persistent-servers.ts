/** Persistent servers: the servers a person added, saved in the settings, with their tokens in the key store. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { GatewayError } from '@contract/gateway-error.js'
import { isJavaAddress, managementAddressOf, parseJavaAddress, parseRconAddress } from '@contract/java-address.js'
import { mayKeepToken } from '@contract/server-address.js'
import type { Person } from '@shared/approvals/approval.js'
import type { Settings } from '@shared/program/settings.js'
import {
  type AddedServer,
  type GivenServer,
  type NewServer,
  nameOfServer,
  type ServerSecrets,
} from '@shared/servers/added-server.js'
import { normalizedAddress, serverIdOfAddress } from '@shared/servers/address-id.js'
import { isBedrockId } from '@shared/servers/bedrock.js'
import { demoWorldId } from '@shared/servers/server.js'
import type { ServerChange } from '@shared/servers/server-care.js'
import type { ApprovalRules } from '../../gateway/approvals/approval-rules.js'
import type { SecretStore } from '../../gateway/ports/client-access.js'
import type { Clock, Log } from '../../gateway/ports/runtime.js'
import type { ManifestTrust } from '../../gateway/trust/manifest-trust.js'
import type { TokenFor } from '../../storage/pairing-tokens.js'
import type { SettingsStore } from '../../storage/settings-store.js'
import { addressKeyOf, applyChange, assignId } from './added-server.js'
import { KeptSecrets } from './kept-secrets.js'
import { RemovedServers } from './removed-servers.js'
import type { ServerProviders } from './server-providers.js'

const maxPasswordLength = 1_024

export interface PersistentServersDependencies {
  readonly settings: Pick<SettingsStore, 'get' | 'change' | 'onDidChange' | 'isUnwritable'>
  readonly servers: ServerProviders
  readonly bedrock: {
    /** These throw a GatewayError when there is no such game. */
    rename(id: string, name: string): void
    remove(id: string): void
    restore(id: string): string
  }
  addDemoWorld(): Promise<void>
  removeDemoWorld(): Promise<void>
  readonly trust: Pick<ManifestTrust, 'reinstate' | 'trustServer'>
  readonly rules: Pick<ApprovalRules, 'removeAllows'>
  readonly clock: Pick<Clock, 'after'>
  readonly log: Log
  readonly secrets: SecretStore
  /** The token for an entered text: for a pairing code, the same each time. */
  readonly tokenFor: TokenFor
}

export class PersistentServers {
  readonly #deps: PersistentServersDependencies
  readonly #secrets: KeptSecrets
  /** Servers of the settings as they were connected. */
  readonly #connected = new Map<string, string>()
  readonly #removed: RemovedServers
  /** The value in the settings; the command line may also have added the demo world. */
  #isDemoWorldWanted = false

  constructor(deps: PersistentServersDependencies) {
    this.#deps = deps
    this.#secrets = new KeptSecrets(deps.secrets)
    this.#removed = new RemovedServers(deps.clock)
  }

  /** Not sent to pages. */
  readonly secretsOf = (server: AddedServer): ServerSecrets => this.#secrets.of(server)

  /** Connects every server of the settings, and applies changes of the settings file. */
  async open(): Promise<void> {
    const { settings, addDemoWorld } = this.#deps
    this.#isDemoWorldWanted = settings.get().demoWorld
    if (this.#isDemoWorldWanted) await addDemoWorld()
    settings.onDidChange((changed) => this.#apply(changed))
    // Reads each server's last offers when connecting it: one server per turn of the event loop.
    for (const { id } of settings.get().servers) {
      const server = settings.get().servers.find((one) => one.id === id)
      if (server && !this.#isConnected(server)) this.#connect(server)
      await nextTurn()
    }
  }

  /** @throws GatewayError when an address or a secret is invalid, or it cannot be saved */
  add({ server, secrets }: GivenServer, person: Pick<Person, 'name'>): string {
    const { management } = server
    if (management) managementAddressOf(management.address)
    // A secret goes only to the address that it was entered for.
    if ((management === undefined) !== (secrets.management === undefined)) throw halfOfManagement()
    if (isJavaAddress(server.address)) {
      mustHaveSecrets({ server, secrets })
      return this.#add(server, secrets, person)
    }
    if (secrets.token === undefined) throw new GatewayError('PROTOCOL.INVALID_REQUEST')
    // Only an agent gives out pairing codes.
    return this.#add(server, { ...secrets, token: this.#deps.tokenFor(secrets.token) }, person)
  }

  async addDemoWorld(): Promise<string> {
    await this.#deps.addDemoWorld()
    if (this.#deps.settings.change({ demoWorld: true })) return demoWorldId
    await this.#deps.removeDemoWorld()
    throw notRemembered()
  }

  edit(id: string, change: ServerChange): void {
    if (isBedrockId(id)) return this.#deps.bedrock.rename(id, change.name?.trim() || 'Bedrock')
    const before = this.#known(id)
    const address = change.address === undefined ? before.address : normalizedAddress(change.address)
    const addressKey = serverIdOfAddress(address)
    if (this.#saved.some((server) => server.id !== id && addressKeyOf(server) === addressKey)) throw taken()
    const text = change.token?.trim() ?? ''
    // Only an agent gives out pairing codes.
    const token = (isJavaAddress(address) ? text : this.#deps.tokenFor(text)) || undefined
    const login = change.login === '' ? undefined : change.login
    const next = applyChange(before, address, change)
    const isSamePlace = mayKeepToken(before.address, address)
    if (!token && !isSamePlace && needsToken(next)) throw tokenNeeded(address)
    const { management, ...others } = this.#secrets.of(next)
    const secrets = {
      ...(isSamePlace && others),
      ...(management !== undefined && { management }),
      ...(token && { token }),
      ...(login !== undefined && { login }),
    }
    const { plainTextConfirmed, managementCertificate, certificate, hostKey, node, nodeCertificate } = change
    const accepted = certificate ?? hostKey ?? node ?? nodeCertificate
    const isReached = plainTextConfirmed ?? managementCertificate ?? accepted ?? token ?? login
    this.#replace(next, secrets, isReached !== undefined || address !== before.address)
    this.#secrets.replace(id, secrets)
  }

  forgetCertificate(id: string): void {
    const { certificate: _forgotten, nodeCertificate: _ofNode, ...server } = this.#known(id)
    this.#replace(server, this.#secrets.of(server), true)
  }

  trustCertificate(id: string, certificate: string): void {
    this.#deps.servers.trust(id, certificate)
    if (!this.#saved.some((server) => server.id === id)) return
    const servers = this.#saved.map((server) => (server.id === id ? { ...server, certificate } : server))
    for (const server of servers) if (server.id === id) this.#noteConnected(server)
    if (this.#deps.settings.change({ servers })) return
    throw new GatewayError('SYSTEM.INTERNAL_ERROR', {
      message: 'The certificate is trusted now, but it could not be saved.',
      suggestion: 'Remove the server and add it again; otherwise it is refused after the next start.',
    })
  }

  /** @throws GatewayError when there is no such server */
  reconnect(id: string): void {
    this.#deps.servers.reconnect(id)
  }

  /** Whether the token of an added server is persistent. */
  isRemembered(id: string): boolean {
    return this.#secrets.isPersistent(id)
  }

  async remove(id: string): Promise<void> {
    const { bedrock, settings, servers: providers, removeDemoWorld } = this.#deps
    if (isBedrockId(id)) return bedrock.remove(id)
    if (id === demoWorldId) {
      if (!settings.change({ demoWorld: false })) throw notRemembered()
      await removeDemoWorld()
      return
    }
    const servers = this.#saved
    const at = servers.findIndex((server) => server.id === id)
    const server = servers[at]
    const was = this.#connected.get(id)
    this.#connected.delete(id)
    // Nothing runs on its own when the same address is added again.
    const { [id]: schedule, ...backupSchedules } = settings.get().backupSchedules
    if (!settings.change({ servers: servers.filter((one) => one.id !== id), backupSchedules })) {
      if (was !== undefined) this.#connected.set(id, was)
      throw notRemembered()
    }
    if (server) this.#removed.keep({ server, at, secrets: this.#secrets.of(server), schedule })
    providers.remove(id)
    this.#secrets.delete(id)
  }

  async restore(id: string): Promise<string> {
    if (id === demoWorldId) return this.addDemoWorld()
    if (isBedrockId(id)) return this.#deps.bedrock.restore(id)
    const servers = this.#saved
    const { server, at, secrets, schedule } = this.#removed.take(id)
    if (servers.some((one) => one.id === id || addressKeyOf(one) === addressKeyOf(server))) throw taken()
    this.#deps.trust.reinstate(id)
    this.#secrets.replace(id, secrets)
    this.#connect(server)
    const { backupSchedules: others } = this.#deps.settings.get()
    const backupSchedules = schedule ? { ...others, [id]: schedule } : others
    const restored = [...servers.slice(0, at), server, ...servers.slice(at)]
    if (this.#deps.settings.change({ servers: restored, backupSchedules })) return id
    this.#disconnect(id)
    this.#secrets.delete(id)
    throw notRemembered()
  }

  get #saved(): readonly AddedServer[] {
    return this.#deps.settings.get().servers
  }

  #known(id: string): AddedServer {
    const server = this.#saved.find((one) => one.id === id)
    if (!server) throw new GatewayError('PROTOCOL.SERVER_NOT_FOUND')
    return server
  }

  #isConnected(server: AddedServer): boolean {
    return this.#connected.get(server.id) === JSON.stringify(server)
  }

  #noteConnected(server: AddedServer): void {
    this.#connected.set(server.id, JSON.stringify(server))
  }

  #disconnect(id: string): void {
    this.#connected.delete(id)
    this.#deps.servers.remove(id)
  }

  #connect(server: AddedServer): void {
    const secrets = this.#secrets.of(server)
    const name = nameOfServer(server)
    if (secrets.token === undefined && needsToken(server))
      this.#deps.log.warn('the token of a server is not known: enter it again', { server: name })
    this.#noteConnected(server)
    try {
      this.#deps.servers.add(server, secrets)
    } catch (error) {
      this.#deps.log.error('a server of the settings cannot be dialled', { server: name, error: `${error}` })
    }
  }

  /** Tokens of removed servers are preserved, because the file may be corrected. */
  #apply({ servers, demoWorld }: Settings): void {
    for (const id of [...this.#connected.keys()])
      if (!servers.some((server) => server.id === id && this.#isConnected(server))) this.#disconnect(id)
    for (const server of servers) if (!this.#isConnected(server)) this.#connect(server)
    if (demoWorld === this.#isDemoWorldWanted) return
    this.#isDemoWorldWanted = demoWorld
    void (demoWorld ? this.#deps.addDemoWorld() : this.#deps.removeDemoWorld())
  }

  /** Replaces a server. @param mustReconnect whether its connection is opened again */
  #replace(next: AddedServer, secrets: ServerSecrets, mustReconnect: boolean): void {
    const before = this.#known(next.id)
    this.#noteConnected(next)
    const servers = this.#saved.map((server) => (server.id === next.id ? next : server))
    if (!this.#deps.settings.change({ servers })) {
      this.#noteConnected(before)
      throw notRemembered()
    }
    this.#deps.servers.change(next, secrets, mustReconnect)
  }

  /** Saves and connects it, replacing one with the same address; returns its id. */
  #add(given: NewServer, secrets: ServerSecrets, person: Pick<Person, 'name'>): string {
    const { settings, servers: providers, rules } = this.#deps
    const saved = this.#saved
    const server = assignId(given, saved)
    const { id } = server
    const others = saved.filter((one) => one.id !== id)
    // Rules of a removed server outlive it: they allow nothing on one that is added at its address.
    if (others.length === saved.length) rules.removeAllows(id, person)
    // It may be connected for this run only, by an option of the headless program.
    providers.remove(id)
    // What a Java server can do is written by Gatehouse, so nobody has to read it first.
    if (isJavaAddress(server.address)) this.#deps.trust.trustServer(id, person.name, 'defaults')
    providers.add(server, secrets)
    this.#noteConnected(server)
    if (!settings.change({ servers: [...others, server] })) {
      this.#disconnect(id)
      throw settings.isUnwritable ? notRemembered() : new GatewayError('PROTOCOL.INVALID_REQUEST')
    }
    this.#secrets.replace(id, secrets)
    this.#removed.forget(id)
    return id
  }
}

/** Whether a server cannot be reached without a token, a password or a key that a person entered. */
export function needsToken({ address, rcon }: NewServer): boolean {
  if (!isJavaAddress(address)) return true
  const { kind } = parseJavaAddress(address)
  return kind === 'sftp' ? rcon !== undefined : kind !== 'ssh' && kind !== 'docker'
}

/** @throws GatewayError */
function mustHaveSecrets({ server, secrets: { token, login } }: GivenServer): void {
  const { kind } = parseJavaAddress(server.address)
  if (server.rcon !== undefined) parseRconAddress(server.rcon)
  if (token === undefined ? needsToken(server) : token === '' || token.length > maxPasswordLength)
    throw kind === 'pterodactyl' || kind === 'mcsmanager' ? noKey() : noPassword()
  if (login === '' || (login?.length ?? 0) > maxPasswordLength) throw noLogin()
}

const noKey = () =>
  new GatewayError('PROTOCOL.INVALID_REQUEST', {
    message: 'The key of the panel is missing.',
    suggestion: 'Make a key in your account at the panel, and enter it.',
  })

const halfOfManagement = () =>
  new GatewayError('PROTOCOL.INVALID_REQUEST', {
    message: 'The address of the management protocol and its secret belong together.',
    suggestion: 'Enter both, or neither.',
  })

const noPassword = () =>
  new GatewayError('PROTOCOL.INVALID_REQUEST', {
    message: `An RCON password has 1 to ${maxPasswordLength} characters.`,
    suggestion: 'Enter the value of rcon.password in server.properties.',
  })

const noLogin = () =>
  new GatewayError('PROTOCOL.INVALID_REQUEST', {
    message: `A password for SSH, or a passphrase, has 1 to ${maxPasswordLength} characters.`,
    suggestion: 'Enter it again, or leave it out where a key signs in.',
  })

const taken = () =>
  new GatewayError('PROTOCOL.INVALID_REQUEST', {
    message: 'A server with this address already exists.',
    suggestion: 'Remove it first, or enter another address.',
  })

function tokenNeeded(address: string): GatewayError {
  const kind = isJavaAddress(address) ? parseJavaAddress(address).kind : 'agent'
  if (kind === 'pterodactyl' || kind === 'mcsmanager') {
    return new GatewayError('AUTH.UNAUTHORIZED', {
      message: 'The saved key is not sent to a different panel.',
      suggestion: 'Enter the key for the new panel.',
      details: { why: kind === 'mcsmanager' ? 'mcsmanager-key-missing' : 'panel-key-missing' },
    })
  }
  const secret = kind === 'agent' ? 'token' : 'password'
  return new GatewayError('AUTH.UNAUTHORIZED', {
    message: `The saved ${secret} is not sent to a different address.`,
    suggestion: `Enter the ${secret} for the new address.`,
    ...(secret === 'password' && { details: { reason: 'no-password' } }),
  })
}

const notRemembered = () => new GatewayError('SYSTEM.SETTINGS_UNWRITABLE')
