/**
 * Chapters: marks in the recording of OBS, at actions of an AI and where the owner asks for one.
 *
 * Only OBS 30.2 and newer can, and only in the format *Hybrid MP4*: that is found out once for each recording, and shown
 * rather than tried again. Enforces invariant 8: a name is a fixed text of ours, since it stays in the file.
 */
import type { ChapterSupport } from '@shared/streaming/obs.js'
import type { AppLanguage } from '@shared/text/language.js'
import { coreNameKey } from '@shared/words/core-words.js'
import en from '@shared/words/en.json' with { type: 'json' }
import zh from '@shared/words/zh.json' with { type: 'json' }
import type { Clock } from '../../gateway/ports/runtime.js'
import { type ObsCall, ObsRefusal, obsCodes } from './obs-requests.js'

/** Milliseconds between two chapters: a viewer cannot tell nearer ones apart. */
export const minChapterMs = 1_000

type Names = Readonly<Record<string, { readonly name: string }>>
const names: Readonly<Record<AppLanguage, Names>> = { en: en.capabilities, zh: zh.capabilities }
const others: Readonly<Record<AppLanguage, string>> = { en: 'an action', zh: '一个动作' }
const marks: Readonly<Record<AppLanguage, string>> = { en: 'Mark', zh: '标记' }

/** The built-in name of an action; an action of a service has no text of ours. */
export function chapterOf(capabilityId: string, language: AppLanguage): string {
  const ours = coreNameKey(capabilityId) && names[language][capabilityId.replaceAll('.', '_')]?.name
  return `AI: ${ours ?? others[language]}`
}

export const markIn = (language: AppLanguage): string => marks[language]

export interface ChaptersOptions {
  readonly clock: Pick<Clock, 'elapsed'>
  readonly call: () => ObsCall
  /** A file is being written. */
  readonly isWriting: () => boolean
  readonly onChange: () => void
}

export class Chapters {
  readonly #options: ChaptersOptions
  #lastAt = Number.NEGATIVE_INFINITY
  #support: ChapterSupport = 'unknown'

  constructor(options: ChaptersOptions) {
    this.#options = options
  }

  get support(): ChapterSupport {
    return this.#support
  }

  /** @param canCreate whether this OBS knows the request */
  connected(canCreate: boolean): void {
    this.#set(canCreate ? 'unknown' : 'too-old')
  }

  /** The format may be another one now. */
  recordingStarted(): void {
    if (this.#support !== 'too-old') this.#set('unknown')
  }

  /** @returns whether the recording has it; never rejects */
  async add(chapterName: string): Promise<boolean> {
    const { clock, call, isWriting } = this.#options
    const now = clock.elapsed()
    const isPossible = this.#support === 'unknown' || this.#support === 'works'
    if (!isPossible || !isWriting() || now - this.#lastAt < minChapterMs) return false
    this.#lastAt = now
    try {
      await call()('CreateRecordChapter', { chapterName })
      this.#set('works')
      return true
    } catch (refusal) {
      // A recording that was paused meanwhile is refused by the same code.
      const isFormat = refusal instanceof ObsRefusal && refusal.code === obsCodes.processingFailed && isWriting()
      if (isFormat) this.#set('wrong-format')
      return false
    }
  }

  #set(support: ChapterSupport): void {
    if (support === this.#support) return
    this.#support = support
    this.#options.onChange()
  }
}
