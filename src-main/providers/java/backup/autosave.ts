/**
 * Autosave: switches the saving of a server off and on again, and never leaves it off.
 *
 * A journal is on disk before `save-off` is sent and goes only when `save-on` is confirmed: a crash anywhere leaves the
 * journal, and `repair` at the next connection switches saving on.
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { GatewayError } from '../../../contract/gateway-error.js'
import { writeWhole } from '../../../storage/profile.js'
import type { Console } from '../console.js'

const offReplies = ['Automatic saving is now disabled', 'Turned off world auto-saving']
const onReplies = ['Automatic saving is now enabled', 'Turned on world auto-saving']
const alreadyOff = ['Saving is already turned off', 'Saving is already turned off.']
const alreadyOn = ['Saving is already turned on', 'Saving is already turned on.']

/** Of the journal, in the store of a server. */
export const savingJournal = 'saving-off.json'

/** Milliseconds. */
const switchTimeout = 30_000
const flushTimeout = 300_000

/** How often a reply that does not fit is asked for again: another connection may have taken ours. */
const mostTries = 3

interface Journal {
  /** It was off before us, so it stays off. */
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

  /** Saving is off because of us, or nobody knows. */
  get isPending(): boolean {
    return existsSync(this.#file)
  }

  /** @throws GatewayError; then `on` is to be called all the same */
  async off(): Promise<void> {
    // A journal that is there already says that it is off because of us.
    const earlier = this.isPending ? this.#read() : undefined
    if (!earlier) this.#keep({})
    const reply = await this.#run('save-off', switchTimeout)
    if (alreadyOff.includes(reply)) this.#keep(earlier ?? { wasOff: true })
    else if (!offReplies.includes(reply)) throw unknownReply('save-off', reply)
  }

  /** Has the world on disk. @throws GatewayError */
  async flush(signal?: AbortSignal): Promise<void> {
    const reply = await this.#run('save-all flush', flushTimeout, signal)
    if (!/Saved the (?:game|world)$/u.test(reply)) throw unknownReply('save-all flush', reply)
  }

  /** @throws GatewayError when it is not confirmed; then the journal stays */
  async on(): Promise<void> {
    if (!this.isPending) return
    if (!this.#read().wasOff) await this.#switchOn()
    rmSync(this.#file, { force: true })
  }

  async #switchOn(): Promise<void> {
    let reply = ''
    for (let tries = 0; tries < mostTries; tries++) {
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

  #keep(journal: Journal): void {
    mkdirSync(path.dirname(this.#file), { recursive: true, mode: 0o700 })
    writeWhole(this.#file, Buffer.from(JSON.stringify(journal)), 0o600)
  }

  /** One that can't be read says nothing: then saving is switched on. */
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
    theirs: true,
  })
