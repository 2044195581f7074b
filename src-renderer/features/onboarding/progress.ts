/** Progress: what of the first steps is done, read off what really happens. Nothing is ticked because a button was pressed. */
import type { KnownClients } from '../../../src-main/contract/client.js'
import type { Guest } from '../../../src-main/contract/connection.js'
import type { CallEntry, LiveEntry } from '../../../src-main/contract/live.js'
import { practiceId } from '../../../src-main/contract/practice.js'
import type { Server } from '../../../src-main/contract/server.js'

export const stepNames = ['welcome', 'world', 'client', 'try'] as const

export type StepName = (typeof stepNames)[number]

export interface Facts {
  readonly servers: readonly Server[]
  readonly clients: KnownClients
  readonly guests: readonly Guest[]
  /** Oldest first. */
  readonly entries: readonly LiveEntry[]
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

const isModels = (entry: LiveEntry): entry is CallEntry =>
  entry.kind === 'call' && entry.caller.type === 'model' && entry.caller.id !== practiceId

const answerOf = ({ result }: CallEntry): Tried['answer'] => {
  if (result === 'done') return 'approved'
  return result === 'denied' ? 'denied' : undefined
}

const triedIn = (entries: readonly LiveEntry[]): Tried => {
  const questions = new Set<string>()
  let read = false
  let answer: Tried['answer']
  for (const entry of entries) {
    if (entry.kind === 'asked') questions.add(entry.capabilityId)
    if (entry.kind !== 'call') continue
    if (questions.has(entry.capabilityId)) answer = answerOf(entry) ?? answer
    else read ||= entry.result === 'done'
  }
  return { read, asked: questions.size > 0, ...(answer && { answer }) }
}

export function progressOf({ servers, clients, guests, entries }: Facts): Progress {
  const world = servers.find(isUsable)
  const caller = entries.findLast(isModels)?.caller.name
  const guest = guests.find(({ connected, says }) => connected && says !== undefined)?.says
  const client = caller ?? guest ?? clients.clients.find(({ lastUsedAt }) => lastUsedAt !== undefined)?.name
  return { ...(world && { world }), ...(client !== undefined && { client }), tried: triedIn(entries) }
}

export const isDone = (step: StepName, { world, client, tried }: Progress): boolean => {
  if (step === 'world') return world !== undefined
  if (step === 'client') return client !== undefined
  return step === 'try' && tried.answer === 'approved'
}
