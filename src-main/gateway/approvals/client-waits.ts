/**
 * Client waits: how long each client waits for a person before it gives up.
 *
 * Many clients end a tool call after a few seconds and cannot be asked. Two cuts after the same time are a timer, not a
 * person, so the next calls of this client get "pending" before that time. The limit of a client with a key of its own is
 * stored with the client, until its owner edits it.
 */
import type { Caller } from '@contract/call.js'
import { hasOwnKey } from '@shared/clients/client.js'
import type { Log } from '../ports/runtime.js'
import type { LearnedWaits } from '../ports/stores.js'

/** Milliseconds of a timer that is worth learning; anything shorter is a person or a lost connection. */
const shortestMs = 1_000

/** Milliseconds, and part of the time, by which the response comes before the timer ends. */
const margin = { least: 1_000, part: 0.2 }

/** Milliseconds, and part of the time, by which two cuts of one timer differ. */
const tolerance = { least: 500, part: 0.1 }

/** Maximum number of clients; the one with the oldest cut is dropped first. */
const maxClients = 256

interface KnownWait {
  /** Milliseconds until the last cut. */
  readonly cutAfter: number
  /** Of a program that has no key of its own. */
  readonly limit?: number
}

export class ClientWaits {
  readonly #log: Log
  readonly #learned: LearnedWaits
  readonly #known = new Map<string, KnownWait>()

  constructor(log: Log, learned: LearnedWaits) {
    this.#log = log
    this.#learned = learned
  }

  /** Milliseconds that this client waits at most, learned from its cuts; undefined when it has shown no limit. */
  limitOf(caller: Caller): number | undefined {
    return hasOwnKey(caller.id) ? this.#learned.learnedWaitOf(caller.id) : this.#known.get(keyOf(caller))?.limit
  }

  /**
   * A client repeated a call after these milliseconds without having ended it: its timer is shorter, because its model
   * had to decide on the repetition in between. It may be much shorter, so half of it counts.
   */
  noteSilence(caller: Caller, waitedMs: number): void {
    this.#learn(caller, waitedMs, Math.min(waitedMs / 2, this.limitOf(caller) ?? Number.POSITIVE_INFINITY))
  }

  /** A client ended a call that was waiting for a person, after these milliseconds. */
  noteCut(caller: Caller, waitedMs: number): void {
    if (waitedMs < shortestMs) return
    const before = this.#known.get(keyOf(caller))
    const isTimer = before && isSameTimer(before.cutAfter, waitedMs)
    this.#learn(caller, waitedMs, isTimer ? limitFor(before.cutAfter, waitedMs) : this.limitOf(caller))
  }

  #learn(caller: Caller, waitedMs: number, limit: number | undefined): void {
    const key = keyOf(caller)
    if (limit !== undefined && limit !== this.limitOf(caller)) {
      if (hasOwnKey(caller.id)) this.#learned.storeLearnedWait(caller.id, limit)
      const seconds = waitedMs / 1_000
      this.#log.info('a client waits only {seconds} s for an approval: it gets "pending" before', {
        client: caller.id,
        seconds: Math.round(seconds * 10) / 10,
      })
    }
    this.#known.delete(key)
    this.#known.set(key, { cutAfter: waitedMs, ...(limit !== undefined && !hasOwnKey(caller.id) && { limit }) })
    if (this.#known.size > maxClients) this.#known.delete(this.#known.keys().next().value ?? key)
  }
}

/** A name that a client chose decides no right here: it only gets a response sooner. */
const keyOf = ({ id, name }: Caller): string => JSON.stringify(hasOwnKey(id) ? [id] : [id, name])

const isSameTimer = (one: number, other: number): boolean =>
  Math.abs(one - other) <= Math.max(tolerance.least, Math.min(one, other) * tolerance.part)

const limitFor = (one: number, other: number): number => {
  const shorter = Math.min(one, other)
  return Math.max(shortestMs / 2, shorter - Math.max(margin.least, shorter * margin.part))
}

/** Forgets the waits with the program. */
export function memoryLearnedWaits(): LearnedWaits {
  const waits = new Map<string, number>()
  return {
    learnedWaitOf: (id) => waits.get(id),
    storeLearnedWait: (id, milliseconds) => void waits.set(id, milliseconds),
  }
}
