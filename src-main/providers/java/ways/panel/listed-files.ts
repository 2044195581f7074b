/**
 * Listed files: the files of a server as its panel lists them, folder by folder.
 *
 * Enforces invariant 7: a path stays inside the server's folder, and links are not followed.
 */
import { folderError } from '../../folder/folder-problem.js'
import { isPlainPath } from '../../folder/plain-path.js'
import type { FileEntry, FileFacts, OpenedFile } from '../../ports.js'
import { WholeFiles } from '../../whole-files.js'
import type { FileBytes } from './node-bytes.js'
import { folderOf, nameOf } from './replace-in-steps.js'

export interface ListedFile extends FileEntry, FileFacts {}

export abstract class ListedFiles extends WholeFiles {
  /** Undefined when the folder is missing. @throws GatewayError */
  abstract list(folder: string): Promise<readonly ListedFile[] | undefined>

  async facts(path: string): Promise<(FileFacts & { readonly isFolder: boolean }) | undefined> {
    if (path === '' || path === '.') return { size: 0, modified: 0, isFolder: true }
    const entry = isPlainPath(path) ? await this.entryAt(path) : undefined
    if (!entry || entry.kind === 'link') return undefined
    return { size: entry.size, modified: entry.modified, isFolder: entry.kind === 'folder' }
  }

  async entries(path: string): Promise<readonly FileEntry[] | undefined> {
    const folder = path === '.' ? '' : path
    if (folder !== '' && !isPlainPath(folder)) return []
    return ((await this.list(folder)) ?? [])
      .map(({ name, kind, size, modified }) => ({ name, kind, ...(kind === 'file' && { facts: { size, modified } }) }))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
  }

  async isNamed(path: string): Promise<boolean> {
    return isPlainPath(path) && (await this.entryAt(path)) !== undefined
  }

  protected async entryAt(path: string): Promise<ListedFile | undefined> {
    return (await this.list(folderOf(path)))?.find(({ name }) => name === nameOf(path))
  }

  protected async fileAt(path: string): Promise<ListedFile> {
    if (!isPlainPath(path)) throw folderError('outside', path)
    const entry = await this.entryAt(path)
    if (!entry) throw folderError('missing', path)
    if (entry.kind === 'link') throw folderError('outside', path)
    if (entry.kind !== 'file') throw folderError('not-a-file', path)
    return entry
  }
}

/** A file that is read from its beginning as far as it is needed. */
export const openedOver = (source: FileBytes): OpenedFile => ({
  async read(buffer, offset, length, position) {
    await source.need(position + length)
    const end = Math.min(position + length, source.bytes.length)
    return { bytesRead: position >= end ? 0 : source.bytes.copy(buffer, offset, position, end) }
  },
})
