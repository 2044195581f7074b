/**
 * Socket path: the path of a profile's socket. Only the owner of the profile can create or reach it.
 *
 * It is in the profile; on Linux even when that path is too long for a socket. Elsewhere a long path is replaced by a
 * folder that only its owner can enter, never by a name in a shared folder, which another user could create first. On
 * Windows it is a pipe: all users share their names, so a random secret in the profile is a part of it.
 */
import { createHash, randomBytes } from 'node:crypto'
import {
  closeSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

export interface SocketPath {
  readonly path: string
  /** Must not be used afterwards. */
  close(): void
}

/** Features of the system; injected by tests. */
export interface SocketSystem {
  readonly platform: NodeJS.Platform
  /** Folder in which a process can access its open files by number. */
  readonly openFiles: string
  readonly runtimeFolder: string | undefined
  readonly temporaryFolder: string
}

const thisSystem = (): SocketSystem => ({
  platform: process.platform,
  openFiles: '/proc/self/fd',
  runtimeFolder: process.env.XDG_RUNTIME_DIR,
  temporaryFolder: tmpdir(),
})

const name = 'gateway.sock'

/** Maximum bytes of a Unix socket path on every supported system. */
const maxSocketPathLength = 100

/** The secret of a pipe, in the profile. */
const secretName = 'pipe-secret'
const secretBytes = 32

/**
 * @param isFirst whether to make what is missing: a client only finds the socket
 * @throws Error when the profile or the secret does not exist, or no private folder is available
 */
export function openSocketPath(profile: string, isFirst: boolean, system: SocketSystem = thisSystem()): SocketPath {
  if (system.platform === 'win32') {
    const key = keyOf(`${profile}\n${pipeSecret(profile, isFirst)}`)
    return { path: `\\\\.\\pipe\\gatehouse-${key}`, close: () => {} }
  }
  const inProfile = path.join(profile, name)
  if (Buffer.byteLength(inProfile) <= maxSocketPathLength) return { path: inProfile, close: () => {} }
  if (existsSync(system.openFiles)) {
    const folder = openSync(profile, constants.O_RDONLY | constants.O_DIRECTORY)
    return { path: path.join(system.openFiles, `${folder}`, name), close: () => closeSync(folder) }
  }
  return { path: path.join(privateFolder(system), `gatehouse-${keyOf(profile)}.sock`), close: () => {} }
}

const keyOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 24)

function pipeSecret(profile: string, isFirst: boolean): string {
  const file = path.join(profile, secretName)
  if (isFirst && !existsSync(file)) makeSecret(file)
  const secret = readFileSync(file, 'utf8')
  if (secret.length === 2 * secretBytes) return secret
  throw new Error(`The file ${file} is damaged. Delete it while Gatehouse is not running.`)
}

/** Does nothing when another start made it at the same time. */
function makeSecret(file: string): void {
  try {
    writeFileSync(file, randomBytes(secretBytes).toString('hex'), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return
    rmSync(file, { force: true })
    throw error
  }
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
