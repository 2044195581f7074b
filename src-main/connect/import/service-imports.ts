/**
 * Service imports: moves MCP servers of a client behind Gatehouse, and back.
 *
 * Nothing is lost: the write matches the preview, the previous bytes are kept, and a failed step reverts the earlier
 * ones. Enforces invariant 8: a key that cannot be stored in the key store stays in the client's file.
 */
import path from 'node:path'
import { GatewayError } from '@contract/gateway-error.js'
import type { ConfigProblem, DifferenceLine, ProgramId, ProgramRunning } from '@shared/clients/connection.js'
import type { ServiceConfig, ServicesConfig } from '@shared/servers/service.js'
import type { ImportEntry, ImportPreview, ImportProgram, ImportSource } from '@shared/servers/service-import.js'
import { createScanner } from 'jsonc-parser'
import type { SecretStore } from '../../gateway/ports/client-access.js'
import { keysIn } from '../../policy/services/draft-keys.js'
import { secretName, secretsIn } from '../../policy/services/service-references.js'
import { type BridgeCommand, entryName } from '../bridge-command.js'
import { claudeLocations, type UserEnvironment } from '../claude-locations.js'
import { readList } from '../client-format.js'
import { ConfigFiles, type FileEdit, type WriteNote } from '../config-file.js'
import { recipesFor } from '../recipes.js'
import { type ClientForm, formOf, ownEntry, projectOf, usualEntry } from './client-forms.js'
import { type ClientContext, NotImportableError } from './client-references.js'
import { editToUseGatehouse } from './import-edit.js'
import { type ReadEntry, readEntry } from './import-entries.js'
import { namespaceFrom, serviceNameFrom } from './import-names.js'

/** Key-store prefix of the secrets of services. */
export const serviceSecretPrefix = 'service:'

/** The services of the profile. */
export interface ServiceList {
  get(): ServicesConfig
  /** Adds all or none. @throws GatewayError */
  change(changes: readonly (readonly [name: string, config: ServiceConfig | undefined])[]): void
}

export interface ServiceImportsOptions {
  readonly profile: string
  readonly home: UserEnvironment
  readonly now: () => Date
  readonly services: ServiceList
  readonly secrets: SecretStore
  /** The command that a client runs to connect to us, with its own key. */
  readonly bridgeOf: (program: ImportProgram, name?: string) => BridgeCommand
  /** Creates the key the bridge uses. @throws GatewayError */
  readonly ensureKey: (program: ProgramId, name?: string) => void | Promise<void>
  /** Whether Claude Desktop is running. */
  readonly running: () => Promise<ProgramRunning>
}

interface ImportFile {
  readonly program: ImportProgram
  readonly file: string
}

interface Plan extends ImportFile {
  readonly entries: readonly ReadEntry[]
  readonly services: ReadonlyMap<string, string>
  /** Texts of the file that are keys. */
  readonly keys: readonly string[]
  /** Absent when there is a problem. */
  readonly form?: ClientForm
  readonly problem?: ImportSource['problem']
}

const folderName = 'client-imports'
const maxChosen = 20

export class ServiceImports {
  readonly #options: ServiceImportsOptions
  readonly #files: ConfigFiles
  readonly #isSafe = lazily(() => this.#hasKeychain())
  /** Files chosen in a dialog, or given on the command line. */
  readonly #chosen = new Set<string>()

  constructor(options: ServiceImportsOptions) {
    this.#options = options
    this.#files = new ConfigFiles(options.profile, options.now, folderName)
  }

  /** Client files with something to move, or to restore. */
  sources(): readonly ImportSource[] {
    return this.#importFiles().flatMap((place) => {
      const source = this.#sourceOf(place)
      const isWorth = source.entries.length > 0 || source.imported || source.problem || place.program === 'file'
      return isWorth ? [source] : []
    })
  }

  /** Allows reading and writing this file. */
  choose(file: string): ImportSource {
    const absolute = path.resolve(file)
    if (!this.#importFiles().some((place) => place.file === absolute)) {
      if (this.#chosen.size >= maxChosen) this.#chosen.clear()
      this.#chosen.add(absolute)
    }
    return this.#sourceOf(this.#placeOf(absolute))
  }

  /** @param names as in the file. @throws GatewayError when the file must not be edited, or nothing would change */
  async preview(file: string, names: readonly string[]): Promise<ImportPreview> {
    const plan = this.#planOf(this.#placeOf(file))
    const preview = this.#files.preview(file, this.#editOf(plan, names))
    return { ...preview, file, lines: masked(preview.lines, plan), running: await this.#runningOf(plan.program) }
  }

  /** What undoing would change. @throws GatewayError as `undo` does */
  async previewRevert(file: string): Promise<ImportPreview> {
    const plan = this.#planOf(this.#placeOf(file))
    const preview = this.#files.previewRevert(file)
    const kept = this.#files.writtenTo(file)?.backup
    const before = kept === undefined ? undefined : this.#files.textOf(kept)
    const planBefore = typeof before === 'string' ? this.#read(plan, before) : plan
    return { ...preview, file, lines: masked(preview.lines, planBefore), running: await this.#runningOf(plan.program) }
  }

  /**
   * Moves servers behind Gatehouse.
   *
   * @param expected of the preview that the person saw
   * @returns the names of the services. @throws GatewayError; then nothing has changed
   */
  async run(file: string, names: readonly string[], expected: string): Promise<readonly string[]> {
    const { services, ensureKey } = this.#options
    const place = this.#placeOf(file)
    await this.#refuseWhileRunning(place.program)
    const plan = this.#planOf(place)
    const moving = this.#movable(plan, names)
    const edit = this.#editOf(plan, names)
    if (this.#files.preview(file, edit).expected !== expected) throw changed(file)
    const added = moving.map(({ name }) => plan.services.get(name) ?? name)
    const secrets = moving.flatMap((entry) => entry.secrets)
    this.#keepSecrets(secrets)
    try {
      services.change(moving.map(({ config }, index) => [added[index] ?? '', config] as const))
      try {
        await ensureKey(place.program === 'file' ? 'other' : place.program, keyNameIn(place))
        const note = moving.map(({ name }, index) => [name, added[index] ?? ''] as const)
        this.#files.write(file, edit, expected, note)
      } catch (error) {
        services.change(added.map((name) => [name, undefined] as const))
        throw error
      }
    } catch (error) {
      this.#forgetSecrets(secrets.map(([name]) => name))
      throw error
    }
    return added
  }

  /**
   * Restores the client's file byte for byte, and removes the services that are in it again.
   *
   * @throws GatewayError; then the file is unchanged
   */
  async undo(file: string): Promise<void> {
    const { services } = this.#options
    const place = this.#placeOf(file)
    await this.#refuseWhileRunning(place.program)
    const note = this.#files.revert(file)
    const moved = this.#returnedTo(place, note)
    if (moved.length > 0) services.change(moved.map(([name]) => [name, undefined] as const))
    for (const [name, config] of moved) this.#forgetSecrets(ownSecrets(name, config))
  }

  /** Services that the restored file contains with all keys; others would be lost, so they stay. */
  #returnedTo(place: ImportFile, note: WriteNote): readonly (readonly [name: string, config: ServiceConfig])[] {
    const { secrets, services } = this.#options
    const read = this.#serversIn(place, this.#files.textOf(place.file))
    const entries = new Map(read.ok ? Object.entries(read.servers) : [])
    const references = read.ok ? read.form.references : 'none'
    const known = new Map(Object.entries(services.get().services))
    return note.flatMap(([entry, name]) => {
      const config = known.get(name)
      if (!config || !entries.has(entry)) return []
      const { namespace } = config
      const given = { name: entry, value: entries.get(entry), isOurs: false }
      const names = { service: name, namespace }
      const there = readEntry(references, given, names, this.#contextOf(place)).secrets.map(([, value]) => value)
      const kept = ownSecrets(name, config).map((secret) => secrets.get(serviceSecretPrefix + secret))
      return kept.every((value) => value === undefined || there.includes(value)) ? [[name, config] as const] : []
    })
  }

  #importFiles(): readonly ImportFile[] {
    const { home } = this.#options
    const claude = claudeLocations(home).map((place) => ({ program: 'claude-desktop' as const, file: place.path }))
    const others = (['cursor', 'vscode'] as const).flatMap((program) => {
      const recipes = recipesFor(program, { bridge: this.#options.bridgeOf(program), address: '', home })
      const files = new Set(recipes.flatMap(({ file }) => (file === undefined ? [] : [file])))
      return [...files].map((file) => ({ program, file }))
    })
    const chosen = [...this.#chosen].map((file) => ({ program: 'file' as const, file }))
    return [...claude, ...others, ...chosen]
  }

  /** @throws GatewayError for a file that is neither a client's nor chosen */
  #placeOf(file: string): ImportFile {
    const place = this.#importFiles().find((one) => one.file === file)
    if (place) return place
    throw new GatewayError('PROTOCOL.INVALID_REQUEST', {
      message: 'This is not the configuration file of a known client.',
    })
  }

  #sourceOf(place: ImportFile): ImportSource {
    const { program, file } = place
    const { entries, problem } = this.#planOf(place)
    const written = this.#files.writtenTo(file)
    return {
      program,
      file,
      entries: entries.map(shownEntry),
      ...(problem && { problem }),
      ...(written && { imported: { ...written, services: this.#files.noteOf(file).length } }),
    }
  }

  #planOf(place: ImportFile): Plan {
    return this.#read(place, this.#files.textOf(place.file))
  }

  /** The servers of a file. A person's own choice without any is a problem; a client without servers is none. */
  #serversIn({ program, file }: ImportFile, text: string | ConfigProblem | undefined) {
    if (typeof text === 'object') return { ok: false, problem: text } as const
    if (text === undefined && program === 'file') return { ok: false, problem: { kind: 'no-file' } } as const
    const recognised = formOf(program, file, text ?? '')
    if (!recognised.ok) return recognised
    const { form } = recognised
    const list = readList(text ?? '', form)
    return list.ok ? ({ ok: true, form, servers: list.servers ?? {} } as const) : list
  }

  #contextOf({ program, file }: ImportFile): ClientContext {
    const project = program === 'file' ? projectOf(file) : undefined
    return { platform: this.#options.home.platform, ...(project !== undefined && { project }) }
  }

  #read(place: ImportFile, text: string | ConfigProblem | undefined): Plan {
    const list = this.#serversIn(place, text)
    if (!list.ok) return { ...place, entries: [], services: new Map(), keys: [], problem: list.problem }
    const { form, servers } = list
    const known = this.#options.services.get().services
    const taken = { names: new Set(Object.keys(known)), namespaces: new Set(namespacesIn(known)) }
    const services = new Map<string, string>()
    const entries = Object.entries(servers).map(([name, value]): ReadEntry => {
      const isOurs = name === entryName || this.#startsGatehouse(value)
      const names = isOurs
        ? { service: name, namespace: name }
        : { service: serviceNameFrom(name, taken.names), namespace: namespaceFrom(name, taken.namespaces) }
      services.set(name, names.service)
      const entry = readEntry(form.references, { name, value, isOurs }, names, this.#contextOf(place))
      return entry.secrets.length > 0 && !this.#isSafe() ? { ...entry, stays: 'no-keychain' } : entry
    })
    return { ...place, form, entries, services, keys: keysIn(servers) }
  }

  /** Whether an entry runs our bridge, under any name. */
  #startsGatehouse(value: unknown): boolean {
    const { args } = this.#options.bridgeOf('claude-desktop')
    try {
      const given = (usualEntry(value) as { args?: unknown } | null)?.args
      return Array.isArray(given) && given[0] === args[0]
    } catch (thrown) {
      if (thrown instanceof NotImportableError) return false
      throw thrown
    }
  }

  #editOf(plan: Plan, names: readonly string[]): FileEdit {
    const moving = this.#movable(plan, names).map(({ name }) => name)
    const bridge = this.#options.bridgeOf(plan.program, keyNameIn(plan))
    const { form } = plan
    if (!form) throw changed(plan.file)
    return (before) => editToUseGatehouse(before ?? '', form, moving, ownEntry(form, bridge))
  }

  #movable(plan: Plan, names: readonly string[]): readonly ReadEntry[] {
    const moving = plan.entries.filter(({ name, stays }) => stays === undefined && names.includes(name))
    if (moving.length === new Set(names).size && moving.length > 0) return moving
    throw changed(plan.file)
  }

  #keepSecrets(secrets: readonly (readonly [string, string])[]): void {
    const { secrets: store } = this.#options
    const kept: string[] = []
    for (const [name, value] of secrets) {
      kept.push(name)
      if (store.set(serviceSecretPrefix + name, value)) continue
      this.#forgetSecrets(kept)
      throw noKeychain()
    }
  }

  #forgetSecrets(names: readonly string[]): void {
    for (const name of names) this.#options.secrets.delete(serviceSecretPrefix + name)
  }

  #hasKeychain(): boolean {
    const probe = `${serviceSecretPrefix}probe`
    const isSafe = this.#options.secrets.set(probe, 'probe')
    this.#options.secrets.delete(probe)
    return isSafe
  }

  async #runningOf(program: ImportProgram): Promise<ProgramRunning> {
    return program === 'claude-desktop' ? this.#options.running() : { kind: 'no' }
  }

  async #refuseWhileRunning(program: ImportProgram): Promise<void> {
    const { kind } = await this.#runningOf(program)
    if (kind === 'no') return
    throw new GatewayError('PROTOCOL.INVALID_REQUEST', {
      message: 'Claude Desktop is running and would overwrite the file.',
      suggestion: 'Quit Claude Desktop, also in the tray or the menu bar, then try again.',
      details: { why: kind === 'yes' ? 'running' : 'running-unknown' },
    })
  }
}

/** Secrets of the service itself, not those of others that it refers to. */
const ownSecrets = (name: string, config: ServiceConfig): readonly string[] =>
  secretsIn(config).filter((secret) => secret.startsWith(secretName(name, '')))

/** Key name of a program known only by its file. */
const keyNameIn = ({ program, file }: ImportFile): string | undefined =>
  program === 'file' ? path.parse(file).name : undefined

const shownEntry = ({ name, shows, secrets, stays }: ReadEntry): ImportEntry => ({
  name,
  shows,
  keys: secrets.length,
  ...(stays && { stays }),
})

const namespacesIn = (services: Readonly<Record<string, ServiceConfig>>): readonly string[] =>
  Object.values(services).map(({ namespace }) => namespace)

/** Lines of a client's file without keys, however the file escapes them. */
function masked(lines: readonly DifferenceLine[], { keys }: Plan): readonly DifferenceLine[] {
  const bare = (text: string) => keys.reduce((all, key) => all.replaceAll(key, '••••'), text)
  return lines.map(({ kind, text }) => ({
    kind,
    text: tokensOf(text)
      .map((token) => bareToken(token, bare))
      .join(''),
  }))
}

function tokensOf(line: string): readonly string[] {
  const scanner = createScanner(line, false)
  const tokens: string[] = []
  for (scanner.scan(); scanner.getTokenLength() > 0; scanner.scan()) {
    tokens.push(line.slice(scanner.getTokenOffset(), scanner.getTokenOffset() + scanner.getTokenLength()))
  }
  return tokens
}

function bareToken(token: string, bare: (text: string) => string): string {
  try {
    const value: unknown = token.startsWith('"') ? JSON.parse(token) : undefined
    if (typeof value === 'string') return bare(value) === value ? token : JSON.stringify(bare(value))
  } catch {
    // A text without an end is masked as it is.
  }
  return bare(token)
}

function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

const changed = (file: string): GatewayError =>
  new GatewayError('PROTOCOL.INVALID_REQUEST', {
    message: 'The file changed during the review, so nothing was written.',
    suggestion: 'Review it again.',
    details: { why: 'changed', file },
  })

const noKeychain = (): GatewayError =>
  new GatewayError('PROTOCOL.INVALID_REQUEST', {
    message: 'This system has no keychain, so nothing was moved.',
    suggestion: 'Set up a keychain, or move only services without a key.',
    details: { why: 'no-keychain' },
  })
