/** Copy file: copies a file that another program may be writing, and returns the hash of the copy. */
import { createHash } from 'node:crypto'
import { copyFile, link, mkdir, open, stat } from 'node:fs/promises'
import path from 'node:path'

const pieceSize = 1024 * 1024

/** Attempts for a file that changes while it is copied. */
const maxTries = 5

export class FileKeepsChanging extends Error {}

export interface CopiedFile {
  readonly size: number
  readonly modified: number
  readonly sha256: string
}

/** @throws FileKeepsChanging @throws Error of the file system */
export async function copyWithHash(source: string, target: string, signal?: AbortSignal): Promise<CopiedFile> {
  await mkdir(path.dirname(target), { recursive: true })
  for (let tries = 0; tries < maxTries; tries++) {
    const before = await stat(source)
    const sha256 = await copyOnce(source, target, signal)
    const after = await stat(source)
    if (before.size === after.size && before.mtimeMs === after.mtimeMs) {
      return { size: after.size, modified: after.mtimeMs, sha256 }
    }
  }
  throw new FileKeepsChanging(source)
}

/** The same for a file that was listed before. @returns undefined when it was deleted since then */
export async function copyIfThere(
  source: string,
  target: string,
  signal?: AbortSignal,
): Promise<CopiedFile | undefined> {
  try {
    return await copyWithHash(source, target, signal)
  } catch (error) {
    const isGone = (error as NodeJS.ErrnoException).code === 'ENOENT' && !(await stat(source).catch(() => undefined))
    if (isGone) return undefined
    throw error
  }
}

async function copyOnce(source: string, target: string, signal?: AbortSignal): Promise<string> {
  const [from, to] = [await open(source, 'r'), await open(target, 'w', 0o600)]
  try {
    const hash = createHash('sha256')
    const piece = Buffer.alloc(pieceSize)
    for (;;) {
      signal?.throwIfAborted()
      const { bytesRead } = await from.read(piece, 0, pieceSize)
      if (bytesRead === 0) return hash.digest('hex')
      const part = piece.subarray(0, bytesRead)
      hash.update(part)
      for (let done = 0; done < bytesRead; ) done += (await to.write(part, done, bytesRead - done)).bytesWritten
    }
  } finally {
    await from.close()
    await to.close()
  }
}

/** Hash of the current content. */
export async function hashOfFile(file: string): Promise<string> {
  const from = await open(file, 'r')
  try {
    const hash = createHash('sha256')
    const piece = Buffer.alloc(pieceSize)
    for (;;) {
      const { bytesRead } = await from.read(piece, 0, pieceSize)
      if (bytesRead === 0) return hash.digest('hex')
      hash.update(piece.subarray(0, bytesRead))
    }
  } finally {
    await from.close()
  }
}

/** Creates a hard link, or a copy where the file system does not support links. */
export async function linkOrCopy(existing: string, target: string): Promise<void> {
  await mkdir(path.dirname(target), { recursive: true })
  try {
    await link(existing, target)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'EMLINK' && code !== 'ENOSYS') throw error
    await copyFile(existing, target)
  }
}
