/**
 * Checkpoint writer: writes the last row of the trail to a file, and to the credential store that this file exists.
 *
 * Guards invariant 1: rows are on disk before a checkpoint names them, and the checkpoint before its seal. If it cannot
 * be written, actions stop (`ensureCheckpointWritten`) until it can: otherwise rows could be cut off unnoticed.
 */
import { open } from 'node:fs/promises'
import path from 'node:path'
import type { Clock, Log } from '../../gateway/ports/runtime.js'
import type { Head } from './chain.js'
import { type Checkpoint, type CheckpointSeal, writeHead, writeHeadSoon } from './checkpoint.js'
import { auditFile } from './trail-file.js'

/** Delay in milliseconds between a row and its checkpoint: with the disk 250 at most. */
const writeDelayMs = 150
/** Milliseconds before a failed checkpoint is retried. */
const retryMs = 2_000
/** Milliseconds between two seals: the credential store does not support frequent writes. */
const sealMs = 60_000

/** The checkpoint cannot be written. */
export class CheckpointNotWrittenError extends Error {}

export interface CheckpointWriterDependencies {
  readonly profile: string
  readonly clock: Clock
  readonly log: Log
  readonly key: string | undefined
  readonly seal: CheckpointSeal | undefined
  /** The last row. */
  readonly head: () => Head
  /** The last row that survives a power failure, according to SQLite. */
  readonly durable: () => Head
  /** Data stored with the checkpoint. */
  readonly extraFor: (head: Head) => Pick<Checkpoint, 'known' | 'settled'>
  /** Notifies when the checkpoint cannot be written, and when it can again. */
  readonly onDidChange: (failure: CheckpointNotWrittenError | undefined) => void
}

export class CheckpointWriter {
  readonly #deps: CheckpointWriterDependencies
  #cancelWrite: (() => void) | undefined
  #isWriting = false
  #isBehind = false
  #failure: CheckpointNotWrittenError | undefined
  /** Row of the checkpoint at the last seal, which the next seal names; and monotonic time of that seal. */
  #sealed = { noted: 0, at: 0 }
  #signed: boolean
  #closed = false

  /** @param signed whether the existing checkpoint is signed */
  constructor(deps: CheckpointWriterDependencies, signed: boolean) {
    this.#deps = deps
    this.#signed = signed
  }

  get signed(): boolean {
    return this.#signed
  }

  get failure(): CheckpointNotWrittenError | undefined {
    return this.#failure
  }

  /** Writes the checkpoint and waits for the disk; a failure is reported and retried. */
  writeNow(): void {
    const head = this.#deps.durable()
    try {
      this.#write(head, false)
    } catch (error) {
      this.#failed(error)
      return
    }
    this.#signed = this.#deps.key !== undefined
    this.#seal(head.sequence)
    this.#succeeded()
  }

  /** Schedules a checkpoint of the last row. */
  scheduleWrite(): void {
    if (this.#isWriting) this.#isBehind = true
    else this.#schedule(writeDelayMs)
  }

  /** Retries a failed write. @throws CheckpointNotWrittenError when it fails again */
  ensureCheckpointWritten(): void {
    if (!this.#failure) return
    this.writeNow()
    if (this.#failure) throw this.#failure
  }

  /** Stops; only the last checkpoint is still written. */
  stop(): void {
    this.#closed = true
    this.#cancelWrite?.()
  }

  /** The checkpoint of a trail that was closed normally, when all of it is on disk. */
  writeLast(head: Head): void {
    try {
      this.#write(head, true)
      this.#seal(head.sequence)
    } catch (error) {
      this.#deps.log.error(writeFailed, { error: `${error}` })
    }
  }

  #schedule(milliseconds: number): void {
    if (this.#closed) return
    this.#cancelWrite ??= this.#deps.clock.after(milliseconds, () => {
      this.#cancelWrite = undefined
      void this.#writeSoon()
    })
  }

  /** Never rejects. */
  async #writeSoon(): Promise<void> {
    const { key, profile } = this.#deps
    this.#isWriting = true
    this.#isBehind = false
    try {
      const head = this.#checkpointOf(await this.#onDisk(), false)
      await writeHeadSoon(profile, head, key, () => !this.#closed)
      if (this.#closed) return
      this.#sealNow(head.sequence)
      this.#succeeded()
    } catch (error) {
      this.#failed(error)
    } finally {
      this.#isWriting = false
      if (this.#isBehind) this.scheduleWrite()
    }
  }

  /** The last row when it is on disk; SQLite syncs only for actions. */
  async #onDisk(): Promise<Head> {
    const { durable, head, profile } = this.#deps
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
    this.#failure = new CheckpointNotWrittenError(`The checkpoint of the audit log cannot be written (${error}).`)
    if (isNew && !this.#closed) {
      this.#deps.log.error(writeFailed, { error: `${error}` })
      this.#deps.onDidChange(this.#failure)
    }
    this.#schedule(retryMs)
  }

  #succeeded(): void {
    if (!this.#failure) return
    this.#failure = undefined
    if (!this.#closed) this.#deps.onDidChange(undefined)
  }

  /** One minute behind: the seal must not be ahead of a checkpoint lost in a power failure. */
  #sealNow(noted: number): void {
    const { clock } = this.#deps
    const { noted: before, at } = this.#sealed
    if (clock.elapsed() - at < sealMs) return
    this.#seal(before)
    this.#sealed = { noted, at: clock.elapsed() }
  }

  #seal(sequence: number): void {
    const { key, seal, clock, log } = this.#deps
    if (key === undefined || !seal) return
    try {
      seal.write(sequence)
    } catch (error) {
      log.warn('the head of the audit trail could not be sealed', { error: `${error}` })
    }
    this.#sealed = { noted: sequence, at: clock.elapsed() }
  }

  #write(head: Head, closed: boolean): void {
    writeHead(this.#deps.profile, this.#checkpointOf(head, closed), this.#deps.key)
  }

  #checkpointOf({ sequence, hash }: Head, closed: boolean): Checkpoint {
    return { sequence, hash, closed, ...this.#deps.extraFor({ sequence, hash }) }
  }
}

const writeFailed = 'the head of the audit trail could not be kept'
