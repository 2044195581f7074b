/**
 * Where the running gateway is: reads the endpoint file and believes it only if nobody else could have read or
 * written it. Its token opens every door of the gateway, so on POSIX a file that others can touch is refused.
 *
 * Windows has no such bits; there the profile lies in the user's own folder, which other accounts cannot open.
 */
import { type FileHandle, open } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { endpointFileName, type GatewayEndpoint, parseEndpoint } from '../contract/endpoint-file.js'
import { type LaunchFile, launchFileName, parseLaunchFile } from '../contract/launch-file.js'
import { limits } from './limits.js'

export type Lookup =
  | { readonly kind: 'found'; readonly gateway: GatewayEndpoint }
  | { readonly kind: 'absent' }
  /** `why` completes the sentence "the file ...". */
  | { readonly kind: 'unsafe'; readonly path: string; readonly why: string }

/** What the profile says of its gateway; the gateway of a process that no longer lives is absent. */
export const lookUpEndpoint = async (profile: string): Promise<Lookup> => {
  const path = join(profile, endpointFileName)
  const read = await readOwn(path)
  if (read.kind === 'unsafe') return { ...read, path }
  const gateway = read.kind === 'read' ? parseEndpoint(read.text) : undefined
  return gateway !== undefined && isAlive(gateway.pid) ? { kind: 'found', gateway } : { kind: 'absent' }
}

/** How the program of this profile is started; nothing where somebody else may have written it. */
export const lookUpLaunch = async (profile: string): Promise<LaunchFile | undefined> => {
  const read = await readOwn(join(profile, launchFileName))
  return read.kind === 'read' ? parseLaunchFile(read.text) : undefined
}

type OwnFile =
  | { readonly kind: 'read'; readonly text: string }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unsafe'; readonly why: string }

const readOwn = async (path: string): Promise<OwnFile> => {
  let file: FileHandle
  try {
    file = await open(path, 'r')
  } catch (error) {
    return isMissing(error) ? { kind: 'absent' } : { kind: 'unsafe', why: 'cannot be read by this user' }
  }
  try {
    const why = await whyUnsafe(file)
    return why === undefined ? { kind: 'read', text: await start(file) } : { kind: 'unsafe', why }
  } finally {
    await file.close()
  }
}

/** Whether somebody listens there. */
export const canConnect = ({ endpoint }: GatewayEndpoint): Promise<boolean> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(endpoint)
    const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 80) })
    const settle = (connected: boolean) => {
      socket.destroy()
      resolve(connected)
    }
    socket.setTimeout(limits.connectTime, () => settle(false))
    socket.once('connect', () => settle(true))
    socket.once('error', () => settle(false))
  })

/** Asked of the open file, not of its path, so that nobody can swap it in between. */
const whyUnsafe = async (file: FileHandle): Promise<string | undefined> => {
  const about = await file.stat()
  if (!about.isFile()) return 'is not a regular file'
  if (process.getuid === undefined) return undefined
  if (about.uid !== process.getuid()) return 'belongs to another user'
  if ((about.mode & 0o077) !== 0) return 'is open to other users of this computer'
  return undefined
}

/** The file's text up to the limit; a longer one is no endpoint file and fails to parse. */
const start = async (file: FileHandle): Promise<string> => {
  const buffer = Buffer.alloc(limits.endpointFile)
  const { bytesRead } = await file.read(buffer, 0, buffer.length, 0)
  return buffer.toString('utf8', 0, bytesRead)
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

const isMissing = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(codeOf(error))

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? ''
