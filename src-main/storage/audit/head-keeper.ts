/**
 * Head keeper: notes beside the trail how far it came, and in the system's store that there is such a note.
 *
 * Guards invariant 1: rows are on disk before a note names them, and the seal stays behind the note, for the same reason.
 * A note that cannot be written stops actions (`ensureKept`) until it can: a tail could be cut off unseen.
 */
import { open } from 'node:fs/promises'
import path from 'node:path'
import type { Clock, Log } from '../../gateway/ports.js'
import type { Head } from './chain.js'
import { type HeadSeal, type KeptHead, writeHead, writeHeadSoon } from './kept-head.js'
import { auditFile } from './trail-file.js'

/** Milliseconds between a row and the note of it, with what the disk then takes: 250 at most. */
const noteMs = 150
/** Milliseconds until a note that failed is tried again. */
const retryMs = 2_000
/** Milliseconds between two seals of it; the system's store is not made for more. */
const sealMs = 60_000

/** The note cannot be written. */
export class HeadNotKeptError extends Error {}

export interface HeadKeeperParts {
  readonly profile: string
  readonly clock: Clock
  readonly log: Log
  readonly key: string | undefined
  readonly seal: HeadSeal | undefined
  /** The last row. */
  readonly head: () => Head
  /** The last row that outlives a power cut, as far as SQLite says. */
  readonly durable: () => Head
  /** What is kept beside the head. */
  readonly beside: (head: Head) => Pick<KeptHead, 'known' | 'settled'>
  /** Told that the note can't be written, and that it can again. */
  readonly onDidChange: (failure: HeadNotKeptError | undefined) => void
}

export class HeadKeeper {
  readonly #parts: HeadKeeperParts
  #cancelNote: (() => void) | undefined
  #isWriting = false
  #isBehind = false
  #failure: HeadNotKeptError | undefined
  /** The head that was noted when it was sealed last, and when that was, on the monotonic clock. */
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

  get failure(): HeadNotKeptError | undefined {
    return this.#failure
  }

  /** Writes the note and waits for the disk; a failure is told and tried again. */
  noteNow(): void {
    const head = this.#parts.durable()
    try {
      this.#write(head, false)
    } catch (error) {
      this.#failed(error)
      return
    }
    this.#signed = this.#parts.key !== undefined
    this.#seal(head.sequence)
    this.#succeeded()
  }

  /** Notes the last row soon. */
  note(): void {
    if (this.#isWriting) this.#isBehind = true
    else this.#schedule(noteMs)
  }

  /** Tries again what failed. @throws HeadNotKeptError when it fails again */
  ensureKept(): void {
    if (!this.#failure) return
    this.noteNow()
    if (this.#failure) throw this.#failure
  }

  /** Notes nothing any more but the last. */
  stop(): void {
    this.#closed = true
    this.#cancelNote?.()
  }

  /** The head of a trail that was closed in order, once all of it is on disk. */
  noteLast(head: Head): void {
    try {
      this.#write(head, true)
      this.#seal(head.sequence)
    } catch (error) {
      this.#parts.log.error(notKept, { error: `${error}` })
    }
  }

  #schedule(milliseconds: number): void {
    if (this.#closed) return
    this.#cancelNote ??= this.#parts.clock.after(milliseconds, () => {
      this.#cancelNote = undefined
      void this.#writeSoon()
    })
  }

  /** Never rejects. */
  async #writeSoon(): Promise<void> {
    const { key, profile } = this.#parts
    this.#isWriting = true
    this.#isBehind = false
    try {
      const head = this.#kept(await this.#onDisk(), false)
      await writeHeadSoon(profile, head, key, () => !this.#closed)
      if (this.#closed) return
      this.#sealNow(head.sequence)
      this.#succeeded()
    } catch (error) {
      this.#failed(error)
    } finally {
      this.#isWriting = false
      if (this.#isBehind) this.note()
    }
  }

  /** The last row, once it is on disk; SQLite waits for the disk only where an action is written. */
  async #onDisk(): Promise<Head> {
    const { durable, head, profile } = this.#parts
    const last = head()
    if (durable().sequence >= last.sequence) return last
    try {
      // SQLite holds no lock on this file, so closing it here releases none.
      const log = await open(path.join(profile, `${auditFile}-wal`), 'r+')
      await log.datasync().finally(() => log.close())
      return last
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return durable()
      throw error
    }
  }

  #failed(error: unknown): void {
    const isNew = !this.#failure
    this.#failure = new HeadNotKeptError(`The head of the audit trail cannot be written (${error}).`)
    if (isNew && !this.#closed) {
      this.#parts.log.error(notKept, { error: `${error}` })
      this.#parts.onDidChange(this.#failure)
    }
    this.#schedule(retryMs)
  }

  #succeeded(): void {
    if (!this.#failure) return
    this.#failure = undefined
    if (!this.#closed) this.#parts.onDidChange(undefined)
  }

  /** A minute behind: the seal must not be ahead of a head that a power cut took back. */
  #sealNow(noted: number): void {
    const { clock } = this.#parts
    const { noted: before, at } = this.#sealed
    if (clock.elapsed() - at < sealMs) return
    this.#seal(before)
    this.#sealed = { noted, at: clock.elapsed() }
  }

  #seal(sequence: number): void {
    const { key, seal, clock, log } = this.#parts
    if (key === undefined || !seal) return
    try {
      seal.write(sequence)
    } catch (error) {
      log.warn('the head of the audit trail could not be sealed', { error: `${error}` })
    }
    this.#sealed = { noted: sequence, at: clock.elapsed() }
  }

  #write(head: Head, closed: boolean): void {
    writeHead(this.#parts.profile, this.#kept(head, closed), this.#parts.key)
  }

  #kept({ sequence, hash }: Head, closed: boolean): KeptHead {
    return { sequence, hash, closed, ...this.#parts.beside({ sequence, hash }) }
  }
}

const notKept = 'the head of the audit trail could not be kept'
