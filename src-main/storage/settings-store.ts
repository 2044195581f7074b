/**
 * Settings store: the user's settings, in one JSON file through lowdb.
 *
 * No file is ever destroyed: an unreadable one is renamed, and the last good copy replaces it. The file is reloaded
 * when a person edits it; errors are reported, and the previous content stays active.
 */
import { copyFileSync, existsSync, readFileSync, renameSync } from 'node:fs'
import path from 'node:path'
import { GatewayError } from '@contract/gateway-error.js'
import { defaultSettings, type Settings, type SettingsProblem } from '@shared/program/settings.js'
import { LowSync, type SyncAdapter } from 'lowdb'
import { Emitter } from '../gateway/ports/emitter.js'
import type { Clock, Log } from '../gateway/ports/runtime.js'
import { keepReferences } from '../policy/program/setting-references.js'
import { watchFile } from './file-watch.js'
import { settingsFile, writePrivateFile } from './profile.js'
import {
  createUnderstand,
  type Environment,
  type IsConfig,
  type ParsedSettings,
  type ParseSettings,
  settingsVersion,
} from './settings-document.js'

type Raw = Readonly<Record<string, unknown>>

/** A private JSON file, written atomically, with a copy of the last good content. */
class PrivateJsonFile implements SyncAdapter<Raw> {
  readonly file: string
  /** Its content when it was last read or written. */
  text = ''

  constructor(file: string) {
    this.file = file
  }

  /** The store parses the text. */
  read(): Raw | null {
    return null
  }

  write(raw: Raw): void {
    const text = `${JSON.stringify(raw, null, 2)}\n`
    writePrivateFile(this.file, text)
    this.text = text
  }

  /** @throws Error when the copy fails; the settings are written anyway */
  copy(): void {
    writePrivateFile(this.backup, this.text)
  }

  get backup(): string {
    return `${this.file}.backup`
  }
}

/** The settings of a profile, read-only and without repair. Undefined when they cannot be read. */
export function readSettings(profile: string, isConfig: IsConfig): Settings | undefined {
  const text = textOf(path.join(profile, settingsFile))
  if (text === undefined) return defaultSettings
  const parsed = createUnderstand(isConfig, process.env)(text)
  return parsed.ok ? parsed.settings : undefined
}

export interface SettingsStoreOptions {
  readonly profile: string
  readonly isConfig: IsConfig
  readonly clock: Clock
  readonly log: Log
  readonly environment: Environment
}

export class SettingsStore {
  readonly #parse: ParseSettings
  readonly #clock: Clock
  readonly #log: Log
  readonly #file: PrivateJsonFile
  /** The text to write; references stay references. */
  readonly #raw: LowSync<Raw>
  #settings: Settings = defaultSettings
  #problem: SettingsProblem | undefined
  /** The file holds an invalid edit by a person: it is renamed before it is overwritten. */
  #hasInvalidEdit = false
  #isUnwritable = false
  /** Stream-safe mode is on but could not be written: turning it on must not depend on the disk. */
  #isStreamSafeUnsaved = false
  readonly #onDidChange = new Emitter<Settings>()
  readonly onDidChange = this.#onDidChange.on
  readonly #onDidChangeProblem = new Emitter<SettingsProblem | undefined>()
  /** Undefined when it is fixed. */
  readonly onDidChangeProblem = this.#onDidChangeProblem.on

  constructor({ profile, isConfig, clock, log, environment }: SettingsStoreOptions) {
    this.#parse = createUnderstand(isConfig, environment)
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

  /** The last change was rejected because the file could not be written. */
  get isUnwritable(): boolean {
    return this.#isUnwritable
  }

  /**
   * False, without a change, when the result would be invalid or cannot be written. Only stream-safe mode is turned on
   * anyway.
   */
  change(change: Partial<Settings>): boolean {
    const next = { ...this.#settings, ...change }
    if (Object.values<unknown>(next).includes(undefined)) return false
    const before = this.#isStreamSafeUnsaved ? { ...this.#settings, streamSafe: false } : this.#settings
    const raw = { ...(keepReferences(this.#raw.data, before, next) as Raw), version: settingsVersion }
    const parsed = this.#parse(JSON.stringify(raw))
    this.#isUnwritable = false
    if (!parsed.ok || !this.#parse(JSON.stringify(next)).ok) return false
    if (!this.#write(raw)) {
      if (change.streamSafe) this.#turnStreamSafeOnUnsaved()
      return false
    }
    this.#isStreamSafeUnsaved = false
    this.#settings = next
    this.#onDidChange.emit(next)
    return true
  }

  /** Watches the file for edits. @returns the function that stops it */
  watch(): () => void {
    return watchFile(this.#file.file, this.#clock, () => this.#reload())
  }

  #write(raw: Raw): boolean {
    const previous = this.#raw.data
    try {
      if (this.#hasInvalidEdit) this.#renameInvalidFile()
      this.#raw.data = raw
      this.#raw.write()
    } catch (error) {
      this.#raw.data = previous
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

  #turnStreamSafeOnUnsaved(): void {
    if (this.#settings.streamSafe) return
    this.#isStreamSafeUnsaved = true
    this.#settings = { ...this.#settings, streamSafe: true }
    this.#onDidChange.emit(this.#settings)
  }

  #open(): void {
    const text = textOf(this.#file.file)
    if (text === undefined) return
    const parsed = this.#parse(text)
    if (parsed.ok) return this.#apply(text, parsed)
    const aside = this.#renameInvalidFile()
    const backup = textOf(this.#file.backup)
    const last = backup === undefined ? undefined : this.#parse(backup)
    if (backup !== undefined && last?.ok) {
      this.#apply(backup, last)
      copyFileSync(this.#file.backup, this.#file.file)
    }
    const instead = last?.ok ? 'the last good ones are used' : 'the defaults are used'
    this.#reportProblem(aside, {
      message: `The settings could not be read: ${instead}. ${parsed.why}`,
      suggestion:
        'Nothing is lost: the file was renamed. Repair it and put it back, or choose the settings again in the window.',
    })
  }

  #reload(): void {
    const text = textOf(this.#file.file)
    if (text === undefined || text === this.#file.text) return
    const parsed = this.#parse(text)
    if (!parsed.ok) {
      this.#hasInvalidEdit = true
      this.#reportProblem(this.#file.file, {
        message: `The settings file was changed and cannot be read, so the previous settings stay active. ${parsed.why}`,
        suggestion: 'Repair the file. Gatehouse reads it again when it is saved.',
      })
      return
    }
    this.#hasInvalidEdit = false
    this.#clearProblem()
    this.#apply(text, parsed)
    this.#log.info('the settings file was changed, and is in use')
    this.#onDidChange.emit(this.#settings)
  }

  #apply(text: string, parsed: Extract<ParsedSettings, { ok: true }>): void {
    const { raw, settings, missing } = parsed
    this.#raw.data = raw
    this.#file.text = text
    if (settings.streamSafe) this.#isStreamSafeUnsaved = false
    this.#settings = this.#isStreamSafeUnsaved ? { ...settings, streamSafe: true } : settings
    if (textOf(this.#file.backup) !== text) writePrivateFile(this.#file.backup, text)
    if (missing.length === 0) return
    this.#reportProblem(this.#file.file, {
      message: `The settings use variables that are not set: ${missing.join(', ')}. Gatehouse uses the defaults instead.`,
      suggestion: 'Set them and restart Gatehouse, or write the values into the file.',
    })
  }

  #clearProblem(): void {
    if (!this.#problem) return
    this.#problem = undefined
    this.#onDidChangeProblem.emit(undefined)
  }

  /** @returns the new path of the file */
  #renameInvalidFile(): string {
    const { file } = this.#file
    const day = this.#clock.now().toISOString().replace(/[:.]/gu, '-')
    let aside = `${file}.broken-${day}`
    for (let copy = 2; existsSync(aside); copy += 1) aside = `${file}.broken-${day}-${copy}`
    renameSync(file, aside)
    this.#hasInvalidEdit = false
    return aside
  }

  #reportProblem(file: string, problem: { readonly message: string; readonly suggestion: string }): void {
    this.#log.error('the settings have a problem', { file, problem: problem.message })
    this.#problem = { error: new GatewayError('PROTOCOL.SCHEMA_VALIDATION_FAILED', problem).toContract(), file }
    this.#onDidChangeProblem.emit(this.#problem)
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
