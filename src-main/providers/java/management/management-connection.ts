/**
 * Management connection: keeps a connection to the management server of one Java server (1.21.9 and later).
 *
 * It counts as online after `rpc.discover` has listed the server's methods. Players and status are also polled, because
 * notifications are off by default. A join or leave is reported once, whichever source sees it first.
 */
import type { LookupAddress } from 'node:dns'
import type { Duplex } from 'node:stream'
import { Emitter } from '../../../gateway/ports/emitter.js'
import type { Clock, Log } from '../../../gateway/ports/runtime.js'
import type { CertificateTrust } from '../../../network/certificate-check.js'
import type { ResolveHost } from '../../../network/checked-host.js'
import { describeService, type PortTarget } from '../doctor/port-service.js'
import { type LinkState, ReconnectingConnection, type SessionProblem } from '../reconnecting-connection.js'
import { addressesToTrust } from '../socket-connection.js'
import { eventOf, type ManagementEvent, typedRule } from './management-event.js'
import { linkProblemOf, ManagementUnavailable, managementOff } from './management-failure.js'
import {
  type DiscoverReply,
  expectAs,
  type ManagedBan,
  type ManagedGameRule,
  type ManagedOperator,
  type ManagedPlayer,
  type ManagementStatus,
  type Replies,
  type ReplyKind,
  type RuleValue,
} from './management-replies.js'
import { type CallOptions, ManagementSession } from './management-session.js'

export interface ManagementAddress {
  /** `ws://HOST:PORT` or `wss://HOST:PORT`. */
  readonly url: string
  readonly secret: string
  /** For `wss:`: the trusted certificate, or the certificate authorities. */
  readonly trust?: CertificateTrust
  /** A person confirmed that the secret may be sent unencrypted over the internet. */
  readonly plainTextConfirmed?: boolean
  /** What the settings of the server say now, read before each connection; replaces the address and secret. */
  readonly current?: () => Promise<Pick<ManagementAddress, 'url' | 'secret'>>
  /** Opens the connection to the address another way; nothing then crosses the network as plain text. */
  readonly dial?: (url: URL, signal: AbortSignal) => Promise<Duplex>
}

export interface ManagementOptions {
  readonly clock: Clock
  readonly log: Log
  /** 0 up to 1. */
  readonly chance?: (() => number) | undefined
  readonly resolve?: ResolveHost
  /** Identifies what responds at a port that is not a management server. Never rejects. */
  readonly explain?: (target: PortTarget) => Promise<Record<string, unknown>>
  /** Milliseconds between two status polls. */
  readonly pollMs?: number
}

/** What a server offers. */
export interface ManagementOffer {
  /** Version of the protocol. */
  readonly version: string
  readonly methods: ReadonlySet<string>
}

/** A player by id or name; the server silently skips an unknown name. */
export type PlayerReference = { readonly id: string } | { readonly name: string }

const pollMs = 10_000

export class ManagementConnection extends ReconnectingConnection<ManagementSession> {
  readonly #options: ManagementOptions
  readonly #events = new Emitter<ManagementEvent>()
  readonly #offers = new WeakMap<ManagementSession, ManagementOffer>()
  #address: ManagementAddress
  #addresses: readonly LookupAddress[] = []
  /** Key of each online player as last reported; undefined before the first poll of a session. */
  #online: Map<string, ManagedPlayer> | undefined
  #stopPolling: () => void = () => {}

  constructor(address: ManagementAddress, options: ManagementOptions) {
    super(options)
    this.#address = address
    this.#options = options
    this.onDidOpen(() => void this.#poll())
    this.onDidChangeState((state) => this.#stateChanged(state))
  }

  readonly onEvent = this.#events.on

  /** What the server offers; undefined while disconnected. */
  get offer(): ManagementOffer | undefined {
    const { session } = this
    return session && this.#offers.get(session)
  }

  change(address: ManagementAddress): void {
    this.#address = address
    this.reconnect()
  }

  /** Whether the server offers a method, with or without `minecraft:`. */
  offers(method: string): boolean {
    return this.offer?.methods.has(method.includes(':') ? method : `minecraft:${method}`) ?? false
  }

  // All methods: @throws GatewayError; `details.mayHaveRun` is true when the outcome is unknown.

  status(options?: CallOptions): Promise<ManagementStatus> {
    return this.#call('status', 'server/status', undefined, options)
  }

  players(options?: CallOptions): Promise<readonly ManagedPlayer[]> {
    return this.#call('players', 'players', undefined, options)
  }

  /** @returns the players that were kicked */
  kick(
    players: readonly PlayerReference[],
    message?: string,
    options?: CallOptions,
  ): Promise<readonly ManagedPlayer[]> {
    const kicks = players.map((player) => ({ player, ...(message !== undefined && { message: { literal: message } }) }))
    return this.#call('players', 'players/kick', kicks, options)
  }

  /** @param flush waits until everything is on disk */
  save(flush: boolean, options?: CallOptions): Promise<boolean> {
    return this.#call('done', 'server/save', flush, options)
  }

  /** Shows everybody a text in the chat. */
  systemMessage(text: string, options?: CallOptions): Promise<boolean> {
    return this.#call('done', 'server/system_message', { message: { literal: text }, overlay: false }, options)
  }

  allowlist(options?: CallOptions): Promise<readonly ManagedPlayer[]> {
    return this.#call('players', 'allowlist', undefined, options)
  }

  /** @returns the complete list afterwards, as every change of a list does */
  changeAllowlist(change: 'add' | 'remove', players: readonly PlayerReference[], options?: CallOptions) {
    return this.#call('players', `allowlist/${change}`, players, options)
  }

  operators(options?: CallOptions): Promise<readonly ManagedOperator[]> {
    return this.#call('operators', 'operators', undefined, options)
  }

  addOperators(operators: readonly { player: PlayerReference; permissionLevel?: number }[], options?: CallOptions) {
    return this.#call('operators', 'operators/add', operators, options)
  }

  removeOperators(players: readonly PlayerReference[], options?: CallOptions): Promise<readonly ManagedOperator[]> {
    return this.#call('operators', 'operators/remove', players, options)
  }

  bans(options?: CallOptions): Promise<readonly ManagedBan[]> {
    return this.#call('bans', 'bans', undefined, options)
  }

  /** `expires`: ISO 8601. */
  ban(bans: readonly { player: PlayerReference; reason?: string; expires?: string }[], options?: CallOptions) {
    return this.#call('bans', 'bans/add', bans, options)
  }

  pardon(players: readonly PlayerReference[], options?: CallOptions): Promise<readonly ManagedBan[]> {
    return this.#call('bans', 'bans/remove', players, options)
  }

  /** Typed values, also where the server sends strings. */
  async gameRules(options?: CallOptions): Promise<readonly ManagedGameRule[]> {
    return (await this.#call('gameRules', 'gamerules', undefined, options)).map(typedRule)
  }

  /** Protocol 1 accepts the value only as a string. */
  async setGameRule(key: string, value: RuleValue, options?: CallOptions): Promise<ManagedGameRule> {
    const sent = this.offer?.version.startsWith('1.') ? `${value}` : value
    return typedRule(await this.#call('gameRule', 'gamerules/update', { key, value: sent }, options))
  }

  /** @param name for example `difficulty` or `max_players` */
  setting(name: string, options?: CallOptions): Promise<RuleValue> {
    return this.#call('setting', `serversettings/${name}`, undefined, options)
  }

  /** @returns the value afterwards */
  setSetting(name: string, value: RuleValue, options?: CallOptions): Promise<RuleValue> {
    return this.#call('setting', `serversettings/${name}/set`, value, options)
  }

  async #call<Kind extends ReplyKind>(
    kind: Kind,
    name: string,
    parameter?: unknown,
    options?: CallOptions,
  ): Promise<Replies[Kind]> {
    const { session, problem } = this
    if (!session) throw problem ?? new ManagementUnavailable('lost', { details: { state: this.state.kind } })
    const method = `minecraft:${name}`
    return expectAs(kind, await session.call(method, parameter, options), method)
  }

  protected override async open(signal: AbortSignal): Promise<ManagementSession> {
    const given = this.#address
    const { url, secret } = (await given.current?.()) ?? given
    const { trust, dial } = given
    const to = addressIn(url)
    const mayBePublic = to.protocol === 'wss:' || given.plainTextConfirmed === true
    const limits = { ...this.#options, mayBePublic }
    const addresses = dial ? undefined : await addressesToTrust(hostOf(to), limits, ManagementUnavailable)
    this.#addresses = addresses ?? []
    const endpoint = {
      url,
      secret,
      ...(addresses && { addresses }),
      ...(trust && { trust }),
      ...(dial && { dial: (ended: AbortSignal) => dial(to, ended) }),
    }
    const session = await ManagementSession.open(endpoint, this.#options.clock, signal, (notification) => {
      const event = eventOf(notification)
      if (event) this.#report(event)
    })
    try {
      const discovery = expectAs('discovery', await session.call('rpc.discover'), 'rpc.discover')
      this.#offers.set(session, offerOf(discovery))
      return session
    } catch (cause) {
      session.close()
      throw new ManagementUnavailable('not-management', { cause })
    }
  }

  protected override async explain(thrown: unknown): Promise<SessionProblem> {
    const found = linkProblemOf(thrown)
    const { clock, explain = (target) => describeService(target, clock) } = this.#options
    if (!(found.error instanceof ManagementUnavailable) || found.error.problem !== 'not-management') return found
    // What is behind a tunnel cannot be looked at from here.
    if (this.#address.dial) return found
    const url = addressIn(this.#address.url)
    const { port, protocol } = url
    const target = { host: hostOf(url), port: Number(port || (protocol === 'wss:' ? 443 : 80)) }
    const details = await explain({ ...target, addresses: this.#addresses })
    const problem = protocol === 'ws:' && details.service === 'tls' ? 'server-with-tls' : 'not-management'
    return linkProblemOf(new ManagementUnavailable(problem, { details, cause: found.error.cause }))
  }

  #stateChanged(state: LinkState): void {
    const { log } = this.#options
    if (state.kind === 'online') return log.info('management server connected', { version: this.offer?.version ?? '' })
    this.#stopPolling()
    this.#online = undefined
    const isOff = state.kind === 'offline' && state.problem.details?.why === managementOff.details?.why
    if (state.kind === 'offline' && !isOff) log.warn('management server is not connected', { code: state.problem.code })
  }

  /** Polls the status and reports what no notification did. A server that does not respond counts as disconnected. */
  async #poll(): Promise<void> {
    const { session } = this
    if (!session) return
    try {
      this.#report({ kind: 'status', status: await this.status() })
    } catch (error) {
      this.#options.log.warn('the status could not be read', { error: `${error}` })
      const isSilent = (error as { code?: string }).code === 'SYSTEM.TIMEOUT'
      if (isSilent) session.close()
    }
    if (session !== this.session) return
    this.#stopPolling = this.#options.clock.after(this.#options.pollMs ?? pollMs, () => void this.#poll())
  }

  #report(event: ManagementEvent): void {
    if (event.kind === 'joined' || event.kind === 'left') return this.#moved(event.kind, event.player)
    if (event.kind === 'status' && event.status.players) this.#reconcile(event.status.players)
    this.#events.emit(event)
  }

  #moved(kind: 'joined' | 'left', player: ManagedPlayer): void {
    const key = keyOf(player)
    if (this.#online?.has(key) === (kind === 'joined')) return
    if (kind === 'joined') this.#online?.set(key, player)
    else this.#online?.delete(key)
    this.#events.emit({ kind, player })
  }

  /** The first poll of a session only sets who is online. */
  #reconcile(players: readonly ManagedPlayer[]): void {
    const now = new Map(players.map((player) => [keyOf(player), player]))
    const before = this.#online
    if (!before) {
      this.#online = now
      return
    }
    for (const [key, player] of before) if (!now.has(key)) this.#moved('left', player)
    for (const [key, player] of now) if (!before.has(key)) this.#moved('joined', player)
  }
}

const keyOf = ({ id, name = '' }: ManagedPlayer): string => id ?? `name:${name}`

const offerOf = ({ info, methods }: DiscoverReply): ManagementOffer => ({
  version: info.version,
  methods: new Set(methods.map(({ name }) => name)),
})

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/gu, '')

/** @throws ManagementUnavailable when it is not a WebSocket address */
function addressIn(url: string): URL {
  const address = URL.canParse(url) ? new URL(url) : undefined
  if (address && ['ws:', 'wss:'].includes(address.protocol)) return address
  throw new ManagementUnavailable('unknown-host')
}
