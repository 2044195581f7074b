/**
 * Server running: detects whether a server is using a folder. When this is unknown, callers treat it as running.
 *
 * The game holds a lock on `session.lock` of the world while it runs (1.16 and later). Linux lists all locks; Windows
 * blocks reads of a locked file. Older versions write the file and lock nothing, and macOS does not list locks: there
 * only a closed game port shows that the server is stopped.
 *
 * A lock that is not seen proves nothing where another computer or virtual machine may hold it: on a shared file system,
 * and while the game port is open. An open port proves nothing either: any program may use it.
 */
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import path from 'node:path'
import { GatewayError } from '@contract/gateway-error.js'
import type { ConfinedFolder } from '../folder/confined-folder.js'
import { isMissing } from '../folder/folder-problem.js'
import { mainWorld } from '../folder/world-place.js'
import { lockAmong } from './linux-locks.js'
import { gamePort, propertyOf, readServerProperties } from './rcon-settings.js'

export type RunningState = 'running' | 'stopped' | 'unknown'

/**
 * What the system tells about locks of a file. `shared`: other computers may use the file, and their locks are not seen.
 * `unseen`: the system does not list locks.
 */
export type SeenLock = 'held' | 'free' | 'shared' | 'unseen'

/** Queries to the system; injected by tests. */
export interface RunningProbes {
  /** @param file absolute, with links resolved */
  readonly lockOf: (file: string, inode: number) => Promise<SeenLock>
  readonly isPortOpen: (host: string, port: number) => Promise<boolean>
  /** Whether a read of a locked file fails, as on Windows. */
  readonly locksBlockReads?: boolean
}

export async function runningState(
  folder: ConfinedFolder,
  probes: RunningProbes = systemProbes,
): Promise<RunningState> {
  const place = await gamePlace(folder)
  if (place === 'unknown') return 'unknown'
  const lock = await lockState(folder, path.join(place.world, 'session.lock'), probes)
  if (lock === 'held') return 'running'
  const isOpen = place.port !== undefined && (await probes.isPortOpen(place.host, place.port))
  return isOpen || lock === 'unseen' ? 'unknown' : 'stopped'
}

interface GamePlace {
  readonly world: string
  readonly host: string
  readonly port?: number
}

async function gamePlace(folder: ConfinedFolder): Promise<GamePlace | 'unknown'> {
  const usual = { levelName: 'world', host: '127.0.0.1' }
  let found: { readonly levelName: string; readonly host: string; readonly port?: number } = usual
  try {
    const properties = await readServerProperties(folder)
    // An address of another computer is not connected to: the loopback address tells as much.
    const host = ownAddress(propertyOf(properties, 'server-ip')) ?? usual.host
    const levelName = propertyOf(properties, 'level-name') || usual.levelName
    found = { levelName, host, port: gamePort(properties) }
  } catch (error) {
    if (!isMissing(error)) return 'unknown'
  }
  const { levelName, ...place } = found
  const world = await mainWorld(folder, levelName).catch(() => undefined)
  return world === undefined ? 'unknown' : { world, ...place }
}

/**
 * `not-locking`: the file belongs to a version before 1.16, which writes its start time there and locks nothing.
 * `unseen`: the system does not tell, or not for certain.
 */
type LockState = 'held' | 'free' | 'missing' | 'not-locking' | 'unseen'

async function lockState(folder: ConfinedFolder, file: string, probes: RunningProbes): Promise<LockState> {
  const facts = await folder.facts(file)
  if (!facts) return 'missing'
  const real = await folder.resolve(file).catch(() => undefined)
  const seen = real === undefined ? 'unseen' : await probes.lockOf(real, facts.inode)
  if (seen === 'held') return 'held'
  const content = await folder.read(file, 4_096).catch((error: unknown) => error)
  if (!Buffer.isBuffer(content)) return isBusy(content) ? 'held' : 'unseen'
  if (seen === 'shared') return 'unseen'
  if (content.length === oldLockBytes) return 'not-locking'
  return seen === 'free' || (probes.locksBlockReads && content.length > 0) ? 'free' : 'unseen'
}

/** Before 1.16 the file holds the time of the start, as eight bytes. */
const oldLockBytes = 8

const isBusy = (error: unknown): boolean => error instanceof GatewayError && error.details?.detail === 'EBUSY'

/**
 * The address of this computer at which a server with this `server-ip` or `rcon.ip` is reached; undefined when it is an
 * address of another computer, to which nothing may connect on its own.
 */
export function ownAddress(ip: string): string | undefined {
  if (['', '0.0.0.0', '::', 'localhost'].includes(ip)) return '127.0.0.1'
  if (ip === '::1' || /^127(?:\.\d{1,3}){3}$/u.test(ip)) return ip
  const own = Object.values(networkInterfaces()).flatMap((all) => all ?? [])
  return own.some(({ address }) => address === ip.toLowerCase()) ? ip : undefined
}

export const systemProbes: RunningProbes = {
  lockOf,
  isPortOpen,
  locksBlockReads: process.platform === 'win32',
}

async function lockOf(file: string, inode: number): Promise<SeenLock> {
  // Also WSL (`\\wsl$`) and network drives, whose letters are resolved to this form.
  if (process.platform === 'win32') return file.startsWith('\\\\') ? 'shared' : 'unseen'
  if (process.platform !== 'linux') return 'unseen'
  const read = (name: string) => readFile(name, 'utf8').catch(() => undefined)
  const [locks, mounts] = await Promise.all([read('/proc/locks'), read('/proc/self/mountinfo')])
  if (locks === undefined || mounts === undefined) return 'unseen'
  return lockAmong({ locks, mounts }, file, inode)
}

/** Timeout in milliseconds; the local computer responds immediately or not at all. */
const maxTry = 1_000

function isPortOpen(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: maxTry })
    const end = (isOpen: boolean) => {
      socket.destroy()
      resolve(isOpen)
    }
    socket.once('connect', () => end(true))
    socket.once('error', () => end(false))
    socket.once('timeout', () => end(false))
  })
}
