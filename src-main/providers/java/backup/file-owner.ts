/** File owner: restored worlds get the mode and the owner of the present ones, so that the server can use them. */
import { chmod, lchown, readdir, stat } from 'node:fs/promises'
import path from 'node:path'

interface Owner {
  readonly uid: number
  readonly gid: number
  readonly fileMode: number
  readonly folderMode: number
}

/** Those of the world, else of the server folder. @throws Error of the file system */
export async function ownerOf(root: string, world: string): Promise<Owner> {
  const present = path.join(root, world)
  const folder = await stat(present).catch(() => stat(root))
  const file = await stat(path.join(present, 'level.dat')).catch(() =>
    stat(path.join(root, 'server.properties')).catch(() => undefined),
  )
  const { uid, gid } = file ?? folder
  return { uid, gid, fileMode: ((file?.mode ?? 0o600) & 0o666) | 0o600, folderMode: (folder.mode & 0o777) | 0o700 }
}

/** For a folder with all that is in it. Links are none of ours. @throws Error of the file system */
export async function giveTo(folder: string, owner: Owner): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const inside = path.join(folder, entry.name)
    if (entry.isDirectory()) await giveTo(inside, owner)
    else if (entry.isFile()) await give(inside, owner, owner.fileMode)
  }
  await give(folder, owner, owner.folderMode)
}

async function give(file: string, { uid, gid }: Owner, mode: number): Promise<void> {
  await chmod(file, mode)
  // Only an administrator may give files away; the mode is what others have then.
  await lchown(file, uid, gid).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPERM' && error.code !== 'ENOSYS' && error.code !== 'EINVAL') throw error
  })
}
