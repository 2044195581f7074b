/**
 * World files: all regular files of all worlds of a server, and what is left out.
 *
 * Links are not followed, so nothing outside is copied. One exception: the main world itself may be a link to a place
 * inside the server's folder.
 */
import { lstat, readdir } from 'node:fs/promises'
import path from 'node:path'
import type { LeftOut } from '@shared/servers/java-server.js'
import { folderError } from '../folder/folder-problem.js'
import { isBelow } from '../folder/open-regular.js'
import { isPlainPath } from '../folder/plain-path.js'
import type { ServerFolder } from '../folder/server-folder.js'
import { isLinkedOut } from '../folder/world-layout.js'
import { findWorlds, levelFile } from '../folder/world-list.js'
import { backupProblems } from './backup-problems.js'

export interface WorldFile {
  /** Inside the server folder, with `/`. */
  readonly path: string
  readonly size: number
  readonly modified: number
  /** Absent for a file on another computer. */
  readonly here?: {
    /** Absolute; links of the world folder itself are resolved. */
    readonly source: string
    /** Absolute, with links resolved: the world that the file must be in when it is opened. */
    readonly world: string
  }
}

export interface WorldFiles {
  /** Existing world folders, inside the server folder. */
  readonly worlds: readonly string[]
  readonly files: readonly WorldFile[]
  readonly leftOut: readonly LeftOut[]
}

/** Lock file of the running process; holds no data. */
const lockFile = 'session.lock'

/** The main world and the folders in which Bukkit stores its Nether and its End; these may have no `level.dat`. */
export const worldFolders = (world: string): readonly string[] => [world, `${world}_nether`, `${world}_the_end`]

/** A host could list files and folders without end. */
export interface WalkLimits {
  readonly entries: number
  readonly depth: number
  /** Of all paths together. */
  readonly characters: number
}

const walkLimits: WalkLimits = { entries: 500_000, depth: 32, characters: 64 * 1024 * 1024 }

/** @param onStep called regularly; may throw to end the search. @throws GatewayError when there is no main world */
export async function findWorldFiles(
  folder: ServerFolder,
  onStep: () => void = () => undefined,
  limits = walkLimits,
): Promise<WorldFiles> {
  const { worlds, leftOut } = await worldsToCopy(folder, onStep)
  const files: WorldFile[] = []
  const skipped: LeftOut[] = []
  const left = { ...limits }
  const walkElsewhere = async (inside: string, depth = 0): Promise<void> => {
    onStep()
    const entries = await folder.files.entries(inside)
    if (!entries) skipped.push({ path: inside, reason: 'unreadable' })
    for (const { name, kind, facts } of entries ?? []) {
      const file = `${inside}/${name}`
      left.entries -= 1
      left.characters -= file.length
      if (left.entries < 0 || left.characters < 0 || depth >= limits.depth) throw backupProblems.tooMany(inside)
      const skip = (reason: LeftOut['reason']) => skipped.push({ path: file, reason })
      if (kind === 'link') skip('link')
      else if (!isPlainPath(file)) skip('name')
      else if (kind === 'folder') await walkElsewhere(file, depth + 1)
      else if (kind !== 'file') skip('not-a-file')
      else if (name !== lockFile) {
        onStep()
        const found = facts ?? (await folder.files.facts(file))
        if (found) files.push({ path: file, size: found.size, modified: found.modified })
      }
    }
  }
  const walk = async (real: string, shown: string, world: string): Promise<void> => {
    onStep()
    for (const entry of await readdir(real, { withFileTypes: true })) {
      const source = path.join(real, entry.name)
      const inside = `${shown}/${entry.name}`
      const skip = (reason: LeftOut['reason']) => skipped.push({ path: inside, reason })
      if (entry.isSymbolicLink()) skip('link')
      else if (!isPlainPath(inside)) skip('name')
      else if (entry.isDirectory()) await walk(source, inside, world)
      else if (!entry.isFile()) skip('not-a-file')
      else if (entry.name !== lockFile) {
        const facts = await lstat(source).catch(() => undefined)
        if (facts?.isFile()) {
          files.push({ path: inside, size: facts.size, modified: facts.mtimeMs, here: { source, world } })
        } else if (facts) skip(facts.isSymbolicLink() ? 'link' : 'not-a-file')
        // A name that is not valid Unicode cannot be opened; any other file was deleted since it was listed.
        else if (entry.name.includes('\ufffd')) skip('name')
      }
    }
  }
  for (const { name, real } of worlds) await (real === undefined ? walkElsewhere(name) : walk(real, name, real))
  return { worlds: worlds.map(({ name }) => name), files, leftOut: [...leftOut, ...skipped] }
}

interface WorldToCopy {
  readonly name: string
  /** Absolute, with links resolved; undefined on another computer. */
  readonly real: string | undefined
}

async function worldsToCopy(folder: ServerFolder, onStep: () => void) {
  const { files, local, world } = folder
  const worlds: WorldToCopy[] = []
  for (const name of worldFolders(world)) {
    if (!(await files.facts(name))?.isFolder) continue
    const real = await local?.resolve(name)
    // A link to the server's folder would copy its settings with the passwords.
    if (local && real !== undefined && !isBelow(local.root, real)) throw folderError('level-name', name)
    worlds.push({ name, real })
  }
  if (await isLinkedOut(files, world)) throw folderError('outside', world)
  if (!(await isWorld(folder))) throw backupProblems.noWorld(world)
  const search = await findWorlds(files, { onFolder: onStep })
  for (const name of search.worlds) {
    const real = await local?.resolve(name).catch(() => undefined)
    if (local && real === undefined) continue
    if (worlds.every((one) => !overlaps(one, { name, real }))) worlds.push({ name, real })
  }
  const names = new Set(worlds.map(({ name }) => name))
  return { worlds, leftOut: search.leftOut.filter(({ path: place }) => !names.has(place)) }
}

/** The main world may be without a `level.dat` for a moment: the game then reads `level.dat_old`. */
const mainWorldSigns = [levelFile, `${levelFile}_old`, 'region', 'dimensions'] as const

async function isWorld({ files, world }: ServerFolder): Promise<boolean> {
  const found = await Promise.all(mainWorldSigns.map((name) => files.facts(`${world}/${name}`)))
  return found.some(Boolean)
}

function overlaps(one: WorldToCopy, other: WorldToCopy): boolean {
  const [first, second] = [one.real ?? `/${one.name}`, other.real ?? `/${other.name}`]
  return first === second || isBelow(first, second) || isBelow(second, first)
}
