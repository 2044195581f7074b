/**
 * Replace in steps: replaces a file where no rename replaces an existing one.
 *
 * Order of the steps: the new bytes are written beside the file and read back; the file is moved aside; the new one takes
 * its name; the old one is removed. So an old one beside the file means that the new one was complete, and after a crash
 * at any moment `recoverReplace` leaves the old bytes or the new ones, whole.
 */
import { folderError } from '../../folder/folder-problem.js'

export interface StepFiles {
  /** Names in the folder of `path`. */
  namesBeside(path: string): Promise<ReadonlySet<string>>
  read(path: string, most: number): Promise<Buffer>
  /** May leave a part of it. */
  write(path: string, bytes: Buffer): Promise<void>
  /** The target does not exist. */
  rename(from: string, to: string): Promise<void>
  remove(path: string): Promise<void>
}

/** Ends of names that belong to a replacement. */
export const stepNames = { fresh: '.gatehouse-new', old: '.gatehouse-old' } as const

/** @throws GatewayError; then `recoverReplace` decides which of the two it is */
export async function replaceInSteps(files: StepFiles, path: string, bytes: Buffer): Promise<void> {
  const fresh = `${path}${stepNames.fresh}`
  const old = `${path}${stepNames.old}`
  await recoverReplace(files, path)
  await files.write(fresh, bytes)
  const written = await files.read(fresh, bytes.length + 1)
  if (!written.equals(bytes)) throw folderError('damaged', fresh)
  const isThere = await files.namesBeside(path).then((names) => names.has(nameOf(path)))
  if (isThere) {
    await files.rename(path, old)
    // A rename of nothing succeeds at a panel, so both names are looked at.
    const names = await files.namesBeside(path)
    if (names.has(nameOf(path)) || !names.has(nameOf(old))) throw folderError('unreadable', path, { detail: 'rename' })
  }
  await files.rename(fresh, path)
  const names = await files.namesBeside(path)
  if (!names.has(nameOf(path)) || names.has(nameOf(fresh))) throw folderError('unreadable', path, { detail: 'rename' })
  if (isThere) await files.remove(old)
}

/** Finishes or takes back a replacement that was cut off. Can be cut off itself, and called again. */
export async function recoverReplace(files: StepFiles, path: string): Promise<void> {
  const fresh = `${path}${stepNames.fresh}`
  const old = `${path}${stepNames.old}`
  const names = await files.namesBeside(path)
  const [hasPath, hasFresh, hasOld] = [path, fresh, old].map((name) => names.has(nameOf(name)))
  if (!hasOld) {
    // It may be a part.
    if (hasFresh) await files.remove(fresh)
    return
  }
  if (hasFresh) {
    // The server itself wrote a file while the name was free; the change was ordered, and was complete.
    if (hasPath) await files.remove(path)
    await files.rename(fresh, path)
  } else if (!hasPath) return files.rename(old, path)
  await files.remove(old)
}

export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))
