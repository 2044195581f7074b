/**
 * Export file: the file that an export of the trail is written to. Links are not followed: another user could have
 * created one to overwrite another file.
 */
import {
  closeSync,
  constants,
  createWriteStream,
  fstatSync,
  ftruncateSync,
  lstatSync,
  openSync,
  type WriteStream,
} from 'node:fs'

/** @throws Error when it can't be written */
export function createExportFile(file: string): WriteStream {
  // Windows has no such flag.
  if (lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink()) throw new Error('it is a link')
  const { O_WRONLY, O_CREAT, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants
  const fd = openSync(file, O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600)
  try {
    const facts = fstatSync(fd)
    if (!facts.isFile()) throw new Error('it is not a regular file')
    if (facts.nlink > 1) throw new Error('the file has another name (hard link)')
    ftruncateSync(fd)
  } catch (error) {
    closeSync(fd)
    throw error
  }
  return createWriteStream(file, { fd })
}
