/**
 * Socket path: the path of a profile's socket. Only the owner of the profile can create or reach it.
 *
 * It is in the profile; on Linux even when that path is too long for a socket. Elsewhere a long path is replaced by a
 * folder that only its owner can enter, never by a name in a shared folder, which another user could create first.
 */
import { createHash } from 'node:crypto'
import { closeSync, constants, existsSync, lstatSync, mkdirSync, openSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

export interface SocketPath {
  readonly path: string
  /** Must not be used afterwards. */
  close(): void
}

/** Features of the system; injected by tests. */
export interface SocketSystem {
  /** Folder in which a process can access its open files by number. */
  readonly openFiles: string
  readonly runtimeFolder: string | undefined
  readonly temporaryFolder: string
}

const thisSystem = (): SocketSystem => ({
  openFiles: '/proc/self/fd',
  runtimeFolder: process.env.XDG_RUNTIME_DIR,
  temporaryFolder: tmpdir(),
})

const name = 'gateway.sock'

/** Maximum bytes of a Unix socket path on every supported system. */
const maxSocketPathLength = 100

/** @throws Error when the profile does not exist, or no private folder is available */
export function openSocketPath(profile: string, system: SocketSystem = thisSystem()): SocketPath {
  const key = createHash('sha256').update(profile).digest('hex').slice(0, 24)
  if (process.platform === 'win32') return { path: `\\\\.\\pipe\\gatehouse-${key}`, close: () => {} }
  const inProfile = path.join(profile, name)
  if (Buffer.byteLength(inProfile) <= maxSocketPathLength) return { path: inProfile, close: () => {} }
  if (existsSync(system.openFiles)) {
    const folder = openSync(profile, constants.O_RDONLY | constants.O_DIRECTORY)
    return { path: path.join(system.openFiles, `${folder}`, name), close: () => closeSync(folder) }
  }
  return { path: path.join(privateFolder(system), `gatehouse-${key}.sock`), close: () => {} }
}

function privateFolder({ runtimeFolder, temporaryFolder }: SocketSystem): string {
  if (runtimeFolder && path.isAbsolute(runtimeFolder) && isPrivate(runtimeFolder)) return runtimeFolder
  const folder = path.join(temporaryFolder, `gatehouse-${process.getuid?.()}`)
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  if (isPrivate(folder)) return folder
  throw new Error(`Others can use the folder ${folder}. Choose a profile with a shorter path: --profile DIR.`)
}

/** A real folder, not a link, that belongs to this user and that nobody else can enter. */
function isPrivate(folder: string): boolean {
  const facts = lstatSync(folder, { throwIfNoEntry: false })
  if (!facts?.isDirectory()) return false
  return facts.uid === process.getuid?.() && (facts.mode & 0o077) === 0
}
