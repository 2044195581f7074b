/**
 * Settings store: what a person chose, in one JSON file through lowdb.
 *
 * A file that cannot be read is set aside, and the copy of the last good one takes its place: nothing is lost.
 */
import { existsSync, readFileSync, renameSync } from 'node:fs'
import path from 'node:path'
import type { Ajv } from 'ajv'
import { LowSync, type SyncAdapter } from 'lowdb'
import { defaultSettings, fingerprintPattern, type Settings } from '../contract/settings.js'
import { Emitter } from '../gateway/emitter.js'
import type { Log } from '../gateway/ports.js'
import { writePrivateFile } from './profile.js'

export const settingsFile = 'settings.json'

const settingsSchema = {
  type: 'object',
  required: ['language', 'theme', 'servers', 'demoWorld'],
  properties: {
    language: { enum: ['system', 'en', 'zh'] },
    theme: { enum: ['system', 'light', 'dark'] },
    demoWorld: { type: 'boolean' },
    taintedMediumAsks: { type: 'boolean' },
    panicStopsReading: { type: 'boolean' },
    panicShortcut: { type: 'string', maxLength: 64 },
    servers: {
      type: 'array',
      maxItems: 1_000,
      items: {
        type: 'object',
        required: ['id', 'name', 'address'],
        properties: {
          id: { type: 'string', minLength: 1, maxLength: 256 },
          name: { type: 'string', minLength: 1, maxLength: 64 },
          address: { type: 'string', pattern: '^wss?://', maxLength: 256 },
          certificate: { type: 'string', pattern: fingerprintPattern },
        },
      },
    },
  },
}

/** A file of JSON, private, written whole, with a copy of the last good one beside it. */
class PrivateJsonFile implements SyncAdapter<Settings> {
  readonly #file: string
  readonly #isSettings: (value: unknown) => value is Settings
  readonly #log: Log

  constructor(file: string, isSettings: (value: unknown) => value is Settings, log: Log) {
    this.#file = file
    this.#isSettings = isSettings
    this.#log = log
  }

  read(): Settings | null {
    const current = this.#parse(this.#file)
    if (current || !existsSync(this.#file)) return current
    renameSync(this.#file, `${this.#file}.broken`)
    this.#log.error('the settings could not be read; the last good ones are used', { file: `${this.#file}.broken` })
    return this.#parse(`${this.#file}.backup`)
  }

  write(settings: Settings): void {
    const text = `${JSON.stringify(settings, null, 2)}\n`
    writePrivateFile(this.#file, text)
    writePrivateFile(`${this.#file}.backup`, text)
  }

  #parse(file: string): Settings | null {
    return parsed(file, this.#isSettings)
  }
}

function parsed(file: string, isSettings: (value: unknown) => value is Settings): Settings | null {
  try {
    const stored: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return null
    const value: unknown = { ...defaultSettings, ...stored }
    return isSettings(value) ? value : null
  } catch {
    return null
  }
}

/** What the settings of a profile say, for who only looks: nothing is mended. Undefined when they cannot be read. */
export function readSettings(profile: string, ajv: Ajv): Settings | undefined {
  const file = path.join(profile, settingsFile)
  return existsSync(file) ? (parsed(file, ajv.compile<Settings>(settingsSchema)) ?? undefined) : defaultSettings
}

export class SettingsStore {
  readonly #database: LowSync<Settings>
  readonly #isSettings: (value: unknown) => value is Settings
  readonly #onDidChange = new Emitter<Settings>()
  readonly onDidChange = this.#onDidChange.on

  constructor(profile: string, ajv: Ajv, log: Log) {
    this.#isSettings = ajv.compile<Settings>(settingsSchema)
    const file = new PrivateJsonFile(path.join(profile, settingsFile), this.#isSettings, log)
    this.#database = new LowSync(file, defaultSettings)
    this.#database.read()
  }

  get(): Settings {
    return this.#database.data
  }

  /** False, and nothing changed, when the result would not be settings. */
  change(change: Partial<Settings>): boolean {
    const next = { ...this.#database.data, ...change }
    if (!this.#isSettings(next)) return false
    this.#database.data = next
    this.#database.write()
    this.#onDidChange.emit(next)
    return true
  }
}
