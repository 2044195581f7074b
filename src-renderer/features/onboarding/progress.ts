/** Progress: what of the first steps is done, read off what really happens. Nothing is ticked because a button was pressed. */
import type { KnownClients } from '../../../src-main/contract/client.js'
import type { Guest } from '../../../src-main/contract/connection.js'
import type { CallEntry } from '../../../src-main/contract/live.js'
import { practiceId } from '../../../src-main/contract/practice.js'
import type { Server } from '../../../src-main/contract/server.js'

export const stepNames = ['welcome', 'world', 'client', 'try'] as const

export type StepName = (typeof stepNames)[number]

export interface Facts {
  readonly servers: readonly Server[]
  readonly clients: KnownClients
  readonly guests: readonly Guest[]
  /** The newest that ended, oldest first. */
  readonly calls: readonly CallEntry[]
  /** Open now. */
  readonly questions: number
}

export interface Progress {
  /** A server that answers, and whose offer a person has accepted. */
  readonly world?: Server
  /** Name of an AI client that is there, or has asked something. */
  readonly client?: string
  readonly tried: Tried
}

export interface Tried {
  readonly read: boolean
  readonly asked: boolean
  /** How the last question ended; absent while none has. */
  readonly answer?: 'approved' | 'denied'
}

const answers = (server: Server): boolean => server.state === 'online' || server.state === 'degraded'

const isUsable = (server: Server): boolean => answers(server) && server.capabilities.length > 0

const isModels = ({ caller }: CallEntry): boolean => caller.type === 'model' && caller.id !== practiceId

/** What is high or worse is done only because somebody said yes, unless a rule says so. */
const wasAnsweredYes = ({ result, risk, ruleId }: CallEntry): boolean =>
  result === 'done' && ruleId === undefined && (risk === 'high' || risk === 'critical')

const answerOf = (call: CallEntry): Tried['answer'] => {
  if (wasAnsweredYes(call)) return 'approved'
  return call.result === 'denied' ? 'denied' : undefined
}

function triedIn(calls: readonly CallEntry[], questions: number): Tried {
  const answer = calls.map(answerOf).findLast((found) => found !== undefined)
  const read = calls.some(({ result, risk }) => result === 'done' && risk === 'low')
  return { read, asked: answer !== undefined || questions > 0, ...(answer && { answer }) }
}

export function progressOf({ servers, clients, guests, calls, questions }: Facts): Progress {
  const world = servers.find(isUsable)
  const caller = calls.findLast(isModels)?.caller.name
  const guest = guests.find(({ connected, says }) => connected && says !== undefined)?.says
  const client = caller ?? guest ?? clients.clients.find(({ lastUsedAt }) => lastUsedAt !== undefined)?.name
  return { ...(world && { world }), ...(client !== undefined && { client }), tried: triedIn(calls, questions) }
}

export const isDone = (step: StepName, { world, client, tried }: Progress): boolean => {
  if (step === 'world') return world !== undefined
  if (step === 'client') return client !== undefined
  return step === 'try' && tried.answer === 'approved'
}
