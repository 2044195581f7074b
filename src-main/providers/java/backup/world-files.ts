/** World files: every regular file of the worlds of a server. Links are not followed, so that nothing outside is copied. */
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import type { ConfinedFolder } from '../folder/confined-folder.js'

export interface WorldFile {
  /** Inside the server folder, with `/`. */
  readonly path: string
  /** Absolute, links of the world folder itself resolved. */
  readonly source: string
  readonly size: number
  readonly modified: number
}

export interface WorldFiles {
  /** World folders that are there, inside the server folder. */
  readonly worlds: readonly string[]
  readonly files: readonly WorldFile[]
  readonly skipped: number
}

/** Holds no data, and belongs to the process that runs. */
const lockFile = 'session.lock'

/** Names of the folders a world can have; Bukkit keeps the Nether and the End beside it. */
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
        // Deleted since it was listed.
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
