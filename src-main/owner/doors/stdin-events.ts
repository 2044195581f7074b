/** Standard output: events for the parent process of a headless program, one JSON object a line. */

import { assertNever } from '@contract/assert-never.js'
import type { ContractError } from '@contract/generated/error.js'
import type { OpenApproval } from '@shared/approvals/approval.js'
import type { AskingPause } from '@shared/approvals/asking-pause.js'
import { refusedOn, refusesOther, type Server, waitingOn } from '@shared/servers/server.js'
import { confusionOf, type NameConfusion } from '@shared/text/confusable-name.js'
import type { LiveEntry } from '@shared/trail/live.js'
import type { UndoResult } from '@shared/trail/undo.js'

import type { Carried, EventName, EventsFor, SendEvent } from '../table/table.js'

export type ReportLine = Readonly<{ event: string } & Record<string, unknown>>

type Write = (line: ReportLine) => void
type LinesOf = { readonly [N in EventsFor<'stdin'>]: (message: Carried<N>) => void }

/**
 * Each event for standard output, written as its lines. What is repeated without a change is written once.
 *
 * @param bedrockKey the generated login key of a game; none when the owner chose it
 */
export function writeEvents(write: Write, bedrockKey?: () => string): SendEvent {
  const lines: LinesOf = {
    'approvals:opened': (approval) => write(approvalLine(approval)),
    'approvals:closed': ({ id, outcome }) => write({ event: 'approval-closed', id, outcome }),
    'asking:changed': askingLines(write),
    'audience:changed': audienceLines(write),
    'audit:changed': trailLines(write),
    'bedrock:changed': bedrockLines(write, bedrockKey),
    'consents:opened': ({ id, claimedName, returnsTo, code, known, expiresAt }) =>
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
    'consents:closed': (closed) => write({ event: 'consent-closed', ...closed }),
    'keyless:asked': ({ id, name, resembles }) =>
      write({ event: 'client', id, name, ...confusableNames({ name }), ...(resembles !== undefined && { resembles }) }),
    'keyless:ended': (ended) => write({ event: 'client-closed', ...ended }),
    'live:entry': (entry) => {
      const line = lineOf(entry)
      if (line) write(line)
    },
    'panic:stopped': (state) => write({ event: 'panic', ...state }),
    'people:changed': phoneLines(write),
    'servers:one-changed': ({ server, before }) => {
      if (serverStanding(server) !== (before && serverStanding(before))) write(serverLine(server))
      if (waiting(server) !== waiting(before)) write(quarantineLine(server))
      if (refusesOther(server, before)) write(refusedLine(server))
      if (lostOn(server).join('\0') !== lostOn(before).join('\0')) write(lostLine(server))
    },
    'services:file-changed': (file) => write({ event: 'services-file', ...file }),
    // Without an error once the file is corrected.
    'settings:problem-changed': (problem) =>
      write({ event: 'settings', ...(problem && { file: problem.file, ...problem.error }) }),
    'undo:recorded': ({ requestId, capabilityId, server, caller, arguments: given, state }) =>
      write({
        event: 'undoable',
        requestId,
        capabilityId,
        server: server.name,
        caller: caller.name,
        arguments: given,
        ...(state === 'uncertain' && { state }),
      }),
    'xiaozhi:changed': deviceLines(write),
    'neuro:changed': vtuberLines(write),
  }
  return (name, message) => {
    const write = (lines as Partial<Record<EventName, (message: unknown) => void>>)[name]
    write?.(message)
  }
}

/** When the audit trail is damaged, cannot be written, or is well again; nothing while it is well. */
function trailLines(write: Write): LinesOf['audit:changed'] {
  let before = 'well'
  return ({ broken, unwritable }) => {
    const state = unwritable ? 'unwritable' : broken ? 'broken' : 'well'
    if (state === before) return
    before = state
    write({ event: 'audit', state, ...(broken && { broken }), ...(unwritable && { unwritable }) })
  }
}

/** Once when a program is paused, and once when it may send requests again. */
function askingLines(write: Write): LinesOf['asking:changed'] {
  let before = new Map<string, AskingPause>()
  return (all) => {
    const now = new Map(all.map((pause) => [pause.client.id, pause]))
    for (const [id, { client, until, denials, minutes }] of now) {
      if (!before.has(id)) write({ event: 'asking-paused', client: id, name: client.name, until, denials, minutes })
    }
    for (const [id, { client }] of before) {
      if (!now.has(id)) write({ event: 'asking-resumed', client: id, name: client.name })
    }
    before = now
  }
}

/** The state of each voice device's endpoint when it changes. */
function deviceLines(write: Write): LinesOf['xiaozhi:changed'] {
  const before = new Map<string, string>()
  return (endpoints) => {
    for (const { id, name, place, phase, reason, code } of endpoints) {
      if (before.get(id) === phase) continue
      before.set(id, phase)
      const failure = { ...(reason !== undefined && { reason }), ...(code !== undefined && { code }) }
      write({ event: 'xiaozhi', client: id, name, place, state: phase, ...failure })
    }
  }
}

/** The state of each source of viewers' chat when it changes. */
function audienceLines(write: Write): LinesOf['audience:changed'] {
  const before = new Map<string, string>()
  return ({ sources }) => {
    for (const { id, kind, ...source } of sources) {
      const why = 'why' in source ? source.why : undefined
      const state = `${kind} ${why}`
      if ((before.get(id) ?? 'off undefined') === state) continue
      before.set(id, state)
      write({ event: 'audience', source: id, state: kind, ...(why !== undefined && { why }) })
    }
  }
}

/** The state of the AI VTuber when it changes. */
function vtuberLines(write: Write): LinesOf['neuro:changed'] {
  let before = ''
  return (state) => {
    const line = state && {
      ...{ event: 'neuro', client: state.id, name: state.name, address: state.address, state: state.phase },
      ...(state.reason !== undefined && { reason: state.reason }),
    }
    const now = JSON.stringify(line)
    if (now === before) return
    before = now
    if (line) write(line)
  }
}

/** Whether phones can connect, and in which networks. */
function phoneLines(write: Write): LinesOf['people:changed'] {
  let before = ''
  return (seen) => {
    const { kind: state, ...details } = seen.lan
    const networks = seen.networks.map(({ present, ...network }) => ({ ...network, ...present }))
    const line = { event: 'phones', state, ...details, networks }
    const text = JSON.stringify(line)
    if (text !== before && (state !== 'off' || before !== '')) write(line)
    before = state === 'off' && before === '' ? '' : text
  }
}

/**
 * Each waiting Bedrock game once, to be accepted by `connection`, or by `server` when only one waits. Also the address
 * for games, and a generated login key.
 */
function bedrockLines(write: Write, key: (() => string) | undefined): LinesOf['bedrock:changed'] {
  let listened = ''
  let reportedNow = ''
  let before: ReadonlySet<string> = new Set()
  return ({ listener, waiting }) => {
    // A key works once: each new one is printed.
    const now = listener.kind === 'listening' ? key?.() : undefined
    if (listener.kind !== 'off' && (JSON.stringify(listener) !== listened || (now ?? reportedNow) !== reportedNow)) {
      const { kind: state, ...details } = listener
      write({ event: 'bedrock', state, ...details, ...(now !== undefined && { key: now }) })
    }
    reportedNow = now ?? reportedNow
    listened = JSON.stringify(listener)
    for (const { id, server, player, from, encrypted } of waiting) {
      if (before.has(id)) continue
      write({
        event: 'connection',
        connection: id,
        server,
        ...(player !== undefined && { player }),
        ...confusableNames({ server, player }),
        from,
        encrypted,
      })
    }
    before = new Set(waiting.map(({ id }) => id))
  }
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

export const failureLine = (error: ContractError): ReportLine => ({ event: 'failure', ...error })

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
