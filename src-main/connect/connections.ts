/**
 * Connections: connects AI clients for the window, and diagnoses why one cannot connect.
 *
 * Reads and writes only known files, and edits a configuration of Claude Desktop only while Claude is not running.
 */
import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { GatewayError } from '@contract/gateway-error.js'
import type { Client, KnownClients } from '@shared/clients/client.js'
import {
  type ConfigFile,
  type ConfigPreview,
  type ConnectedClient,
  type ConnectionFinding,
  type Guide,
  type HttpEndpointState,
  keyNameOf,
  type ProgramId,
  type ProgramRunning,
  programIds,
  programNames,
  programOfKey,
} from '@shared/clients/connection.js'
import { lookUpEndpoint } from '../bridge/endpoint-lookup.js'
import type { RejectionList } from '../gateway/ports/connections.js'
import { writeAtomically } from '../storage/profile.js'
import {
  type BridgeCommand,
  bridgeCommand,
  bridgeFilesOf,
  builtBridge,
  entryName,
  type ProgramFacts,
} from './bridge-command.js'
import { makeBundle } from './bundle.js'
import { claudeLocations, type UserEnvironment } from './claude-locations.js'
import type { ClientFormat } from './client-format.js'
import { withEntry } from './config-edit.js'
import { ConfigFiles, type FileEdit } from './config-file.js'
import {
  type ConnectionFacts,
  type EndpointState,
  findingsAboutClient,
  findingsAboutProgram,
  type ProgramFiles,
} from './findings.js'
import { installLinkOf } from './install-link.js'
import { installedPrograms } from './installed-programs.js'
import { entryFor, fileOf, formatOf } from './program-files.js'
import { recipesFor } from './recipes.js'
import { type ListProcesses, listProcesses, runningClaude } from './running-claude.js'

/** At once from this program, later from another computer. */
type Awaitable<T> = T | Promise<T>

/** A gateway on another computer. */
export interface RemoteConnections {
  /** The name of its file in the profile. */
  readonly name: string
  /** Folder for the bundle and for backups of files of AI clients. */
  readonly folder: string
}

/** The key files that the bridge reads by name. */
export interface ClientKeyFileWriter {
  /** The client with this key; creates both when missing. @throws GatewayError */
  ensureKeyFile(keyName: string, name: string): Awaitable<Client>
  /** Whether the client's key file exists where the bridge looks. */
  hasKeyFile(client: Client): boolean
}

export interface ConnectionsOptions {
  readonly program: ProgramFacts
  readonly home: UserEnvironment
  readonly now: () => Date
  /** Default: the gateway of this program. */
  readonly remote?: RemoteConnections
  readonly connectedClients: { all(): Awaitable<readonly ConnectedClient[]> }
  readonly refusals: RejectionList
  readonly known: () => Awaitable<KnownClients>
  readonly keys: ClientKeyFileWriter
  readonly panic: () => Awaitable<ConnectionFacts['panic']>
  readonly httpEndpoint: HttpEndpointState
  /** Writes the endpoint file again. */
  readonly announce: () => Promise<void>
  /** Opens a file with the system's program; resolves with the error text, if any. */
  readonly openFile: (file: string) => Promise<string>
  readonly showFile: (file: string) => void
  /** Hands an install link to the program of its scheme; rejects when there is none. */
  readonly openLink: (link: string) => Promise<void>
  readonly listProcesses?: ListProcesses
}

export const bundleFileName = 'gatehouse.mcpb'

/** The home folder of the current user. */
export const homeOf = (folder: string): UserEnvironment => ({
  platform: process.platform,
  env: process.env,
  folder,
  list(at) {
    try {
      return readdirSync(at)
    } catch {
      return []
    }
  },
})

export class Connections {
  readonly #options: ConnectionsOptions
  readonly #files: ConfigFiles
  readonly #listProcesses: ListProcesses

  constructor(options: ConnectionsOptions) {
    this.#options = options
    this.#files = new ConfigFiles(options.remote?.folder ?? options.program.profile, options.now)
    this.#listProcesses = options.listProcesses ?? listProcesses(options.home.platform)
  }

  /** @param name the owner's name for an unknown program */
  async guide(program: ProgramId, name?: string): Promise<Guide> {
    const recipes = recipesFor(program, {
      bridge: this.#bridgeOf(keyNameOf(program, name)),
      name: this.#entryName,
      ...(!this.#options.remote && { address: this.#options.httpEndpoint.address }),
      home: this.#options.home,
    })
    if (program === 'claude-desktop') {
      return { program, recipes, files: this.#claudeFiles(), running: await this.#running() }
    }
    const linked = this.#linkOf(program) !== undefined
    return { program, recipes, files: this.#filesOfOthers(program), ...(linked && { linked }) }
  }

  /** The programs that were found on this computer. */
  installed(): readonly ProgramId[] {
    return installedPrograms(this.#options.home)
  }

  /** @param back of restoring instead of writing. @throws GatewayError */
  async preview(file: string, back = false): Promise<ConfigPreview> {
    const { program, edit } = this.#connectionFileOf(file)
    const preview = back ? this.#files.previewRevert(file) : this.#files.preview(file, edit)
    return { ...preview, running: program === 'claude-desktop' ? await this.#running() : { kind: 'no' } }
  }

  /** @throws GatewayError; then the file is unchanged */
  async write(file: string, expected: string): Promise<void> {
    const { program, edit } = this.#connectionFileOf(file)
    if (program === 'claude-desktop') await this.#refuseWhileRunning()
    await this.ensureKey(program)
    this.#files.write(file, edit, expected)
  }

  /** Writes a file that has our entry in an encoding that its program reads. @throws GatewayError as `write` does */
  async repairFile(file: string): Promise<void> {
    const { edit } = this.#connectionFileOf(file)
    await this.write(file, this.#files.preview(file, edit).expected)
  }

  /**
   * Makes a program ask its user whether to add Gatehouse. Its key is put into the profile first.
   *
   * @throws GatewayError when nothing opens the link
   */
  async openLink(program: ProgramId): Promise<void> {
    const link = this.#linkOf(program)
    if (link === undefined) throw new GatewayError('PROTOCOL.INVALID_REQUEST')
    await this.ensureKey(program)
    try {
      await this.#options.openLink(link)
    } catch {
      throw new GatewayError('PROTOCOL.INVALID_REQUEST', {
        message: 'No program on this computer opens the link.',
        suggestion: 'Install the program, or write its configuration file.',
        details: { why: 'no-link' },
      })
    }
  }

  /**
   * Creates the program's key if it has none: the text to be copied names it.
   *
   * @param name as for `guide`. @throws GatewayError
   */
  async ensureKey(program: ProgramId, name?: string): Promise<void> {
    const { keys } = this.#options
    await keys.ensureKeyFile(keyNameOf(program, name), program === 'other' ? (name ?? 'AI') : programNames[program])
  }

  /** Writes a client's key file again. @throws GatewayError */
  async repairKey(id: string): Promise<void> {
    const client = await this.#clientOf(id)
    if (client?.keyName === undefined) throw new GatewayError('PROTOCOL.INVALID_REQUEST')
    await this.#options.keys.ensureKeyFile(client.keyName, client.name)
  }

  /** @throws GatewayError; then the file is unchanged */
  async revert(file: string): Promise<void> {
    const { program } = this.#connectionFileOf(file)
    if (program === 'claude-desktop') await this.#refuseWhileRunning()
    this.#files.revert(file)
  }

  /** Makes the bundle for this computer and opens it. @throws GatewayError when no program opens it */
  async openBundle(): Promise<{ readonly file: string }> {
    const file = await this.#makeBundle()
    const problem = await this.#options.openFile(file)
    if (problem === '') return { file }
    throw new GatewayError('PROTOCOL.INVALID_REQUEST', {
      message: 'No program on this computer opens the bundle.',
      suggestion: 'Install Claude Desktop, or drag the file into its settings, under Extensions.',
      details: { why: 'not-opened', file, problem },
    })
  }

  /** Path of the bundle, once it was made. */
  get bundleFile(): string {
    const { remote, program } = this.#options
    return path.join(remote?.folder ?? program.profile, bundleFileName)
  }

  /** Makes the bundle for this computer and shows its location. */
  async showBundle(): Promise<void> {
    this.#options.showFile(await this.#makeBundle())
  }

  repairEndpoint(): Promise<void> {
    return this.#options.announce()
  }

  async findingsAbout(
    about: { readonly program: ProgramId } | { readonly client: string },
  ): Promise<readonly ConnectionFinding[]> {
    const now = await this.#facts()
    if ('program' in about) {
      const client = now.known.clients.find(({ keyName }) => keyName === keyNameOf(about.program, ''))
      return this.#findingsAboutProgram(about.program, now, about.program === 'other' ? undefined : client)
    }
    const client = now.known.clients.find(({ id }) => id === about.client)
    if (!client) return [{ kind: 'revoked', weight: 'cause', act: 'give-key' }]
    if (client.keyName === undefined) return findingsAboutClient(client, now)
    return this.#findingsAboutProgram(programOfKey(client.keyName), now, client)
  }

  async #findingsAboutProgram(
    program: ProgramId,
    now: ConnectionFacts,
    client: Client | undefined,
  ): Promise<ConnectionFinding[]> {
    const key = client && { client, isThere: this.#options.keys.hasKeyFile(client) }
    return findingsAboutProgram(program, await this.#filesOf(program), now, key)
  }

  async #clientOf(id: string): Promise<Client | undefined> {
    return (await this.#options.known()).clients.find((client) => client.id === id)
  }

  /** The command that a program runs to connect to us, with its own key. @param name as for `guide` */
  bridgeOf(program: ProgramId, name?: string): BridgeCommand {
    return this.#bridgeOf(keyNameOf(program, name))
  }

  /** Whether Claude Desktop is running. */
  running(): Promise<ProgramRunning> {
    return this.#running()
  }

  #bridgeOf(keyName: string): BridgeCommand {
    return bridgeCommand(this.#options.program, keyName, this.#options.remote?.name)
  }

  get #entryName(): string {
    const { remote } = this.#options
    return remote ? `${entryName}-${remote.name}` : entryName
  }

  #formatOf(program: ProgramId): ClientFormat {
    return { ...formatOf(program), entry: this.#entryName }
  }

  #linkOf(program: ProgramId): string | undefined {
    return installLinkOf(program, this.bridgeOf(program), this.#entryName)
  }

  get #claudeBridge(): BridgeCommand {
    return this.#bridgeOf(keyNameOf('claude-desktop'))
  }

  #claudeFiles(): ConfigFile[] {
    return claudeLocations(this.#options.home).map((place) => ({
      ...place,
      ...this.#files.stateOf(place.path, this.#claudeBridge, this.#formatOf('claude-desktop')),
    }))
  }

  /** The configuration files of a program. */
  async #filesOf(program: ProgramId): Promise<ProgramFiles> {
    if (program === 'claude-desktop') return { files: this.#claudeFiles(), running: await this.#running() }
    return { files: this.#filesOfOthers(program) }
  }

  #filesOfOthers(program: ProgramId): ConfigFile[] {
    const file = fileOf(program, this.#options.home)
    if (file === undefined) return []
    const state = this.#files.stateOf(file, this.#bridgeOf(keyNameOf(program)), this.#formatOf(program))
    return [{ path: file, kind: 'usual', claudeIsThere: false, ...state }]
  }

  #running() {
    return runningClaude(this.#options.home.platform, this.#listProcesses)
  }

  async #refuseWhileRunning(): Promise<void> {
    const { kind } = await this.#running()
    if (kind === 'no') return
    throw new GatewayError('PROTOCOL.INVALID_REQUEST', {
      message: 'Claude Desktop is running and would overwrite the file.',
      suggestion: 'Quit Claude Desktop, also in the tray or the menu bar, then try again.',
      details: { why: kind === 'yes' ? 'running' : 'running-unknown' },
    })
  }

  /** The program and format of a configuration file. @throws GatewayError when it is not a known file */
  #connectionFileOf(file: string): { readonly program: ProgramId; readonly edit: FileEdit } {
    const { home } = this.#options
    const isClaudes = claudeLocations(home).some((place) => place.path === file)
    const program = isClaudes ? 'claude-desktop' : programIds.find((id) => fileOf(id, home) === file)
    if (program === undefined) {
      throw new GatewayError('PROTOCOL.INVALID_REQUEST', {
        message: 'This is not the configuration file of a known program.',
      })
    }
    const entry = entryFor(program, this.bridgeOf(program), this.#entryName)
    return { program, edit: (before) => withEntry(before, entry, this.#formatOf(program)) }
  }

  async #makeBundle(): Promise<string> {
    await this.ensureKey('claude-desktop')
    const { program, remote } = this.#options
    const { profile } = program
    const [bridge, icon] = await Promise.all([
      readFile(builtBridge(program).bridge, 'utf8'),
      readFile(path.join(program.programs, 'icon.png')),
    ])
    const file = this.bundleFile
    const keyName = keyNameOf('claude-desktop')
    const bundle = makeBundle({ bridge, icon, profile, keyName, ...(remote && { gateway: remote.name }) })
    writeAtomically(file, Buffer.from(bundle), 0o600)
    return file
  }

  async #facts(): Promise<ConnectionFacts> {
    const { connectedClients, refusals, known, panic, httpEndpoint, program } = this.#options
    const { bridge: file } = bridgeFilesOf(program)
    return {
      connectedClients: await connectedClients.all(),
      refusals: refusals.all(),
      known: await known(),
      panic: await panic(),
      httpEndpoint,
      endpoint: await this.#endpoint(),
      bridgeFile: { path: file, isThere: existsSync(file) },
    }
  }

  async #endpoint(): Promise<EndpointState> {
    const { program, httpEndpoint, remote } = this.#options
    if (remote) return 'ours'
    const lookup = await lookUpEndpoint(program.profile)
    if (lookup.kind === 'absent') return 'missing'
    const isOurs =
      lookup.kind === 'found' &&
      lookup.gateway.pid === process.pid &&
      httpEndpoint.address.startsWith(lookup.gateway.endpoint)
    return isOurs ? 'ours' : 'stale'
  }
}
