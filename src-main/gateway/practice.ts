/**
 * Practice: a simulated AI client in the demo world, for people without a client.
 *
 * Guards that it has no privileges: it uses the normal call path, needs approvals and is recorded. It has
 * rights only in the demo world, so it cannot reach a real server.
 */
import type { Caller, JsonObject } from '@contract/call.js'
import { type PracticeOutcome, practiceId } from '@shared/approvals/practice.js'
import type { Rights } from '@shared/clients/client.js'
import { demoWorldId } from '@shared/servers/server.js'
import { errorOf, isRefusal } from './ports/call-response.js'
import type { CallReport } from './ports/calls.js'
import type { Invoker } from './ports/invoker.js'

export const practiceCaller: Caller = { type: 'model', id: practiceId, name: 'Practice AI' }

export const practiceRights: Rights = { role: 'none', roles: { [demoWorldId]: 'admin' }, permissions: [] }

const worldName = 'world'

type Hours = readonly [number, ...number[]]

/** Several values each, because a denial applies to the same request for a while. Ticks. */
const byDay: Hours = [13_000, 18_000, 14_000, 20_000]
const byNight: Hours = [1_000, 6_000, 3_000, 9_000]

/** From dusk to dawn. */
const isNight = (ticks: number): boolean => ticks >= 12_000

/** A time of day that visibly differs from the current one. */
function anotherHour(now: unknown, plays: number): number {
  const hours = typeof now === 'number' && isNight(now % 24_000) ? byNight : byDay
  return hours[plays % hours.length] ?? hours[0]
}

export class Practice {
  readonly #invoker: Pick<Invoker, 'invoke'>
  #plays = 0
  #playing: Promise<PracticeOutcome> | undefined

  constructor(invoker: Pick<Invoker, 'invoke'>) {
    this.#invoker = invoker
  }

  /**
   * Reads the time, then requests to change it; resolves when the request was answered or timed out. A concurrent call
   * gets the same result.
   *
   * @throws GatewayError when the request is not possible, for example because the demo world is missing
   */
  play(): Promise<PracticeOutcome> {
    this.#playing ??= this.#run().finally(() => {
      this.#playing = undefined
    })
    return this.#playing
  }

  async #run(): Promise<PracticeOutcome> {
    const read = await this.#call('world.time.get', { worldName })
    if (isRefusal(read.outcome)) throw errorOf(read.outcome)
    const now = read.outcome.kind === 'done' ? read.outcome.data.time : undefined
    const time = anotherHour(now, this.#plays)
    this.#plays += 1
    const { outcome } = await this.#call('world.time.set', {
      worldName,
      time,
      reason: 'This is a practice request: you pressed a button to see what a request looks like.',
    })
    if (outcome.kind === 'pending') return 'open'
    if (outcome.kind === 'done') return 'approved'
    if (outcome.kind === 'failed') throw outcome.error
    return 'denied'
  }

  #call(capabilityId: string, given: JsonObject): Promise<CallReport> {
    return this.#invoker.invoke({
      capabilityId,
      server: demoWorldId,
      arguments: given,
      caller: practiceCaller,
      signal: new AbortController().signal,
    })
  }
}
