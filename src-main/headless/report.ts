/** Report: the headless program's output on stdout, one JSON object a line. */

import { assertNever } from '@contract/assert-never.js'
import type { GatewayError } from '@contract/gateway-error.js'
import type { OpenApproval } from '@shared/approvals/approval.js'
import type { AskingPause } from '@shared/approvals/asking-pause.js'
import type { PeopleView } from '@shared/clients/people.js'
import type { XiaozhiPhase, XiaozhiState } from '@shared/features/xiaozhi.js'
import type { SettingsProblem } from '@shared/program/settings.js'
import type { BedrockState } from '@shared/servers/bedrock.js'
import { refusedOn, refusesOther, type Server, waitingOn } from '@shared/servers/server.js'
import type { ServicesProblem } from '@shared/servers/service.js'
import { confusionOf, type NameConfusion } from '@shared/text/confusable-name.js'
import type { AuditState } from '@shared/trail/audit.js'
import type { LiveEntry } from '@shared/trail/live.js'
import type { UndoResult } from '@shared/trail/undo.js'
import type { AskingPauses } from '../gateway/approvals/asking-pauses.js'
import type { Consents } from '../gateway/clients/consents.js'
import type { Gateway } from '../gateway/gateway.js'

export type ReportLine = Readonly<{ event: string } & Record<string, unknown>>

type Reported = Pick<Gateway, 'approvals' | 'askingPauses' | 'feed' | 'registry' | 'panic' | 'undo'>

export function reportOn(reported: Reported, write: (line: ReportLine) => void): void {
  const { approvals, askingPauses, feed, registry, panic, undo } = reported
  if (panic.state.on) write({ event: 'panic', ...panic.state })
  panic.onDidChange((state) => write({ event: 'panic', ...state }))
  reportOnAskingPauses(askingPauses, write)
  for (const server of registry.servers()) {
    write(serverLine(server))
    if (waitingOn(server).length > 0) write(quarantineLine(server))
    if (refusedOn(server).length > 0) write(refusedLine(server))
    if (lostOn(server).length > 0) write(lostLine(server))
  }
  registry.onDidChangeServer(({ server, before }) => {
    if (serverStanding(server) !== (before && serverStanding(before))) write(serverLine(server))
    if (waiting(server) !== waiting(before)) write(quarantineLine(server))
    if (refusesOther(server, before)) write(refusedLine(server))
    if (lostOn(server).join('\0') !== lostOn(before).join('\0')) write(lostLine(server))
  })
  approvals.onDidOpen((question) => write(approvalLine(question)))
  approvals.onDidClose(({ approvalId, outcome }) => write({ event: 'approval-closed', id: approvalId, outcome }))
  undo.onDidRecord(({ requestId, capabilityId, server, caller, arguments: given }) =>
    write({ event: 'undoable', requestId, capabilityId, server: server.name, caller: caller.name, arguments: given }),
  )
  feed.onDidArrive((entry) => {
    const line = lineOf(entry)
    if (line) write(line)
  })
}

interface ReportedTrail {
  state(): AuditState
  onDidChangeState(listener: (state: AuditState) => void): unknown
}

/** Reports when the audit trail is damaged, cannot be written, or is well again; nothing while it is well. */
export function reportOnTrail(trail: ReportedTrail, write: (line: ReportLine) => void): void {
  let before = 'well'
  const reportState = ({ broken, unwritable }: AuditState) => {
    const state = unwritable ? 'unwritable' : broken ? 'broken' : 'well'
    if (state === before) return
    before = state
    write({ event: 'audit', state, ...(broken && { broken }), ...(unwritable && { unwritable }) })
  }
  reportState(trail.state())
  trail.onDidChangeState(reportState)
}

/** Reports once when a program is paused, and once when it may send requests again. */
function reportOnAskingPauses(
  pauses: Pick<AskingPauses, 'all' | 'onDidChange'>,
  write: (line: ReportLine) => void,
): void {
  let before = new Map<string, AskingPause>()
  const report = (all: readonly AskingPause[]) => {
    const now = new Map(all.map((pause) => [pause.client.id, pause]))
    for (const [id, { client, until, denials, minutes }] of now) {
      if (!before.has(id)) write({ event: 'asking-paused', client: id, name: client.name, until, denials, minutes })
    }
    for (const [id, { client }] of before) {
      if (!now.has(id)) write({ event: 'asking-resumed', client: id, name: client.name })
    }
    before = now
  }
  report(pauses.all())
  pauses.onDidChange(report)
}

/** Programs that registered by OAuth: decided with `consent` and `decline`. */
export function reportOnConsents(
  consents: Pick<Consents, 'onDidOpen' | 'onDidClose'>,
  write: (line: ReportLine) => void,
) {
  consents.onDidOpen(({ id, claimedName, returnsTo, code, known, expiresAt }) =>
    write({
      event: 'consent',
      id,
      claimedName,
      ...confusableNames({ claimedName }),
      returnsTo,
      code,
      ...(known && { known }),
      expiresAt,
    }),
  )
  consents.onDidClose(({ id, outcome }) => write({ event: 'consent-closed', id, outcome }))
}

interface ReportedServicesFile {
  readonly file: string
  readonly problems: readonly ServicesProblem[]
  onDidChangeProblems(listener: (problems: readonly ServicesProblem[]) => void): unknown
}

/** Reports entries of the services file that cannot be read; an empty list when they are corrected. */
export function reportOnServicesFile(store: ReportedServicesFile, write: (line: ReportLine) => void): void {
  const report = (problems: readonly ServicesProblem[]) => write({ event: 'services-file', file: store.file, problems })
  if (store.problems.length > 0) report(store.problems)
  store.onDidChangeProblems(report)
}

interface ReportedXiaozhi {
  state(): readonly XiaozhiState[]
  onDidChange(listener: () => void): unknown
}

/** Reports the state of each voice device's endpoint when it changes. */
export function reportOnXiaozhi(endpoints: ReportedXiaozhi, write: (line: ReportLine) => void): void {
  const before = new Map<string, XiaozhiPhase>()
  const report = () => {
    for (const { id, name, place, phase, reason, code } of endpoints.state()) {
      if (before.get(id) === phase) continue
      before.set(id, phase)
      const failure = { ...(reason !== undefined && { reason }), ...(code !== undefined && { code }) }
      write({ event: 'xiaozhi', client: id, name, place, state: phase, ...failure })
    }
  }
  report()
  endpoints.onDidChange(report)
}

/** Reports whether phones can connect, and in which networks. */
export function reportOnPhones(
  lan: { readonly seen: Pick<PeopleView, 'lan' | 'networks'>; onDidChange(listener: () => void): unknown },
  write: (line: ReportLine) => void,
): void {
  let before = ''
  const report = () => {
    const { kind: state, ...details } = lan.seen.lan
    const networks = lan.seen.networks.map(({ present, ...network }) => ({ ...network, ...present }))
    const line = { event: 'phones', state, ...details, networks }
    const text = JSON.stringify(line)
    if (text !== before && (state !== 'off' || before !== '')) write(line)
    before = state === 'off' && before === '' ? '' : text
  }
  report()
  lan.onDidChange(report)
}

/**
 * Reports each waiting Bedrock game once, to be accepted by `connection`, or by `server` when only one waits. Also
 * reports the address for games, and a generated login key.
 */
export function reportOnBedrock(
  provider: { readonly state: BedrockState; onDidChange(listener: (state: BedrockState) => void): unknown },
  key: (() => string) | undefined,
  write: (line: ReportLine) => void,
) {
  let listened = ''
  let reportedNow = ''
  let before: ReadonlySet<string> = new Set()
  const report = ({ listener, waiting }: BedrockState) => {
    // A key works once: each new one is printed.
    const now = listener.kind === 'listening' ? key?.() : undefined
    if (listener.kind !== 'off' && (JSON.stringify(listener) !== listened || (now ?? reportedNow) !== reportedNow)) {
      const { kind: state, ...details } = listener
      write({ event: 'bedrock', state, ...details, ...(now !== undefined && { key: now }) })
    }
    reportedNow = now ?? reportedNow
    listened = JSON.stringify(listener)
    for (const { id, server, player, from, encrypted } of waiting)
      if (!before.has(id))
        write({
          ...{ event: 'connection', connection: id, server },
          ...(player !== undefined && { player }),
          ...confusableNames({ server, player }),
          ...{ from, encrypted },
        })
    before = new Set(waiting.map(({ id }) => id))
  }
  report(provider.state)
  provider.onDidChange(report)
}

/** The data that the window shows, for a decision over stdin. */
const approvalLine = (question: OpenApproval): ReportLine => {
  const { id, capabilityId, server, risk, riskReason, raisedBy, builtIn, readText } = question
  const { reason, undo, caller, mustType, offered } = question
  return {
    event: 'approval',
    id,
    capabilityId,
    server: server.name,
    serverId: server.id,
    risk,
    ...(riskReason && { riskReason }),
    ...(raisedBy && { raisedBy }),
    ...(builtIn && { builtIn }),
    ...(readText && { readText }),
    caller: caller.name,
    callerId: caller.id,
    ...(caller.namedByOwner ? { namedByOwner: true } : {}),
    ...confusableNames({ caller: caller.name, server: server.name }),
    ...(reason !== undefined && { reason }),
    arguments: question.arguments,
    ...(question.before && { before: question.before }),
    ...(undo && { undo }),
    needed: question.needed,
    scopes: { approve: offered.approve.durations, deny: offered.deny.durations },
    what: { approve: offered.approve.coverages, deny: offered.deny.coverages },
    ...(mustType !== undefined && { mustType }),
    expiresAt: question.expiresAt,
  }
}

/** The mark that the pop-up shows: by the member whose letters only look Latin. */
function confusableNames(names: Readonly<Record<string, string | undefined>>): {
  readonly confusable?: Readonly<Record<string, NameConfusion>>
} {
  const found = Object.entries(names).flatMap(([member, name]) => {
    const confusion = name === undefined ? undefined : confusionOf(name)
    return confusion ? [[member, confusion] as const] : []
  })
  return found.length > 0 ? { confusable: Object.fromEntries(found) } : {}
}

export const undoLine = (result: UndoResult): ReportLine =>
  result.kind === 'undone'
    ? {
        event: 'undone',
        requestId: result.requestId,
        undoneBy: result.undoneBy,
        redoable: result.redoable,
        ...(result.left !== undefined && { left: result.left }),
      }
    : { event: 'failure', undo: result.requestId, ...result.error }

export const failureLine = (error: GatewayError): ReportLine => ({ event: 'failure', ...error.toContract() })

/** Without an error once the file is corrected. */
export const settingsLine = (problem: SettingsProblem | undefined): ReportLine => ({
  event: 'settings',
  ...(problem && { file: problem.file, ...problem.error }),
})

/** What a new line about a server reports. */
const serverStanding = ({ state, problem, folderProblem, log }: Server): string =>
  [state, problem?.code, folderProblem?.message, log?.problem, log?.warning?.kind, log?.encoding].join(' ')

/** The figures of the log without its sample lines, which name players. */
function logFields({ folderProblem, log }: Server): Record<string, unknown> {
  const { warning, ...figures } = log ?? {}
  return {
    ...(folderProblem && { folderProblem }),
    ...(log && { log: { ...figures, ...(warning && { warning: warning.kind, minutes: warning.minutes }) } }),
  }
}

const serverLine = ({ id, name, state, problem, ...server }: Server): ReportLine => ({
  event: 'server',
  id,
  server: name,
  ...confusableNames({ server: name }),
  state,
  ...problem,
  ...logFields({ id, name, state, ...server }),
})

/** `id` is used to accept it; an empty list means that everything was reviewed. */
const quarantineLine = (server: Server): ReportLine => ({
  event: 'quarantine',
  id: server.id,
  server: server.name,
  capabilities: waitingOn(server).map((one) => ({
    id: one.id,
    reason: one.reason,
    fingerprint: one.fingerprint,
    version: one.offered.version,
    risk: one.offered.risk?.level ?? 'critical',
    ...(one.reason === 'changed' && {
      acceptedVersion: one.acceptedVersion,
      level: one.level,
      breaksUnannounced: one.breaksUnannounced,
      differences: one.differences,
    }),
  })),
})

/** What it offered that can't be used, and why; an empty list when nothing is refused any more. */
const refusedLine = (server: Server): ReportLine => ({
  event: 'refused',
  id: server.id,
  server: server.name,
  capabilities: refusedOn(server).map(({ id, reason }) => ({ id, reason })),
})

const lostOn = (server: Server | undefined): readonly string[] => server?.lost ?? []

/** What a service offered earlier and offers no more; an empty list when everything is back. */
const lostLine = (server: Server): ReportLine => ({
  event: 'actions-lost',
  server: server.name,
  serverId: server.id,
  actions: lostOn(server),
})

const waiting = (server: Server | undefined): string =>
  waitingOn(server ?? {})
    .map(({ fingerprint }) => fingerprint)
    .join(' ')

function lineOf(entry: LiveEntry): ReportLine | undefined {
  switch (entry.kind) {
    case 'game':
      return { event: 'game', server: entry.server.name, eventId: entry.eventId, at: entry.at, data: entry.data }
    case 'server':
      return undefined
    case 'call': {
      if (entry.result !== 'failed') return undefined
      const { capabilityId, caller, server, error } = entry
      return { event: 'failure', capabilityId, caller: caller.name, ...(server && { server: server.name }), ...error }
    }
    case 'asked':
      return undefined
    default:
      return assertNever(entry)
  }
}
