/**
 * Server folder: reads the files of a server, wherever they are. It never writes.
 *
 * Files are as of the server's last save: run `save-all flush` first when that matters.
 */
import type { GatewayError } from '@contract/gateway-error.js'
import type { Log } from '../../../gateway/ports/runtime.js'
import type { ServerFiles } from '../ports.js'
import type { PropertiesText } from '../setup/properties-text.js'
import { gamePort, propertyOf, type RconSettings, rconSettings, readServerProperties } from '../setup/rcon-settings.js'
import type { BlockPosition, BlockVolume, Box } from './block-volume.js'
import { ConfinedFolder } from './confined-folder.js'
import { asFolderError, folderError, isMissing } from './folder-problem.js'
import { type LevelData, readLevelData } from './level-data.js'
import { type PlayerData, readPlayer } from './player-data.js'
import { type Ban, type KnownPlayer, type Operator, readBans, readOperators, readUserCache } from './player-lists.js'
import { readBlock, readHeight, readVolume, type VolumeOptions } from './read-volume.js'
import { type SoftwareFacts, softwareOf } from './server-software.js'
import { isLinkedOut, regionFolder, regionFolders } from './world-layout.js'
import { levelFile } from './world-list.js'
import { mainWorld } from './world-place.js'

export class ServerFolder {
  readonly files: ServerFiles
  /** Read when the folder was opened; `reload` reads it again. */
  #properties: PropertiesText | undefined
  #world: string | GatewayError = 'world'
  #dataVersion: number | undefined
  readonly #log: Log

  private constructor(files: ServerFiles, log: Log) {
    this.files = files
    this.#log = log
  }

  /** @throws GatewayError when its settings cannot be read */
  static async open(files: ServerFiles, log: Log): Promise<ServerFolder> {
    const folder = new ServerFolder(files, log)
    await folder.reload()
    return folder
  }

  /** Undefined when the files are on another computer. */
  get local(): ConfinedFolder | undefined {
    return this.files instanceof ConfinedFolder ? this.files : undefined
  }

  /** Key → value of `server.properties`; empty when missing. Holds the RCON password. */
  get properties(): ReadonlyMap<string, string> {
    return new Map([...(this.#properties?.byKey ?? [])].map(([key, { value }]) => [key, value]))
  }

  /** Path of the main world inside the server folder, with `/`. @throws GatewayError when it is not inside */
  get world(): string {
    if (typeof this.#world !== 'string') throw this.#world
    return this.#world
  }

  /** Without a `server.properties` and without a world, the folder is not that of a server. */
  async isServer(): Promise<boolean> {
    return this.#properties !== undefined || (await this.files.facts(`${this.world}/${levelFile}`)) !== undefined
  }

  /** Undefined without a `server.properties`. */
  get rcon(): RconSettings | undefined {
    return this.#properties && rconSettings(this.#properties)
  }

  get gamePort(): number | undefined {
    return this.#properties && gamePort(this.#properties)
  }

  /** World format as last read from `level.dat` or a chunk; undefined before the first read. */
  get dataVersion(): number | undefined {
    return this.#dataVersion
  }

  /**
   * Reads `server.properties` again: the owner may have chosen another world. @throws GatewayError, also when it is
   * missing
   */
  async reload(): Promise<void> {
    this.#properties = await readServerProperties(this.files).catch((error) => {
      if (isMissing(error) && !this.#properties) return undefined
      throw error
    })
    const levelName = (this.#properties && propertyOf(this.#properties, 'level-name')) || 'world'
    this.#world = await mainWorld(this.files, levelName).catch((error) => asFolderError(error, levelName))
  }

  /** @throws GatewayError when it is missing or damaged */
  async levelData(): Promise<LevelData> {
    const data = await readLevelData(this.files, this.world)
    this.#dataVersion = data.dataVersion ?? this.#dataVersion
    return data
  }

  /** Never throws: what cannot be read is left out. */
  async software(): Promise<SoftwareFacts> {
    const level = await this.levelData().catch((error: Error) => {
      this.#log.warn('level.dat cannot be read', { folder: this.files.place, why: error.message })
      return undefined
    })
    return softwareOf(this.files, level?.version)
  }

  /** Undefined when no data is saved for this player. @throws GatewayError when the file is damaged */
  async player(uuid: string): Promise<PlayerData | undefined> {
    return readPlayer(this.files, this.world, uuid)
  }

  /** Players the server has seen, with their names. @throws GatewayError, as do the other lists */
  usercache(): Promise<readonly KnownPlayer[]> {
    return readUserCache(this.files)
  }

  operators(): Promise<readonly Operator[]> {
    return readOperators(this.files)
  }

  bans(): Promise<readonly Ban[]> {
    return readBans(this.files)
  }

  /**
   * Blocks of a box of at most 32,768, or of `options.most`.
   *
   * @param dimension for example `minecraft:overworld`
   * @throws GatewayError when a part is damaged, not generated, or of a version before 1.13
   * @throws RangeError for an impossible box
   */
  async blocks(dimension: string, box: Box, options?: VolumeOptions): Promise<BlockVolume> {
    const volume = await readVolume(this.files, await this.#regions(dimension), box, options)
    this.#dataVersion = volume.dataVersion || this.#dataVersion
    return volume
  }

  /** One block. @throws as `blocks` */
  async block(dimension: string, at: BlockPosition) {
    return readBlock(this.files, await this.#regions(dimension), at)
  }

  /** From the lowest to the highest block of a world; undefined when this chunk does not tell. @throws as `blocks` */
  async heightOf(dimension: string, chunk: { readonly x: number; readonly z: number }) {
    return readHeight(this.files, await this.#regions(dimension), chunk)
  }

  async #regions(dimension: string): Promise<string> {
    const { world, files } = this
    const folder = await regionFolder(files, world, dimension)
    if (folder !== undefined) return folder
    for (const place of [world, ...regionFolders(world, dimension)]) {
      if (await isLinkedOut(files, place)) throw folderError('outside', place)
    }
    const hasWorld = (await files.facts(`${world}/${levelFile}`)) !== undefined
    throw folderError(hasWorld ? 'not-generated' : 'no-world', `${world} ${dimension.slice(0, 128)}`)
  }
}

/**
 * Opens the folder of a server.
 *
 * @param at its files, or an absolute path on this computer
 * @throws GatewayError when it is not a folder, cannot be read, or holds no server
 */
export async function openServerFolder(
  at: ServerFiles | string,
  { log }: { readonly log: Log },
): Promise<ServerFolder> {
  // A change that was cut off may have left the file under another name.
  if (typeof at !== 'string') {
    await at.writer?.recover('server.properties').catch(({ message }: Error) => {
      log.warn('a change of server.properties that was cut off cannot be finished', { reason: message })
    })
  }
  const folder = await ServerFolder.open(typeof at === 'string' ? await ConfinedFolder.open(at) : at, log)
  if (!(await folder.isServer())) throw folderError('missing', 'server.properties')
  return folder
}
