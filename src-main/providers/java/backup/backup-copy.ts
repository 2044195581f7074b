/**
 * Backup copy: copies the worlds into a new backup, and reads the backup back.
 *
 * A file that the previous backup holds unchanged is linked. A backup is done only after its list was read as a restore
 * reads it, and after each file was read again, also each linked one, which may have rotted: "done" without that would
 * be a guess.
 */
import { existsSync, lstatSync } from 'node:fs'
import { lstat, mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { BackupProgress, LeftOut } from '@shared/servers/java-server.js'
import type { ServerFolder } from '../folder/server-folder.js'
import type { ServerFiles } from '../ports.js'
import { type BackedUpFile, type BackupManifest, readManifest } from './backup-manifest.js'
import { backupProblems } from './backup-problems.js'
import { copyIfThere, fetchIfThere, hashOfFile, linkOrCopy } from './copy-file.js'
import { findWorldFiles, type WorldFile, type WorldFiles } from './world-files.js'

/**
 * Files changed less than this before the copy are copied again: the file timestamp may be too coarse to show a change.
 */
const uncertain = 50

/** Maximum entries of what was left out that a manifest lists; all are counted. */
const maxLeftOut = 100

export interface FilesToCopy extends WorldFiles {
  readonly from: ServerFiles
  /** The file as the previous backup holds it; undefined when it must be copied. */
  readonly known: (file: WorldFile) => { readonly entry: BackedUpFile; readonly stored: string } | undefined
}

export interface PreviousBackup {
  readonly store: string
  readonly last: BackupManifest | undefined
  /** Paths of files that the previous backup no longer holds as they were. */
  readonly rotten: ReadonlySet<string>
}

/** The files of the worlds, and those that the previous backup already contains. @throws GatewayError */
export async function filesToCopy(
  folder: ServerFolder,
  { store, last, rotten }: PreviousBackup,
  step?: () => void,
): Promise<FilesToCopy> {
  const found = await findWorldFiles(folder, step)
  const entries = new Map((last?.files ?? []).map((entry) => [entry.path, entry]))
  const known = ({ path: file, size, modified }: WorldFile) => {
    const entry = entries.get(file)
    if (!last || !entry || rotten.has(file) || entry.size !== size || entry.modified !== modified) return undefined
    if (modified > last.copiedFrom - uncertain) return undefined
    const stored = path.join(store, last.id, file)
    const facts = existsSync(stored) ? lstatSync(stored) : undefined
    return facts?.isFile() && facts.size === size ? { entry, stored } : undefined
  }
  return { ...found, from: folder.files, known }
}

export const bytesOf = (files: readonly { readonly size: number }[]): number =>
  files.reduce((sum, { size }) => sum + size, 0)

export interface CopiedWorlds extends Omit<BackupManifest, 'id' | 'at' | 'name'> {
  readonly leftOut: readonly LeftOut[]
  /** Paths of the files that the previous backup shares. */
  readonly linked: ReadonlySet<string>
}

/** @param step called after each piece; may throw to end the copy. @throws GatewayError @throws FileKeepsChanging */
export async function copyWorlds(
  { from, worlds, files, leftOut, known }: FilesToCopy,
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
      const copy = await (file.here
        ? copyIfThere({ source: file.here.source, within: file.here.world, target, onPiece: step })
        : fetchIfThere(from, file.path, target, step))
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
    linked: new Set(linked.map(({ path: file }) => file)),
  }
}

/**
 * Reads a new backup as `list` and `restore` will.
 *
 * @returns paths of linked files that are no longer as the manifest says; the backup is complete when there is none
 * @throws GatewayError when a copied file is not as it was written
 */
export async function verifyCopy(
  part: string,
  id: string,
  linked: ReadonlySet<string>,
  { step, onProgress }: { readonly step: () => void; readonly onProgress: (progress: BackupProgress) => void },
): Promise<readonly string[]> {
  const manifest = readManifest(part, id)
  if (!manifest) throw backupProblems.notVerified('backup.json')
  const progress = { files: manifest.files.length, filesDone: 0, bytes: bytesOf(manifest.files), bytesDone: 0 }
  const rotten: string[] = []
  for (const file of manifest.files) {
    step()
    if (!(await isAsWritten(part, file, step))) {
      if (!linked.has(file.path)) throw backupProblems.notVerified(file.path)
      rotten.push(file.path)
    }
    progress.filesDone++
    progress.bytesDone += file.size
    onProgress({ phase: 'verifying', ...progress })
  }
  return rotten
}

async function isAsWritten(part: string, { path: name, size, sha256 }: BackedUpFile, step: () => void) {
  const file = path.join(part, name)
  const facts = await lstat(file).catch(() => undefined)
  if (!facts?.isFile() || facts.size !== size) return false
  try {
    return (await hashOfFile(file, part, step)) === sha256
  } catch (error) {
    // A sector that can no longer be read.
    if ((error as NodeJS.ErrnoException).code === 'EIO') return false
    throw error
  }
}
