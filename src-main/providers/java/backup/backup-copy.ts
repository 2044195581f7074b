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
import { type EarlierCopy, noteCopied, partialIn } from './backup-partial.js'
import { backupProblems } from './backup-problems.js'
import { copyIfThere, fetchIfThere, hashOfFile, linkOrCopy } from './copy-file.js'
import { fetchTogether } from './fetch-together.js'
import { findWorldFiles, type WorldFile, type WorldFiles } from './world-files.js'

/**
 * Files changed less than this before the copy are copied again: the file timestamp may be too coarse to show a change.
 */
const uncertain = 50

/** Elsewhere times are whole seconds: a file saved in the same second as the newest one may change within it. */
const uncertainElsewhere = 2_000

/** Bytes by which the files at a host may be larger than they were listed, all together. The server does not save. */
const maxGrowth = 16 * 1024 * 1024

/** Maximum entries of what was left out that a manifest lists; all are counted. */
const maxLeftOut = 100

interface KnownFile {
  readonly entry: BackedUpFile
  /** Absolute. */
  readonly stored: string
  /** Held by a backup that was cut off or paused. */
  readonly isPartial: boolean
}

export interface FilesToCopy extends WorldFiles {
  readonly from: ServerFiles
  /** The file as the previous backup holds it; undefined when it must be copied. */
  readonly known: (file: WorldFile) => KnownFile | undefined
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
  step: () => void,
): Promise<FilesToCopy> {
  const found = await findWorldFiles(folder, step)
  const whole = last && { folder: path.join(store, last.id), copiedFrom: last.copiedFrom, files: last.files }
  const earlier = [whole, folder.local ? undefined : partialIn(store)].flatMap((copy) => (copy ? [knownIn(copy)] : []))
  const known = (file: WorldFile) => {
    if (rotten.has(file.path)) return undefined
    for (const find of earlier) {
      const one = find(file)
      if (one) return one
    }
    return undefined
  }
  return { ...found, from: folder.files, known }
}

function knownIn({ folder, copiedFrom, files, isPartial = false }: EarlierCopy): FilesToCopy['known'] {
  const entries = new Map(files.map((entry) => [entry.path, entry]))
  return ({ path: file, size, modified }) => {
    const entry = entries.get(file)
    if (entry?.size !== size || entry.modified !== modified) return undefined
    if (modified > copiedFrom - uncertain) return undefined
    const stored = path.join(folder, file)
    const facts = existsSync(stored) ? lstatSync(stored) : undefined
    return facts?.isFile() && facts.size === size ? { entry, stored, isPartial } : undefined
  }
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
  const copiedFrom = copiedFromOf(files)
  const progress = {
    files: files.length,
    filesDone: 0,
    bytes: bytesOf(files.filter((file) => !known(file))),
    bytesDone: 0,
  }
  const [linked, copied]: [BackedUpFile[], BackedUpFile[]] = [[], []]
  const replaced: LeftOut[] = []
  let growth = maxGrowth
  await mkdir(part, { recursive: true, mode: 0o700 })
  const count = (size: number) => {
    progress.filesDone++
    progress.bytesDone += size
    onProgress({ phase: 'copying', ...progress })
  }
  // First what an earlier backup holds, so that a second cut does not lose what was copied before the first one.
  for (const file of files) {
    const earlier = known(file)
    if (!earlier) continue
    step()
    await linkOrCopy(earlier.stored, path.join(part, file.path))
    linked.push(earlier.entry)
    if (earlier.isPartial) noteCopied(part, copiedFrom, earlier.entry)
    count(0)
  }
  const arrived = new Set<string>()
  const toFetch = files.filter((file) => !file.here && !known(file))
  const fetched = await fetchTogether(from, toFetch, {
    part,
    growth,
    step,
    onFile(file) {
      arrived.add(file.path)
      noteCopied(part, copiedFrom, file)
      count(file.size)
    },
  })
  for (const file of files) {
    if (known(file)) continue
    step()
    const target = path.join(part, file.path)
    const together = fetched.get(file.path)
    if (together) copied.push(together)
    else {
      const copy = await (file.here
        ? copyIfThere({ source: file.here.source, within: file.here.world, target, onPiece: step })
        : fetchIfThere(from, { path: file.path, target, most: file.size + growth }, step))
      if (typeof copy === 'string') replaced.push({ path: file.path, reason: copy })
      else if (copy) {
        copied.push({ path: file.path, ...copy })
        growth -= Math.max(0, copy.size - file.size)
        if (!file.here) noteCopied(part, copiedFrom, { path: file.path, ...copy })
      }
    }
    if (!arrived.has(file.path)) count(file.size)
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
 * The clock of another computer may be wrong: the newest file says what time it is there, because the world was saved
 * just before.
 */
function copiedFromOf(files: readonly WorldFile[]): number {
  const elsewhere = files.filter(({ here }) => !here)
  if (elsewhere.length === 0) return Date.now()
  return elsewhere.reduce((newest, { modified }) => Math.max(newest, modified), 0) - uncertainElsewhere + uncertain
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
