/**
 * Settings store: what a person chose, in one JSON file through lowdb.
 *
 * No file is ever destroyed: one that cannot be read is set aside under a name of its own, and the copy of the last good
 * one takes its place. A file that a person edits is read again while the program runs; what is wrong with it is said,
 * and what held before goes on holding.
 */
import { copyFileSync, existsSync, readFileSync, renameSync } from 'node:fs'
import path from 'node:path'
import { LowSync, type SyncAdapter } from 'lowdb'
import { GatewayError } from '../contract/gateway-error.js'
import { defaultSettings, type Settings, type SettingsProblem } from '../contract/settings.js'
import { Emitter } from '../gateway/emitter.js'
import type { Clock, Log } from '../gateway/ports.js'
import { keepReferences } from '../policy/setting-references.js'
import { watchFile } from './file-watch.js'
import { writePrivateFile } from './profile.js'
import {
  createUnderstand,
  type Environment,
  type IsConfig,
  type Understand,
  type Understood,
} from './settings-document.js'
import { currentVersion } from './settings-migrations.js'

export const settingsFile = 'settings.json'

type Raw = Readonly<Record<string, unknown>>

/** A file of JSON, private, written whole, with a copy of the last good one beside it. */
class PrivateJsonFile implements SyncAdapter<Raw> {
  readonly file: string
  /** What it held when it was last read or written. */
  text = ''

  constructor(file: string) {
    this.file = file
  }

  /** Reading is understanding, and that is the store's. */
  read(): Raw | null {
    return null
  }

  write(raw: Raw): void {
    const text = `${JSON.stringify(raw, null, 2)}\n`
    writePrivateFile(this.file, text)
    this.text = text
  }

  /** @throws Error when there can be no copy; what was chosen is written all the same */
  copy(): void {
    writePrivateFile(this.backup, this.text)
  }

  get backup(): string {
    return `${this.file}.backup`
  }
}

/** What the settings of a profile say, for who only looks: nothing is mended. Undefined when they cannot be read. */
export function readSettings(profile: string, isConfig: IsConfig): Settings | undefined {
  const text = textOf(path.join(profile, settingsFile))
  if (text === undefined) return defaultSettings
  const understood = createUnderstand(isConfig, process.env)(text)
  return understood.ok ? understood.settings : undefined
}

export interface SettingsStoreOptions {
  readonly profile: string
  readonly isConfig: IsConfig
  readonly clock: Clock
  readonly log: Log
  readonly environment: Environment
}

export class SettingsStore {
  readonly #understand: Understand
  readonly #clock: Clock
  readonly #log: Log
  readonly #file: PrivateJsonFile
  /** What is written; references are still references there. */
  readonly #raw: LowSync<Raw>
  #settings: Settings = defaultSettings
  #problem: SettingsProblem | undefined
  /** The file holds what a person wrote and nobody can read: it is set aside before it is written over. */
  #spoilt = false
  #isUnwritable = false
  /** Stream-safe mode is on though that could not be written: nobody on a stream waits for a disk. */
  #isCoveredUnsaved = false
  readonly #onDidChange = new Emitter<Settings>()
  readonly onDidChange = this.#onDidChange.on
  readonly #onDidMeetProblem = new Emitter<SettingsProblem | undefined>()
  /** Undefined once it is mended. */
  readonly onDidMeetProblem = this.#onDidMeetProblem.on

  constructor({ profile, isConfig, clock, log, environment }: SettingsStoreOptions) {
    this.#understand = createUnderstand(isConfig, environment)
    this.#clock = clock
    this.#log = log
    this.#file = new PrivateJsonFile(path.join(profile, settingsFile))
    this.#raw = new LowSync(this.#file, {})
    this.#open()
  }

  get(): Settings {
    return this.#settings
  }

  get file(): string {
    return this.#file.file
  }

  get problem(): SettingsProblem | undefined {
    return this.#problem
  }

  /** The last change was refused because the file could not be written. */
  get isUnwritable(): boolean {
    return this.#isUnwritable
  }

  /**
   * False, and nothing changed, when the result would not be settings or cannot be written. Stream-safe mode alone goes
   * on all the same.
   */
  change(change: Partial<Settings>): boolean {
    const next = { ...this.#settings, ...change }
    if (Object.values<unknown>(next).includes(undefined)) return false
    const before = this.#isCoveredUnsaved ? { ...this.#settings, streamSafe: false } : this.#settings
    const raw = { ...(keepReferences(this.#raw.data, before, next) as Raw), version: currentVersion }
    const understood = this.#understand(JSON.stringify(raw))
    this.#isUnwritable = false
    if (!understood.ok || !this.#understand(JSON.stringify(next)).ok) return false
    if (!this.#write(raw)) {
      if (change.streamSafe) this.#coverUnsaved()
      return false
    }
    this.#isCoveredUnsaved = false
    this.#settings = next
    this.#onDidChange.emit(next)
    return true
  }

  /** Follows what a person writes into the file. @returns the function that stops it */
  watch(): () => void {
    return watchFile(this.#file.file, this.#clock, () => this.#reload())
  }

  #write(raw: Raw): boolean {
    const held = this.#raw.data
    try {
      if (this.#spoilt) this.#setAside()
      this.#raw.data = raw
      this.#raw.write()
    } catch (error) {
      this.#raw.data = held
      this.#isUnwritable = true
      this.#log.error('the settings could not be written', { file: this.#file.file, error: `${error}` })
      return false
    }
    try {
      this.#file.copy()
    } catch (error) {
      this.#log.error('the settings have no copy', { file: this.#file.backup, error: `${error}` })
    }
    return true
  }

  #coverUnsaved(): void {
    if (this.#settings.streamSafe) return
    this.#isCoveredUnsaved = true
    this.#settings = { ...this.#settings, streamSafe: true }
    this.#onDidChange.emit(this.#settings)
  }

  #open(): void {
    const text = textOf(this.#file.file)
    if (text === undefined) return
    const understood = this.#understand(text)
    if (understood.ok) return this.#take(text, understood)
    const aside = this.#setAside()
    const kept = textOf(this.#file.backup)
    const last = kept === undefined ? undefined : this.#understand(kept)
    if (kept !== undefined && last?.ok) {
      this.#take(kept, last)
      copyFileSync(this.#file.backup, this.#file.file)
    }
    const instead = last?.ok ? 'the last good ones are used' : 'the defaults are used'
    this.#say(aside, {
      message: `The settings could not be read: ${instead}. ${understood.why}`,
      suggestion: 'Nothing is lost: the file was set aside. Mend it and put it back, or choose again in the window.',
    })
  }

  #reload(): void {
    const text = textOf(this.#file.file)
    if (text === undefined || text === this.#file.text) return
    const understood = this.#understand(text)
    if (!understood.ok) {
      this.#spoilt = true
      this.#say(this.#file.file, {
        message: `The settings file was changed and cannot be read, so what held before still holds. ${understood.why}`,
        suggestion: 'Mend the file; it is read again as soon as it is saved.',
      })
      return
    }
    this.#spoilt = false
    this.#mended()
    this.#take(text, understood)
    this.#log.info('the settings file was changed, and is in use')
    this.#onDidChange.emit(this.#settings)
  }

  #take(text: string, understood: Extract<Understood, { ok: true }>): void {
    const { raw, settings, missing, from } = understood
    if (from !== undefined) writePrivateFile(`${this.#file.file}.version-${from}`, text)
    this.#raw.data = raw
    this.#file.text = text
    if (settings.streamSafe) this.#isCoveredUnsaved = false
    this.#settings = this.#isCoveredUnsaved ? { ...settings, streamSafe: true } : settings
    if (textOf(this.#file.backup) !== text) writePrivateFile(this.#file.backup, text)
    if (missing.length === 0) return
    this.#say(this.#file.file, {
      message: `The settings name variables that are not set: ${missing.join(', ')}. What names them has its default.`,
      suggestion: 'Set them where Gatehouse is started and start it again, or write the value into the file.',
    })
  }

  #mended(): void {
    if (!this.#problem) return
    this.#problem = undefined
    this.#onDidMeetProblem.emit(undefined)
  }

  /** @returns where the file is now */
  #setAside(): string {
    const { file } = this.#file
    const day = this.#clock.now().toISOString().replace(/[:.]/gu, '-')
    let aside = `${file}.broken-${day}`
    for (let copy = 2; existsSync(aside); copy += 1) aside = `${file}.broken-${day}-${copy}`
    renameSync(file, aside)
    this.#spoilt = false
    return aside
  }

  #say(file: string, said: { readonly message: string; readonly suggestion: string }): void {
    this.#log.error('the settings have a problem', { file, problem: said.message })
    this.#problem = { error: new GatewayError('PROTOCOL.SCHEMA_VALIDATION_FAILED', said).toContract(), file }
    this.#onDidMeetProblem.emit(this.#problem)
  }
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    return ''
  }
}
