/**
 * Agent server: one Minecraft server behind a contract agent, kept connected. Specification 1, section 8.
 *
 * It stays presented to the gateway while it is offline, with what it could do when it was last there.
 */
import { fromProviderError, GatewayError } from '../../contract/gateway-error.js'
import type { CapabilityUpdateFrame, Health } from '../../contract/generated/message-frame.js'
import type { RefusedCapability, Server } from '../../contract/server.js'
import type { ProviderAnswer, ProviderHost, ProviderRequest, ServerLink } from '../../gateway/ports.js'
import { cleanText } from '../../policy/untrusted-text.js'
import { type Admit, mostCapabilities, tooMany, unnamed } from '../../validation/admission.js'
import { AgentSession, type Registration, type SessionOptions } from './agent-session.js'
import { backOff } from './back-off.js'
import { InOrder } from './in-order.js'

/** Milliseconds before the first new attempt, until the agent says otherwise. */
const defaultReconnectMs = 1_000
/** Milliseconds; an agent may ask for more, never for less. */
const shortestReconnectMs = 500
/** Milliseconds a connection must last before the next loss is a first one again. */
const stableMs = 10_000
/** Milliseconds that an agent's clock may differ from ours. */
const clockSkewMs = 300_000
/** Refusals that are kept for people to read. */
const mostRefused = 100
/** Updates of a connection that may wait until those before them are admitted. */
const mostUpdatesWaiting = 32
/** Milliseconds between attempts while the token is wrong: a person must mend it. */
const wrongTokenRetryMs = 60_000

export interface AgentAddress {
  readonly id: string
  /** Name a person gave; the agent's own when left out. */
  readonly name?: string
  readonly kind: Server['kind']
  readonly address: string
  /** Undefined when it is not known any more: then a person must enter it. */
  readonly token: string | undefined
}

export interface AgentServerOptions extends Omit<SessionOptions, 'address' | 'token'> {
  readonly admit: Admit
  /** 0 up to 1. */
  readonly chance?: () => number
}

export class AgentServer {
  readonly #address: AgentAddress
  readonly #options: AgentServerOptions
  readonly #host: ProviderHost
  #server: Server
  #session: AgentSession | undefined
  #admissions = new InOrder(mostUpdatesWaiting)
  /** What an agent said of its health before it was online. */
  #earlyHealth: Health | undefined
  #attempt = 0
  #onlineSince: number | undefined
  #reconnectMs = defaultReconnectMs
  #stopTimer: () => void = () => {}
  #stopped = false

  constructor(address: AgentAddress, options: AgentServerOptions, host: ProviderHost) {
    this.#address = address
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
    this.#present({})
    if (this.#address.token === undefined) this.#present({ state: 'offline', problem: tokenMissing.toContract() })
    else this.#dial(this.#address.token)
  }

  /** The demo world is ours, and takes more calls than a real server should. */
  get #ownLimits(): boolean {
    return this.#address.kind === 'simulator'
  }

  stop(): void {
    this.#stopped = true
    this.#stopTimer()
    this.#session?.close()
  }

  #dial(token: string): void {
    const { address } = this.#address
    this.#admissions = new InOrder(mostUpdatesWaiting)
    this.#earlyHealth = undefined
    const session = new AgentSession(
      { ...this.#options, address, token },
      {
        registered: (registration) => this.#inOrder(session, () => this.#registered(registration, session)),
        health: (health) => this.#healthy(health),
        quiet: (missing) => this.#quiet(missing),
        updated: (update) => this.#inOrder(session, () => this.#updated(update, session)),
        event: ({ id, timestamp, payload }) =>
          this.#host.event(this.#server.id, {
            id,
            eventId: payload.eventId,
            at: this.#near(timestamp),
            data: payload.data,
          }),
        ended: (error) => this.#lost(error),
      },
    )
    this.#session = session
  }

  /** Admission takes time: what comes meanwhile waits its turn, and nothing is done for a session that has ended. */
  #inOrder(session: AgentSession, task: () => Promise<void>): void {
    const waits = this.#admissions.run(async () => {
      if (session === this.#session) await task()
    })
    if (waits) return
    this.#options.log.warn('an agent sends updates faster than they can be admitted', { server: this.#server.id })
    session.close()
  }

  async #registered({ agentInfo, capabilities, config }: Registration, session: AgentSession): Promise<void> {
    const admitted = await this.#options.admit(capabilities, this.#ownLimits)
    if (session !== this.#session) return
    const { serverInfo } = agentInfo
    const software = [serverInfo?.type, serverInfo?.version].filter(Boolean).join(' ')
    this.#onlineSince = this.#options.clock.elapsed()
    this.#reconnectMs = Math.max(shortestReconnectMs, config?.reconnectDelay ?? defaultReconnectMs)
    const { problem: _solved, ...server } = this.#server
    this.#server = server
    this.#present({
      state: 'online',
      name: this.#address.name ?? (shownName(serverInfo?.name) || shownName(agentInfo.name) || this.#address.id),
      ...admitted,
      ...(software && { software: cleanText(software, 64) }),
      ...(serverInfo?.maxPlayers !== undefined && { maxPlayers: serverInfo.maxPlayers }),
      ...(serverInfo?.onlinePlayers !== undefined && { health: { onlinePlayers: serverInfo.onlinePlayers } }),
    })
    if (this.#earlyHealth) this.#healthy(this.#earlyHealth)
  }

  #healthy(health: Health): void {
    if (this.#onlineSince === undefined) {
      this.#earlyHealth = health
      return
    }
    this.#present({ health, state: health.healthy === false ? 'degraded' : 'online' })
  }

  #quiet(missing: boolean): void {
    if (this.#onlineSince === undefined) return
    const state = missing || this.#server.health?.healthy === false ? 'degraded' : 'online'
    if (state !== this.#server.state) this.#present({ state })
  }

  async #updated({ action, capabilities }: CapabilityUpdateFrame, session: AgentSession): Promise<void> {
    const admitted = action === 'remove' ? undefined : await this.#options.admit(capabilities, this.#ownLimits)
    if (session !== this.#session) return
    const named = new Set(capabilities.map(({ id }) => id ?? unnamed))
    const kept = this.#server.capabilities.filter(({ id }) => !named.has(id))
    const refused = this.#server.refused.filter(({ id }) => !named.has(id))
    if (!admitted) return this.#present({ capabilities: kept, refused })
    const all = [...kept, ...admitted.capabilities]
    const beyond = all.slice(mostCapabilities).map(({ id }) => ({ id, reason: tooMany }))
    this.#present({
      capabilities: all.slice(0, mostCapabilities),
      refused: distinct([...refused, ...admitted.refused, ...beyond]).slice(-mostRefused),
    })
  }

  #lost(error: GatewayError): void {
    this.#session = undefined
    if (this.#stopped) return
    const problem = error.code.startsWith('SYSTEM.')
      ? new GatewayError('SYSTEM.SERVICE_UNAVAILABLE', { details: { address: this.#address.address } })
      : error
    this.#present({ state: 'offline', problem: problem.toContract() })
    const { clock, chance = Math.random } = this.#options
    if (this.#onlineSince !== undefined && clock.elapsed() - this.#onlineSince >= stableMs) this.#attempt = 0
    this.#onlineSince = undefined
    const delay = error.code.startsWith('AUTH.')
      ? wrongTokenRetryMs
      : backOff(this.#attempt, this.#reconnectMs, chance())
    this.#attempt += 1
    this.#stopTimer = clock.after(delay, () => this.#dial(this.#address.token ?? ''))
  }

  /** The agent's time where it is near ours: nobody rewrites the order of what happened. */
  #near(timestamp: string): string {
    const now = this.#options.clock.now()
    return Math.abs(Date.parse(timestamp) - now.getTime()) <= clockSkewMs ? timestamp : now.toISOString()
  }

  #present(change: Partial<Server>): void {
    this.#server = { ...this.#server, ...change }
    const server = this.#server
    const link: ServerLink = { server, invoke: (request, signal) => this.#invoke(request, signal) }
    this.#host.present(link)
  }

  async #invoke(request: ProviderRequest, signal: AbortSignal): Promise<ProviderAnswer> {
    const { name, state, problem } = this.#server
    if (!this.#session || state === 'offline' || state === 'connecting') {
      throw new GatewayError('SYSTEM.SERVICE_UNAVAILABLE', {
        message: `The server "${name}" is offline.`,
        details: { server: name },
        ...(problem && { cause: fromProviderError(problem) }),
      })
    }
    return this.#session.request(request, signal)
  }
}

const tokenMissing = new GatewayError('AUTH.UNAUTHORIZED', {
  message: 'The token of this server is not known any more.',
  suggestion: 'Remove the server and add it again with its token.',
})

const shownName = (name: string | undefined): string => cleanText(name ?? '', 64).trim()

const distinct = (refused: readonly RefusedCapability[]): RefusedCapability[] => [
  ...new Map(refused.map((refusal) => [refusal.id, refusal])).values(),
]
