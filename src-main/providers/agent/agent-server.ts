/**
 * Agent server: one Minecraft server behind a contract agent, kept connected. See docs/protocol.md#agents-registration.
 *
 * It stays presented to the gateway while it is offline, with what it could do when it was last there.
 */

import { assertNever } from '../../contract/assert-never.js'
import { fromProviderError, GatewayError } from '../../contract/gateway-error.js'
import type { CapabilityUpdateFrame, Health } from '../../contract/generated/message-frame.js'
import type { Heartbeat, RefusedCapability, Server } from '../../contract/server.js'
import type {
  CancellationToken,
  ProviderAnswer,
  ProviderHost,
  ProviderRequest,
  ServerLink,
} from '../../gateway/ports.js'
import { quoted } from '../../policy/model-text.js'
import { cleanText, plainName, untrusted } from '../../policy/untrusted-text.js'
import { type Admit, type Admitted, unnamed } from '../../validation/admission.js'
import { withinBounds } from '../../validation/offer-bounds.js'
import { AgentSession, type Registration, type SessionOptions } from './agent-session.js'
import { mendedBy, problemOf, tokenMissing } from './connection-problem.js'
import { type Effect, type Signal, shownState, step, strainOf, unconnected } from './connection-state.js'
import { termsOf } from './connection-terms.js'
import { InOrder } from './in-order.js'
import { LeakyBucket } from './leaky-bucket.js'

/** Milliseconds that an agent's clock may differ from ours. */
const clockSkewMs = 300_000
/** Refusals that are kept for people to read. */
const mostRefused = 100
/** Updates of a connection that may wait until those before them are admitted. */
const mostUpdatesWaiting = 32
/** Milliseconds that a capability may take, where that is more than usual: a backup copies gigabytes. */
const longestCalls: ReadonlyMap<string, number> = new Map([['system.backup', 6 * 3_600_000]])
/** Updates of a connection: this many at once, and one more every so many milliseconds. */
const updates = { allowed: 32, forgivenEveryMs: 1_000 }

export interface AgentAddress {
  readonly id: string
  /** Name a person gave; the agent's own when left out. */
  readonly name?: string
  readonly kind: Server['kind']
  readonly address: string
  /** Undefined when it is not known any more: then a person must enter it. */
  readonly token: string | undefined
  /** SHA-256 fingerprint of the certificate that a person trusted; public authorities decide when left out. */
  readonly certificate?: string
}

export interface AgentServerOptions extends Omit<SessionOptions, 'address' | 'token' | 'certificate'> {
  readonly admit: Admit
  /** 0 up to 1. */
  readonly chance?: () => number
}

export class AgentServer {
  #address: AgentAddress
  readonly #options: AgentServerOptions
  readonly #host: ProviderHost
  #server: Server
  #session: AgentSession | undefined
  /** Of the connection that is there or tried now; another one's end is not ours. */
  #attempt: object | undefined
  #connection = unconnected
  #certificate: string | undefined
  #admissions: InOrder | undefined
  /** What an agent said of its health before what it offers was admitted. */
  #earlyHealth: Health | undefined
  #stopTimer: () => void = () => {}

  constructor(address: AgentAddress, options: AgentServerOptions, host: ProviderHost) {
    this.#address = address
    this.#certificate = address.certificate
    this.#options = options
    this.#host = host
    this.#server = {
      id: address.id,
      name: address.name ?? address.id,
      kind: address.kind,
      address: address.address,
      state: 'connecting',
      capabilities: [],
      refused: [],
    }
  }

  /** @throws Error when the address cannot be dialled at all */
  start(): void {
    if (this.#address.token === undefined) this.#present({ problem: tokenMissing.toContract() })
    else this.#move({ kind: 'start' }, { state: 'connecting' })
  }

  /** Dials again now, instead of waiting; does nothing while its token is not known. */
  reconnect(): void {
    this.#move({ kind: 'mended' })
  }

  /**
   * Goes by another name, or is dialled elsewhere or with another token. What it can do stays, as when it is offline.
   *
   * @param again whether it must be dialled anew for it
   */
  change(address: AgentAddress, again: boolean): void {
    this.#address = address
    this.#certificate = address.certificate
    const { namesItself: _own, ...server } = this.#server
    if (address.name !== undefined) this.#server = server
    const shown = { name: address.name ?? this.#server.name, address: address.address }
    if (!again) return this.#present(shown)
    this.#solved()
    this.#server = { ...this.#server, ...shown }
    if (this.#connection.kind === 'idle') this.start()
    else this.#move({ kind: 'mended' }, shown)
  }

  /** The demo world is ours, and takes more calls than a real server should. */
  get #ownLimits(): boolean {
    return this.#address.kind === 'simulator'
  }

  stop(): void {
    this.#move({ kind: 'stop' })
  }

  /**
   * Dials again, and takes this certificate alone from now on.
   *
   * @throws GatewayError when it is not the one that was refused last
   */
  trust(fingerprint: string): void {
    const { problem } = this.#server
    if (!problem?.code.startsWith('AUTH.CERTIFICATE_') || problem.details?.fingerprint !== fingerprint) {
      throw new GatewayError('PROTOCOL.INVALID_REQUEST', {
        message: 'The server does not show this certificate.',
        suggestion: 'Look at the fingerprint again; it may have changed meanwhile.',
      })
    }
    this.#certificate = fingerprint
    this.#solved()
    this.#move({ kind: 'mended' })
  }

  /** Takes the connection a step on, tells what changed by it, and does what follows. */
  #move(signal: Signal, change: Partial<Server> = {}): void {
    const { state, effects } = step(this.#connection, signal)
    this.#connection = state
    const isNews = Object.keys(change).length > 0 || shownState(state) !== this.#server.state
    try {
      if (isNews && state.kind !== 'stopped') this.#present(change)
    } finally {
      for (const effect of effects) this.#do(effect)
    }
  }

  #do(effect: Effect): void {
    switch (effect.kind) {
      case 'dial':
        return this.#dial(this.#address.token ?? '')
      case 'hang-up':
        return this.#hangUp()
      case 'wait':
        this.#stopTimer = this.#options.clock.after(effect.milliseconds, () => this.#due())
        return
      case 'wait-no-more':
        return this.#stopTimer()
      default:
        return assertNever(effect)
    }
  }

  /** Nobody is there to be told: what goes wrong is written down, and the connection goes on. */
  #due(): void {
    try {
      this.#move({ kind: 'due' })
    } catch (error) {
      this.#options.log.error('a server could not be shown', { server: this.#server.id, error: `${error}` })
    }
  }

  /** What a connection that was given up says of its end is no loss. */
  #hangUp(): void {
    const session = this.#session
    this.#session = undefined
    this.#attempt = undefined
    session?.close()
  }

  #dial(token: string): void {
    const attempt = {}
    this.#attempt = attempt
    const { address } = this.#address
    const { clock } = this.#options
    const updated = new LeakyBucket(updates.forgivenEveryMs, clock.elapsed())
    this.#admissions = new InOrder(mostUpdatesWaiting, (error) => session.fail(error))
    this.#earlyHealth = undefined
    const session = new AgentSession(
      { ...this.#options, address, token, ...(this.#certificate && { certificate: this.#certificate }) },
      {
        registered: (registration) => this.#inOrder(session, () => this.#registered(registration, session)),
        health: (health) => this.#healthy(health),
        answered: (latencyMs) => this.#answered(latencyMs),
        quiet: (missing) => this.#quiet(missing),
        updated: (update) => {
          if (updated.add(clock.elapsed()) > updates.allowed) session.tooFast('updates')
          else this.#inOrder(session, () => this.#updated(update, session))
        },
        event: ({ id, timestamp, payload }) =>
          this.#host.event(this.#server.id, {
            id,
            eventId: payload.eventId,
            at: this.#near(timestamp),
            data: payload.data,
          }),
        ended: (error) => {
          if (attempt === this.#attempt) this.#lost(error)
        },
      },
    )
    this.#session = session
  }

  /** Admission takes time: what comes meanwhile waits its turn, and nothing is done for a session that has ended. */
  #inOrder(session: AgentSession, task: () => Promise<void>): void {
    const waits = this.#admissions?.run(async () => {
      if (session === this.#session) await task()
    })
    if (!waits) session.tooFast('updates')
  }

  /** Reads and compares away from the main thread or in slices: what follows it is cheap. */
  async #admitted(capabilities: readonly unknown[]): Promise<Admitted> {
    const admitted = await this.#options.admit(capabilities, this.#ownLimits)
    await this.#host.prepare?.(this.#server.id, admitted.capabilities)
    return admitted
  }

  async #registered(registration: Registration, session: AgentSession): Promise<void> {
    const { agentInfo, capabilities, config, contract } = registration
    const admitted = await this.#admitted(capabilities)
    if (session !== this.#session) return
    const { serverInfo } = agentInfo
    const software = [serverInfo?.type, serverInfo?.version].filter(Boolean).join(' ')
    this.#solved()
    const at = this.#options.clock.elapsed()
    this.#move(
      { kind: 'registered', at, terms: termsOf(config) },
      {
        contract,
        agent: cleanText(agentInfo.version, 64),
        agentId: cleanText(agentInfo.id, 128),
        ...(agentInfo.environment && { environment: cleanText(agentInfo.environment, 64) }),
        heartbeat: { at: this.#options.clock.now().toISOString() },
        ...(agentInfo.snapshotsOf && { snapshotsOf: agentInfo.snapshotsOf }),
        ...this.#named(shownName(serverInfo?.name) || shownName(agentInfo.name) || this.#address.id),
        findings: {},
        ...admitted,
        ...(software && { software: cleanText(software, 64) }),
        ...(serverInfo?.maxPlayers !== undefined && { maxPlayers: serverInfo.maxPlayers }),
        ...(serverInfo?.onlinePlayers !== undefined && { health: { onlinePlayers: serverInfo.onlinePlayers } }),
      },
    )
    if (this.#earlyHealth) this.#healthy(this.#earlyHealth)
  }

  /** What a person calls it, else what it calls itself. */
  #named(ownName: string): Pick<Server, 'name' | 'namesItself'> {
    const { name } = this.#address
    return name === undefined ? { name: ownName, namesItself: true } : { name }
  }

  #healthy(health: Health): void {
    if (this.#connection.kind === 'registered') {
      this.#move({ kind: 'health', healthy: health.healthy !== false }, { health, heartbeat: this.#heard() })
    } else this.#earlyHealth = health
  }

  #answered(latencyMs: number): void {
    if (this.#connection.kind === 'registered') this.#present({ heartbeat: { ...this.#heard(), latencyMs } })
  }

  /** A sign of life now; how fast it answered last still stands. */
  #heard(): Heartbeat {
    return { ...this.#server.heartbeat, at: this.#options.clock.now().toISOString() }
  }

  #quiet(missing: boolean): void {
    this.#move({ kind: 'quiet', missing })
  }

  async #updated({ action, capabilities }: CapabilityUpdateFrame, session: AgentSession): Promise<void> {
    const admitted = action === 'remove' ? undefined : await this.#admitted(capabilities)
    if (session !== this.#session) return
    const named = new Set(capabilities.map(({ id }) => id ?? unnamed))
    const kept = this.#server.capabilities.filter(({ id }) => !named.has(id))
    const refused = this.#server.refused.filter(({ id }) => !named.has(id))
    const before = Object.entries(this.#server.findings ?? {}).filter(([id]) => !named.has(id))
    const findings = { ...Object.fromEntries(before), ...admitted?.findings }
    if (!admitted) return this.#present({ capabilities: kept, refused, findings })
    const bounded = withinBounds([...kept, ...admitted.capabilities])
    this.#present({
      capabilities: bounded.capabilities,
      findings,
      refused: distinct([...refused, ...admitted.refused, ...bounded.refused]).slice(-mostRefused),
    })
  }

  #lost(error: GatewayError): void {
    this.#session = undefined
    const { clock, chance = Math.random } = this.#options
    const signal: Signal = { kind: 'lost', at: clock.elapsed(), mendedBy: mendedBy(error), chance: chance() }
    this.#move(signal, { problem: problemOf(error, this.#address.address, step(this.#connection, signal).state) })
  }

  #solved(): void {
    const { problem: _solved, ...server } = this.#server
    this.#server = server
  }

  /** The agent's time where it is near ours: nobody rewrites the order of what happened. */
  #near(timestamp: string): string {
    const now = this.#options.clock.now()
    return Math.abs(Date.parse(timestamp) - now.getTime()) <= clockSkewMs ? timestamp : now.toISOString()
  }

  #present(change: Partial<Server>): void {
    const { strain: _strain, certificate: _certificate, ...before } = this.#server
    const strain = strainOf(this.#connection)
    this.#server = {
      ...before,
      ...change,
      state: shownState(this.#connection),
      ...(strain && { strain }),
      ...(this.#certificate && { certificate: this.#certificate }),
    }
    const server = this.#server
    const link: ServerLink = {
      server,
      invoke: (request, cancellation) => this.#invoke(request, cancellation),
      longestMs: (capabilityId) => longestCalls.get(capabilityId),
    }
    this.#host.present(link)
  }

  async #invoke(request: ProviderRequest, cancellation: CancellationToken): Promise<ProviderAnswer> {
    const { id, state, problem } = this.#server
    // What it calls itself may not be accepted.
    const name = this.#address.name ?? id
    if (!this.#session || state === 'offline' || state === 'connecting') {
      throw new GatewayError('SYSTEM.SERVICE_UNAVAILABLE', {
        message: `The server ${quoted(name)} is offline.`,
        details: { server: name },
        ...(problem && { cause: fromProviderError(problem) }),
      })
    }
    return this.#session.request(request, cancellation)
  }
}

const shownName = (name: string | undefined): string => plainName(untrusted(name))

const distinct = (refused: readonly RefusedCapability[]): RefusedCapability[] => [
  ...new Map(refused.map((refusal) => [refusal.id, refusal])).values(),
]
