/**
 * Gateway link: the connection of this computer to one gateway elsewhere. It proves its key, sends orders, receives
 * events, and connects again by itself.
 *
 * Guards invariant 2: without a connection no order is kept for later. An order that was sent before a cut is sent again
 * to the same gateway, which follows it once; otherwise its giver learns that nobody knows whether it was followed.
 */
import { isObject } from '@contract/json/json-object.js'
import type { AddedGateway, GatewayIdentity, LinkEnd, LinkState } from '@shared/remote/gateway.js'
import { type FromGateway, type RemotePersonTerms, remoteWire } from '@shared/remote/wire.js'
import { Emitter } from '../../gateway/ports/emitter.js'
import type { Clock, Log } from '../../gateway/ports/runtime.js'
import { PinError } from '../../network/pinned-socket.js'
import type { Result } from '../table/shapes.js'
import { signWith } from './device-key.js'
import type { DialGateway, GatewayConnection } from './gateway-dial.js'
import { gatewayError } from './gateway-error.js'
import { type NewOrder, NumberedOrders } from './numbered-orders.js'

export interface GatewayLinkDependencies {
  readonly dial: DialGateway
  /** The private key of this computer for this gateway. */
  readonly key: () => string | undefined
  readonly clock: Clock
  readonly log: Log
}

/** Milliseconds until the next attempt; the last one repeats. */
const waitsMs = [500, 1_000, 2_000, 5_000, 10_000, 20_000, 30_000]
/** Milliseconds after a cut until orders without a reply end. */
const unansweredMs = 60_000
/** Milliseconds until the gateway accepted the proof. */
const proofMs = 15_000

export class GatewayLink {
  readonly #gateway: AddedGateway
  readonly #deps: GatewayLinkDependencies
  readonly #orders = new NumberedOrders()
  readonly #onEvent = new Emitter<{ readonly name: string; readonly message: unknown }>()
  readonly #onDidChange = new Emitter<void>()
  /** Events of the gateway. */
  readonly onEvent = this.#onEvent.on
  /** The state or the person changed. */
  readonly onDidChange = this.#onDidChange.on
  #state: LinkState = { kind: 'connecting' }
  #person: RemotePersonTerms
  #connection: GatewayConnection | undefined
  /** The current attempt; those before it are over. */
  #attempt = 0
  #failures = 0
  #isEnded = false
  #cancelAttempt = () => {}
  #cancelSilence = () => {}
  #cancelPing = () => {}
  #cancelUnanswered = () => {}
  /** Orders that were given before the first connection. */
  #early: (() => void)[] = []

  constructor(gateway: AddedGateway, deps: GatewayLinkDependencies) {
    this.#gateway = gateway
    this.#deps = deps
    this.#person = { id: '', name: gateway.person, role: 'viewer' }
  }

  get identity(): GatewayIdentity {
    const { id, name } = this.#gateway
    return { id, name, person: this.#person, link: this.#state }
  }

  /** Connects now, also when the next attempt is due later or there was a reason not to try again. */
  connect(): void {
    if (this.#isEnded || this.#state.kind === 'connected') return
    this.#failures = 0
    void this.#tryOnce()
  }

  /** The network is another one, or the computer was asleep: the connection is checked, or made again. */
  recheck(): void {
    if (this.#state.kind === 'lost') this.connect()
    else if (this.#connection) this.#connection.ping()
  }

  /** Never rejects. */
  order(order: NewOrder): Promise<Result<unknown>> {
    return new Promise((resolve) => {
      const give = () => {
        const message = this.#state.kind === 'connected' ? this.#orders.add(order, resolve) : undefined
        if (message) this.#connection?.send(message)
        else resolve({ ok: false, error: this.#refusal().toContract() })
      }
      if (this.#state.kind === 'connecting' && !this.#isEnded) this.#early.push(give)
      else give()
    })
  }

  /** Ends the link for ever. */
  end(): void {
    this.#isEnded = true
    this.#drop()
    this.#cancelAttempt()
    this.#cancelUnanswered()
    this.#orders.fail('unanswered')
    this.#giveEarly()
  }

  #refusal() {
    const { kind } = this.#state
    return gatewayError(kind === 'connecting' || kind === 'connected' ? 'lost' : kind)
  }

  async #tryOnce(): Promise<void> {
    const { dial, key, clock } = this.#deps
    const { address, pin } = this.#gateway
    this.#drop()
    this.#cancelAttempt()
    const attempt = this.#attempt
    if (key() === undefined) return this.#stop('forgotten')
    if (this.#state.kind !== 'lost') this.#set({ kind: 'connecting' })
    const isCurrent = () => attempt === this.#attempt && !this.#isEnded
    try {
      const connection = await dial(address, (digest) => Buffer.from(digest).toString('hex') === pin, {
        message: (message) => isCurrent() && this.#take(message),
        alive: () => isCurrent() && this.#received(),
        closed: () => isCurrent() && this.#lost(),
      })
      if (!isCurrent()) return connection.end()
      this.#connection = connection
      this.#cancelSilence = clock.after(proofMs, () => this.#lost())
    } catch (error) {
      if (!isCurrent()) return
      const problem = error instanceof PinError ? error.problem : 'unreachable'
      if (problem === 'other-certificate' || problem === 'expired-certificate') this.#stop(problem)
      else this.#lost()
    }
  }

  #take(message: FromGateway): void {
    if ('hello' in message) return this.#prove(message.hello)
    if ('refused' in message) return this.#refused(message.refused.code)
    if ('welcome' in message) return this.#welcome(message.welcome)
    if (this.#state.kind !== 'connected') return
    if ('reply' in message) return this.#orders.reply(message.reply, resultOf(message.result))
    if ('event' in message) this.#onEvent.emit({ name: message.event, message: message.message })
  }

  #prove({ protocol, gateway }: Extract<FromGateway, { hello: unknown }>['hello']): void {
    const key = this.#deps.key()
    if (protocol !== remoteWire.protocol) return this.#stop('other-version')
    if (gateway.id !== this.#gateway.id) return this.#stop('other-gateway')
    if (!this.#connection || key === undefined) return this.#stop('forgotten')
    const { exported } = this.#connection
    this.#connection.send({ prove: { device: this.#gateway.device, signature: signWith(key, exported) } })
  }

  #refused(code: string): void {
    if (code === 'PROTOCOL.VERSION_MISMATCH') return this.#stop('other-version')
    if (code.startsWith('AUTH.') || code.startsWith('PERMISSION.')) return this.#stop('revoked')
    this.#lost()
  }

  #welcome({ boot, orders, person }: Extract<FromGateway, { welcome: unknown }>['welcome']): void {
    this.#person = person
    this.#failures = 0
    this.#cancelUnanswered()
    const again = this.#orders.begin(boot, orders)
    this.#set({ kind: 'connected' })
    this.#received()
    this.#pingLater()
    for (const message of again) this.#connection?.send(message)
    this.#giveEarly()
  }

  #giveEarly(): void {
    const early = this.#early
    this.#early = []
    for (const give of early) give()
  }

  #received(): void {
    // Until the welcome the proof has a time limit of its own.
    if (this.#state.kind !== 'connected') return
    this.#cancelSilence()
    this.#cancelSilence = this.#deps.clock.after(remoteWire.silenceMs, () => this.#lost())
  }

  #pingLater(): void {
    this.#cancelPing()
    this.#cancelPing = this.#deps.clock.after(remoteWire.heartbeatMs, () => {
      this.#connection?.ping()
      this.#pingLater()
    })
  }

  #lost(): void {
    const { clock } = this.#deps
    this.#drop()
    if (this.#state.kind !== 'lost') {
      this.#set({ kind: 'lost', since: clock.now().toISOString() })
      this.#cancelUnanswered()
      this.#cancelUnanswered = clock.after(unansweredMs, () => this.#orders.fail('unanswered'))
    }
    const waitMs = waitsMs[Math.min(this.#failures, waitsMs.length - 1)] ?? 0
    this.#failures += 1
    this.#cancelAttempt()
    this.#cancelAttempt = clock.after(waitMs, () => void this.#tryOnce())
    this.#giveEarly()
  }

  #stop(kind: LinkEnd): void {
    this.#deps.log.warn('a gateway elsewhere cannot be used', { gateway: this.#gateway.name, why: kind })
    this.#drop()
    this.#cancelAttempt()
    this.#set({ kind })
    this.#orders.fail('unanswered')
    this.#giveEarly()
  }

  #drop(): void {
    this.#attempt += 1
    this.#cancelSilence()
    this.#cancelPing()
    this.#connection?.end()
    this.#connection = undefined
  }

  #set(state: LinkState): void {
    this.#state = state
    this.#onDidChange.emit()
  }
}

/** The result of an order; anything else is a broken reply. */
function resultOf(result: unknown): Result<unknown> {
  if (isObject(result) && result.ok === true) return { ok: true, value: result.value ?? null }
  if (isObject(result) && isObject(result.error) && typeof result.error.code === 'string')
    return result as unknown as Result<unknown>
  return { ok: false, error: gatewayError('no-gatehouse').toContract() }
}
