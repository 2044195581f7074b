/**
 * Server running: detects whether a server is using a folder. When this is unknown, callers treat it as running.
 *
 * Java locks `session.lock` of the world while it runs. Linux lists all locks; Windows blocks reads of a locked file
 * (not tested on Windows). Elsewhere, and for servers in a container, the game port is tried.
 */
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
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
}

export async function runningState(
  folder: ConfinedFolder,
  probes: RunningProbes = systemProbes,
): Promise<RunningState> {
  let levelName = 'world'
  let port: number | undefined
  let host = '127.0.0.1'
  try {
    const properties = await readServerProperties(folder)
    levelName = propertyOf(properties, 'level-name') || levelName
    host = loopbackFor(propertyOf(properties, 'server-ip'))
    port = gamePort(properties)
  } catch (error) {
    if (!isMissing(error)) return 'unknown'
  }
  const world = await mainWorld(folder, levelName).catch(() => undefined)
  if (world === undefined) return 'unknown'
  const locked = await probes.lockedInodes()
  const lock = await folder.facts(path.join(world, 'session.lock'))
  if (lock && locked?.has(lock.inode)) return 'running'
  if (lock && !locked && (await isHeld(folder, path.join(world, 'session.lock')))) return 'running'
  if (port !== undefined && (await probes.isPortOpen(host, port))) return 'running'
  return locked || !lock ? 'stopped' : 'unknown'
}

const isHeld = (folder: ConfinedFolder, file: string): Promise<boolean> =>
  folder.read(file, 4_096).then(
    () => false,
    (error) => error instanceof GatewayError && error.details?.detail === 'EBUSY',
  )

/** A server that listens on every address also listens on this one. */
export const loopbackFor = (ip: string): string => (ip === '' || ip === '0.0.0.0' || ip === '::' ? '127.0.0.1' : ip)

export const systemProbes: RunningProbes = {
  async lockedInodes() {
    if (process.platform !== 'linux') return undefined
    const text = await readFile('/proc/locks', 'utf8').catch(() => undefined)
    return text === undefined ? undefined : inodesOf(text)
  },
  isPortOpen,
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
