/**
 * Open regular: opens a file that another program may replace at any time, and checks what was opened (invariant 7).
 *
 * A path that was checked can be another file when it is opened. So the file is opened once, without following a link
 * and without waiting for a pipe; then the handle is checked, and everything is read from it.
 */
import { constants, type Stats } from 'node:fs'
import { type FileHandle, lstat, open, realpath } from 'node:fs/promises'
import path from 'node:path'

/** The path no longer names a regular file inside the folder. */
export class NotRegular extends Error {
  constructor(readonly reason: 'link' | 'not-a-file') {
    super(reason)
  }
}

export interface OpenFile {
  readonly handle: FileHandle
  readonly facts: Stats
}

// Both are undefined on Windows, which has neither pipes in folders nor links that a server's user may create.
const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0)

/** System errors of opening a link, a socket or a device. */
const reasons: Readonly<Record<string, NotRegular['reason']>> = {
  ELOOP: 'link',
  EMLINK: 'link',
  ENXIO: 'not-a-file',
  EOPNOTSUPP: 'not-a-file',
  ENODEV: 'not-a-file',
}

/**
 * @param file absolute, with links resolved
 * @param folder absolute, with links resolved; the file must be inside
 * @returns an open file that the caller closes
 * @throws NotRegular @throws Error of the file system
 */
export async function openRegular(file: string, folder: string): Promise<OpenFile> {
  const handle = await open(file, flags).catch((error: NodeJS.ErrnoException) => {
    const reason = reasons[error.code ?? '']
    throw reason ? new NotRegular(reason) : error
  })
  try {
    const facts = await handle.stat()
    if (!facts.isFile()) throw new NotRegular('not-a-file')
    // A folder on the way may have become a link: then the name leads out, or to another file than the open one.
    const real = await realpath(file)
    const named = await lstat(real)
    if (!isBelow(folder, real) || named.ino !== facts.ino || named.dev !== facts.dev) throw new NotRegular('link')
    return { handle, facts }
  } catch (error) {
    await handle.close()
    throw error
  }
}

/** Whether an absolute path is strictly inside a folder. */
export function isBelow(folder: string, file: string): boolean {
  const relative = path.relative(folder, file)
  return relative !== '' && !path.isAbsolute(relative) && relative !== '..' && !relative.startsWith(`..${path.sep}`)
}
