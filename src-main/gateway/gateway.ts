/** Gateway: the parts put together, with what providers plug into and consumers call. */
import type { ApprovalId } from '../contract/approval.js'
import type { Caller, JsonObject, ServerReference } from '../contract/call.js'
import { type CallLimit, normalRights, type Rights } from '../contract/client.js'
import { GatewayError } from '../contract/gateway-error.js'
import type { CallWay, GameEntry, Reading } from '../contract/live.js'
import { defaultSettings, type Governance } from '../contract/settings.js'
import { defaultQuorum, type QuorumSettings } from '../policy/quorum.js'
import { AgentSnapshots } from './agent-snapshots.js'
import { Approvals } from './approvals.js'
import { AskedCalls } from './asked-calls.js'
import { AskingPauses } from './asking-pauses.js'
import { Attempts, withOwner } from './attempts.js'
import type { ApprovalStatus } from './call-answer.js'
import type { CallReport, CallRequest } from './call-path.js'
import { CallsInFlight } from './calls-in-flight.js'
import { type ChatKeyStore, ChatLogins } from './chat-logins.js'
import { ContextCache } from './context-cache.js'
import { Emitter, type Subscribe } from './emitter.js'
import { GameAnswers } from './game-answers.js'
import { GameEvents } from './game-events.js'
import { HeldCalls } from './held-calls.js'
import { InputRequests } from './input-requests.js'
import { invoke } from './invoke.js'
import { LastHours } from './last-hour.js'
import { LiveFeed } from './live-feed.js'
import { ManifestTrust } from './manifest-trust.js'
import { memoryApprovalStore, memoryRuleStore } from './memory-stores.js'
import { Orders } from './orders.js'
import type { OwnerCallBackParts } from './owner-call-back.js'
import { Panic } from './panic.js'
import type {
  ApprovalStore,
  AskingPauseStore,
  AuditLog,
  Clock,
  Log,
  ManifestStore,
  PanicStore,
  Provider,
  ProviderHost,
  RuleStore,
  UndoStore,
  Validator,
} from './ports.js'
import { Rates } from './rates.js'
import { Readings } from './readings.js'
import { RecentDenials } from './recent-denials.js'
import { Refusals } from './refusals.js'
import { Registry } from './registry.js'
import { type Capabilities, ShownCapabilities } from './rights.js'
import { RuleBook } from './rule-book.js'
import type { Gatehouse } from './steps/call-stages.js'
import { readPairedContext } from './steps/read-before.js'
import { type EventsOffered, type Subscribed, type SubscriptionRequest, Subscriptions } from './subscriptions.js'
import { supersedeWhatChanged } from './superseding.js'
import { Taints } from './taints.js'
import { type OwnCall, type Trace, Traces } from './traces.js'
import { Undo } from './undo.js'
import { UndoKeeper } from './undo-keeper.js'
import { closeUnfinished } from './unfinished-calls.js'

/** Milliseconds a provider may take when nothing else is said. */
export const defaultCallTimeoutMs = 10_000

export interface GatewayOptions {
  readonly audit: AuditLog
  readonly clock: Clock
  readonly log: Log
  readonly validator: Validator
  readonly manifests: ManifestStore
  readonly undoStore: UndoStore
  /** What a caller may do, as it is now; `normalRights` when left out. */
  readonly rightsOf?: (caller: Caller) => Rights
  /** Tells when somebody may do more or less than before; returns the function that stops it. */
  readonly onDidChangeRights?: (listener: () => void) => () => void
  /** What a caller may ask in all; no limit when left out. */
  readonly callLimitOf?: (caller: Caller) => CallLimit | undefined
  /** What the owner has set about calls, read anew for each. */
  readonly governance?: () => Governance
  /** Where it is kept that everything is stopped; it is not stopped and not kept when left out. */
  readonly panic?: PanicStore
  /** Pauses of programs over a restart; they end with the program when left out. */
  readonly askingPauses?: AskingPauseStore
  /** Where the chat key is kept; it ends with the program when left out. */
  readonly chatKey?: ChatKeyStore
  /** Accepts games that connect, however often; one that works once when left out. */
  readonly connectionKey?: string
  readonly callTimeoutMs?: number
  /** Questions and rules; as long as the program when left out. */
  readonly approvalStore?: ApprovalStore
  readonly ruleStore?: RuleStore
  /** How many people must agree, as it is set now. */
  readonly quorums?: () => QuorumSettings
  /** Serves requests of services for the AI model; none when left out. */
  readonly modelFor?: OwnerCallBackParts['modelFor']
  /** Milliseconds a question waits for a person. */
  readonly patienceMs?: number
  /** Milliseconds a client waits for a person before it is told to come back. */
  readonly holdMs?: number
}

/** What a consumer sees of the gateway. There is no way to approve or to accept here (invariant 6). */
export interface Invoker {
  /** Never rejects. The outcome is `pending` when a person thinks for longer than a client waits. */
  invoke(request: CallRequest): Promise<CallReport>
  /** What a caller is shown: every capability with the servers where they are not refused it entirely. */
  capabilitiesFor(caller: Caller): Capabilities
  /** Tells when somebody may be shown more or less than before; returns the function that stops it. */
  onDidChangeRights(listener: () => void): () => void
  /** How a question that this caller has asked stands; once the call has ended, with its end. */
  approvalOf(id: ApprovalId, caller: Caller): ApprovalStatus | undefined
  /** The way that a call of this caller took. */
  traceOf(traceId: string, caller: Caller): Trace | undefined
  /** Keeps the trace of a call of a tool of Gatehouse itself. */
  traceOwn(call: OwnCall): void
  /** Which events this caller may listen to, and which not; of one server, by id or name, where it is named. */
  eventsFor(caller: Caller, server?: string): EventsOffered
  /** Listens to events until the subscription or its connection ends. */
  subscribe(request: SubscriptionRequest, listener: (event: GameEntry) => void): Subscribed
  /** Calls of everybody that were done: what they read or changed, and not what came of it. */
  readonly onDidCall: Subscribe<CallDone>
  readonly registry: Pick<Registry, 'servers' | 'capabilities' | 'onDidChangeServer' | 'onDidChangeCapabilities'>
}

export interface CallDone {
  readonly capabilityId: string
  readonly server: ServerReference
  readonly arguments: JsonObject
}

export class Gateway implements Invoker {
  readonly registry = new Registry()
  readonly calls = new CallsInFlight()
  readonly approvals: Approvals
  readonly rules: RuleBook
  readonly trust: ManifestTrust
  readonly panic: Panic
  /** Programs that were denied several times. For people alone (invariant 6). */
  readonly askingPauses: AskingPauses
  /** What services ask a person for. For people alone (invariant 6). */
  readonly inputs: InputRequests
  /** Who proved the chat key in the game. For people, and for whoever answers in chat. */
  readonly logins: ChatLogins
  /** What players wrote to answer requests. For approvers alone (invariant 6). */
  readonly answersInGame = new GameAnswers()
  readonly feed: LiveFeed
  /** Figures of the last hour, of each server. */
  readonly lastHours: LastHours
  readonly onDidChangeRights: (listener: () => void) => () => void
  /** For people alone (invariant 6), as is what they try. */
  readonly undo: Undo
  readonly attempts: Attempts
  readonly orders: Orders
  readonly #parts: Gatehouse
  readonly #shown = new ShownCapabilities()
  readonly #held: HeldCalls
  readonly #taints: Taints
  readonly #readings: Readings
  readonly #subscriptions: Subscriptions
  readonly #onDidCall = new Emitter<CallDone>()
  readonly onDidCall = this.#onDidCall.on
  readonly #host: ProviderHost
  readonly #providers: Provider[] = []

  constructor(options: GatewayOptions) {
    const { audit, clock, log, manifests } = options
    this.onDidChangeRights = options.onDidChangeRights ?? (() => () => {})
    const { approvalStore: store = memoryApprovalStore(), ruleStore = memoryRuleStore() } = options
    closeUnfinished({ store, audit, clock, log })
    const denials = new RecentDenials(clock)
    this.askingPauses = new AskingPauses({
      clock,
      audit,
      log,
      store: options.askingPauses ?? unkeptPauses,
      onLetAsk: (clientId) => denials.forget(clientId),
    })
    this.rules = new RuleBook({ store: ruleStore, audit, clock, log })
    this.approvals = new Approvals({
      clock,
      log,
      store,
      keepRule: (terms, person) => void this.rules.create(terms, person),
      onAnswer: (decision, { id, requestId, caller, capabilityId, server, arguments: given }, scope) => {
        denials.note(decision, id, { caller, capabilityId, serverId: server.id, arguments: given })
        this.askingPauses.note(decision, caller)
        this.#parts.traces.answered(requestId, scope)
      },
      ...(options.patienceMs !== undefined && { patienceMs: options.patienceMs }),
    })
    this.trust = new ManifestTrust({ registry: this.registry, manifests, audit, clock, log })
    this.logins = new ChatLogins(clock, options.chatKey, options.connectionKey)
    this.feed = new LiveFeed(clock)
    this.lastHours = new LastHours(clock)
    const contexts = new ContextCache(clock)
    const asked = new AskedCalls()
    this.#taints = new Taints(clock)
    this.#readings = new Readings(this.feed, clock)
    const governance = options.governance ?? (() => defaultSettings)
    this.panic = new Panic({ store: options.panic ?? unkept, approvals: this.approvals, audit, clock, log, governance })
    this.inputs = new InputRequests({
      ...{ clock, audit, log },
      stopped: () => (this.panic.state.on ? this.panic.refusal() : undefined),
    })
    this.panic.onDidPanic(() => this.inputs.declineAll(this.panic.refusal()))
    const events = new GameEvents({
      registry: this.registry,
      feed: this.feed,
      validator: options.validator,
      logins: this.logins,
      answers: this.answersInGame,
      clock,
      log,
    })
    this.#host = {
      prepare: (serverId, capabilities) => this.trust.prepare(serverId, capabilities),
      present: (link) => this.trust.present(link),
      withdraw: (serverId) => {
        this.trust.withdraw(serverId)
        events.forget(serverId)
        this.logins.revoke(serverId)
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
      rules: this.rules,
      calls: this.calls,
      feed: this.feed,
      rates: new Rates(clock),
      refusals: new Refusals({ audit, clock, log }),
      contexts,
      asked,
      traces: new Traces(),
      taints: this.#taints,
      denials,
      askingPauses: this.askingPauses,
      snapshots,
      undo: keeper,
      validator,
      audit,
      clock,
      log,
      rightsOf: withOwner(options.rightsOf ?? (() => normalRights)),
      callLimitOf: options.callLimitOf ?? (() => undefined),
      quorums: options.quorums ?? (() => defaultQuorum),
      panic: this.panic,
      owner: { inputs: this.inputs, modelFor: options.modelFor ?? (() => undefined) },
      governance,
      callTimeoutMs: options.callTimeoutMs ?? defaultCallTimeoutMs,
    }
    const { approvals, rules } = this
    supersedeWhatChanged({ approvals, registry: this.registry, rules, clock, validator })
    this.undo = new Undo({
      store: options.undoStore,
      gatehouse: this.#parts,
      invoke: (request, undoing) => invoke(request, this.#parts, undoing),
    })
    this.attempts = new Attempts((request) => invoke(request, this.#parts))
    this.orders = new Orders({
      ...{ audit, clock, registry: this.registry, quorums: options.quorums ?? (() => defaultQuorum) },
      invoke: (request, ordering) => invoke(request, this.#parts, undefined, ordering),
    })
    this.#held = new HeldCalls({
      clock,
      approvals: this.approvals,
      asked,
      run: (request) => invoke(request, this.#parts),
      ...(options.holdMs !== undefined && { holdMs: options.holdMs }),
    })
    this.#subscriptions = new Subscriptions(this.#parts)
    this.feed.onDidArrive((entry) => {
      this.lastHours.noteEntry(entry)
      if (entry.kind === 'game') contexts.forgetAfter(entry.server.id, entry.eventId)
      if (entry.kind !== 'call' || entry.result !== 'done' || !entry.server) return
      this.#onDidCall.emit({ capabilityId: entry.capabilityId, server: entry.server, arguments: entry.arguments })
    })
    this.registry.onDidChangeServer(({ server, before }) => {
      this.lastHours.noteServer(server)
      if (server.state !== before?.state || server.capabilities !== before.capabilities) {
        contexts.forget(server.id)
        snapshots.forget(server.id)
      }
      if (!before || server.state === before.state) return
      if (server.state === 'offline') this.logins.revoke(server.id)
      this.feed.add({ kind: 'server', server: { id: server.id, name: server.name }, state: server.state })
    })
  }

  provide(provider: Provider): void {
    this.#providers.push(provider)
    provider.start(this.#host)
  }

  async invoke(request: CallRequest): Promise<CallReport> {
    const report = await this.#held.invoke(request)
    return this.#told(request.caller, request.capabilityId, report, request.arguments)
  }

  capabilitiesFor(caller: Caller): Capabilities {
    return this.#shown.of(this.#parts.rightsOf(caller), this.registry.capabilities())
  }

  approvalOf(id: ApprovalId, caller: Caller): ApprovalStatus | undefined {
    const status = this.#held.statusOf(id, caller)
    return status?.state === 'ended'
      ? { ...status, report: this.#told(caller, status.capabilityId, status.report) }
      : status
  }

  traceOf(traceId: string, caller: Caller): Trace | undefined {
    return this.#parts.traces.of(traceId, caller)
  }

  traceOwn(call: OwnCall): void {
    this.#parts.traces.addOwn(call)
  }

  /** The way that a call of anybody took; for people alone. */
  wayOf(requestId: string): CallWay | undefined {
    return this.#parts.traces.wayOf(requestId)
  }

  /** Who was told of an event, and what they asked after that; for people alone. */
  readingsOf(entryId: string): readonly Reading[] {
    return this.#readings.of(entryId)
  }

  eventsFor(caller: Caller, server?: string): EventsOffered {
    return this.#subscriptions.offeredTo(caller, server)
  }

  subscribe(request: SubscriptionRequest, listener: (event: GameEntry) => void): Subscribed {
    if (this.panic.stops('event')) return { ok: false, error: this.panic.refusal() }
    return this.#subscriptions.subscribe(request, (entry) => {
      if (this.panic.stops('event')) return
      this.#readings.note(request.caller, entry)
      listener(this.#taints.handOver(request.caller, { kind: 'event', entry }).entry)
    })
  }

  #told<Told extends CallReport>(caller: Caller, capabilityId: string, report: Told, given?: unknown): Told {
    return this.#taints.handOver(caller, { kind: 'report', capabilityId, report, given }).report as Told
  }

  /** Denies what is open and lets go of every server. */
  async stop(): Promise<void> {
    this.approvals.denyAll('gatehouse')
    this.inputs.declineAll(new GatewayError('SYSTEM.MAINTENANCE'))
    this.#parts.refusals.close()
    this.askingPauses.close()
    await Promise.all(this.#providers.map((provider) => provider.stop()))
    this.trust.close()
  }
}

const unkeptPauses: AskingPauseStore = { read: () => [], write() {} }

const unkept: PanicStore = { read: () => ({ on: false }), write() {} }
