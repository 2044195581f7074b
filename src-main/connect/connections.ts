/**
 * Connections: what the window does to connect an AI client, and to find out why one does not come through.
 *
 * Guards that only files that we name ourselves are read or written, and that a configuration of Claude Desktop is
 * touched only while Claude does not run.
 */
import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { lookUpEndpoint } from '../bridge/endpoint-lookup.js'
import type { Client, KnownClients } from '../contract/client.js'
import {
  type ConfigFile,
  type ConfigPreview,
  type DoorState,
  type Finding,
  type Guide,
  keyNameOf,
  type ProgramId,
  programNames,
  programOfKey,
  type Running,
} from '../contract/connection.js'
import { GatewayError } from '../contract/gateway-error.js'
import { launchFileName } from '../contract/launch-file.js'
import type { DoorRefusals } from '../gateway/door-refusals.js'
import type { Guests } from '../gateway/guests.js'
import { writePrivateFile, writeWhole } from '../storage/profile.js'
import { type BridgeCommand, bridgeCommand, bridgeFileOf, launchOf, type ProgramFacts } from './bridge-command.js'
import { makeBundle } from './bundle.js'
import { claudePlaces, type Home } from './claude-places.js'
import { ConfigFiles } from './config-file.js'
import {
  type Circumstances,
  type EndpointState,
  findingsAboutClient,
  findingsAboutProgram,
  type ProgramFiles,
} from './findings.js'
import { listNameOf, recipesFor } from './recipes.js'
import { runningClaude, type SeeProcesses, seeProcesses } from './running-claude.js'

/** The keys that the bridge reads by name. */
export interface ClientKeyFileWriter {
  /** The client with this key; both are made when they are not there. @throws GatewayError */
  ensureKeyFile(keyName: string, name: string): Client
  /** Whether the key of this client lies where the bridge looks. */
  hasKeyFile(client: Client): boolean
}

export interface ConnectionsOptions {
  readonly program: ProgramFacts
  readonly home: Home
  readonly now: () => Date
  readonly guests: Pick<Guests, 'all'>
  readonly refusals: Pick<DoorRefusals, 'all'>
  readonly known: () => KnownClients
  readonly keys: ClientKeyFileWriter
  readonly panic: () => Circumstances['panic']
  readonly door: DoorState
  /** Writes the endpoint file again. */
  readonly announce: () => Promise<void>
  /** Opens a file with the program that the system has for it; resolves to what went wrong, in words, or to nothing. */
  readonly openFile: (file: string) => Promise<string>
  readonly showFile: (file: string) => void
  readonly seeProcesses?: SeeProcesses
}

export const bundleFileName = 'gatehouse.mcpb'

/** The home of who runs this process. */
export const homeOf = (folder: string): Home => ({
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
  readonly #see: SeeProcesses

  constructor(options: ConnectionsOptions) {
    this.#options = options
    this.#files = new ConfigFiles(options.program.profile, options.now)
    this.#see = options.seeProcesses ?? seeProcesses(options.home.platform)
  }

  /** Leaves word in the profile of how this program is started, and of an AppImage the bridge itself. */
  async leaveWord(): Promise<void> {
    const { program } = this.#options
    writePrivateFile(path.join(program.profile, launchFileName), `${JSON.stringify(launchOf(program))}\n`)
    const bridge = bridgeFileOf(program)
    const built = path.join(program.dist, 'stdio-bridge.cjs')
    if (bridge !== built) writeWhole(bridge, await readFile(built), 0o600)
  }

  /** @param name what the owner calls a program that we do not know */
  async guide(program: ProgramId, name?: string): Promise<Guide> {
    const recipes = recipesFor(program, {
      bridge: this.#bridgeOf(keyNameOf(program, name)),
      address: this.#options.door.address,
      home: this.#options.home,
    })
    if (program !== 'claude-desktop') return { program, recipes }
    return { program, recipes, files: this.#claudeFiles(), running: await this.#running() }
  }

  /** @param back of taking it back instead of writing. @throws GatewayError */
  async preview(file: string, back = false): Promise<ConfigPreview> {
    const known = this.#ours(file)
    const preview = back ? this.#files.previewBack(known) : this.#files.preview(known, this.#claudeBridge)
    return { ...preview, running: await this.#running() }
  }

  /** @throws GatewayError; then the file is as it was */
  async write(file: string, expected: string): Promise<void> {
    const known = this.#ours(file)
    await this.#refuseWhileRunning()
    this.ensureKey('claude-desktop')
    this.#files.write(known, this.#claudeBridge, expected)
  }

  /**
   * Makes the key of a program where it has none: what the person is about to copy names it.
   *
   * @param name as for `guide`. @throws GatewayError
   */
  ensureKey(program: ProgramId, name?: string): void {
    const { keys } = this.#options
    keys.ensureKeyFile(keyNameOf(program, name), program === 'other' ? (name ?? 'AI') : programNames[program])
  }

  /** Writes the key of a client again, where the bridge looks for it. @throws GatewayError */
  mendKey(id: string): void {
    const client = this.#clientOf(id)
    if (client?.keyName === undefined) throw new GatewayError('PROTOCOL.INVALID_REQUEST')
    this.#options.keys.ensureKeyFile(client.keyName, client.name)
  }

  /** @throws GatewayError; then the file is as it was */
  async takeBack(file: string): Promise<void> {
    const known = this.#ours(file)
    await this.#refuseWhileRunning()
    this.#files.takeBack(known)
  }

  /** Makes the bundle for this computer and opens it. @throws GatewayError when nothing opens it */
  async openBundle(): Promise<{ readonly file: string }> {
    const file = await this.#makeBundle()
    const problem = await this.#options.openFile(file)
    if (problem === '') return { file }
    throw new GatewayError('PROTOCOL.INVALID_REQUEST', {
      message: 'No program of this computer opens the bundle.',
      suggestion: 'Install Claude Desktop, or drag the file into its settings, under Extensions.',
      details: { why: 'not-opened', file, problem },
    })
  }

  /** Where the bundle lies once it was made. */
  get bundleFile(): string {
    return path.join(this.#options.program.profile, bundleFileName)
  }

  /** Makes the bundle for this computer and shows where it lies. */
  async showBundle(): Promise<void> {
    this.#options.showFile(await this.#makeBundle())
  }

  mendEndpoint(): Promise<void> {
    return this.#options.announce()
  }

  async findingsAbout(
    about: { readonly program: ProgramId } | { readonly client: string },
  ): Promise<readonly Finding[]> {
    const now = await this.#circumstances()
    if ('program' in about) {
      const client = now.known.clients.find(({ keyName }) => keyName === keyNameOf(about.program, ''))
      return this.#findingsAboutProgram(about.program, now, about.program === 'other' ? undefined : client)
    }
    const client = this.#clientOf(about.client)
    if (!client) return [{ kind: 'revoked', weight: 'cause', act: 'give-key' }]
    if (client.keyName === undefined) return findingsAboutClient(client, now)
    return this.#findingsAboutProgram(programOfKey(client.keyName), now, client)
  }

  async #findingsAboutProgram(program: ProgramId, now: Circumstances, client: Client | undefined): Promise<Finding[]> {
    const key = client && { client, isThere: this.#options.keys.hasKeyFile(client) }
    return findingsAboutProgram(program, await this.#filesOf(program), now, key)
  }

  #clientOf(id: string): Client | undefined {
    return this.#options.known().clients.find((client) => client.id === id)
  }

  /** What a program must run to reach us, with its own key. @param name as for `guide` */
  bridgeOf(program: ProgramId, name?: string): BridgeCommand {
    return this.#bridgeOf(keyNameOf(program, name))
  }

  /** Whether Claude Desktop runs. */
  running(): Promise<Running> {
    return this.#running()
  }

  #bridgeOf(keyName: string): BridgeCommand {
    return bridgeCommand(this.#options.program, keyName)
  }

  get #claudeBridge(): BridgeCommand {
    return this.#bridgeOf(keyNameOf('claude-desktop'))
  }

  #claudeFiles(): ConfigFile[] {
    return claudePlaces(this.#options.home).map((place) => ({
      ...place,
      ...this.#files.stateOf(place.path, this.#claudeBridge),
    }))
  }

  /** Programs whose file can be looked into; what is no plain JSON there says nothing. */
  async #filesOf(program: ProgramId): Promise<ProgramFiles> {
    if (program === 'claude-desktop') return { files: this.#claudeFiles(), running: await this.#running() }
    const list = listNameOf(program)
    const { recipes } = await this.guide(program)
    const named = new Set(recipes.flatMap(({ file }) => (file === undefined ? [] : [file])))
    const files = [...named].map((file) => ({
      path: file,
      kind: 'usual' as const,
      claudeIsThere: false,
      state: this.#files.stateOf(file, this.#bridgeOf(keyNameOf(program)), list).state,
    }))
    return { files: files.filter(({ state }) => state.kind !== 'refused') }
  }

  #running() {
    return runningClaude(this.#options.home.platform, this.#see)
  }

  async #refuseWhileRunning(): Promise<void> {
    const { kind } = await this.#running()
    if (kind === 'no') return
    throw new GatewayError('PROTOCOL.INVALID_REQUEST', {
      message: 'Claude Desktop runs, and would write over the file.',
      suggestion: 'Quit Claude Desktop, also in the tray or the menu bar, then try again.',
      details: { why: kind === 'yes' ? 'running' : 'running-unknown' },
    })
  }

  #ours(file: string): string {
    if (claudePlaces(this.#options.home).some((place) => place.path === file)) return file
    throw new GatewayError('PROTOCOL.INVALID_REQUEST', { message: 'This is no configuration of Claude Desktop.' })
  }

  async #makeBundle(): Promise<string> {
    this.ensureKey('claude-desktop')
    const { dist, profile } = this.#options.program
    const [bridge, icon] = await Promise.all([
      readFile(path.join(dist, 'stdio-bridge.cjs'), 'utf8'),
      readFile(path.join(dist, 'icon.png')),
    ])
    const file = this.bundleFile
    writeWhole(file, Buffer.from(makeBundle({ bridge, icon, profile, keyName: keyNameOf('claude-desktop') })), 0o600)
    return file
  }

  async #circumstances(): Promise<Circumstances> {
    const { guests, refusals, known, panic, door, program } = this.#options
    const file = bridgeFileOf(program)
    return {
      guests: guests.all(),
      refusals: refusals.all(),
      known: known(),
      panic: panic(),
      door,
      endpoint: await this.#endpoint(),
      bridgeFile: { path: file, isThere: existsSync(file) },
    }
  }

  async #endpoint(): Promise<EndpointState> {
    const { program, door } = this.#options
    const lookup = await lookUpEndpoint(program.profile)
    if (lookup.kind === 'absent') return 'missing'
    const isOurs =
      lookup.kind === 'found' && lookup.gateway.pid === process.pid && door.address.startsWith(lookup.gateway.endpoint)
    return isOurs ? 'ours' : 'stale'
  }
}
