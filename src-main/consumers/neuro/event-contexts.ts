/**
 * Event contexts: what happens in the game, for an AI VTuber. See docs/streaming.md#ai-vtuber.
 *
 * Enforces invariant 5: the texts of players are between unforgeable marks, as for every other model. Enforces
 * invariant 7: events are sent together, a bounded number at a time. Only chat, deaths and arrivals ask for a word of
 * the AI, and not all the time.
 */
import type { Caller } from '@contract/call.js'
import { neuroLimits } from '@shared/features/neuro.js'
import type { GameEntry } from '@shared/trail/live.js'
import type { Invoker } from '../../gateway/ports/invoker.js'
import { asData } from '../../gateway/ports/model-responses.js'
import type { Clock } from '../../gateway/ports/runtime.js'
import { literalText } from '../../policy/text/model-text.js'
import { cleanText } from '../../policy/text/untrusted-text.js'
import { bytesOf } from '../spoken/result-text.js'
import type { NeuroTranslate } from './words.js'

/** Milliseconds in which events are collected. */
export const togetherMs = 2_000
/** Milliseconds after a message that asks for a word, in which others are silent. */
export const quietMs = 10_000
const maxEvents = 20
const maxEventLength = 300

/** Everything else is silent. */
const spoken: ReadonlySet<string> = new Set(['player.chat', 'player.death', 'player.join'])
/** Members that say nothing to somebody who talks. */
const dull: ReadonlySet<string> = new Set(['playerUuid', 'timestamp'])

export interface EventContextsOptions {
  readonly gateway: Pick<Invoker, 'eventsFor' | 'subscribe'>
  readonly clock: Clock
  readonly caller: Caller
  readonly translate: () => NeuroTranslate
  readonly send: (message: string, isSilent: boolean) => void
}

export class EventContexts {
  readonly #options: EventContextsOptions
  #subscribed = ''
  #endSubscription = (): void => {}
  #collected: GameEntry[] = []
  #left = 0
  #cancel: (() => void) | undefined
  #spokeAt: number | undefined

  constructor(options: EventContextsOptions) {
    this.#options = options
  }

  /** Listens to what the caller may hear now. */
  follow(isOn: boolean): void {
    const { gateway, caller } = this.#options
    const eventIds = isOn ? gateway.eventsFor(caller).open : []
    const wanted = [...eventIds].sort().join(' ')
    if (wanted === this.#subscribed) return
    this.#endSubscription()
    this.#endSubscription = () => {}
    this.#subscribed = wanted
    if (eventIds.length === 0) return this.stop()
    const connection = new AbortController()
    const { signal } = connection
    const subscribed = gateway.subscribe({ eventIds, caller, connection: signal }, (event) => this.#take(event))
    this.#endSubscription = () => connection.abort()
    if (!subscribed.ok) this.#subscribed = ''
  }

  stop(): void {
    this.#endSubscription()
    this.#endSubscription = () => {}
    this.#subscribed = ''
    this.#cancel?.()
    this.#cancel = undefined
    this.#collected = []
    this.#left = 0
  }

  #take(event: GameEntry): void {
    if (this.#collected.length >= maxEvents) this.#left += 1
    else this.#collected.push(event)
    this.#cancel ??= this.#options.clock.after(togetherMs, () => this.#flush())
  }

  #flush(): void {
    const { clock, translate, send } = this.#options
    this.#cancel = undefined
    const events = this.#collected
    this.#collected = []
    const lines: string[] = []
    let bytes = 0
    for (const event of events) {
      const line = lineOf(event)
      bytes += bytesOf(line) + 1
      if (bytes > neuroLimits.messageBytes) break
      lines.push(line)
    }
    const count = this.#left + events.length - lines.length
    this.#left = 0
    const more = count > 0 ? `\n${translate()('moreEvents', { count })}` : ''
    const now = clock.elapsed()
    const asks =
      events.some(({ eventId }) => spoken.has(eventId)) &&
      (this.#spokeAt === undefined || now - this.#spokeAt >= quietMs)
    if (asks) this.#spokeAt = now
    send(`${asData(literalText('game events'), lines.join('\n'))}${more}`, !asks)
  }
}

const lineOf = ({ eventId, server, data }: GameEntry): string => {
  const said = Object.fromEntries(Object.entries(data).filter(([name]) => !dull.has(name)))
  return cleanText(JSON.stringify({ event: eventId, server: server.name, ...said }), maxEventLength)
}
