/**
 * Restore elsewhere: the files of a server on another computer, as the target of a restore.
 *
 * What is sent crosses the link once. It is checked by the list of each folder, and the `level.dat` of each world is read
 * back: a host that changes the bytes of texts changes that one too.
 */

import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { GatewayError } from '@contract/gateway-error.js'
import { folderError } from '../folder/folder-problem.js'
import { isPlainPath } from '../folder/plain-path.js'
import { levelFile } from '../folder/world-list.js'
import type { FileEntry, FileWriter, ServerFiles } from '../ports.js'
import { backupProblems } from './backup-problems.js'
import type { FileToRestore, RestoreTarget } from './backup-restore.js'
import { hashOfFile } from './copy-file.js'

const maxLevelBytes = 64 * 1024 * 1024

/** A link, a folder, or more than a world has. */
const unreadableLevels: ReadonlySet<string> = new Set(['folder-outside', 'folder-not-a-file', 'folder-too-large'])

const folderOf = (name: string): string => (name.includes('/') ? path.posix.dirname(name) : '')

export function restoreElsewhere(files: ServerFiles, writer: FileWriter): RestoreTarget {
  const made = new Set<string>()
  const lists = new Map<string, ReadonlyMap<string, FileEntry>>()
  const makeFolder = async (folder: string): Promise<void> => {
    if (folder === '' || made.has(folder)) return
    await makeFolder(folderOf(folder))
    if (!(await files.isNamed(folder))) await writer.makeFolder(folder)
    made.add(folder)
  }
  /** Each folder is listed once: everything was sent before. */
  const listed = async (folder: string) => {
    const known = lists.get(folder)
    if (known) return known
    const found = new Map(((await files.entries(folder)) ?? []).map((entry) => [entry.name, entry]))
    lists.set(folder, found)
    return found
  }
  const copy = async ({ entry, source, within, target, onPiece }: FileToRestore) => {
    const sha256 = await hashOfFile(source, within)
    // A file of the backup that rotted is never sent.
    if (sha256 === entry.sha256) {
      await makeFolder(folderOf(target))
      await writer.send(source, target, onPiece)
    }
    return { sha256 }
  }
  return {
    place: files.place,
    isThere: (name) => files.isNamed(name),
    isFolder: async (name) =>
      (await files.entries(folderOf(name)))?.some(
        (one) => one.name === path.posix.basename(name) && one.kind === 'folder',
      ) ?? false,
    rename: (from, to) => writer.rename(from, to),
    async levelOf(world) {
      // Its content: times at a host may be missing.
      const level = await files.readIfThere(`${world}/${levelFile}`, maxLevelBytes).catch((error: unknown) => {
        const isReached = error instanceof GatewayError && unreadableLevels.has(`${error.details?.why}`)
        if (isReached) return undefined
        throw error
      })
      return level ? createHash('sha256').update(level).digest('hex') : ''
    },
    async remove(name) {
      made.clear()
      lists.clear()
      if (await files.isNamed(name)) await writer.remove(name)
    },
    async mustBeInside(world) {
      // Each way keeps its paths inside of the folder.
      if (!isPlainPath(world)) throw folderError('outside', world)
    },
    async makeFolder(incoming, world) {
      await makeFolder(folderOf(incoming))
      await writer.makeFolder(incoming, (await files.isNamed(world)) ? world : undefined)
      made.add(incoming)
    },
    copy: (file) =>
      copy(file).catch((error: unknown) => {
        const isRefused = error instanceof GatewayError && error.details?.why === 'folder-unreadable'
        throw isRefused ? backupProblems.notSent(file.entry.path, error) : error
      }),
    async isWhole({ entry, source, target }) {
      const found = (await listed(folderOf(target))).get(path.posix.basename(target))
      const size = found?.facts?.size ?? (await files.facts(target))?.size
      if (found?.kind !== 'file' || size !== entry.size) return false
      if (path.posix.basename(target) !== levelFile) return true
      const [sent, arrived] = await Promise.all([readFile(source), files.read(target, entry.size)])
      return arrived.equals(sent)
    },
  }
}
