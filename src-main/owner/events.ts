/**
 * Events: which event of the table says what happens in the program. Each emitter is followed here, once; the doors send
 * the events to their receivers.
 *
 * A busy client causes thousands of changes a second, most of them too short to see: those are sent in batches.
 */
import type { LiveEntry } from '@shared/trail/live.js'
import type { Consents } from '../gateway/clients/consents.js'
import type { KeylessClients } from '../gateway/clients/keyless-clients.js'
import type { Builds } from '../gateway/feeds/builds.js'
import type { Gateway } from '../gateway/gateway.js'
import type { Clock } from '../gateway/ports/runtime.js'
import type { JavaProvider } from '../providers/java/java-provider.js'
import type { AuditService } from '../storage/audit-service.js'
import type { ServicesStore } from '../storage/services/services-store.js'
import type { SettingsStore } from '../storage/settings-store.js'
import type { BackupSchedules } from './servers/backup-schedules.js'
import { type Carried, type EventName, type Receiver, receives, type SendEvent } from './table/table.js'

/** Milliseconds between two batches. */
const batchMs = 60
/** A build places blocks all the time. */
const buildBatchMs = 500
/** A chat answer changes with every word. */
const chatBatchMs = 250

export interface EventsOut {
  readonly to: readonly Receiver[]
  readonly send: SendEvent
  readonly clock: Pick<Clock, 'after'>
}

/** Something that changes, and what it is now. */
interface Changing<T> {
  readonly from: { onDidChange(listener: () => void): unknown }
  /** Changes that are sent in batches: they are many, and a person does not wait for one of them. */
  readonly busy?: { onDidChange(listener: () => void): unknown }
  readonly now: () => T
}

type Emits<T> = (listener: (value: T) => void) => unknown
type Changes = (listener: () => void) => unknown

export interface EventSources {
  readonly gateway: Gateway
  readonly consents: Pick<Consents, 'open' | 'onDidOpen' | 'onDidClose'>
  readonly keyless: Pick<KeylessClients, 'onDidAsk' | 'onDidEnd'>
  readonly audit: Pick<AuditService, 'state' | 'onDidChangeState'>
  readonly settings: Pick<SettingsStore, 'problem' | 'onDidChangeProblem'>
  readonly servicesFile: Pick<ServicesStore, 'file' | 'problems' | 'onDidChangeProblems'>
  readonly javaServers: Pick<JavaProvider, 'onDidChangeBackups'>
  readonly backupSchedules: Pick<BackupSchedules, 'onDidChange'>
  readonly builds: Pick<Builds, 'list' | 'onDidChange'>
  /** By the event that says that it changed. */
  readonly changing: { readonly [N in ChangingEvent]?: Changing<Carried<N>> }
}

/** Events that carry the whole state of something. */
type ChangingEvent =
  | 'audience:changed'
  | 'bedrock:changed'
  | 'chat:changed'
  | 'clients:changed'
  | 'connect:clients-changed'
  | 'crash:changed'
  | 'deck:changed'
  | 'discord:changed'
  | 'game-approval:changed'
  | 'java:setups-changed'
  | 'keyless:changed'
  | 'neuro:changed'
  | 'obs:changed'
  | 'overlay:changed'
  | 'people:changed'
  | 'remote:changed'
  | 'services:changed'
  | 'telemetry:changed'
  | 'updates:changed'
  | 'votes:changed'
  | 'xiaozhi:changed'

export function followEvents(sources: EventSources, out: EventsOut): void {
  const { consents, keyless, audit, settings, servicesFile, javaServers, backupSchedules, builds, changing } = sources
  const { on, onAny, inBatches } = followerOf(out)
  followGateway(sources.gateway, out)
  on('audit:changed', audit.onDidChangeState, (state) => state)
  on('settings:problem-changed', settings.onDidChangeProblem, (problem) => problem ?? null)
  on('services:file-changed', servicesFile.onDidChangeProblems, (problems) => ({ file: servicesFile.file, problems }))
  on('backups:changed', javaServers.onDidChangeBackups, (id) => ({ id }))
  on('backups:changed', backupSchedules.onDidChange, (id) => ({ id }))
  inBatches('builds:changed', buildBatchMs, [(listener) => builds.onDidChange(listener)], () => builds.list())
  onAny('consents:changed', [consents.onDidOpen, consents.onDidClose], () => consents.open())
  on('consents:opened', consents.onDidOpen, (consent) => consent)
  on('consents:closed', consents.onDidClose, ({ id, outcome }) => ({ id, outcome }))
  on('keyless:asked', keyless.onDidAsk, (program) => program)
  on('keyless:ended', keyless.onDidEnd, (ended) => ended)
  for (const name of Object.keys(changing) as ChangingEvent[]) followState(name, changing[name], out)
}

function followState<N extends ChangingEvent>(name: N, state: Changing<Carried<N>> | undefined, out: EventsOut): void {
  if (!state) return
  const { onAny, inBatches } = followerOf(out)
  const { from, busy, now } = state
  onAny(name, [(listener) => from.onDidChange(listener)], now)
  if (busy) inBatches(name, chatBatchMs, [(listener) => busy.onDidChange(listener)], now)
}

export function followGateway(gateway: Gateway, out: EventsOut): void {
  const { approvals, askingPauses, calls, feed, inputs, panic, registry, rules, undo } = gateway
  const { on, onAny, inBatches } = followerOf(out)
  onAny('approvals:changed', [approvals.onDidOpen, approvals.onDidChange, approvals.onDidClose], () => approvals.open())
  on('approvals:opened', approvals.onDidOpen, (approval) => approval)
  on('approvals:closed', approvals.onDidClose, ({ approvalId: id, outcome, by }) => ({ id, outcome, by }))
  onAny('inputs:changed', [inputs.onDidOpen, inputs.onDidClose], () => inputs.open())
  on('panic:stopped', panic.onDidChange, (state) => state)
  on('asking:changed', askingPauses.onDidChange, (pauses) => pauses)
  on('undo:changed', undo.onDidChange, (requestId) => ({ requestId }))
  on('undo:recorded', undo.onDidRecord, (recorded) => recorded)
  on('servers:one-changed', registry.onDidChangeServer, (change) => change)
  on('live:entry', feed.onDidArrive, (entry) => entry)
  inBatches('calls:changed', batchMs, [calls.onDidChange], () => calls.list())
  inBatches('rules:changed', batchMs, [rules.onDidChange], () => {
    const { rules: all, damaged } = rules.list()
    return { count: all.length, damaged }
  })
  let batch: LiveEntry[] = []
  const collect: Changes = (plan) =>
    feed.onDidArrive((entry) => {
      batch.push(entry)
      plan()
    })
  inBatches('live:arrived', batchMs, [collect], () => {
    const entries = batch
    batch = []
    return { from: feed.next - entries.length, entries: JSON.stringify(entries), oldest: feed.oldest }
  })
}

/** Sends what is so now, to a receiver that has not asked for it. */
export function sendCurrent({ gateway, audit, settings, servicesFile, changing }: EventSources, send: SendEvent): void {
  if (settings.problem) send('settings:problem-changed', settings.problem)
  sendCurrentGateway(gateway, send)
  if (servicesFile.problems.length > 0)
    send('services:file-changed', { file: servicesFile.file, problems: servicesFile.problems })
  send('audit:changed', audit.state())
  const current = ['xiaozhi:changed', 'neuro:changed', 'people:changed', 'bedrock:changed', 'audience:changed'] as const
  for (const name of current) sendState(name, changing, send)
}

function sendState<N extends ChangingEvent>(name: N, changing: EventSources['changing'], send: SendEvent): void {
  const state: Changing<Carried<N>> | undefined = changing[name]
  if (state) send(name, state.now())
}

export function sendCurrentGateway({ askingPauses, panic, registry }: Gateway, send: SendEvent): void {
  if (panic.state.on) send('panic:stopped', panic.state)
  send('asking:changed', askingPauses.all())
  for (const server of registry.servers()) send('servers:one-changed', { server })
}

/** Follows an emitter only for an event that one of these receivers gets. */
function followerOf({ to, send, clock }: EventsOut) {
  const isWanted = (name: EventName) => to.some((receiver) => receives(receiver, name))
  return {
    /** Each value becomes an event. */
    on<N extends EventName, T>(name: N, emits: Emits<T>, carried: (value: T) => Carried<N>): void {
      if (isWanted(name)) emits((value) => send(name, carried(value)))
    },
    /** The event carries what is so now. */
    onAny<N extends EventName>(name: N, all: readonly Changes[], carried: () => Carried<N>): void {
      if (isWanted(name)) for (const emits of all) emits(() => send(name, carried()))
    },
    /** The same, once in so many milliseconds. */
    inBatches<N extends EventName>(
      name: N,
      milliseconds: number,
      all: readonly Changes[],
      carried: () => Carried<N>,
    ): void {
      if (!isWanted(name)) return
      let isDue = false
      const plan = () => {
        if (isDue) return
        isDue = true
        clock.after(milliseconds, () => {
          isDue = false
          send(name, carried())
        })
      }
      for (const emits of all) emits(plan)
    },
  }
}
