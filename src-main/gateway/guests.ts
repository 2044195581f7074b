/**
 * Guests: which programs are at the door now, and when each was there last.
 *
 * What a program calls itself is a claim: many are kept at once, never without bound, and they decide nothing.
 */
import type { Guest } from '../contract/connection.js'
import { Emitter } from './emitter.js'
import type { Clock } from './ports.js'

/** Programs that are kept; the one that was away longest goes first. */
export const keptGuests = 100

/** Milliseconds after a request in which a program that holds nothing open still counts as there. */
const lingerMs = 60_000

/** Milliseconds that changes are gathered before they are told. */
const gatherMs = 250

export interface GuestAtDoor {
  readonly clientId: string
  readonly says?: string | undefined
}

/** Something of a guest's that is open: a request, a stream. */
export interface OpenThing {
  once(event: 'close', listener: () => void): unknown
}

interface Kept {
  readonly clientId: string
  readonly says: string | undefined
  open: number
  seenAt: number
  /** ISO 8601. */
  lastSeenAt: string
}

export class Guests {
  readonly #clock: Clock
  /** The one seen longest ago comes first. */
  readonly #kept = new Map<string, Kept>()
  readonly #onDidChange = new Emitter<readonly Guest[]>()
  readonly onDidChange = this.#onDidChange.on
  #told = ''
  #cancelTelling: (() => void) | undefined
  #cancelLeaving = (): void => {}

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** A guest does something; it counts as there for as long as that is open. */
  came({ clientId, says }: GuestAtDoor, thing: OpenThing): void {
    const key = JSON.stringify([clientId, says])
    const kept = this.#kept.get(key) ?? { clientId, says, open: 0, seenAt: 0, lastSeenAt: '' }
    this.#kept.delete(key)
    this.#kept.set(key, kept)
    this.#see(kept)
    kept.open += 1
    thing.once('close', () => {
      kept.open -= 1
      this.#see(kept)
    })
    if (this.#kept.size > keptGuests) this.#forgetOne()
  }

  /** The one seen last comes first. */
  all(): readonly Guest[] {
    return [...this.#kept.values()]
      .sort((one, other) => other.seenAt - one.seenAt)
      .map((kept) => ({
        clientId: kept.clientId,
        ...(kept.says !== undefined && { says: kept.says }),
        connected: this.#isThere(kept),
        lastSeenAt: kept.lastSeenAt,
      }))
  }

  /** Nothing is told any more. */
  close(): void {
    this.#cancelTelling?.()
    this.#cancelTelling = () => {}
    this.#cancelLeaving()
  }

  #isThere({ open, seenAt }: Kept): boolean {
    return open > 0 || this.#clock.elapsed() - seenAt < lingerMs
  }

  #see(kept: Kept): void {
    kept.seenAt = this.#clock.elapsed()
    kept.lastSeenAt = this.#clock.now().toISOString()
    this.#cancelTelling ??= this.#clock.after(gatherMs, () => {
      this.#cancelTelling = undefined
      this.#tell()
    })
  }

  /** Told when somebody new is there or somebody left, or at the end of the minute in which they were seen. */
  #tell(): void {
    const guests = this.all()
    const said = JSON.stringify(guests.map((guest) => ({ ...guest, lastSeenAt: guest.lastSeenAt.slice(0, 16) })))
    if (said !== this.#told) {
      this.#told = said
      this.#onDidChange.emit(guests)
    }
    this.#cancelLeaving()
    if (guests.some(({ connected }) => connected)) {
      this.#cancelLeaving = this.#clock.after(lingerMs, () => this.#tell())
    }
  }

  #forgetOne(): void {
    const [first] = this.#kept
    const [leaving] = [...this.#kept].find(([, kept]) => !this.#isThere(kept)) ?? first ?? []
    if (leaving !== undefined) this.#kept.delete(leaving)
  }
}
