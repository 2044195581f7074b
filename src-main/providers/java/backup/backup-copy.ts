/**
 * Backup copy: copies the worlds into a new backup, and reads the backup back.
 *
 * A file that the previous backup holds unchanged is linked. A backup is done only after its list was read as a restore
 * reads it, and after each copied file was read again: "done" without that would be a guess.
 */
import { existsSync, lstatSync } from 'node:fs'
import { lstat, mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { BackupProgress, LeftOut } from '@shared/servers/java-server.js'
import type { ServerFolder } from '../folder/server-folder.js'
import { type BackedUpFile, type BackupManifest, readManifest } from './backup-manifest.js'
import { backupProblems } from './backup-problems.js'
import { copyIfThere, hashOfFile, linkOrCopy } from './copy-file.js'
import { findWorldFiles, type WorldFile, type WorldFiles } from './world-files.js'

/**
 * Files changed less than this before the copy are copied again: the file timestamp may be too coarse to show a change.
 */
const uncertain = 50

/** Maximum entries of what was left out that a manifest lists; all are counted. */
const maxLeftOut = 100

export interface FilesToCopy extends WorldFiles {
  /** The file as the previous backup holds it; undefined when it must be copied. */
  readonly known: (file: WorldFile) => { readonly entry: BackedUpFile; readonly stored: string } | undefined
}

/** The files of the worlds, and those that the previous backup already contains. @throws GatewayError */
export async function filesToCopy(
  folder: ServerFolder,
  store: string,
  last: BackupManifest | undefined,
  step?: () => void,
): Promise<FilesToCopy> {
  const found = await findWorldFiles(folder, step)
  const entries = new Map((last?.files ?? []).map((entry) => [entry.path, entry]))
  const known = ({ path: file, size, modified }: WorldFile) => {
    const entry = entries.get(file)
    if (!last || !entry || entry.size !== size || entry.modified !== modified) return undefined
    if (modified > last.copiedFrom - uncertain) return undefined
    const stored = path.join(store, last.id, file)
    const facts = existsSync(stored) ? lstatSync(stored) : undefined
    return facts?.isFile() && facts.size === size ? { entry, stored } : undefined
  }
  return { ...found, known }
}

export const bytesOf = (files: readonly { readonly size: number }[]): number =>
  files.reduce((sum, { size }) => sum + size, 0)

export interface CopiedWorlds extends Omit<BackupManifest, 'id' | 'at' | 'name'> {
  readonly leftOut: readonly LeftOut[]
  /** The files that were not linked. */
  readonly copied: readonly BackedUpFile[]
}

/** @param step called after each piece; may throw to end the copy. @throws GatewayError @throws FileKeepsChanging */
export async function copyWorlds(
  { worlds, files, leftOut, known }: FilesToCopy,
  part: string,
  { step, onProgress }: { readonly step: () => void; readonly onProgress: (progress: BackupProgress) => void },
): Promise<CopiedWorlds> {
  const copiedFrom = Date.now()
  const progress = {
    files: files.length,
    filesDone: 0,
    bytes: bytesOf(files.filter((file) => !known(file))),
    bytesDone: 0,
  }
  const [linked, copied]: [BackedUpFile[], BackedUpFile[]] = [[], []]
  const replaced: LeftOut[] = []
  await mkdir(part, { recursive: true, mode: 0o700 })
  for (const file of files) {
    step()
    const target = path.join(part, file.path)
    const earlier = known(file)
    if (earlier) {
      await linkOrCopy(earlier.stored, target)
      linked.push(earlier.entry)
    } else {
      const copy = await copyIfThere({ source: file.source, within: file.world, target, onPiece: step })
      if (typeof copy === 'string') replaced.push({ path: file.path, reason: copy })
      else if (copy) copied.push({ path: file.path, ...copy })
      progress.bytesDone += file.size
    }
    progress.filesDone++
    onProgress({ phase: 'copying', ...progress })
  }
  const all = [...leftOut, ...replaced]
  return {
    copiedFrom,
    worlds,
    files: [...linked, ...copied],
    copiedBytes: bytesOf(copied),
    skipped: all.length,
    leftOut: all.slice(0, maxLeftOut),
    copied,
  }
}

/** Reads a new backup as `list` and `restore` will. @throws GatewayError unless it is complete */
export async function verifyCopy(
  part: string,
  id: string,
  copied: readonly BackedUpFile[],
  { step, onProgress }: { readonly step: () => void; readonly onProgress: (progress: BackupProgress) => void },
): Promise<void> {
  const manifest = readManifest(part, id)
  if (!manifest) throw backupProblems.notVerified('backup.json')
  for (const { path: file, size } of manifest.files) {
    const facts = await lstat(path.join(part, file)).catch(() => undefined)
    if (!facts?.isFile() || facts.size !== size) throw backupProblems.notVerified(file)
  }
  const progress = { files: copied.length, filesDone: 0, bytes: bytesOf(copied), bytesDone: 0 }
  for (const { path: file, size, sha256 } of copied) {
    step()
    if ((await hashOfFile(path.join(part, file), part, step)) !== sha256) throw backupProblems.notVerified(file)
    progress.filesDone++
    progress.bytesDone += size
    onProgress({ phase: 'verifying', ...progress })
  }
}
