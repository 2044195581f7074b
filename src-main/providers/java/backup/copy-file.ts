/**
 * Copy file: copies a file that another program may be writing or replacing, and returns the hash of the copy.
 *
 * The file is opened once, checked and copied from its handle (`folder/open-regular.ts`). At most its size is read, so
 * a file that grows without end ends the copy too.
 */
import { createHash } from 'node:crypto'
import { chmod, copyFile, lchown, link, lstat, mkdir, open, readdir, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import { isMissing } from '../folder/folder-problem.js'
import { NotRegular, openRegular } from '../folder/open-regular.js'
import type { OpenedFile, ServerFiles } from '../ports.js'
import { backupProblems } from './backup-problems.js'

const pieceSize = 1024 * 1024

/** Attempts for a file that changes while it is copied. */
const maxTries = 5

export class FileKeepsChanging extends Error {}

export interface CopiedFile {
  readonly size: number
  readonly modified: number
  readonly sha256: string
}

export interface FileToCopy {
  /** Absolute, with links resolved. */
  readonly source: string
  /** Absolute, with links resolved; the source must be inside when it is opened. */
  readonly within: string
  readonly target: string
  /** Called after each piece; may throw to end the copy. */
  readonly onPiece?: () => void
}

/** @throws FileKeepsChanging @throws NotRegular when the source is no regular file @throws Error of the file system */
export async function copyWithHash({ source, within, target, onPiece }: FileToCopy): Promise<CopiedFile> {
  await mkdir(path.dirname(target), { recursive: true })
  for (let tries = 0; tries < maxTries; tries++) {
    const { handle, facts: before } = await openRegular(source, within)
    try {
      const { sha256, size } = await copyFrom(handle, before.size, target, onPiece)
      const after = await handle.stat()
      const isUnchanged = size === before.size && before.size === after.size && before.mtimeMs === after.mtimeMs
      if (isUnchanged) return { size, modified: after.mtimeMs, sha256 }
    } finally {
      await handle.close()
    }
  }
  throw new FileKeepsChanging(source)
}

/** The same for a file that was listed before. @returns undefined when it was deleted since then */
export async function copyIfThere(file: FileToCopy): Promise<CopiedFile | NotRegular['reason'] | undefined> {
  try {
    return await copyWithHash(file)
  } catch (error) {
    if (error instanceof NotRegular) return error.reason
    const isGone = (error as NodeJS.ErrnoException).code === 'ENOENT' && !(await lstat(file.source).catch(() => false))
    if (isGone) return undefined
    throw error
  }
}

/**
 * The same over any way to the files of a server.
 *
 * @param most bytes; a file that is larger by now would fill the disk
 * @throws FileKeepsChanging @throws GatewayError
 */
export async function fetchIfThere(
  files: ServerFiles,
  { path: file, target, most }: { readonly path: string; readonly target: string; readonly most: number },
  onPiece: () => void,
): Promise<CopiedFile | undefined> {
  await mkdir(path.dirname(target), { recursive: true })
  let left = most
  const onBytes = (bytes: number) => {
    onPiece()
    left -= bytes
    if (left < 0) throw backupProblems.grows(file)
  }
  try {
    for (let tries = 0; tries < maxTries; tries++) {
      left = most
      const before = files.fetch
        ? await files.fetch(file, target, onBytes)
        : await files.withFile(file, async (from, facts) => {
            if (facts.size > most) throw backupProblems.grows(file)
            const { size } = await copyFrom(from, facts.size, target, onBytes)
            return { ...facts, size }
          })
      const after = await files.facts(file)
      const isSame = files.hasNoTimes ? after !== undefined : after?.modified === before.modified
      if (!isSame || after?.size !== before.size) continue
      const { modified, size } = after
      return { size, modified, sha256: await hashOfFile(target, path.dirname(target), onPiece) }
    }
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
  throw new FileKeepsChanging(file)
}

async function copyFrom(from: OpenedFile, size: number, target: string, onPiece?: (bytes: number) => void) {
  const to = await open(target, 'w', 0o600)
  try {
    return await readPieces(from, size, async (piece) => {
      onPiece?.(piece.length)
      for (let done = 0; done < piece.length; ) done += (await to.write(piece, done)).bytesWritten
    })
  } finally {
    await to.close()
  }
}

/** Hash of the current content. @throws NotRegular @throws Error of the file system */
export async function hashOfFile(file: string, within: string, onPiece?: () => void): Promise<string> {
  const { handle, facts } = await openRegular(file, within)
  try {
    return (await readPieces(handle, facts.size, async () => onPiece?.())).sha256
  } finally {
    await handle.close()
  }
}

async function readPieces(from: OpenedFile, most: number, use: (piece: Buffer) => Promise<void>) {
  const hash = createHash('sha256')
  const buffer = Buffer.alloc(Math.min(pieceSize, Math.max(1, most)))
  let size = 0
  while (size < most) {
    const { bytesRead } = await from.read(buffer, 0, Math.min(buffer.length, most - size), size)
    if (bytesRead === 0) break
    const piece = buffer.subarray(0, bytesRead)
    hash.update(piece)
    await use(piece)
    size += bytesRead
  }
  return { sha256: hash.digest('hex'), size }
}

/** Bytes of disk space to keep free. */
const margin = 64 * 1024 * 1024

/** @param free tells the free bytes; injected by tests. @throws GatewayError */
export async function mustHaveSpace(folder: string, needed: number, free = freeBytes): Promise<void> {
  const left = await free(folder)
  if (needed + margin > left) throw backupProblems.noSpace(needed + margin, left)
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
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

interface Owner {
  readonly uid: number
  readonly gid: number
  readonly fileMode: number
  readonly folderMode: number
}

/**
 * Gives restored worlds the mode and owner of the current ones, so that the server can use them.
 *
 * Mode and owner of the world, otherwise of the server folder. @throws Error of the file system
 */
export async function ownerOf(root: string, world: string): Promise<Owner> {
  const present = path.join(root, world)
  const folder = await stat(present).catch(() => stat(root))
  const file = await stat(path.join(present, 'level.dat')).catch(() =>
    stat(path.join(root, 'server.properties')).catch(() => undefined),
  )
  const { uid, gid } = file ?? folder
  return { uid, gid, fileMode: ((file?.mode ?? 0o600) & 0o666) | 0o600, folderMode: (folder.mode & 0o777) | 0o700 }
}

/** Applies to a folder and its content. Links are skipped. @throws Error of the file system */
export async function changeOwner(folder: string, owner: Owner): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const inside = path.join(folder, entry.name)
    if (entry.isDirectory()) await changeOwner(inside, owner)
    else if (entry.isFile()) await give(inside, owner, owner.fileMode)
  }
  await give(folder, owner, owner.folderMode)
}

async function give(file: string, { uid, gid }: Owner, mode: number): Promise<void> {
  await chmod(file, mode)
  // Only an administrator may change the owner; the mode still grants access.
  await lchown(file, uid, gid).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPERM' && error.code !== 'ENOSYS' && error.code !== 'EINVAL') throw error
  })
}
