/**
 * Panel budget: what may be sent to a panel, and when.
 *
 * The limits belong to the account, so all servers of one account share one budget: in turn, one request each. A quarter
 * is left to the owner's own browser. Nothing is refused while a panel's limit is near: it waits, and the wait is shown.
 */
import { GatewayError } from '@contract/gateway-error.js'
import { Emitter } from '../../../../gateway/ports/emitter.js'
import type { Clock } from '../../../../gateway/ports/runtime.js'
import { PanelOrders } from './panel-orders.js'

export type PanelKind = 'pterodactyl' | 'pelican'

/** Of what a host lets through. */
export interface RateLimit {
  /** At once. */
  readonly burst: number
  readonly perMinute: number
}

interface PanelLimits {
  readonly requests: RateLimit
  /** For each server. */
  readonly tickets: RateLimit
  /** For each server. */
  readonly commands: RateLimit
}

/** A bucket lets through `burst + perMinute` in any minute: three quarters of what the panel allows. */
const shareOf = (requestsPerMinute: number): RateLimit => ({
  burst: requestsPerMinute / 4,
  perMinute: requestsPerMinute / 2,
})

/** The limits as installed: 720 and 256 requests a minute; tickets 5 a minute; commands 10, then one a second. */
export const limitsOf: Readonly<Record<PanelKind, PanelLimits>> = {
  pterodactyl: {
    requests: shareOf(720),
    tickets: { burst: 5, perMinute: 30 },
    commands: { burst: 20, perMinute: 600 },
  },
  pelican: {
    requests: shareOf(256),
    tickets: { burst: 2, perMinute: 3 },
    // Packets that were late come together, so the panel must see less than it allows.
    commands: { burst: 8, perMinute: 54 },
  },
}

const minute = 60_000
const maxWaiting = 512

interface Turn {
  readonly go: () => void
  readonly fail: (error: Error) => void
}

/** Lets through a bucket's worth, in turn between the names that wait. */
class FairGate {
  readonly #clock: Clock
  readonly #changed: () => void
  /** The first one is next. */
  readonly #lanes = new Map<string, Turn[]>()
  #size: RateLimit
  #tokens: number
  #at: number
  #notBefore = 0
  #isClosed = false
  #cancel: (() => void) | undefined

  constructor(clock: Clock, size: RateLimit, changed: () => void) {
    this.#clock = clock
    this.#size = size
    this.#changed = changed
    this.#tokens = size.burst
    this.#at = clock.elapsed()
  }

  waiting(name: string): number {
    return this.#lanes.get(name)?.length ?? 0
  }

  /** Milliseconds until the next one may go; 0 when one may go now. */
  get waitMs(): number {
    const now = this.#clock.elapsed()
    const { burst, perMinute } = this.#size
    this.#tokens = Math.min(burst, this.#tokens + ((now - this.#at) * perMinute) / minute)
    this.#at = now
    const forToken = this.#tokens >= 1 ? 0 : Math.ceil(((1 - this.#tokens) * minute) / perMinute)
    return Math.max(forToken, this.#notBefore - now)
  }

  /** Milliseconds until the last one of a name goes, if the names take turns. */
  allMs(name: string): number {
    const own = this.waiting(name)
    const turns = [...this.#lanes.values()].reduce((sum, lane) => sum + Math.min(lane.length, own), 0)
    return Math.max(0, this.waitMs + ((turns - 1) * minute) / this.#size.perMinute)
  }

  set size(size: RateLimit) {
    this.#size = size
  }

  /** Nobody passes until it is opened: for one who passed and waits elsewhere. */
  close(): void {
    this.#isClosed = true
  }

  /** The wait was no time in which the bucket filled. */
  open(): void {
    this.#isClosed = false
    this.#at = this.#clock.elapsed()
    if (this.#lanes.size > 0) this.#wake()
  }

  pause(milliseconds: number): void {
    this.#notBefore = Math.max(this.#notBefore, this.#clock.elapsed() + milliseconds)
  }

  /** @param onPass called at once when it passes */
  pass(name: string, signal: AbortSignal | undefined, onPass: () => void = () => {}): Promise<void> {
    if (this.#lanes.size === 0 && !this.#isClosed && this.waitMs <= 0) {
      this.#tokens -= 1
      onPass()
      return Promise.resolve()
    }
    const lane = this.#lanes.get(name) ?? []
    if (lane.length >= maxWaiting) {
      return Promise.reject(
        new GatewayError('SYSTEM.RATE_LIMITED', {
          message: 'Too many requests wait for this panel.',
          details: { reason: 'panel-queue-full', waiting: lane.length, retryAfterMs: this.waitMs },
        }),
      )
    }
    return new Promise((resolve, reject) => {
      const abort = () => {
        const index = lane.indexOf(turn)
        if (index >= 0) lane.splice(index, 1)
        if (lane.length === 0 && this.#lanes.get(name) === lane) this.#lanes.delete(name)
        turn.fail(stoppedWaiting())
        this.#changed()
      }
      const turn: Turn = {
        go: () => {
          signal?.removeEventListener('abort', abort)
          onPass()
          resolve()
        },
        fail: (error) => {
          signal?.removeEventListener('abort', abort)
          reject(error)
        },
      }
      if (signal?.aborted) return reject(stoppedWaiting())
      signal?.addEventListener('abort', abort, { once: true })
      lane.push(turn)
      this.#lanes.set(name, lane)
      this.#changed()
      if (!this.#isClosed) this.#wake()
    })
  }

  #wake(): void {
    this.#cancel ??= this.#clock.after(Math.max(0, this.waitMs), () => {
      this.#cancel = undefined
      this.#serve()
    })
  }

  #serve(): void {
    while (!this.#isClosed && this.waitMs <= 0) {
      const [first] = this.#lanes
      if (!first) break
      const [name, lane] = first
      this.#tokens -= 1
      this.#lanes.delete(name)
      lane.shift()?.go()
      // Behind the others.
      if (lane.length > 0) this.#lanes.set(name, lane)
    }
    this.#changed()
    if (this.#lanes.size > 0 && !this.#isClosed) this.#wake()
  }
}

export interface PanelWaiting {
  readonly server: string
  readonly waiting: number
  /** Milliseconds until the last of them goes, if nothing else is wanted meanwhile. */
  readonly waitingMs: number
}

/** The budget of one account of one panel. */
export class PanelBudget {
  /** What was done by the key of the account. */
  readonly orders = new PanelOrders()
  readonly #clock: Clock
  readonly #waiting = new Emitter<PanelWaiting>()
  readonly #requests: FairGate
  readonly #tickets = new Map<string, FairGate>()
  readonly #commands = new Map<string, FairGate>()
  readonly #shown = new Map<string, number>()
  #limits: PanelLimits

  constructor(kind: PanelKind, clock: Clock) {
    this.#clock = clock
    this.#limits = limitsOf[kind]
    this.#requests = new FairGate(clock, this.#limits.requests, () => this.#show())
  }

  /** Called when the number of requests and commands that wait for a server changes. */
  readonly onDidChangeWaiting = this.#waiting.on

  waitingOf(server: string): PanelWaiting {
    const gates = [this.#requests, this.#tickets.get(server), this.#commands.get(server)].filter((gate) => !!gate)
    const busy = gates.filter((gate) => gate.waiting(server) > 0)
    return {
      server,
      waiting: busy.reduce((sum, gate) => sum + gate.waiting(server), 0),
      waitingMs: Math.max(0, ...busy.map((gate) => gate.allMs(server))),
    }
  }

  // Each resolves when the call may be sent. @throws GatewayError when the signal aborts or too many wait

  request(server: string, signal?: AbortSignal): Promise<void> {
    this.#shown.set(server, this.#shown.get(server) ?? 0)
    return this.#requests.pass(server, signal)
  }

  /** One at a time: two that waited for their requests would come together. */
  async ticket(server: string, signal?: AbortSignal): Promise<void> {
    const gate = this.#gate(this.#tickets, server, this.#limits.tickets)
    await gate.pass(server, signal, () => gate.close())
    try {
      await this.request(server, signal)
    } finally {
      gate.open()
    }
  }

  /** Of each server. */
  get commandLimit(): RateLimit {
    return this.#limits.commands
  }

  command(server: string, signal?: AbortSignal): Promise<void> {
    return this.#gate(this.#commands, server, this.#limits.commands).pass(server, signal)
  }

  /** The panel says how many requests a minute it allows this account. Only one that allows 720 has no other limits. */
  learn(requestsPerMinute: number): void {
    if (!Number.isInteger(requestsPerMinute) || requestsPerMinute < 8 || requestsPerMinute > 100_000) return
    const { tickets, commands } = requestsPerMinute < 720 ? limitsOf.pelican : this.#limits
    this.#limits = { requests: shareOf(requestsPerMinute), tickets, commands }
    this.#requests.size = this.#limits.requests
    for (const gate of this.#tickets.values()) gate.size = tickets
    for (const gate of this.#commands.values()) gate.size = commands
  }

  /** The panel says that its limit is reached all the same. */
  pause(milliseconds: number): void {
    this.#requests.pause(Math.min(Math.max(milliseconds, 1_000), minute))
  }

  /** The panel's node dropped a command, although the limit was kept. */
  pauseCommands(server: string, milliseconds: number): void {
    this.#gate(this.#commands, server, this.#limits.commands).pause(milliseconds)
  }

  #gate(gates: Map<string, FairGate>, server: string, size: RateLimit): FairGate {
    this.#shown.set(server, this.#shown.get(server) ?? 0)
    const gate = gates.get(server) ?? new FairGate(this.#clock, size, () => this.#show())
    gates.set(server, gate)
    return gate
  }

  #show(): void {
    for (const [server, before] of this.#shown) {
      const now = this.waitingOf(server)
      if (now.waiting === before) continue
      this.#shown.set(server, now.waiting)
      this.#waiting.emit(now)
    }
  }
}

/** The budgets of all accounts; one for each panel and key. */
export class PanelBudgets {
  readonly #clock: Clock
  readonly #budgets = new Map<string, PanelBudget>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  of(origin: string, key: string): PanelBudget {
    const name = `${origin} ${key}`
    const budget = this.#budgets.get(name) ?? new PanelBudget(kindOf(key), this.#clock)
    this.#budgets.set(name, budget)
    return budget
  }
}

/** An unknown key counts as that of the stricter panel. */
export const kindOf = (key: string): PanelKind => (key.startsWith('ptlc_') ? 'pterodactyl' : 'pelican')

const stoppedWaiting = (): GatewayError =>
  new GatewayError('SYSTEM.SERVICE_UNAVAILABLE', {
    message: 'The caller stopped waiting before the request was sent to the panel.',
    suggestion: 'Call again if it is still needed.',
    details: { reason: 'aborted' },
  })
