/**
 * Agent server: one Minecraft server behind a contract agent, kept connected. See docs/protocol.md#agents-registration.
 *
 * It stays registered with the gateway while it is offline, with its last known capabilities.
 */

import { assertNever } from '@contract/assert-never.js'
import { fromProviderError, GatewayError } from '@contract/gateway-error.js'
import type { CapabilityUpdateFrame, Health } from '@contract/generated/message-frame.js'
import type { AddedServer, ServerSecrets } from '@shared/servers/added-server.js'
import type { LastHeartbeat, RefusedCapability, Server } from '@shared/servers/server.js'
import type { CancellationToken } from '../../gateway/ports/cancellation.js'
import type { ProviderHost, ProviderRequest, ProviderResponse, ServerLink } from '../../gateway/ports/provider.js'
import { commandsInOneLine } from '../../policy/console-command/one-line.js'
import { quoted } from '../../policy/text/model-text.js'
import { cleanText, plainName, untrusted } from '../../policy/text/untrusted-text.js'
import { type Admit, type AdmittedOffer, unnamed } from '../../validation/admission.js'
import { withinBounds, withSnapshots } from '../../validation/offer-bounds.js'
import { type AgentRegistration, AgentSession, type AgentSessionOptions } from './agent-session.js'
import { type ConnectionEffect, initialConnection, loadOf, type Signal, shownState, step } from './connection-state.js'
import { termsOf } from './connection-terms.js'
import { LeakyBucket } from './leaky-bucket.js'
import { problemOf, repairedBy, tokenMissing } from './provider-failure.js'
import { TaskQueue } from './task-queue.js'

/** Allowed difference of the agent's clock in milliseconds. */
const clockSkewMs = 300_000
/** Maximum refusals kept for display. */
const maxRefused = 100
/** Maximum queued updates of a connection. */
const maxUpdatesWaiting = 32
/** Timeout of capabilities that need more than the default: a backup copies gigabytes. */
const callTimeoutsMs: ReadonlyMap<string, number> = new Map([['system.backup', 6 * 3_600_000]])
/** Rate limit of updates: burst, and milliseconds per further one. */
const updates = { allowed: 32, leakEveryMs: 1_000 }

/** A server of this provider. */
export interface ConnectedServer {
  readonly server: AddedServer
  readonly secrets: ServerSecrets
  readonly kind: Server['kind']
}

export interface AgentServerOptions extends Omit<AgentSessionOptions, 'address' | 'token' | 'certificate'> {
  readonly admit: Admit
  /** 0 up to 1. */
  readonly chance?: () => number
}

export class AgentServerConnection {
  #added: AddedServer
  #token: string | undefined
  readonly #kind: Server['kind']
  readonly #options: AgentServerOptions
  readonly #host: ProviderHost
  #server: Server
  #session: AgentSession | undefined
  /** The current connection; events of a previous one are ignored. */
  #attempt: object | undefined
  #connection = initialConnection
  #certificate: string | undefined
  #admissions: TaskQueue | undefined
  /** Health that the agent reported before its offers were admitted. */
  #earlyHealth: Health | undefined
  #stopTimer: () => void = () => {}

  constructor({ server, secrets, kind }: ConnectedServer, options: AgentServerOptions, host: ProviderHost) {
    this.#added = server
    this.#token = secrets.token
    this.#kind = kind
    this.#certificate = server.certificate
    this.#options = options
    this.#host = host
    this.#server = {
      id: server.id,
      name: server.name ?? server.id,
      kind,
      address: server.address,
      state: 'connecting',
      capabilities: [],
      refused: [],
    }
  }

  /** @throws Error when the address cannot be dialled at all */
  start(): void {
    if (this.#token === undefined) this.#present({ problem: tokenMissing.toContract() })
    else this.#move({ kind: 'start' }, { state: 'connecting' })
  }

  /** Reconnects now; does nothing while its token is unknown. */
  reconnect(): void {
    this.#move({ kind: 'repaired' })
  }

  /**
   * Changes name, address or token. Its capabilities stay, as when it is offline.
   *
   * @param again whether to reconnect
   */
  change(added: AddedServer, { token }: ServerSecrets, again: boolean): void {
    this.#added = added
    this.#token = token
    this.#certificate = added.certificate
    const { namesItself: _own, ...server } = this.#server
    if (added.name !== undefined) this.#server = server
    const shown = { name: added.name ?? this.#server.name, address: added.address }
    if (!again) return this.#present(shown)
    this.#solved()
    this.#server = { ...this.#server, ...shown }
    if (this.#connection.kind === 'idle') this.start()
    else this.#move({ kind: 'repaired' }, shown)
  }

  /** The demo world is ours, and allows more calls than a real server. */
  get #ownLimits(): boolean {
    return this.#kind === 'simulator'
  }

  stop(): void {
    this.#move({ kind: 'stop' })
  }

  /**
   * Reconnects, and pins this certificate.
   *
   * @throws GatewayError when it is not the certificate that was refused last
   */
  trust(fingerprint: string): void {
    const { problem } = this.#server
    if (!problem?.code.startsWith('AUTH.CERTIFICATE_') || problem.details?.fingerprint !== fingerprint) {
      throw new GatewayError('PROTOCOL.INVALID_REQUEST', {
        message: 'The server does not use this certificate.',
        suggestion: 'Check the fingerprint again. It may have changed.',
      })
    }
    this.#certificate = fingerprint
    this.#solved()
    this.#move({ kind: 'repaired' })
  }

  /** Applies a signal to the connection, publishes changes, and runs the effects. */
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

  #do(effect: ConnectionEffect): void {
    switch (effect.kind) {
      case 'dial':
        return this.#connect(this.#token ?? '')
      case 'disconnect':
        return this.#disconnect()
      case 'wait':
        this.#stopTimer = this.#options.clock.after(effect.milliseconds, () => this.#due())
        return
      case 'cancel-retry':
        return this.#stopTimer()
      default:
        return assertNever(effect)
    }
  }

  /** No caller could handle an error: it is logged, and the connection continues. */
  #due(): void {
    try {
      this.#move({ kind: 'due' })
    } catch (error) {
      this.#options.log.error('a server could not be shown', { server: this.#server.id, error: `${error}` })
    }
  }

  /** A rejection of a connection that was given up is ignored. */
  #disconnect(): void {
    const session = this.#session
    this.#session = undefined
    this.#attempt = undefined
    session?.close()
  }

  #connect(token: string): void {
    const attempt = {}
    this.#attempt = attempt
    const { address } = this.#added
    const { clock } = this.#options
    const updated = new LeakyBucket(updates.leakEveryMs, clock.elapsed())
    this.#admissions = new TaskQueue(maxUpdatesWaiting, (error) => session.fail(error))
    this.#earlyHealth = undefined
    const session = new AgentSession(
      { ...this.#options, address, token, ...(this.#certificate && { certificate: this.#certificate }) },
      {
        registered: (registration) => this.#inOrder(session, () => this.#registered(registration, session)),
        health: (health) => this.#healthy(health),
        answered: (latencyMs) => this.#heartbeatAcknowledged(latencyMs),
        quiet: (missing) => this.#heartbeatsMissing(missing),
        updated: (update) => {
          if (updated.add(clock.elapsed()) > updates.allowed) session.tooFast('updates')
          else this.#inOrder(session, () => this.#updated(update, session))
        },
        event: ({ id, timestamp, payload }) =>
          this.#host.event(this.#server.id, {
            id,
            eventId: payload.eventId,
            at: this.#plausibleTime(timestamp),
            data: payload.data,
          }),
        ended: (error) => {
          if (attempt === this.#attempt) this.#lost(error)
        },
      },
    )
    this.#session = session
  }

  /** Admission takes time: later updates are queued, and nothing is done for a session that has ended. */
  #inOrder(session: AgentSession, task: () => Promise<void>): void {
    const waits = this.#admissions?.run(async () => {
      if (session === this.#session) await task()
    })
    if (!waits) session.tooFast('updates')
  }

  /** Reads and compares in a worker or in slices: what follows is cheap. */
  async #admitted(capabilities: readonly unknown[]): Promise<AdmittedOffer> {
    const admitted = await this.#options.admit(capabilities, this.#ownLimits)
    await this.#host.prepare?.(this.#server.id, admitted.capabilities)
    return admitted
  }

  async #registered(registration: AgentRegistration, session: AgentSession): Promise<void> {
    const { agentInfo, capabilities, config, contract } = registration
    const admitted = await this.#admitted(capabilities)
    if (session !== this.#session) return
    const { serverInfo } = agentInfo
    const software = [serverInfo?.type, serverInfo?.version].filter(Boolean).join(' ')
    this.#solved()
    const usable = withSnapshots(admitted.capabilities, agentInfo.snapshotsOf)
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
        ...this.#named(shownName(serverInfo?.name) || shownName(agentInfo.name) || this.#added.id),
        findings: admitted.findings ?? {},
        capabilities: usable.capabilities,
        refused: [...admitted.refused, ...usable.refused],
        ...(software && { software: cleanText(software, 64) }),
        ...(serverInfo?.maxPlayers !== undefined && { maxPlayers: serverInfo.maxPlayers }),
        ...(serverInfo?.onlinePlayers !== undefined && { health: { onlinePlayers: serverInfo.onlinePlayers } }),
      },
    )
    if (this.#earlyHealth) this.#healthy(this.#earlyHealth)
  }

  /** A person's name for it, else its own. */
  #named(ownName: string): Pick<Server, 'name' | 'namesItself'> {
    const { name } = this.#added
    return name === undefined ? { name: ownName, namesItself: true } : { name }
  }

  #healthy(health: Health): void {
    if (this.#connection.kind === 'registered') {
      this.#move({ kind: 'health', healthy: health.healthy !== false }, { health, heartbeat: this.#currentHeartbeat() })
    } else this.#earlyHealth = health
  }

  #heartbeatAcknowledged(latencyMs: number): void {
    if (this.#connection.kind === 'registered') this.#present({ heartbeat: { ...this.#currentHeartbeat(), latencyMs } })
  }

  /** Records a heartbeat; the last latency stays. */
  #currentHeartbeat(): LastHeartbeat {
    return { ...this.#server.heartbeat, at: this.#options.clock.now().toISOString() }
  }

  #heartbeatsMissing(missing: boolean): void {
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
    const usable = withSnapshots(bounded.capabilities, this.#server.snapshotsOf)
    this.#present({
      capabilities: usable.capabilities,
      findings,
      refused: distinct([...refused, ...admitted.refused, ...bounded.refused, ...usable.refused]).slice(-maxRefused),
    })
  }

  #lost(error: GatewayError): void {
    this.#session = undefined
    const { clock, chance = Math.random } = this.#options
    const signal: Signal = { kind: 'lost', at: clock.elapsed(), repairableBy: repairedBy(error), chance: chance() }
    this.#move(signal, { problem: problemOf(error, this.#added.address, step(this.#connection, signal).state) })
  }

  #solved(): void {
    const { problem: _solved, ...server } = this.#server
    this.#server = server
  }

  /** The agent's time where it is close to ours, so that the order of events cannot be forged. */
  #plausibleTime(timestamp: string): string {
    const now = this.#options.clock.now()
    return Math.abs(Date.parse(timestamp) - now.getTime()) <= clockSkewMs ? timestamp : now.toISOString()
  }

  #present(change: Partial<Server>): void {
    const { strain: _strain, certificate: _certificate, ...before } = this.#server
    const strain = loadOf(this.#connection)
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
      timeoutMsOf: (capabilityId) => callTimeoutsMs.get(capabilityId),
    }
    this.#host.present(link)
  }

  async #invoke(request: ProviderRequest, cancellation: CancellationToken): Promise<ProviderResponse> {
    const { id, state, problem } = this.#server
    // Its own name may be refused.
    const name = this.#added.name ?? id
    if (!this.#session || state === 'offline' || state === 'connecting') {
      throw new GatewayError('SYSTEM.SERVICE_UNAVAILABLE', {
        message: `The server ${quoted(name)} is offline.`,
        details: { server: name },
        ...(problem && { cause: fromProviderError(problem) }),
      })
    }
    commandsInOneLine(request.arguments)
    return this.#session.request(request, cancellation)
  }
}

const shownName = (name: string | undefined): string => plainName(untrusted(name))

const distinct = (refused: readonly RefusedCapability[]): RefusedCapability[] => [
  ...new Map(refused.map((refusal) => [refusal.id, refusal])).values(),
]
