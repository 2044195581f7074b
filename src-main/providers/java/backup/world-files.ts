/** World files: all regular files of the worlds of a server. Links are not followed, so nothing outside is copied. */
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import type { ConfinedFolder } from '../folder/confined-folder.js'

export interface WorldFile {
  /** Inside the server folder, with `/`. */
  readonly path: string
  /** Absolute; links of the world folder itself are resolved. */
  readonly source: string
  readonly size: number
  readonly modified: number
}

export interface WorldFiles {
  /** Existing world folders, inside the server folder. */
  readonly worlds: readonly string[]
  readonly files: readonly WorldFile[]
  readonly skipped: number
}

/** Lock file of the running process; holds no data. */
const lockFile = 'session.lock'

/** Folder names of a world. Bukkit stores the Nether and the End in separate folders. */
export const worldFolders = (world: string): readonly string[] => [world, `${world}_nether`, `${world}_the_end`]

export async function findWorldFiles(folder: ConfinedFolder, world: string): Promise<WorldFiles> {
  const worlds: string[] = []
  const files: WorldFile[] = []
  let skipped = 0
  const walk = async (real: string, shown: string): Promise<void> => {
    for (const entry of await readdir(real, { withFileTypes: true })) {
      const source = path.join(real, entry.name)
      const inside = `${shown}/${entry.name}`
      if (entry.isDirectory()) await walk(source, inside)
      else if (!entry.isFile()) skipped++
      else if (entry.name !== lockFile) {
        const facts = await stat(source).catch(() => undefined)
        // Deleted after it was listed.
        if (facts) files.push({ path: inside, source, size: facts.size, modified: facts.mtimeMs })
      }
    }
  }
  for (const name of worldFolders(world)) {
    if (!(await folder.facts(name))?.isFolder) continue
    worlds.push(name)
    await walk(await folder.resolve(name), name)
  }
  return { worlds, files, skipped }
}
