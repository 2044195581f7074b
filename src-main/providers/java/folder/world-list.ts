/**
 * World list: every world below the server's folder. A world is a folder with a `level.dat`.
 *
 * Folders inside a world belong to it. What is left out is returned with the reason, so that it can be said. Links are
 * not followed. The search is bounded, because plugins can create folders without end.
 */
import type { LeftOut } from '@shared/servers/java-server.js'
import type { ServerFiles } from '../ports.js'
import { isPlainPath } from './plain-path.js'

export const levelFile = 'level.dat'

export interface WorldSearch {
  /** Inside the server's folder, with `/`. Those nearer to it first, then by name. */
  readonly worlds: readonly string[]
  readonly leftOut: readonly LeftOut[]
}

export interface SearchLimits {
  /** Folders between the server's folder and a world, and the world. */
  readonly depth: number
  readonly folders: number
  readonly worlds: number
}

const defaultLimits: SearchLimits = { depth: 8, folders: 20_000, worlds: 256 }

/** Programs and caches: a world there is not used by the server. */
const withoutWorlds = new Set(['libraries', 'versions', 'cache', 'logs', 'crash-reports', 'bundler', 'node_modules'])

/** Where other programs keep their backups. */
const otherBackups = new Set([
  ...['backup', 'backups', 'world_backups', 'simplebackups', 'advancedbackups', 'aromabackup', 'betterbackups'],
  ...['ftbbackups', 'ftbbackups2', 'ftbbackups3', 'qb_multi', 'pb_files', 'textile_backup', 'drivebackup', 'ebackup'],
])

/** Folders that a restore left: the earlier world, or a copy that was not finished. */
const ofRestore = /\.(?:before-\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}(?:-\d{1,6})?|restoring)$/u

/** @param onFolder called before each folder is read; may throw to end the search */
export async function findWorlds(
  files: ServerFiles,
  { limits = defaultLimits, onFolder = () => {} }: { limits?: SearchLimits; onFolder?: () => void } = {},
): Promise<WorldSearch> {
  const worlds: string[] = []
  const leftOut: LeftOut[] = []
  const queue: { readonly folder: string; readonly depth: number }[] = [{ folder: '', depth: 0 }]
  for (let next = 0; next < queue.length; next++) {
    const { folder, depth } = queue[next] ?? { folder: '', depth: 0 }
    if (next >= limits.folders || worlds.length >= limits.worlds) {
      leftOut.push({ path: folder, reason: 'too-many' })
      break
    }
    onFolder()
    const entries = await files.entries(folder)
    if (!entries) {
      leftOut.push({ path: folder, reason: 'unreadable' })
      continue
    }
    if (entries.some((entry) => entry.name === levelFile && entry.kind === 'file')) {
      // The server's folder is never moved or copied as a whole: it holds the settings with the passwords.
      if (folder === '') leftOut.push({ path: '.', reason: 'server-folder' })
      else {
        worlds.push(folder)
        continue
      }
    }
    for (const entry of entries) {
      const inside = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.kind === 'link') {
        if (await hasLevel(files, inside)) leftOut.push({ path: inside, reason: 'link' })
      } else if (entry.kind === 'folder') {
        const reason = await reasonToSkip(files, inside, entry.name)
        if (reason === undefined && depth < limits.depth) queue.push({ folder: inside, depth: depth + 1 })
        else if (reason && reason !== 'none') leftOut.push({ path: inside, reason })
      }
    }
  }
  return { worlds, leftOut }
}

async function reasonToSkip(
  files: ServerFiles,
  inside: string,
  name: string,
): Promise<LeftOut['reason'] | 'none' | undefined> {
  if (withoutWorlds.has(name) || name.startsWith('.')) return 'none'
  if (otherBackups.has(name.toLowerCase())) return 'other-backup'
  if (ofRestore.test(name)) return 'earlier-world'
  if (!isPlainPath(inside)) return (await hasLevel(files, inside)) ? 'name' : 'none'
  return undefined
}

/** Also where a link leads out of the server's folder: nothing is read. */
const hasLevel = (files: ServerFiles, inside: string): Promise<boolean> => files.isNamed(`${inside}/${levelFile}`)
