/**
 * Power watch: what a server's host says about its process, and the owner's orders to start and stop it.
 *
 * An order counts as done only when the state that it asks for was seen. One that was sent and whose result
 * nobody reported is unknown: it is not repeated, and the state is watched on.
 */
import { GatewayError } from '@contract/gateway-error.js'
import type { Server } from '@shared/servers/server.js'
import type { PowerOrder, PowerResult, PowerState, ServerPower } from '@shared/servers/server-way.js'
import type { Clock } from '../../gateway/ports/runtime.js'
import type { Power, ServerWay } from './ports.js'

export interface PowerWatchOptions {
  readonly power: Power
  readonly clock: Pick<Clock, 'after' | 'elapsed'>
  readonly onDidChange: () => void
}

/** Milliseconds between two looks while a server is away, and while an order is carried out. */
const lookEveryMs = 15_000
const orderLookEveryMs = 1_000
/** Milliseconds for one look. */
const lookTimeoutMs = 20_000
/** Milliseconds that an order may take to be seen: a server with many mods starts for minutes. */
const orderMs = 180_000
/** Milliseconds in which a server that announced its stop may end without having crashed. */
const announcedMs = 120_000

export class PowerWatch {
  readonly #options: PowerWatchOptions
  #state: PowerState = 'unknown'
  #order: PowerOrder | undefined
  /** When the server said that it stops, or an order ended it. */
  #announcedAt: number | undefined
  #cancel: (() => void) | undefined
  #looks = new AbortController()
  #stopped = new AbortController()

  constructor(options: PowerWatchOptions) {
    this.#options = options
  }

  get shown(): ServerPower {
    return { state: this.#state, ...(this.#order && { order: this.#order }) }
  }

  get state(): PowerState {
    return this.#state
  }

  /** Its console answers, so its process runs: nothing needs to be asked. */
  connected(): void {
    this.#rest()
    this.#becomes('running')
  }

  /** Its console is away: its host is asked until it is back. */
  away(): void {
    if (!this.#cancel && !this.#stopped.signal.aborted) this.#look()
  }

  /** The server itself says that it stops. */
  announced(): void {
    this.#announcedAt = this.#options.clock.elapsed()
  }

  stop(): void {
    this.#rest()
    this.#stopped.abort()
  }

  /**
   * Gives an order, and waits until its state was seen.
   *
   * @throws GatewayError when nothing was sent or it was refused; `details.mayHaveRun` when nobody knows
   */
  async give(order: PowerOrder): Promise<PowerResult> {
    if (this.#order) throw busy(this.#order)
    this.#order = order
    if (order !== 'start') this.announced()
    this.#options.onDidChange()
    try {
      return await this.#carriedOut(order)
    } finally {
      this.#order = undefined
      if (order !== 'start') this.announced()
      this.#options.onDidChange()
      if (this.#state !== 'running') this.away()
    }
  }

  async #carriedOut(order: PowerOrder): Promise<PowerResult> {
    const { power, clock } = this.#options
    const before = await this.#read()
    if (isGoal(order, before) && order !== 'restart') return { outcome: 'already', state: before }
    const unknown = await power[order]().then(
      () => undefined,
      (error: unknown) => {
        if (!mayHaveRun(error)) throw error
        return error
      },
    )
    const until = clock.elapsed() + orderMs
    let hasLeft = order !== 'restart'
    let hasBegun = false
    while (clock.elapsed() < until && !this.#stopped.signal.aborted) {
      const state = await this.#read()
      hasLeft ||= state !== 'running' && state !== 'unknown'
      if (hasLeft && isGoal(order, state)) return { outcome: 'done', state }
      hasBegun ||= order === 'start' && state === 'starting'
      if (hasBegun && isDown(state)) throw endedAtOnce()
      if (unknown !== undefined && clock.elapsed() > until - orderMs + lookTimeoutMs) break
      await this.#pause()
    }
    if (unknown !== undefined) throw notKnown(order, this.#state, unknown)
    return { outcome: 'sent', state: this.#state }
  }

  #look(): void {
    this.#cancel = () => {}
    void this.#read(this.#looks.signal).then(() => {
      if (this.#looks.signal.aborted || !this.#cancel) return
      this.#cancel = this.#options.clock.after(lookEveryMs, () => this.#look())
    })
  }

  #rest(): void {
    this.#cancel?.()
    this.#cancel = undefined
    this.#looks.abort()
    this.#looks = new AbortController()
  }

  /** Never rejects: a host that cannot be asked knows nothing. */
  async #read(until: AbortSignal = this.#stopped.signal): Promise<PowerState> {
    const late = new AbortController()
    const cancel = this.#options.clock.after(lookTimeoutMs, () => late.abort())
    const signal = AbortSignal.any([until, late.signal])
    const state = await this.#options.power.state(signal).catch(() => 'unknown' as const)
    cancel()
    if (!until.aborted) this.#becomes(state)
    return state
  }

  #becomes(read: PowerState): void {
    const state = read === 'stopped' && this.#hasCrashed() ? 'crashed' : read
    if (state === this.#state) return
    // A host that cannot be asked for a moment says nothing about a crash.
    if (state === 'unknown' && this.#state === 'crashed') return
    this.#state = state
    this.#options.onDidChange()
  }

  /** It ran, said nothing about a stop, and nobody ordered one here. */
  #hasCrashed(): boolean {
    if (this.#options.power.tellsCrashes) return false
    if (this.#state === 'crashed') return true
    const isOrdered = this.#order !== undefined && this.#order !== 'start'
    if (isOrdered || (this.#state !== 'running' && this.#state !== 'starting')) return false
    const at = this.#announcedAt
    return at === undefined || this.#options.clock.elapsed() - at > announcedMs
  }

  #pause(): Promise<void> {
    const { signal } = this.#stopped
    return new Promise((resolve) => {
      const done = () => {
        cancel()
        signal.removeEventListener('abort', done)
        resolve()
      }
      const cancel = this.#options.clock.after(orderLookEveryMs, done)
      signal.addEventListener('abort', done, { once: true })
    })
  }
}

/** What the host of a server says of it, and what its limits hold back. */
export function hostFacts(
  power: PowerWatch | undefined,
  { queue }: Pick<ServerWay, 'queue'>,
): Pick<Server, 'power' | 'queue'> {
  const waiting = queue?.now()
  return { ...(power && { power: power.shown }), ...(waiting && { queue: waiting }) }
}

const isDown = (state: PowerState): boolean => state === 'stopped' || state === 'crashed'

const isGoal = (order: PowerOrder, state: PowerState): boolean =>
  order === 'stop' ? isDown(state) : state === 'running'

/** Problems after which the order may have been carried out: it may have been sent. */
const lostReasons: ReadonlySet<unknown> = new Set([
  'lost',
  'no-connection-in-time',
  'node-unreachable',
  'unexpected',
  'docker-engine-lost',
  'docker-engine-reply',
])

function mayHaveRun(error: unknown): boolean {
  if (!(error instanceof GatewayError)) return true
  const { mayHaveRun: mayHave, reason } = error.details ?? {}
  return mayHave === true || error.code === 'SYSTEM.TIMEOUT' || lostReasons.has(reason)
}

const busy = (order: PowerOrder): GatewayError =>
  new GatewayError('BUSINESS.OPERATION_FAILED', {
    message: 'Another order for this server is still being carried out.',
    suggestion: 'Wait until it is done.',
    details: { why: 'power-busy', order, mayHaveRun: false },
  })

const endedAtOnce = (): GatewayError =>
  new GatewayError('BUSINESS.OPERATION_FAILED', {
    message: 'The server ended while it was starting.',
    suggestion: 'Read the end of its log: often a plugin, a mod or the memory is the cause.',
    details: { why: 'power-crashed', mayHaveRun: true },
  })

const notKnown = (order: PowerOrder, state: PowerState, cause: unknown): GatewayError =>
  new GatewayError('SYSTEM.TIMEOUT', {
    message: 'The order was sent, but its result is not known.',
    suggestion: 'Look at the state of the server, or in the panel, before you order it again.',
    details: { why: 'power-unknown', order, state, mayHaveRun: true },
    cause,
  })
