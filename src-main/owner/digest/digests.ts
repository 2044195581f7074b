/**
 * Digests: the daily message about what AI did, at the time and to the places that the owner chose.
 *
 * Guards "never twice": a digest is recorded before it is sent. One that could not be sent is not sent again; the log has
 * everything. A day on which AI changed nothing has none.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { DigestPlace, DigestSettings } from '@shared/program/digest.js'
import { Emitter } from '../../gateway/ports/emitter.js'
import type { Clock, Log } from '../../gateway/ports/runtime.js'
import { writePrivateFile } from '../../storage/profile.js'
import { type Digest, type DigestSources, isEmpty, readDigest } from './digest-contents.js'
import { type DigestRecord, digestDue } from './digest-schedule.js'
import { type DigestWording, digestMarkdown } from './digest-text.js'

/** Milliseconds between two looks at the clock: it may be set, and computers sleep. */
const lookMs = 60_000

/** Where a digest is posted. Rejects when it could not be. */
export interface DigestChannel {
  post(markdown: string): Promise<void>
}

export interface DigestStore {
  /** Undefined when there is none. */
  read(): DigestRecord | undefined
  /** @throws Error when it can't be written */
  write(record: DigestRecord): void
}

export function digestStoreIn(profile: string): DigestStore {
  const file = path.join(profile, 'last-digest.json')
  return {
    read() {
      try {
        const { through, day } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
        if (typeof through !== 'string') return undefined
        return { through, ...(typeof day === 'string' && { day }) }
      } catch {
        return undefined
      }
    },
    write: (record) => writePrivateFile(file, `${JSON.stringify(record)}\n`),
  }
}

export interface DigestDependencies extends DigestSources {
  readonly settings: { get(): { readonly digest: DigestSettings } }
  readonly store: DigestStore
  /** Undefined while no bot is connected. */
  readonly discord: () => DigestChannel | undefined
  readonly wording: () => DigestWording
  readonly clock: Clock
  readonly log: Log
}

export class Digests {
  readonly #deps: DigestDependencies
  #record: DigestRecord | undefined
  #isBusy = false
  #cancelLook = (): void => {}
  readonly #onDidMake = new Emitter<Digest>()
  /** A digest for a notification. */
  readonly onDidMake = this.#onDidMake.on

  constructor(deps: DigestDependencies) {
    this.#deps = deps
    this.#record = deps.store.read()
  }

  start(): void {
    const look = () => {
      this.#cancelLook = this.#deps.clock.after(lookMs, look)
      void this.#look()
    }
    look()
  }

  stop(): void {
    this.#cancelLook()
  }

  /** The digest of the last 24 hours, also when there is nothing in it. The daily one comes all the same. */
  async sendNow(): Promise<{ readonly sent: readonly DigestPlace[]; readonly failed: readonly DigestPlace[] }> {
    const now = this.#deps.clock.now()
    const since = new Date(now.getTime() - 86_400_000).toISOString()
    return this.#send(await readDigest(this.#deps, { since, until: now.toISOString() }))
  }

  async #look(): Promise<void> {
    const { settings, clock, log } = this.#deps
    const { enabled, at } = settings.get().digest
    if (this.#isBusy) return
    this.#isBusy = true
    try {
      if (!enabled) return this.#endSpan()
      const now = clock.now()
      const due = digestDue(now, at, this.#record)
      if (due.kind === 'begin') {
        const { day } = due
        this.#keep({ through: now.toISOString(), ...(day !== undefined && { day }) })
      }
      if (due.kind !== 'due') return
      const until = now.toISOString()
      this.#keep({ through: until, day: due.day })
      const digest = await readDigest(this.#deps, { since: due.since, until })
      if (!isEmpty(digest)) await this.#send(digest)
    } catch (error) {
      log.error('the digest could not be made', { error: `${error}` })
    } finally {
      this.#isBusy = false
    }
  }

  async #send(digest: Digest) {
    const { settings, discord, wording, log } = this.#deps
    const sent: DigestPlace[] = []
    const failed: DigestPlace[] = []
    for (const place of settings.get().digest.to) {
      try {
        if (place === 'notification') this.#onDidMake.emit(digest)
        else await postTo(discord(), digestMarkdown(digest, wording()))
        sent.push(place)
      } catch (error) {
        failed.push(place)
        log.warn('the digest could not be sent', { place, error: `${error}` })
      }
    }
    return { sent, failed }
  }

  #keep(record: DigestRecord): void {
    this.#deps.store.write(record)
    this.#record = record
  }

  /** Switched on again, it begins there. The day stays: switching it off and on makes no second digest. */
  #endSpan(): void {
    if (this.#record && this.#record.through !== '') this.#keep({ ...this.#record, through: '' })
  }
}

async function postTo(channel: DigestChannel | undefined, markdown: string): Promise<void> {
  if (!channel) throw new Error('No Discord bot is connected.')
  await channel.post(markdown)
}
