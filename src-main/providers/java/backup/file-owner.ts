/** File owner: gives restored worlds the mode and owner of the current ones, so that the server can use them. */
import { chmod, lchown, readdir, stat } from 'node:fs/promises'
import path from 'node:path'

interface Owner {
  readonly uid: number
  readonly gid: number
  readonly fileMode: number
  readonly folderMode: number
}

/** Mode and owner of the world, otherwise of the server folder. @throws Error of the file system */
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
