/** Gateway: connects the parts and exposes the interfaces for providers and consumers. */

import type { Caller } from '@contract/call.js'
import { GatewayError } from '@contract/gateway-error.js'
import { everyAnswerPlace } from '@shared/approvals/answer-places.js'
import type { ApprovalId } from '@shared/approvals/approval.js'
import { normalRights } from '@shared/clients/client.js'
import { defaultSettings } from '@shared/program/settings.js'
import { refusedOn, refusesOther, type Server } from '@shared/servers/server.js'
import type { CallTrace, EventReader, GameEntry } from '@shared/trail/live.js'
import { defaultQuorum } from '../policy/approvals/quorum.js'
import { mayKnowServer } from '../policy/rights/rights.js'
import { ApprovalRules } from './approvals/approval-rules.js'
import { Approvals } from './approvals/approvals.js'
import { AskingPauses } from './approvals/asking-pauses.js'
import { CallDeduplicator } from './approvals/call-deduplicator.js'
import { memoryLearnedWaits } from './approvals/client-waits.js'
import { GameDecisions } from './approvals/game-decisions.js'
import { InputRequests } from './approvals/input-requests.js'
import { PendingCalls } from './approvals/pending-calls.js'
import { RecentDenials } from './approvals/recent-denials.js'
import { closeApprovalsOnChange } from './approvals/superseding.js'
import { ChatLogins } from './clients/chat-logins.js'
import { Builds } from './feeds/builds.js'
import { EventReaders } from './feeds/event-readers.js'
import { GameEvents } from './feeds/game-events.js'
import { LiveFeed } from './feeds/live-feed.js'
import { completeLostOutcomes } from './feeds/lost-outcomes.js'
import { OnlinePlayers } from './feeds/online-players.js'
import { SentSuggestions } from './feeds/sent-suggestions.js'
import { ServerConsoles } from './feeds/server-consoles.js'
import { EventSubscriptions } from './feeds/subscriptions.js'
import type { GatewayOptions } from './gateway-options.js'
import { OwnerCommands } from './owner-commands.js'
import { Panic } from './panic.js'
import { CallsInFlight } from './path/calls-in-flight.js'
import { ContextCache } from './path/context-cache.js'
import type { GatewayDependencies } from './path/gateway-dependencies.js'
import { invoke } from './path/invoke.js'
import { ManualCalls, withOwner } from './path/manual-calls.js'
import { Rates } from './path/rates.js'
import { Refusals } from './path/refusals.js'
import { ShownCapabilities } from './path/rights.js'
import { readPairedContext } from './path/steps/read-before.js'
import { TaintTracker } from './path/taint-tracker.js'
import { Traces } from './path/traces.js'
import { closeUnfinished } from './path/unfinished-calls.js'
import type { ApprovalStatus } from './ports/call-response.js'
import type { CallDone, CallReport, CallRequest } from './ports/calls.js'
import type { ClientAdmission } from './ports/client-access.js'
import { Emitter } from './ports/emitter.js'
import type { Invoker, SuggestionsRead } from './ports/invoker.js'
import type { Provider, ProviderHost } from './ports/provider.js'
import type { OfferMap } from './ports/registry.js'
import type { AskingPauseStore, PanicStore } from './ports/stores.js'
import type { EventsOffered, Subscribed, SubscriptionRequest } from './ports/subscription.js'
import type { EndedTrace, OwnCall, Trace } from './ports/traces.js'
import { ManifestTrust } from './trust/manifest-trust.js'
import { Registry } from './trust/registry.js'
import { AgentSnapshots } from './undo/agent-snapshots.js'
import { Undo } from './undo/undo.js'
import { UndoRecorder } from './undo/undo-recorder.js'

/** Default timeout of a provider call in milliseconds. */
export const defaultCallTimeoutMs = 10_000

export class Gateway implements Invoker {
  readonly registry = new Registry()
  readonly calls = new CallsInFlight()
  readonly approvals: Approvals
  readonly rules: ApprovalRules
  readonly trust: ManifestTrust
  readonly panic: Panic
  /** Programs paused after several denials. For people only (invariant 6). */
  readonly askingPauses: AskingPauses
  /** Input requests of services. For people only (invariant 6). */
  readonly inputs: InputRequests
  /** Players who proved the chat key. For people, and for the consumer that replies in chat. */
  readonly logins: ChatLogins
  /** Answers of players in chat. For approvers only (invariant 6). */
  readonly gameDecisions = new GameDecisions()
  readonly feed: LiveFeed
  readonly onDidChangeRights: (listener: () => void) => () => void
  readonly undo: Undo
  readonly builds: Builds
  /** Calls that a person makes from the window. For people only (invariant 6). */
  readonly manualCalls: ManualCalls
  readonly ownerCommands: OwnerCommands
  /** For the owner only (invariant 6). */
  readonly consoles: ServerConsoles
  readonly onlinePlayers: OnlinePlayers
  /** For the owner, who sends them. */
  readonly suggestions = new SentSuggestions()
  readonly onDidSendSuggestion = this.suggestions.onDidSend
  readonly #deps: GatewayDependencies
  readonly #shown = new ShownCapabilities()
  readonly #pendingCalls: PendingCalls
  readonly #taints: TaintTracker
  readonly #eventReaders: EventReaders
  readonly #subscriptions: EventSubscriptions
  readonly #onDidCall = new Emitter<CallDone>()
  readonly onDidCall = this.#onDidCall.on
  readonly #host: ProviderHost
  readonly #providers: Provider[] = []

  constructor(options: GatewayOptions) {
    const { audit, clock, log, stores } = options
    this.onDidChangeRights = (listener) => {
      const ends = [options.onDidChangeRights?.(listener), this.suggestions.onDidChangeOffer(listener)]
      return () => ends.forEach((end) => void end?.())
    }
    closeUnfinished({ store: stores.approvals, audit, clock, log })
    const denials = new RecentDenials(clock)
    this.askingPauses = new AskingPauses({
      clock,
      audit,
      log,
      store: options.askingPauses ?? volatileAskingPauseStore,
      onPauseLifted: (clientId) => denials.forget(clientId),
    })
    this.rules = new ApprovalRules({ store: stores.rules, audit, clock, log })
    this.approvals = new Approvals({
      clock,
      log,
      store: stores.approvals,
      createRule: (terms, person) => void this.rules.create(terms, person),
      onDecision: (decision, { id, requestId, caller, capabilityId, server, arguments: given }, scope) => {
        denials.note(decision, id, { caller, capabilityId, serverId: server.id, arguments: given })
        this.askingPauses.note(decision, caller)
        this.#deps.traces.scopeDecided(requestId, scope)
      },
      places: options.answerPlaces ?? (() => everyAnswerPlace),
      ...(options.people && { currentPerson: options.people.current.bind(options.people) }),
      ...(options.timeoutMs !== undefined && { timeoutMs: options.timeoutMs }),
    })
    options.people?.onDidRevoke((person) => this.approvals.revoke(person))
    this.trust = new ManifestTrust({ registry: this.registry, manifests: stores.manifests, audit, clock, log })
    this.logins = new ChatLogins(clock, options.chatKey, options.connectionKey)
    this.feed = new LiveFeed(clock)
    const contexts = new ContextCache(clock)
    const deduplicator = new CallDeduplicator()
    this.#taints = new TaintTracker(clock)
    this.#eventReaders = new EventReaders(this.feed, clock)
    const governance = options.governance ?? (() => defaultSettings)
    this.panic = new Panic({
      store: options.panic ?? volatilePanicStore,
      approvals: this.approvals,
      audit,
      clock,
      log,
      governance,
    })
    this.inputs = new InputRequests({
      clock,
      audit,
      log,
      stopped: () => (this.panic.state.on ? this.panic.refusal() : undefined),
    })
    this.panic.onDidPanic(() => this.inputs.declineAll(this.panic.refusal()))
    const events = new GameEvents({
      registry: this.registry,
      feed: this.feed,
      validator: options.validator,
      logins: this.logins,
      decisions: this.gameDecisions,
      clock,
      log,
    })
    this.#host = {
      prepare: (serverId, capabilities) => this.trust.prepare(serverId, capabilities),
      present: (link) => this.trust.present(link),
      withdraw: (serverId) => {
        this.trust.withdraw(serverId)
        events.forget(serverId)
        this.consoles.forget(serverId)
        this.onlinePlayers.forget(serverId)
        this.logins.revoke(serverId)
        contexts.remove(serverId)
      },
      event: (serverId, event) => events.receive(serverId, event),
    }
    const { registry } = this
    const { validator } = options
    const snapshots = new AgentSnapshots({ registry, validator, clock, log })
    const undoRecorder = new UndoRecorder({
      store: stores.undo,
      clock,
      log,
      async read(call) {
        const reading = await readPairedContext(call, { registry, validator, clock, log })
        return 'before' in reading ? reading.before : undefined
      },
    })
    this.#deps = {
      registry,
      approvals: this.approvals,
      rules: this.rules,
      calls: this.calls,
      feed: this.feed,
      rates: new Rates(clock),
      refusals: new Refusals({ audit, clock, log }),
      contexts,
      deduplicator,
      traces: new Traces(),
      taints: this.#taints,
      denials,
      askingPauses: this.askingPauses,
      snapshots,
      undo: undoRecorder,
      validator,
      audit,
      clock,
      log,
      keyless: options.keyless ?? everybody,
      rightsOf: withOwner(options.rightsOf ?? (() => normalRights)),
      callLimitOf: options.callLimitOf ?? (() => undefined),
      quorums: options.quorums ?? (() => defaultQuorum),
      panic: this.panic,
      owner: { inputs: this.inputs, modelFor: options.modelFor ?? (() => undefined) },
      governance,
      buildAreas: options.buildAreas ?? (() => []),
      callTimeoutMs: options.callTimeoutMs ?? defaultCallTimeoutMs,
    }
    const { approvals, rules } = this
    closeApprovalsOnChange({ approvals, registry: this.registry, rules, clock, validator, governance })
    this.builds = new Builds(this.registry)
    completeLostOutcomes({ builds: this.builds, audit, undo: stores.undo, clock, log })
    this.undo = new Undo({
      store: stores.undo,
      gateway: this.#deps,
      invoke: (request, undoing) => invoke(request, this.#deps, undoing),
    })
    this.manualCalls = new ManualCalls((request) => invoke(request, this.#deps))
    this.ownerCommands = new OwnerCommands({
      audit,
      clock,
      registry: this.registry,
      quorums: options.quorums ?? (() => defaultQuorum),
      invoke: (request, ordering) => invoke(request, this.#deps, undefined, ordering),
    })
    const { rightsOf, keyless } = this.#deps
    this.onlinePlayers = new OnlinePlayers({ registry, validator, clock })
    this.consoles = new ServerConsoles({
      registry,
      clock,
      isSecret: (text) => this.logins.isSecret(text) || this.gameDecisions.isSecret(text),
    })
    this.#pendingCalls = new PendingCalls({
      clock,
      log,
      approvals: this.approvals,
      deduplicator,
      run: (request) => invoke(request, this.#deps),
      waitOf: options.waitOf ?? (() => undefined),
      learnedWaits: options.learnedWaits ?? memoryLearnedWaits(),
      hasRights: (caller, serverId) => keyless.mayCall(caller) && mayKnowServer(rightsOf(caller), serverId),
      onDidChangeRights: (listener) => {
        const ends = [this.onDidChangeRights(listener), keyless.onDidChange(listener)]
        return () => ends.forEach((end) => void end())
      },
      ...(options.maxWaitMs !== undefined && { maxWaitMs: options.maxWaitMs }),
    })
    this.#subscriptions = new EventSubscriptions(this.#deps)
    this.feed.onDidArrive((entry) => {
      this.consoles.note(entry)
      if (entry.kind === 'game') {
        this.onlinePlayers.note(entry)
        contexts.forgetAfter(entry.server.id, entry.eventId)
      }
      if (entry.kind !== 'call' || entry.result !== 'done' || !entry.server) return
      this.#onDidCall.emit({ capabilityId: entry.capabilityId, server: entry.server, arguments: entry.arguments })
    })
    this.registry.onDidChangeServer(({ server, before }) => {
      if (refusesOther(server, before)) {
        const refused = refusedOn(server).map(({ id, reason }) => ({ id, reason }))
        log.warn('Refused capabilities of {server}', { server: server.name, refused })
      }
      if (server.state !== before?.state || server.capabilities !== before.capabilities) {
        contexts.forget(server.id)
        snapshots.forget(server.id)
      }
      if (!before || server.state === before.state) return
      if (server.state === 'offline') {
        this.logins.revoke(server.id)
        this.onlinePlayers.forget(server.id)
      }
      this.feed.add({ kind: 'server', server: { id: server.id, name: server.name }, state: server.state })
    })
  }

  provide(provider: Provider): void {
    this.#providers.push(provider)
    provider.start(this.#host)
  }

  refusalOf(caller: Caller): GatewayError | undefined {
    const refusal = this.#deps.keyless.refusalOf(caller)
    if (refusal) this.#deps.refusals.addOther(caller, 'PERMISSION.CLIENT_NOT_ALLOWED')
    return refusal
  }

  async invoke(request: CallRequest): Promise<CallReport> {
    const { caller, capabilityId, arguments: given } = request
    return this.#delivered(caller, capabilityId, await this.#pendingCalls.invoke(request), given)
  }

  capabilitiesFor(caller: Caller): OfferMap {
    return this.#shown.of(this.#deps.rightsOf(caller), this.registry.capabilities())
  }

  serversFor(caller: Caller): readonly Server[] {
    const rights = this.#deps.rightsOf(caller)
    return this.registry.servers().filter(({ id }) => mayKnowServer(rights, id))
  }

  approvalOf(id: ApprovalId, caller: Caller): ApprovalStatus | undefined {
    const status = this.#pendingCalls.statusOf(id, caller)
    return status?.state === 'ended'
      ? { ...status, report: this.#delivered(caller, status.capabilityId, status.report) }
      : status
  }

  traceOf(traceId: string, caller: Caller): Trace | undefined {
    return this.#deps.traces.of(traceId, caller)
  }

  traceOwn(call: OwnCall): void {
    this.#deps.traces.addOwn(call)
  }

  /** The trace of any call; for people only. */
  callTraceOf(requestId: string): CallTrace | undefined {
    return this.#deps.traces.callTraceOf(requestId)
  }

  /** Each call that ends, with its trace; for people only. */
  readonly onDidTrace = (listener: (trace: EndedTrace) => void): (() => void) => this.#deps.traces.onDidAdd(listener)

  /** The readers of an event, and the calls they made after it; for people only. */
  eventReadersOf(entryId: string): readonly EventReader[] {
    return this.#eventReaders.of(entryId)
  }

  eventsFor(caller: Caller, server?: string): EventsOffered {
    return this.#subscriptions.offeredTo(caller, server)
  }

  subscribe(request: SubscriptionRequest, listener: (event: GameEntry) => void): Subscribed {
    if (this.panic.stops('event')) return { ok: false, error: this.panic.refusal() }
    const refusal = this.refusalOf(request.caller)
    if (refusal) return { ok: false, error: refusal }
    return this.#subscriptions.subscribe(request, (entry) => {
      if (this.panic.stops('event') || !this.#deps.keyless.mayCall(request.caller)) return
      this.#eventReaders.note(request.caller, entry)
      listener(this.#taints.noteDelivered(request.caller, { kind: 'event', entry }).entry)
    })
  }

  offersSuggestions(): boolean {
    return this.suggestions.isOffered
  }

  suggestionsFor(caller: Caller): SuggestionsRead {
    if (this.panic.stops('event')) return { ok: false, error: this.panic.refusal() }
    const refusal = this.refusalOf(caller)
    if (refusal) return { ok: false, error: refusal }
    const suggestions = this.suggestions.list()
    return { ok: true, ...this.#taints.noteDelivered(caller, { kind: 'suggestions', suggestions }) }
  }

  #delivered<Report extends CallReport>(caller: Caller, capabilityId: string, report: Report, given?: unknown): Report {
    return this.#taints.noteDelivered(caller, { kind: 'report', capabilityId, report, given }).report as Report
  }

  /** Denies open requests and disconnects every server. */
  async stop(): Promise<void> {
    this.approvals.denyAll('gatehouse')
    this.inputs.declineAll(new GatewayError('SYSTEM.MAINTENANCE'))
    this.#deps.refusals.close()
    this.askingPauses.close()
    await Promise.all(this.#providers.map((provider) => provider.stop()))
    this.trust.close()
  }
}

const everybody: ClientAdmission = { refusalOf: () => undefined, mayCall: () => true, onDidChange: () => () => {} }

const volatileAskingPauseStore: AskingPauseStore = { read: () => [], write() {} }

const volatilePanicStore: PanicStore = { read: () => ({ on: false }), write() {} }
