/**
 * Remote files: a folder of this computer as a server's files elsewhere: no inode, whole seconds, and a link that takes
 * its time. `pause` stands for the link; `broken` for one that is cut.
 */
import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import pathOf from 'node:path'
import { ConfinedFolder } from '../../../src-main/providers/java/folder/confined-folder.js'
import { folderError } from '../../../src-main/providers/java/folder/folder-problem.js'
import type { FileWriter, OpenedFile, ServerFiles } from '../../../src-main/providers/java/ports.js'

export interface Link {
  /** Resolves when a request and this many bytes have crossed the link. */
  readonly pause?: (bytes: number) => Promise<void>
}

export class RemoteFiles implements ServerFiles {
  readonly place = 'sftp://mc@play.example/srv/minecraft'
  /** Each range that was read: path, position and length. */
  readonly ranges: { readonly path: string; readonly position: number; readonly length: number }[] = []
  broken = false
  /** Called before each range is read; may throw. */
  beforeRead: (path: string) => void = () => undefined
  /** Called before each change, and after it; may throw. */
  beforeChange: (kind: keyof FileWriter, path: string) => void = () => undefined
  afterChange: (kind: keyof FileWriter, path: string) => void = () => undefined
  readonly #folder: ConfinedFolder
  readonly #link: Link

  private constructor(folder: ConfinedFolder, link: Link) {
    this.#folder = folder
    this.#link = link
  }

  static async open(directory: string, link: Link = {}): Promise<RemoteFiles> {
    return new RemoteFiles(await ConfinedFolder.open(directory), link)
  }

  get writer(): FileWriter {
    const change = async (kind: keyof FileWriter, path: string, act: (at: string) => void) => {
      await this.#cross()
      this.beforeChange(kind, path)
      act(pathOf.join(this.#folder.root, path))
      this.afterChange(kind, path)
    }
    const unused = () => Promise.reject(new Error('Nothing replaces a single file.'))
    return {
      replace: unused,
      recover: unused,
      makeFolder: (path) => change('makeFolder', path, (at) => void mkdirSync(at, { recursive: true })),
      send: (source, path) => change('send', path, (at) => copyFileSync(source, at)),
      rename: (from, to) =>
        change('rename', from, (at) => {
          const target = pathOf.join(this.#folder.root, to)
          if (existsSync(target)) throw folderError('unreadable', to, { detail: 'exists' })
          renameSync(at, target)
        }),
      remove: (path) => change('remove', path, (at) => rmSync(at, { recursive: true, force: true })),
    }
  }

  withFile: ServerFiles['withFile'] = async (path, use) => {
    await this.#cross()
    return this.#folder.withFile(path, (_file, { size, modified }) =>
      use(this.#opened(path), { size, modified: inSeconds(modified) }),
    )
  }

  async read(path: string, most: number): Promise<Buffer> {
    const bytes = await this.#folder.read(path, most)
    await this.#cross(bytes.length)
    return bytes
  }

  async readIfThere(path: string, most: number): Promise<Buffer | undefined> {
    const bytes = await this.#folder.readIfThere(path, most)
    await this.#cross(bytes?.length)
    return bytes
  }

  facts: ServerFiles['facts'] = async (path) => {
    if (this.broken) return undefined
    await this.#cross()
    const found = await this.#folder.facts(path)
    return found && { size: found.size, modified: inSeconds(found.modified), isFolder: found.isFolder }
  }

  async names(path: string): Promise<readonly string[]> {
    if (this.broken) return []
    await this.#cross()
    return this.#folder.names(path)
  }

  entries: ServerFiles['entries'] = async (path) => {
    if (this.broken) return undefined
    await this.#cross()
    return this.#folder.entries(path)
  }

  async isNamed(path: string): Promise<boolean> {
    await this.#cross()
    return this.#folder.isNamed(path)
  }

  #opened(path: string): OpenedFile {
    return {
      read: async (buffer, offset, length, position) => {
        this.beforeRead(path)
        this.ranges.push({ path, position, length })
        return this.#folder.withFile(path, async (file) => {
          const read = await file.read(buffer, offset, length, position)
          await this.#cross(read.bytesRead)
          return { bytesRead: read.bytesRead }
        })
      },
    }
  }

  async #cross(bytes = 0): Promise<void> {
    if (this.broken) throw folderError('unreadable', '', { detail: 'ECONNRESET' })
    await this.#link.pause?.(bytes)
  }
}

const inSeconds = (milliseconds: number): number => Math.floor(milliseconds / 1_000) * 1_000
