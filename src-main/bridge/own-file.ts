/**
 * Own file: reads a file of the profile, and refuses it when other users can read or write it.
 *
 * Windows has no mode bits; there the profile is in the user's own folder, which other accounts cannot open.
 */
import { type FileHandle, open } from 'node:fs/promises'
import { limits } from './limits.js'

export type OwnFile =
  | { readonly kind: 'read'; readonly text: string }
  | { readonly kind: 'absent' }
  /** `why` completes the sentence "the file ...". */
  | { readonly kind: 'unsafe'; readonly why: string }

/** @param limit of bytes; the text of a longer file is cut and fails to parse */
export const readOwnFile = async (path: string, limit: number = limits.endpointFile): Promise<OwnFile> => {
  let file: FileHandle
  try {
    file = await open(path, 'r')
  } catch (error) {
    return isMissing(error) ? { kind: 'absent' } : { kind: 'unsafe', why: 'cannot be read by this user' }
  }
  try {
    const why = await whyUnsafe(file)
    return why === undefined ? { kind: 'read', text: await start(file, limit) } : { kind: 'unsafe', why }
  } finally {
    await file.close()
  }
}

/** Checks the open file, not its path, so that it cannot be swapped in between. */
const whyUnsafe = async (file: FileHandle): Promise<string | undefined> => {
  const about = await file.stat()
  if (!about.isFile()) return 'is not a regular file'
  if (process.getuid === undefined) return undefined
  if (about.uid !== process.getuid()) return 'belongs to another user'
  if ((about.mode & 0o077) !== 0) return 'is open to other users of this computer'
  return undefined
}

const start = async (file: FileHandle, limit: number): Promise<string> => {
  const buffer = Buffer.alloc(Math.min(limit, (await file.stat()).size))
  const { bytesRead } = await file.read(buffer, 0, buffer.length, 0)
  return buffer.toString('utf8', 0, bytesRead)
}

const isMissing = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')
