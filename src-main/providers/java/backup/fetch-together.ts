/**
 * Fetch together: copies the files of a backup in one stream, where the way to the server has one.
 *
 * Each folder is listed again afterwards: a file that changed meanwhile counts as not copied.
 */
import path from 'node:path'
import type { FileFacts, ServerFiles } from '../ports.js'
import type { BackedUpFile } from './backup-manifest.js'
import { backupProblems } from './backup-problems.js'
import type { WorldFile } from './world-files.js'

export interface FetchTogetherOptions {
  /** Folder of the backup that is made. */
  readonly part: string
  /** Bytes by which all files together may be larger than they were listed. */
  readonly growth: number
  /** May throw to end the copy. */
  readonly step: () => void
  readonly onFile: (file: BackedUpFile) => void
}

/** @returns what is copied, by its path; the rest must be copied one by one. @throws GatewayError */
export async function fetchTogether(
  from: ServerFiles,
  files: readonly WorldFile[],
  { part, growth, step, onFile }: FetchTogetherOptions,
): Promise<ReadonlyMap<string, BackedUpFile>> {
  const arrived = new Map<string, BackedUpFile>()
  if (!from.fetchMany || files.length === 0) return arrived
  let left = files.reduce((sum, { size }) => sum + size, growth)
  const wanted = files.map(({ path: file, size }) => ({
    path: file,
    target: path.join(part, file),
    most: size + growth,
  }))
  await from.fetchMany(wanted, {
    onPiece(bytes) {
      step()
      left -= bytes
      if (left < 0) throw backupProblems.grows(files[0]?.path ?? '')
    },
    onFile(file) {
      arrived.set(file.path, file)
      onFile(file)
    },
  })
  const present = await factsIn(from, new Set([...arrived.keys()].map((file) => path.posix.dirname(file))), step)
  for (const { path: file, size, modified } of [...arrived.values()]) {
    const now = present.get(file)
    if (now?.size !== size || now.modified !== modified) arrived.delete(file)
  }
  return arrived
}

async function factsIn(from: ServerFiles, folders: ReadonlySet<string>, step: () => void) {
  const found = new Map<string, FileFacts>()
  for (const folder of folders) {
    step()
    for (const { name, facts } of (await from.entries(folder)) ?? []) if (facts) found.set(`${folder}/${name}`, facts)
  }
  return found
}
