/**
 * SFTP files: the files of a server on another computer, restricted to its folder (invariant 7).
 *
 * Each call uses the connection of the moment, so that files work again after a cut. A cut in the middle is an error,
 * never an empty answer.
 */
import { GatewayError } from '@contract/gateway-error.js'
import { folderError, isMissing } from '../../folder/folder-problem.js'
import type { FileEntry, FileFacts, OpenedFile, ServerFiles } from '../../ports.js'
import { WholeFiles } from '../../whole-files.js'
import { asked, placeIn, type RemotePlace, rootOf } from './remote-place.js'
import type { SftpChannel } from './sftp-channel.js'
import { SftpWriter } from './sftp-writer.js'
import { fetchByTar, type TarPlace } from './tar-fetch.js'

/** Maximum entries read of one folder. */
const maxEntries = 100_000

export interface SftpFilesOptions {
  readonly place: string
  /** Absolute on the other computer. */
  readonly folder: string
  /** The open channel; waits for it. @throws GatewayError */
  readonly channel: () => Promise<SftpChannel>
  /** Where commands can be run beside the files. */
  readonly commands?: Omit<TarPlace, 'root'>
}

export class SftpFiles extends WholeFiles {
  readonly place: string
  readonly writer: SftpWriter
  readonly fetchMany?: NonNullable<ServerFiles['fetchMany']>
  readonly #options: SftpFilesOptions
  #root = ''
  readonly #roots = new WeakMap<SftpChannel, Promise<string>>()

  private constructor(options: SftpFilesOptions) {
    super()
    this.#options = options
    this.place = options.place
    this.writer = new SftpWriter((relative) => this.#locate(relative))
    const { commands } = options
    if (commands) this.fetchMany = (files, on) => fetchByTar({ ...commands, root: this.#root || '/' }, files, on)
  }

  get root(): string {
    return this.#root
  }

  /** @throws GatewayError when it is not a folder or cannot be read */
  static async open(options: SftpFilesOptions): Promise<SftpFiles> {
    const files = new SftpFiles(options)
    files.#root = (await asked(options.folder, () => files.#locate(''))).path
    return files
  }

  withFile<Result>(relative: string, use: (file: OpenedFile, facts: FileFacts) => Promise<Result>): Promise<Result> {
    return asked(relative, async () => {
      const { channel, path, facts } = await this.#locate(relative)
      if (facts.kind !== 'file') throw folderError('not-a-file', relative)
      const handle = await channel.open(path, 'r')
      const file: OpenedFile = {
        read: (buffer, offset, length, position) =>
          asked(relative, async () => ({ bytesRead: await channel.read(handle, buffer, offset, length, position) })),
      }
      try {
        const { kind, user, group, mode, size, modified } = await channel.openFacts(handle)
        // A link may have taken the name meanwhile; what it leads to elsewhere belongs to another.
        const isSame = kind === 'file' && user === facts.user && group === facts.group && mode === facts.mode
        if (!isSame) throw folderError('outside', relative)
        return await use(file, { size, modified })
      } finally {
        channel.close(handle)
      }
    })
  }

  facts(relative: string): Promise<(FileFacts & { readonly isFolder: boolean }) | undefined> {
    return asked(relative, async () => {
      const { size, modified, kind } = (await this.#locate(relative)).facts
      return { size, modified, isFolder: kind === 'folder' }
    }).catch(undefinedUnlessLost)
  }

  entries(relative: string): Promise<readonly FileEntry[] | undefined> {
    return asked(relative, async () => {
      const { channel, path } = await this.#locate(relative)
      const found = await channel.list(path, maxEntries)
      const entries = found.map(({ name, facts: { kind, size, modified } }) => ({
        name,
        kind,
        ...(kind === 'file' && { facts: { size, modified } }),
      }))
      return entries.sort((a, b) => (a.name < b.name ? -1 : 1))
    }).catch((error: unknown) => (isMissing(error) ? [] : undefinedUnlessLost(error)))
  }

  isNamed(relative: string): Promise<boolean> {
    return asked(relative, async () => {
      const { channel, path } = await this.writer.spot(relative)
      await channel.ownFacts(path)
      return true
    }).catch((error: unknown) => {
      if (isMissing(error)) return false
      throw error
    })
  }

  async #locate(relative: string): Promise<RemotePlace> {
    const channel = await this.#options.channel()
    const root = this.#roots.get(channel) ?? rootOf(channel, this.#options.folder)
    this.#roots.set(channel, root)
    root.catch(() => this.#roots.delete(channel))
    return placeIn(channel, await root, relative)
  }
}

/** A problem of the folder is no answer; a lost connection is an error. */
function undefinedUnlessLost(error: unknown): undefined {
  if (error instanceof GatewayError && `${error.details?.why}`.startsWith('folder-')) return undefined
  throw error
}
