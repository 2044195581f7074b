/**
 * Services store: the services of a profile, in `services.json`.
 *
 * An invalid file is never overwritten: the previous content stays active, and the error is reported with its line. So
 * does the previous entry of a service or part that cannot be read: a typing error must not cost its acceptances and
 * its sign-in. An entry that a person has yet to correct is not replaced, only removed. The file is reloaded when a person edits it.
 */
import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { canonical } from '@contract/json/canonical-json.js'
import { serviceError } from '@contract/service-error.js'
import {
  type ServiceConfig,
  type ServicesConfig,
  type ServicesProblem,
  type ServicesReading,
  withDefaults,
} from '@shared/servers/service.js'
import { applyEdits, type FormattingOptions, modify } from 'jsonc-parser'
import { Emitter } from '../../gateway/ports/emitter.js'
import type { Clock, Log } from '../../gateway/ports/runtime.js'
import { watchFile } from '../file-watch.js'
import { writePrivateFile } from '../profile.js'

export const servicesFile = 'services.json'

export interface ServicesStoreOptions {
  /** Absolute path. */
  readonly file: string
  readonly read: (text: string) => ServicesReading
  readonly clock: Clock
  readonly log: Log
  /** A file that must exist, as of `--services FILE`. */
  readonly required?: boolean
}

/** Maximum bytes; a larger file is not read. */
const maxFileBytes = 4 * 1024 * 1024

export const servicesFileOf = (profile: string): string => path.join(profile, servicesFile)

export class ServicesStore {
  readonly file: string
  readonly #options: ServicesStoreOptions
  #text = ''
  #config: ServicesConfig = withDefaults({})
  #problems: readonly ServicesProblem[] = []
  /** The file is invalid. */
  #isBroken = false
  /** The file is missing or empty, so that nothing of a person is overwritten. */
  #isGone = false
  readonly #onDidChange = new Emitter<ServicesConfig>()
  readonly onDidChange = this.#onDidChange.on
  readonly #onDidChangeProblems = new Emitter<readonly ServicesProblem[]>()
  /** Emits the current errors; an empty list when they are fixed. */
  readonly onDidChangeProblems = this.#onDidChangeProblems.on

  constructor(options: ServicesStoreOptions) {
    this.file = options.file
    this.#options = options
    this.#reload()
  }

  get(): ServicesConfig {
    return this.#config
  }

  /** Whether the file has a content. Without one, nobody said that there are no services. */
  get isPresent(): boolean {
    return !this.#isGone
  }

  get problems(): readonly ServicesProblem[] {
    return this.#problems
  }

  /**
   * Adds, changes or removes services, all or nothing.
   *
   * @throws GatewayError 1001 when the file or the entry in it is invalid, or it cannot be written, 1002 when a service would be invalid
   */
  change(changes: readonly ServiceChange[]): void {
    this.#reload()
    if (this.#isBroken && !this.#isGone) throw serviceError(1001, this.#errorOptions(this.#problems[0]))
    const beingCorrected = this.#problems.find(({ service }) =>
      changes.some(([name, config]) => name === service && config !== undefined),
    )
    if (beingCorrected) throw serviceError(1001, this.#errorOptions(beingCorrected))
    const text = withServices(this.#text, changes)
    const reading = this.#options.read(text)
    if (!reading.ok) throw serviceError(1002, this.#errorOptions(reading.problem))
    const names = new Set(changes.map(([name]) => name))
    const problem = reading.problems.find(({ service }) => service !== undefined && names.has(service))
    if (problem) throw serviceError(1002, this.#errorOptions(problem))
    const isAsRequested = changes.every(([name, config]) => isSame(ownService(reading.config, name), config))
    if (!isAsRequested) throw serviceError(1002, { message: 'The change could not be made in the file.' })
    try {
      writePrivateFile(this.file, text)
    } catch (error) {
      throw serviceError(1001, {
        message: `The file ${this.file} cannot be written (${(error as NodeJS.ErrnoException).code ?? error}).`,
        suggestion: 'Check the disk and the permissions of the file.',
      })
    }
    this.#apply(text, reading)
  }

  /** Watches the file for edits. @returns the function that stops it */
  watch(): () => void {
    return watchFile(this.file, this.#options.clock, () => this.#reload())
  }

  #reload(): void {
    const text = this.#readText()
    this.#isGone = text === undefined || (typeof text === 'string' && text.trim() === '')
    if (typeof text === 'object') return this.#refuse(text)
    if (text === undefined && this.#text === '') return this.#accept()
    if (text === this.#text && !this.#isBroken && !this.#isGone) return
    if (text === undefined || (this.#isGone && !this.#options.required)) {
      return this.#refuse(unreadable(text === undefined ? 'The file is missing.' : 'The file is empty.'))
    }
    const reading = this.#options.read(text)
    if (!reading.ok) return this.#refuse(reading.problem)
    this.#apply(text, reading)
  }

  /** @returns undefined when it is missing; the reason when it cannot be read */
  #readText(): string | undefined | ServicesProblem {
    try {
      if (statSync(this.file).size > maxFileBytes) return unreadable('The file is larger than 4 MB.')
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(this.file))
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'ENOENT' && !this.#options.required) return undefined
      return unreadable(
        code?.startsWith('E') && !code.startsWith('ERR_')
          ? `The file cannot be read (${code}).`
          : 'The file is not UTF-8 text.',
      )
    }
  }

  /** Of a profile without services: the file was never there, or an unread one is gone. */
  #accept(): void {
    this.#isBroken = false
    this.#setProblems([])
  }

  #refuse(problem: ServicesProblem): void {
    this.#isBroken = true
    this.#setProblems([problem])
  }

  #apply(text: string, { config: read, problems }: Extract<ServicesReading, { ok: true }>): void {
    const config = withKept(read, this.#config, problems)
    this.#isBroken = false
    this.#isGone = false
    this.#text = text
    this.#setProblems(problems)
    if (isSame(config, this.#config)) return
    this.#config = config
    this.#onDidChange.emit(config)
  }

  #setProblems(problems: readonly ServicesProblem[]): void {
    if (isSame(problems, this.#problems)) return
    this.#problems = problems
    for (const problem of problems)
      this.#options.log.error('the configuration of services is not valid', { file: this.file, ...problem })
    this.#onDidChangeProblems.emit(problems)
  }

  #errorOptions(problem: ServicesProblem | undefined) {
    const { message = '', line = 1, column = 1, service } = problem ?? {}
    return {
      message: `${this.file}:${line}:${column}: ${message}`,
      details: { file: this.file, line, column, ...(service !== undefined && { service }) },
    }
  }
}

const unreadable = (message: string): ServicesProblem => ({ code: 1001, message, line: 1, column: 1 })

/** The configuration, with the previous entries in place of those that cannot be read. */
function withKept(read: ServicesConfig, before: ServicesConfig, problems: readonly ServicesProblem[]): ServicesConfig {
  const kept = problems.flatMap(({ service }) => {
    const entry = service === undefined ? undefined : ownService(before, service)
    return entry && service !== undefined ? [[service, entry] as const] : []
  })
  const isKept = (part: ServicesProblem['part']) => problems.some((one) => one.part === part)
  return {
    ...read,
    services: { ...read.services, ...Object.fromEntries(kept) },
    ...(isKept('xiaozhi') && before.xiaozhi && { xiaozhi: before.xiaozhi }),
    ...(isKept('logging') && { logging: before.logging }),
  }
}

const ownService = ({ services }: ServicesConfig, name: string): ServiceConfig | undefined =>
  Object.hasOwn(services, name) ? services[name] : undefined

const isSame = (one: unknown, other: unknown): boolean =>
  one === other || (one !== undefined && other !== undefined && canonical(one) === canonical(other))

/** The new configuration of a service; undefined removes it. */
type ServiceChange = readonly [name: string, config: ServiceConfig | undefined]

const formatting: FormattingOptions = { insertSpaces: true, tabSize: 2, eol: '\n' }

/**
 * Adds, changes or removes services in the text of `services.json`. Pure.
 *
 * Everything else keeps its formatting, order and unknown keys.
 *
 * @param text a JSON object; empty when the file is missing
 */
function withServices(text: string, changes: readonly ServiceChange[]): string {
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : ''
  let edited = text.slice(mark.length)
  if (edited.trim() === '') edited = '{}\n'
  for (const [name, config] of changes) {
    edited = applyEdits(edited, modify(edited, ['services', name], config, { formattingOptions: formatting }))
  }
  return mark + edited
}
