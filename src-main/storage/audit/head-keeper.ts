/**
 * Head keeper: notes beside the trail how far it came, and in the system's store that there is such a note.
 *
 * Guards invariant 1: nothing is noted that a power cut could take back, so only what is on disk; and the seal stays behind
 * the note, for the same reason. A note that cannot be written is logged and stops nothing.
 */
import type { Clock, Log } from '../../gateway/ports.js'
import type { Head } from './chain.js'
import { type HeadSeal, type KeptHead, writeHead, writeHeadSoon } from './kept-head.js'

/** Milliseconds between two notes of the head. */
const noteMs = 1_000
/** Milliseconds between two seals of it; the system's store is not made for more. */
const sealMs = 60_000

export interface HeadKeeperParts {
  readonly profile: string
  readonly clock: Clock
  readonly log: Log
  readonly key: string | undefined
  readonly seal: HeadSeal | undefined
  /** The last row that outlives a power cut. */
  readonly durable: () => Head
  /** The break that has been said in the trail. */
  readonly known: () => KeptHead['known']
}

export class HeadKeeper {
  readonly #parts: HeadKeeperParts
  #noting: (() => void) | undefined
  /** The head that was noted when it was sealed last, and when that was, on the clock that never jumps. */
  #sealed = { noted: 0, at: 0 }
  #signed: boolean
  #closed = false

  /** @param signed whether the note that was found is */
  constructor(parts: HeadKeeperParts, signed: boolean) {
    this.#parts = parts
    this.#signed = signed
  }

  get signed(): boolean {
    return this.#signed
  }

  noteNow(): void {
    this.#attempt(() => {
      this.#write(this.#parts.durable(), false)
      this.#signed = this.#parts.key !== undefined
      this.#seal(this.#parts.durable().sequence)
    })
  }

  note(): void {
    const { clock, durable, key, log, profile } = this.#parts
    this.#noting ??= clock.after(noteMs, () => {
      this.#noting = undefined
      const head = this.#kept(durable(), false)
      writeHeadSoon(profile, head, key, () => !this.#closed)
        .then(() => this.#sealNow(head.sequence))
        .catch((error: unknown) => log.warn(notKept, { error: `${error}` }))
    })
  }

  /** Notes nothing any more but the last. */
  stop(): void {
    this.#closed = true
    this.#noting?.()
  }

  /** The head of a trail that was closed in order, once all of it is on disk. */
  noteLast(head: Head): void {
    this.#attempt(() => {
      this.#write(head, true)
      this.#seal(head.sequence)
    })
  }

  /** A minute behind: the seal must not be ahead of a head that a power cut took back. */
  #sealNow(noted: number): void {
    const { clock } = this.#parts
    const { noted: before, at } = this.#sealed
    if (this.#closed || clock.elapsed() - at < sealMs) return
    this.#seal(before)
    this.#sealed = { noted, at: clock.elapsed() }
  }

  #seal(sequence: number): void {
    const { key, seal, clock } = this.#parts
    if (key === undefined || !seal) return
    seal.write(sequence)
    this.#sealed = { noted: sequence, at: clock.elapsed() }
  }

  #write(head: Head, closed: boolean): void {
    writeHead(this.#parts.profile, this.#kept(head, closed), this.#parts.key)
  }

  #kept({ sequence, hash }: Head, closed: boolean): KeptHead {
    const known = this.#parts.known()
    return { sequence, hash, closed, ...(known && { known }) }
  }

  #attempt(write: () => void): void {
    try {
      write()
    } catch (error) {
      this.#parts.log.warn(notKept, { error: `${error}` })
    }
  }
}

const notKept = 'the head of the audit trail could not be kept'
