/** Restore here: the folder of a server on this computer, as the target of a restore. */
import { lstatSync, renameSync } from 'node:fs'
import { realpath, rm } from 'node:fs/promises'
import path from 'node:path'
import { folderError } from '../folder/folder-problem.js'
import { isBelow, NotRegular } from '../folder/open-regular.js'
import { isPlainPath } from '../folder/plain-path.js'
import { levelFile } from '../folder/world-list.js'
import type { RestoreTarget } from './backup-restore.js'
import { changeOwner, copyWithHash, hashOfFile, ownerOf } from './copy-file.js'

/** @param root absolute path of the server's folder */
export function restoreHere(root: string): RestoreTarget {
  const at = (name: string) => path.join(root, name)
  return {
    place: root,
    isThere: async (name) => isThere(at(name)),
    isFolder: async (name) => lstatSync(at(name), { throwIfNoEntry: false })?.isDirectory() === true,
    rename: async (from, to) => renameSync(at(from), at(to)),
    async levelOf(world) {
      const facts = lstatSync(at(`${world}/${levelFile}`), { throwIfNoEntry: false })
      return facts ? `${facts.size} ${facts.mtimeMs}` : ''
    },
    remove: (name) => rm(at(name), { recursive: true, force: true }),
    mustBeInside: (world) => mustBeInside(root, world),
    copy: ({ source, within, target }) => copyWithHash({ source, within, target: at(target) }),
    settle: async (incoming, world) => changeOwner(at(incoming), await ownerOf(root, world)),
    async isWhole({ entry, target }) {
      try {
        return (await hashOfFile(at(target), root)) === entry.sha256
      } catch (error) {
        if (error instanceof NotRegular) return false
        throw error
      }
    },
  }
}

/** The folder in which a world is renamed must really be inside the server's folder, or be that folder. */
async function mustBeInside(root: string, world: string): Promise<void> {
  if (!isPlainPath(world)) throw folderError('outside', world)
  let parent = path.dirname(path.join(root, world))
  while (!isThere(parent)) parent = path.dirname(parent)
  const real = await realpath(parent).catch(() => '')
  if (real !== root && !isBelow(root, real)) throw folderError('outside', world)
}

/** Also a link that leads nowhere. */
const isThere = (file: string): boolean => lstatSync(file, { throwIfNoEntry: false }) !== undefined
