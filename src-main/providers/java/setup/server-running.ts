/**
 * Server running: detects whether a server is using a folder. When this is unknown, callers treat it as running.
 *
 * The game holds a lock on `session.lock` of the world while it runs (1.16 and later). Linux lists all locks; Windows
 * blocks reads of a locked file. Older versions write the file and lock nothing, and macOS does not list locks: there
 * only a closed game port shows that the server is stopped. An open port proves nothing: any program may use it.
 */
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import path from 'node:path'
import { GatewayError } from '@contract/gateway-error.js'
import type { ConfinedFolder } from '../folder/confined-folder.js'
import { isMissing } from '../folder/folder-problem.js'
import { mainWorld } from '../folder/world-place.js'
import { gamePort, propertyOf, readServerProperties } from './rcon-settings.js'

export type RunningState = 'running' | 'stopped' | 'unknown'

/** Queries to the system; injected by tests. */
export interface RunningProbes {
  /** Inodes of locked files; undefined where the system does not list them. */
  readonly lockedInodes: () => Promise<ReadonlySet<number> | undefined>
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
  if (lock === 'free') return 'stopped'
  const isOpen = place.port !== undefined && (await probes.isPortOpen(place.host, place.port))
  if (isOpen) return 'unknown'
  return lock === 'not-locking' || lock === 'missing' ? 'stopped' : 'unknown'
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
 * `unseen`: the system does not tell.
 */
type LockState = 'held' | 'free' | 'missing' | 'not-locking' | 'unseen'

async function lockState(folder: ConfinedFolder, file: string, probes: RunningProbes): Promise<LockState> {
  const facts = await folder.facts(file)
  if (!facts) return 'missing'
  const locked = await probes.lockedInodes()
  if (locked?.has(facts.inode)) return 'held'
  const content = await folder.read(file, 4_096).catch((error: unknown) => error)
  if (!Buffer.isBuffer(content)) return isBusy(content) ? 'held' : 'unseen'
  if (content.length === oldLockBytes) return 'not-locking'
  return locked || (probes.locksBlockReads && content.length > 0) ? 'free' : 'unseen'
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
  async lockedInodes() {
    if (process.platform !== 'linux') return undefined
    const text = await readFile('/proc/locks', 'utf8').catch(() => undefined)
    return text === undefined ? undefined : inodesOf(text)
  },
  isPortOpen,
  locksBlockReads: process.platform === 'win32',
}

/** Inodes in the text of `/proc/locks`: `1: POSIX  ADVISORY  WRITE 812 08:01:131077 0 EOF`. */
export function inodesOf(text: string): ReadonlySet<number> {
  const inodes = new Set<number>()
  for (const line of text.split('\n')) {
    const place = line.split(' ').find((part) => /^[0-9a-f]{1,8}:[0-9a-f]{1,8}:\d{1,20}$/u.test(part))
    if (place) inodes.add(Number(place.slice(place.lastIndexOf(':') + 1)))
  }
  return inodes
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
