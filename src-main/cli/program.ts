/**
 * Program: a command gives its orders to the program that uses the profile.
 *
 * Guards invariant 8: a secret goes over the socket of the profile and is never put into a file.
 */
import type { ContractError } from '@contract/generated/error.js'
import { isObject } from '@contract/json/json-object.js'
import type { ProgramKind } from '@shared/program/program-kind.js'
import type { SocketReply } from '../owner/table/shapes.js'
import type { OrdersOf, Payload, Returned } from '../owner/table/table.js'
import { programOf, sendOrder } from '../storage/single-instance.js'
import { type CliEnvironment, UsageError } from './verb.js'

type Command = OrdersOf<'command-line'>

/**
 * Which program a command needs: any; a whole one, which connects to the servers and keeps secrets; or one that runs
 * already, because the command is about that run.
 */
export type Need = 'any' | 'whole' | 'running'

export interface Program {
  readonly kind: ProgramKind
  /** @throws RefusedError when it is refused or fails */
  give<N extends Command>(name: N, payload: Payload<N>): Promise<Returned<N>>
}

/** The program refused an order, or could not follow it. */
export class RefusedError extends Error {
  readonly error: ContractError

  constructor(error: ContractError) {
    super(`${error.message} ${error.suggestion ?? ''}`.trim())
    this.error = error
  }
}

/** Milliseconds between two looks at a brief program of another command, and how many. */
const briefly = { pauseMs: 100, looks: 300 }
/** How often another command may be faster. */
const maxTries = 20

/** @throws UsageError when there is no such program, and none can be started */
export async function withProgram<T>(
  profile: string,
  { need, cli }: { readonly need: Need; readonly cli: Pick<CliEnvironment, 'startProgram'> },
  use: (program: Program) => Promise<T>,
): Promise<T> {
  const { kind, stop } = await find(profile, need, cli)
  try {
    return await use({ kind, give: (name, payload) => give(profile, name, payload) })
  } finally {
    await stop?.()
  }
}

interface Found {
  readonly kind: ProgramKind
  /** Ends the program that was started. */
  readonly stop?: () => Promise<void>
}

async function find(
  profile: string,
  need: Need,
  { startProgram }: Pick<CliEnvironment, 'startProgram'>,
): Promise<Found> {
  for (let tries = 1; ; tries += 1) {
    const kind = await running(profile)
    if (kind !== undefined) return { kind }
    if (need === 'running') throw new UsageError(notRunning)
    const start = await startProgram(profile, need === 'any' ? 'brief' : 'window')
    if (start.started) return { kind: (await programOf(profile)) ?? 'brief', stop: () => start.stop() }
    if (start.isTaken && tries < maxTries) continue
    throw new UsageError(
      `Gatehouse is not running with this profile and cannot be started: ${start.why}. Start it, then try again.`,
    )
  }
}

/** Waits for a brief program of another command, which ends with that command. */
async function running(profile: string): Promise<Exclude<ProgramKind, 'brief'> | undefined> {
  for (let looks = 0; looks < briefly.looks; looks += 1) {
    const found = await programOf(profile)
    if (found !== 'brief') return found
    await new Promise((resolve) => setTimeout(resolve, briefly.pauseMs))
  }
  throw new UsageError('Another command of Gatehouse uses this profile. Try again when it is done.')
}

const notRunning = 'Gatehouse is not running with this profile. Start it, then try again.'

async function give<N extends Command>(profile: string, order: N, payload: Payload<N>): Promise<Returned<N>> {
  const response = await sendOrder(profile, JSON.stringify({ order, payload }))
  if (response === undefined) throw new UsageError(notRunning)
  const reply = parsed<Returned<N>>(response)
  if (!reply) throw new UsageError('Gatehouse is running but does not respond.')
  if (!reply.ok) throw new RefusedError(reply.error)
  return reply.value
}

/** Only the owner of the profile can write the response. */
function parsed<T>(response: string): SocketReply<T> | undefined {
  try {
    const reply: unknown = JSON.parse(response)
    return isObject(reply) && typeof reply.ok === 'boolean' ? (reply as unknown as SocketReply<T>) : undefined
  } catch {
    return undefined
  }
}
