/** Backup manifest: the contents of one backup. Written last: a backup without a complete manifest does not count. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { BackupSummary } from '@shared/servers/java-server.js'

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
  /** Links and other entries that were not copied. */
  readonly skipped: number
}

export const backupId = /^\d{8}-\d{6}-[0-9a-f]{4}$/u

/** Undefined when the manifest is missing, damaged or names a file outside the backup. */
export function readManifest(folder: string): BackupManifest | undefined {
  try {
    const manifest = JSON.parse(readFileSync(path.join(folder, manifestName), 'utf8')) as BackupManifest
    const isValid =
      manifest.id === path.basename(folder) &&
      Number.isFinite(manifest.copiedFrom) &&
      [...manifest.worlds, ...manifest.files.map((file) => file.path)].every(isInside)
    return isValid ? manifest : undefined
  } catch {
    return undefined
  }
}

/** A relative path that cannot leave the folder it is joined to. */
const isInside = (file: string): boolean =>
  file !== '' && !path.posix.isAbsolute(file) && !path.win32.isAbsolute(file) && !file.split(/[\\/]/u).includes('..')

/** Manifests of all complete backups in a store, newest first. Never throws: damaged ones are skipped. */
export function manifestsIn(store: string): readonly BackupManifest[] {
  if (!existsSync(store)) return []
  return readdirSync(store)
    .filter((name) => backupId.test(name))
    .sort()
    .reverse()
    .flatMap((name) => readManifest(path.join(store, name)) ?? [])
}

export function summaryOf({ id, name, at, files, copiedBytes, worlds, skipped }: BackupManifest): BackupSummary {
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  return { id, ...(name !== undefined && { name }), at, bytes, copiedBytes, files: files.length, worlds, skipped }
}

/** Bytes on disk of several backups. Identical content of the same file is stored once. */
export function bytesTogether(manifests: readonly BackupManifest[]): number {
  const sizes = new Map<string, number>()
  for (const { files } of manifests)
    for (const { path: file, sha256, size } of files) sizes.set(`${sha256} ${file}`, size)
  return [...sizes.values()].reduce((sum, size) => sum + size, 0)
}
