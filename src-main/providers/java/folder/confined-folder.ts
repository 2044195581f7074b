/**
 * Confined folder: restricts every access to a server's folder to files inside it (invariant 7).
 *
 * The folder is resolved once. Each path is resolved again before it is opened, so that no link leads outside. Only
 * regular files are read, up to a size set by the caller. Nothing is created or written.
 */
import type { Dirent } from 'node:fs'
import { type FileHandle, lstat, readdir, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import type { FileEntry, FileFacts } from '../ports.js'
import { WholeFiles } from '../whole-files.js'
import { asFolderError, folderError, isMissing } from './folder-problem.js'
import { isBelow, NotRegular, type OpenFile, openRegular } from './open-regular.js'

/** On this computer every file has an inode. */
export type LocalFileFacts = FileFacts & { readonly inode: number }

/** Maximum entries read of one folder. */
const maxEntries = 100_000

export class ConfinedFolder extends WholeFiles {
  /** Absolute, with all links resolved. */
  readonly root: string

  private constructor(root: string) {
    super()
    this.root = root
  }

  /** @throws GatewayError when it is not a folder or cannot be read */
  static async open(folder: string): Promise<ConfinedFolder> {
    try {
      const root = await realpath(path.resolve(folder))
      if (!(await stat(root)).isDirectory()) throw folderError('not-a-folder', root)
      await readdir(root)
      return new ConfinedFolder(root)
    } catch (error) {
      throw asFolderError(error, folder)
    }
  }

  get place(): string {
    return this.root
  }

  /**
   * Absolute path of a file inside the folder, with links resolved.
   *
   * @throws GatewayError when it is missing or outside the folder
   */
  async resolve(relative: string): Promise<string> {
    const lexical = this.#lexical(relative)
    if (lexical === undefined) throw folderError('outside', relative)
    const real = await realpath(lexical).catch((error) => {
      throw asFolderError(error, relative)
    })
    if (!this.#contains(real)) throw folderError('outside', relative)
    return real
  }

  /**
   * Runs `use` with an open file and closes it.
   *
   * @throws GatewayError when it is missing, outside the folder or not a regular file
   */
  async withFile<Result>(
    relative: string,
    use: (file: FileHandle, facts: LocalFileFacts) => Promise<Result>,
  ): Promise<Result> {
    const real = await this.resolve(relative)
    let file: OpenFile | undefined
    try {
      file = await openRegular(real, this.root)
      const { size, mtimeMs: modified, ino: inode } = file.facts
      return await use(file.handle, { size, modified, inode })
    } catch (error) {
      if (error instanceof NotRegular) throw folderError(error.reason === 'link' ? 'outside' : error.reason, relative)
      // Errors of `use` are passed to the caller.
      throw isFromSystem(error) ? asFolderError(error, relative) : error
    } finally {
      await file?.handle.close()
    }
  }

  /** Undefined when it is missing or outside the folder. */
  async facts(relative: string): Promise<(LocalFileFacts & { readonly isFolder: boolean }) | undefined> {
    try {
      const found = await stat(await this.resolve(relative))
      return { size: found.size, modified: found.mtimeMs, inode: found.ino, isFolder: found.isDirectory() }
    } catch {
      return undefined
    }
  }

  /** Sorted by name; undefined when the folder cannot be read, empty when it is missing. */
  async entries(relative: string): Promise<readonly FileEntry[] | undefined> {
    try {
      const found = await readdir(await this.resolve(relative), { withFileTypes: true })
      return found
        .slice(0, maxEntries)
        .map((entry) => ({ name: entry.name, kind: kindOf(entry) }))
        .sort((a, b) => (a.name < b.name ? -1 : 1))
    } catch (error) {
      return isMissing(asFolderError(error, relative)) ? [] : undefined
    }
  }

  /** Whether something has this name, also a link that leads out of the folder. */
  async isNamed(relative: string): Promise<boolean> {
    const lexical = this.#lexical(relative)
    return lexical !== undefined && (await lstat(lexical).catch(() => undefined)) !== undefined
  }

  #lexical(relative: string): string | undefined {
    const lexical = path.resolve(this.root, relative)
    return relative.includes('\0') || !this.#contains(lexical) ? undefined : lexical
  }

  #contains(absolute: string): boolean {
    return absolute === this.root || isBelow(this.root, absolute)
  }
}

const kindOf = (entry: Dirent): FileEntry['kind'] => {
  if (entry.isSymbolicLink()) return 'link'
  if (entry.isDirectory()) return 'folder'
  return entry.isFile() ? 'file' : 'other'
}

const isFromSystem = (error: unknown): boolean => typeof (error as NodeJS.ErrnoException).syscall === 'string'
