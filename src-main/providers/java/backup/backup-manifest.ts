/** Backup manifest: the contents of one backup. Written last: a backup without a complete manifest does not count. */
import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { BackupSummary, LeftOut } from '@shared/servers/java-server.js'
import { isPlainPath } from '../folder/plain-path.js'

export const manifestName = 'backup.json'

export interface BackedUpFile {
  /** Inside the server folder, with `/`. */
  readonly path: string
  readonly size: number
  /** Milliseconds since 1970, of the original. */
  readonly modified: number
  readonly sha256: string
}

export interface BackupManifest {
  readonly id: string
  readonly name?: string
  /** ISO 8601. */
  readonly at: string
  /** Milliseconds since 1970; when copying began. */
  readonly copiedFrom: number
  /** World folders, inside the server folder. */
  readonly worlds: readonly string[]
  readonly files: readonly BackedUpFile[]
  readonly copiedBytes: number
  /** Number of links and other entries that were not copied. */
  readonly skipped: number
  /** The first of them; absent in backups of older versions. */
  readonly leftOut?: readonly LeftOut[]
}

export const backupId = /^\d{8}-\d{6}-[0-9a-f]{4}$/u

/** Sortable by time, also within one second. */
export function newBackupId(store: string, now: Date): string {
  const stamp = now
    .toISOString()
    .replaceAll(/[-:]|\.\d+Z$/gu, '')
    .replace('T', '-')
  const last = readdirSync(store).filter((name) => name.startsWith(stamp)).length
  return `${stamp}-${last.toString(16).padStart(2, '0')}${randomBytes(1).toString('hex')}`
}

/**
 * Undefined when the manifest is missing, damaged or names a file outside the worlds of the backup.
 *
 * @param id of the backup; the name of its folder, except while it is made
 */
export function readManifest(folder: string, id = path.basename(folder)): BackupManifest | undefined {
  try {
    const manifest = JSON.parse(readFileSync(path.join(folder, manifestName), 'utf8')) as BackupManifest
    const { worlds, files, leftOut = [] } = manifest
    const isOfWorld = (file: string) => worlds.some((world) => file.startsWith(`${world}/`))
    const isValid =
      manifest.id === id &&
      Number.isFinite(manifest.copiedFrom) &&
      Array.isArray(leftOut) &&
      worlds.every(isPlainPath) &&
      files.every((file) => isPlainPath(file.path) && isOfWorld(file.path))
    return isValid ? manifest : undefined
  } catch {
    return undefined
  }
}

/** Manifests of all complete backups in a store, newest first. Never throws: damaged ones are skipped. */
export function manifestsIn(store: string): readonly BackupManifest[] {
  if (!existsSync(store)) return []
  return readdirSync(store)
    .filter((name) => backupId.test(name))
    .sort()
    .reverse()
    .flatMap((name) => readManifest(path.join(store, name)) ?? [])
}

export function summaryOf(manifest: BackupManifest): BackupSummary {
  const { id, name, at, files, copiedBytes, worlds, skipped, leftOut = [] } = manifest
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  const about = { at, bytes, copiedBytes, files: files.length, worlds, skipped, leftOut }
  return { id, ...(name !== undefined && { name }), ...about }
}

export interface BackupRetention {
  readonly maxBackups: number
  /** Total size of all backups. The newest one is kept whatever its size. */
  readonly maxBytes: number
}

/**
 * The backups that a new one takes the place of: scheduled ones first, and the oldest first.
 *
 * @param made the new one; absent while only the number of backups is known
 * @param others newest first
 */
export function surplusFor(
  made: BackupManifest | undefined,
  others: readonly BackupManifest[],
  { maxBackups, maxBytes, isScheduled }: BackupRetention & { readonly isScheduled: (one: BackupManifest) => boolean },
): readonly BackupManifest[] {
  const kept = [...others]
  const surplus: BackupManifest[] = []
  while (
    kept.length > 0 &&
    (kept.length >= maxBackups || (made !== undefined && bytesTogether([made, ...kept]) > maxBytes))
  ) {
    // At -1 is the last: the oldest of all.
    surplus.push(...kept.splice(kept.findLastIndex(isScheduled), 1))
  }
  return surplus
}

/** Bytes on disk of several backups. Identical content of the same file is stored once. */
export function bytesTogether(manifests: readonly BackupManifest[]): number {
  const sizes = new Map<string, number>()
  for (const { files } of manifests)
    for (const { path: file, sha256, size } of files) sizes.set(`${sha256} ${file}`, size)
  return [...sizes.values()].reduce((sum, size) => sum + size, 0)
}
