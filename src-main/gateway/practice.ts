/**
 * Practice: Gatehouse plays an AI client in the demo world, for who has none at hand and wants to see what happens.
 *
 * Guards that it is a client like any other: it takes the one path, is asked about and recorded, and has rights in the
 * demo world alone, so that nothing of it reaches a server of anybody.
 */
import type { Caller, JsonObject } from '../contract/call.js'
import type { Rights } from '../contract/client.js'
import { type Played, practiceId } from '../contract/practice.js'
import { demoWorldId } from '../contract/server.js'
import { errorOf, isRefusal } from './call-answer.js'
import type { CallReport } from './call-path.js'
import type { Invoker } from './gateway.js'

export const practiceCaller: Caller = { type: 'model', id: practiceId, name: 'Practice AI' }

export const practiceRights: Rights = { role: 'none', roles: { [demoWorldId]: 'admin' }, permissions: [] }

const worldName = 'world'

type Hours = readonly [number, ...number[]]

/** Several each, since a no holds for the same question for a while. Ticks. */
const byDay: Hours = [13_000, 18_000, 14_000, 20_000]
const byNight: Hours = [1_000, 6_000, 3_000, 9_000]

/** From dusk to dawn. */
const isNight = (ticks: number): boolean => ticks >= 12_000

/** An hour that is seen to be another than now. */
function anotherHour(now: unknown, plays: number): number {
  const hours = typeof now === 'number' && isNight(now % 24_000) ? byNight : byDay
  return hours[plays % hours.length] ?? hours[0]
}

export class Practice {
  readonly #invoker: Pick<Invoker, 'invoke'>
  #plays = 0
  #playing: Promise<Played> | undefined

  constructor(invoker: Pick<Invoker, 'invoke'>) {
    this.#invoker = invoker
  }

  /**
   * Reads the time, then asks to change it; resolves once that was answered, or the wait for it is over. One at a time:
   * who asks meanwhile gets the same end.
   *
   * @throws GatewayError why it could not be asked, for example that the demo world is not there
   */
  play(): Promise<Played> {
    this.#playing ??= this.#run().finally(() => {
      this.#playing = undefined
    })
    return this.#playing
  }

  async #run(): Promise<Played> {
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
