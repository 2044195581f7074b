/**
 * Autosave: turns the automatic saving of a server off and on, and never leaves it off.
 *
 * A journal is written before `save-off` is sent and deleted only when `save-on` is confirmed. After a crash, `repair`
 * reads the journal at the next connection and turns saving on.
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { GatewayError } from '@contract/gateway-error.js'
import type { Clock } from '../../../gateway/ports/runtime.js'
import { writeAtomically } from '../../../storage/profile.js'
import type { Console } from '../ports.js'
import { backupProblems } from './backup-problems.js'

const offReplies = ['Automatic saving is now disabled', 'Turned off world auto-saving']
const onReplies = ['Automatic saving is now enabled', 'Turned on world auto-saving']
const alreadyOff = ['Saving is already turned off', 'Saving is already turned off.']
const alreadyOn = ['Saving is already turned on', 'Saving is already turned on.']

/** Name of the journal in the store of a server. */
export const savingJournal = 'saving-off.json'

/** Milliseconds. */
const switchTimeout = 30_000
const flushTimeout = 300_000

/** Attempts after an unexpected reply: another connection may have received ours. */
const maxTries = 3

interface Journal {
  /** Saving was off before the backup, so it stays off. */
  readonly wasOff?: true
}

export class Autosave {
  readonly #console: Console
  readonly #file: string
  readonly #prefix: string

  /** @param file of the journal @param prefix `minecraft:` where plugins replace commands */
  constructor(console: Console, file: string, prefix: '' | 'minecraft:' = '') {
    this.#console = console
    this.#file = file
    this.#prefix = prefix
  }

  /** Whether saving is off because of a backup, or its state is unknown. */
  get isPending(): boolean {
    return existsSync(this.#file)
  }

  /** @throws GatewayError; the caller must still call `on` */
  async off(): Promise<void> {
    // An existing journal means that saving is already off because of a backup.
    const earlier = this.isPending ? this.#read() : undefined
    if (!earlier) this.#writeJournal({})
    const reply = await this.#run('save-off', switchTimeout)
    if (alreadyOff.includes(reply)) this.#writeJournal(earlier ?? { wasOff: true })
    else if (!offReplies.includes(reply)) throw unknownReply('save-off', reply)
  }

  /** Writes the world to disk. @throws GatewayError */
  async flush(signal?: AbortSignal): Promise<void> {
    const reply = await this.#run('save-all flush', flushTimeout, signal)
    if (!/Saved the (?:game|world)$/u.test(reply)) throw unknownReply('save-all flush', reply)
  }

  /**
   * @returns whether the server confirmed that saving is on; it stays off where it was off before
   * @throws GatewayError when the server does not confirm it; the journal is then kept
   */
  async on(): Promise<boolean> {
    if (!this.isPending) return false
    const { wasOff = false } = this.#read()
    if (!wasOff) await this.#switchOn()
    rmSync(this.#file, { force: true })
    return !wasOff
  }

  async #switchOn(): Promise<void> {
    let reply = ''
    for (let tries = 0; tries < maxTries; tries++) {
      reply = await this.#run('save-on', switchTimeout)
      if (onReplies.includes(reply) || alreadyOn.includes(reply)) return
    }
    throw unknownReply('save-on', reply)
  }

  async #run(command: string, timeoutMs: number, signal?: AbortSignal): Promise<string> {
    const reply = await this.#console.run(`${this.#prefix}${command}`, { timeoutMs, ...(signal && { signal }) })
    return reply
      .slice(0, 1_024)
      .replaceAll(/\u00a7./gu, '')
      .trim()
  }

  #writeJournal(journal: Journal): void {
    mkdirSync(path.dirname(this.#file), { recursive: true, mode: 0o700 })
    writeAtomically(this.#file, Buffer.from(JSON.stringify(journal)), 0o600)
  }

  /** A journal that cannot be read counts as present: saving is turned on. */
  #read(): Journal {
    try {
      return JSON.parse(readFileSync(this.#file, 'utf8')) as Journal
    } catch {
      return {}
    }
  }
}

const unknownReply = (command: string, reply: string): GatewayError =>
  new GatewayError('PROTOCOL.INVALID_RESPONSE', {
    message: 'The server gave an unexpected reply to a command.',
    suggestion: 'Read the reply. Check with save-on that the server saves.',
    details: { why: 'backup-unknown-reply', command, reply: reply.slice(0, 200) },
    hasProviderText: true,
  })

/**
 * Ends an operation during which the server does not save.
 *
 * A disk that no longer responds blocks a read for ever, and nothing can end that read. So the caller continues
 * without it, and can turn saving on.
 *
 * Milliseconds without a step.
 */
export const maxStillMs = 60_000

/** Milliseconds in all: a server that crashes meanwhile loses everything since it last saved. */
export const maxUnsavedMs = 2 * 3_600_000

/** Milliseconds in which cancelled work may end by itself, before nobody waits for it any more. */
export const maxCancelMs = 2_000

/**
 * @param act calls `step` at least after each piece of work; it throws once the limit is reached
 * @param signal ends the work at its next step, or without it when that does not come
 * @throws GatewayError when there was no step for a minute, or after two hours; the reason of the signal
 */
export async function withTimeLimit<Result>(
  clock: Clock,
  act: (step: () => void) => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  const started = clock.elapsed()
  let last = started
  let stop = () => {}
  let isOver = false
  let abort = () => {}
  const over = new Promise<never>((_, reject) => {
    abort = () => {
      stop()
      stop = clock.after(maxCancelMs, () => {
        isOver = true
        reject(signal?.reason)
      })
    }
    const look = () => {
      const now = clock.elapsed()
      const left = Math.min(last + maxStillMs, started + maxUnsavedMs) - now
      if (left > 0) {
        stop = clock.after(left, look)
        return
      }
      isOver = true
      reject(now - last >= maxStillMs ? backupProblems.stalled() : backupProblems.tooLong())
    }
    look()
  })
  if (signal?.aborted) abort()
  signal?.addEventListener('abort', abort)
  const step = () => {
    signal?.throwIfAborted()
    if (isOver) throw backupProblems.tooLong()
    last = clock.elapsed()
  }
  const result = act(step)
  // What still runs after the limit ends at its next step; nobody waits for it.
  result.catch(() => undefined)
  try {
    return await Promise.race([result, over])
  } finally {
    signal?.removeEventListener('abort', abort)
    stop()
  }
}
