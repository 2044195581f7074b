/** Progress: which first steps are done, from the actual state. A step that is only text is done when the next one opens. */

import { practiceId } from '@shared/approvals/practice.js'
import type { KnownClients } from '@shared/clients/client.js'
import { type ConnectedClient, programNames, programOf } from '@shared/clients/connection.js'
import type { Server } from '@shared/servers/server.js'
import type { CallEntry } from '@shared/trail/live.js'

/** What an owner came for comes first; who decides counts as one person until somebody chose. */
export const stepNames = ['welcome', 'world', 'client', 'decide', 'try'] as const

export type StepName = (typeof stepNames)[number]

export interface OnboardingFacts {
  readonly servers: readonly Server[]
  readonly clients: KnownClients
  readonly connectedClients: readonly ConnectedClient[]
  /** The newest that ended, oldest first. */
  readonly calls: readonly CallEntry[]
  /** Open now. */
  readonly questions: number
  /** The introduction was read. */
  readonly read: boolean
  /** The owner has said who decides about critical actions. */
  readonly decided: boolean
}

export interface SeenClient {
  readonly name: string
  readonly connected: boolean
  /** ISO 8601. */
  readonly seenAt: string
}

export interface Progress {
  readonly read: boolean
  readonly decided: boolean
  /** A reachable server of the owner, whose offer a person has accepted. The demo world is none. */
  readonly world?: Server
  /** The AI client that is, or was last, connected. */
  readonly client?: SeenClient
  readonly tried: PracticeProgress
}

export interface PracticeProgress {
  /** Who read something; absent while nobody has. */
  readonly read?: 'client' | 'practice'
  readonly asked: boolean
  /** How the last question ended; absent while none has, and while another is open. */
  readonly answer?: Decision
  /** A call was requested, approved and done, now or before. */
  readonly done: boolean
}

export type Decision = 'approved' | 'denied' | 'expired'

const isReachable = (server: Server): boolean => server.state === 'online' || server.state === 'degraded'

/** It is reachable, and some of its offer is accepted. */
export const isUsable = (server: Server): boolean => isReachable(server) && server.capabilities.length > 0

const isModels = ({ caller }: CallEntry): boolean => caller.type === 'model' && caller.id !== practiceId

/** A call of high risk or above runs only after an approval, or by a rule. */
const wasApproved = ({ result, risk, ruleId }: CallEntry): boolean =>
  result === 'done' && ruleId === undefined && (risk === 'high' || risk === 'critical')

const decisionOf = (call: CallEntry): Decision | undefined => {
  if (wasApproved(call)) return 'approved'
  return call.result === 'denied' || call.result === 'expired' ? call.result : undefined
}

function triedIn(calls: readonly CallEntry[], questions: number): PracticeProgress {
  const decisions = calls.flatMap((call) => decisionOf(call) ?? [])
  const answer = questions > 0 ? undefined : decisions.at(-1)
  const reads = calls.filter(
    ({ result, risk, caller }) => result === 'done' && risk === 'low' && caller.type === 'model',
  )
  const read = reads.some(isModels) ? 'client' : 'practice'
  const asked = answer !== undefined || questions > 0
  return { ...(reads.length > 0 && { read }), asked, done: decisions.includes('approved'), ...(answer && { answer }) }
}

/** Its self-declared name, or the product name of a known program. */
const ownName = (says: string): string => {
  const program = programOf(says)
  return program === 'other' ? says : programNames[program]
}

function clientIn({ clients: { clients }, connectedClients, calls }: OnboardingFacts): SeenClient | undefined {
  const listed = connectedClients.flatMap(({ clientId, says, connected, lastSeenAt: seenAt }): SeenClient[] => {
    const name = clients.find(({ id }) => id === clientId)?.name ?? (says && ownName(says))
    return name === undefined ? [] : [{ name, connected, seenAt }]
  })
  const asked = calls.filter(isModels).map(({ caller, at: seenAt }): SeenClient => {
    return { name: caller.namedByOwner ? caller.name : ownName(caller.name), connected: false, seenAt }
  })
  const keyed = clients.flatMap(({ name, lastUsedAt: seenAt }): SeenClient[] =>
    seenAt === undefined ? [] : [{ name, connected: false, seenAt }],
  )
  const all = [...listed, ...asked, ...keyed].sort((one, other) => (one.seenAt < other.seenAt ? 1 : -1))
  return all.find(({ connected }) => connected) ?? all[0]
}

export function progressOf(facts: OnboardingFacts): Progress {
  const { servers, calls, questions, read, decided } = facts
  const world = servers.find((server) => server.kind !== 'simulator' && isUsable(server))
  const client = clientIn(facts)
  return { read, decided, ...(world && { world }), ...(client && { client }), tried: triedIn(calls, questions) }
}

export const isDone = (step: StepName, { read, decided, world, client, tried }: Progress): boolean => {
  if (step === 'welcome') return read
  if (step === 'decide') return decided
  if (step === 'world') return world !== undefined
  if (step === 'client') return client !== undefined
  return tried.done
}
