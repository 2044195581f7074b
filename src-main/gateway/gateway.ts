/** Gateway: the parts put together, with what providers plug into and consumers call. */
import type { ApprovalId } from '../contract/approval.js'
import type { Caller } from '../contract/call.js'
import type { RateLimit } from '../contract/generated/capability-manifest.js'
import type { GameEntry } from '../contract/live.js'
import { AgentSnapshots } from './agent-snapshots.js'
import { Approvals } from './approvals.js'
import { AskedCalls } from './asked-calls.js'
import type { ApprovalStatus } from './call-answer.js'
import type { CallReport, CallRequest } from './call-path.js'
import { CallsInFlight } from './calls-in-flight.js'
import { ContextCache } from './context-cache.js'
import { GameEvents } from './game-events.js'
import { HeldCalls } from './held-calls.js'
import { invoke } from './invoke.js'
import { LiveFeed } from './live-feed.js'
import { ManifestTrust } from './manifest-trust.js'
import type { AuditLog, Clock, Log, ManifestStore, Provider, ProviderHost, UndoStore, Validator } from './ports.js'
import { Rates } from './rates.js'
import { Registry } from './registry.js'
import type { Gatehouse } from './steps/call-stages.js'
import { readPairedContext } from './steps/read-before.js'
import { type Subscribed, type SubscriptionRequest, Subscriptions } from './subscriptions.js'
import { type Trace, Traces } from './traces.js'
import { Undo } from './undo.js'
import { UndoKeeper } from './undo-keeper.js'

/** Milliseconds a provider may take when nothing else is said. */
export const defaultCallTimeoutMs = 10_000

export interface GatewayOptions {
  readonly audit: AuditLog
  readonly clock: Clock
  readonly log: Log
  readonly validator: Validator
  readonly manifests: ManifestStore
  readonly undoStore: UndoStore
  /** Permission patterns of a caller; everything when left out: what is risky is asked anyway. */
  readonly grantsOf?: (caller: Caller) => readonly string[]
  /** What a caller may ask in all; no limit when left out. */
  readonly callLimitOf?: (caller: Caller) => RateLimit | undefined
  readonly callTimeoutMs?: number
  /** Milliseconds a question waits for a person. */
  readonly patienceMs?: number
  /** Milliseconds a client waits for a person before it is told to come back. */
  readonly holdMs?: number
}

/** What a consumer sees of the gateway. There is no way to approve or to accept here (invariant 6). */
export interface Invoker {
  /** Never rejects. The outcome is `pending` when a person thinks for longer than a client waits. */
  invoke(request: CallRequest): Promise<CallReport>
  /** How a question that this caller has asked stands; once the call has ended, with its end. */
  approvalOf(id: ApprovalId, caller: Caller): ApprovalStatus | undefined
  /** The way that a call of this caller took. */
  traceOf(traceId: string, caller: Caller): Trace | undefined
  /** Listens to events until the subscription or its connection ends. */
  subscribe(request: SubscriptionRequest, listener: (event: GameEntry) => void): Subscribed
  readonly registry: Pick<Registry, 'servers' | 'capabilities' | 'onDidChangeServer' | 'onDidChangeCapabilities'>
}

export class Gateway implements Invoker {
  readonly registry = new Registry()
  readonly calls = new CallsInFlight()
  readonly approvals: Approvals
  readonly trust: ManifestTrust
  readonly feed: LiveFeed
  /** For people alone (invariant 6). */
  readonly undo: Undo
  readonly #parts: Gatehouse
  readonly #held: HeldCalls
  readonly #subscriptions: Subscriptions
  readonly #host: ProviderHost
  readonly #providers: Provider[] = []

  constructor(options: GatewayOptions) {
    const { audit, clock, log, manifests } = options
    this.approvals = new Approvals(clock, options.patienceMs)
    this.trust = new ManifestTrust({ registry: this.registry, manifests, audit, clock, log })
    this.feed = new LiveFeed(clock)
    const contexts = new ContextCache(clock)
    const asked = new AskedCalls()
    const events = new GameEvents({
      registry: this.registry,
      feed: this.feed,
      validator: options.validator,
      clock,
      log,
    })
    this.#host = {
      present: (link) => this.trust.present(link),
      withdraw: (serverId) => {
        this.trust.withdraw(serverId)
        events.forget(serverId)
        contexts.remove(serverId)
      },
      event: (serverId, event) => events.receive(serverId, event),
    }
    const { registry } = this
    const { validator } = options
    const snapshots = new AgentSnapshots({ registry, validator, clock, log })
    const keeper = new UndoKeeper({
      store: options.undoStore,
      clock,
      log,
      async read(call) {
        const reading = await readPairedContext(call, { registry, validator, clock, log })
        return 'before' in reading ? reading.before : undefined
      },
    })
    this.#parts = {
      registry,
      approvals: this.approvals,
      calls: this.calls,
      feed: this.feed,
      rates: new Rates(clock),
      contexts,
      asked,
      traces: new Traces(),
      snapshots,
      undo: keeper,
      validator,
      audit,
      clock,
      log,
      grantsOf: options.grantsOf ?? (() => ['mcp.**']),
      callLimitOf: options.callLimitOf ?? (() => undefined),
      callTimeoutMs: options.callTimeoutMs ?? defaultCallTimeoutMs,
    }
    this.undo = new Undo({
      store: options.undoStore,
      gatehouse: this.#parts,
      invoke: (request, undoing) => invoke(request, this.#parts, undoing),
    })
    this.#held = new HeldCalls({
      clock,
      approvals: this.approvals,
      asked,
      run: (request) => invoke(request, this.#parts),
      ...(options.holdMs !== undefined && { holdMs: options.holdMs }),
    })
    this.#subscriptions = new Subscriptions(this.#parts)
    this.feed.onDidArrive((entry) => entry.kind === 'game' && contexts.forgetAfter(entry.server.id, entry.eventId))
    this.registry.onDidChangeServer(({ server, before }) => {
      if (server.state !== before?.state || server.capabilities !== before.capabilities) {
        contexts.forget(server.id)
        snapshots.forget(server.id)
      }
      if (!before || server.state === before.state) return
      this.feed.add({ kind: 'server', server: { id: server.id, name: server.name }, state: server.state })
    })
  }

  provide(provider: Provider): void {
    this.#providers.push(provider)
    provider.start(this.#host)
  }

  invoke(request: CallRequest): Promise<CallReport> {
    return this.#held.invoke(request)
  }

  approvalOf(id: ApprovalId, caller: Caller): ApprovalStatus | undefined {
    return this.#held.statusOf(id, caller)
  }

  traceOf(traceId: string, caller: Caller): Trace | undefined {
    return this.#parts.traces.of(traceId, caller)
  }

  subscribe(request: SubscriptionRequest, listener: (event: GameEntry) => void): Subscribed {
    return this.#subscriptions.subscribe(request, listener)
  }

  /** Denies what is open and lets go of every server. */
  async stop(): Promise<void> {
    this.approvals.denyAll('gatehouse')
    await Promise.all(this.#providers.map((provider) => provider.stop()))
  }
}
