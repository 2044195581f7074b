/**
 * Single instance: one gateway per profile.
 *
 * The first instance listens on a socket in the profile, which only its owner can open. A second start requests it to
 * show its window, and exits. The command line gives it orders (`owner/doors/socket.ts`). A socket, unlike a file with a
 * process id, closes with its process.
 */
import { chmodSync, closeSync, openSync, rmSync, statSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import type { ProgramKind } from '@shared/program/program-kind.js'
import { sendLine, serveLines } from './socket-lines.js'
import { openSocketPath, type SocketPath } from './socket-path.js'

export interface Instance {
  /** Called when a second start requests the window; an earlier request is reported at once. */
  onSecondStart(listener: () => void): void
  /** Sets what follows orders, which wait until then. An order and its response are one line each. */
  onOrder(follow: (order: string) => Promise<string>): void
  release(): void
}

/** Another gateway uses the profile, with or without a window. */
export interface InstanceLock {
  readonly by: ProgramKind
}

export const isTaken = (taken: Instance | InstanceLock): taken is InstanceLock => 'by' in taken

/** Lines of a second start, with or without showing the window. Every other line is an order. */
const show = 'show'
const look = 'look'

/** Time limit of a second start for the response of the first one, in milliseconds. */
const lookTimeoutMs = 1_000
/** The same for the response to an order: some wait for a disk or another computer. */
const orderTimeoutMs = 120_000

/** A program that runs only for a command ends soon: time between two looks, and how many. */
const briefly = { pauseMs: 100, looks: 300 }

/**
 * Locks a profile for this process.
 *
 * @param kind what this process is
 * @param wake whether to request the current owner of the profile to show its window
 */
export async function takeProfile(profile: string, kind: ProgramKind, wake = true): Promise<Instance | InstanceLock> {
  const socketPath = openSocketPath(profile, true)
  const socket = socketPath.path
  const take = () => withLock(`${socket}.lock`, () => listenUnlessTaken(socket, wake ? show : look))
  const listening = await take()
    .then(async (first) => {
      let last = first
      for (let looks = 0; last === 'brief' && kind !== 'brief' && looks < briefly.looks; looks += 1) {
        await new Promise((resolve) => setTimeout(resolve, briefly.pauseMs))
        last = await take()
      }
      return last
    })
    .catch((error) => {
      socketPath.close()
      throw error
    })
  if (typeof listening === 'string') {
    socketPath.close()
    return { by: kindOf(listening) }
  }
  let isRequested = false
  let listener = () => {
    isRequested = true
  }
  let isReady = (_follow: (order: string) => Promise<string>): void => {}
  const ready = new Promise<(order: string) => Promise<string>>((resolve) => {
    isReady = resolve
  })
  serveLines(listening, async (line) => {
    if (line !== show && line !== look) return (await ready)(line)
    if (line === show) listener()
    return kind
  })
  listening.unref()
  return {
    onSecondStart: (then) => {
      listener = then
      if (isRequested) then()
    },
    onOrder: (follow) => isReady(follow),
    release: once(() => {
      listening.close()
      socketPath.close()
    }),
  }
}

/** Which program uses a profile; undefined when none does. */
export async function programOf(profile: string): Promise<ProgramKind | undefined> {
  const socketPath = socketPathIfExists(profile)
  const found = socketPath && (await sendLine(socketPath.path, look, lookTimeoutMs).finally(() => socketPath.close()))
  return found === undefined ? undefined : kindOf(found)
}

/** A program that is too busy to respond counts as one without a window. */
const kindOf = (response: string): ProgramKind =>
  response === 'window' || response === 'brief' ? response : 'headless'

/**
 * Gives an order to the process that uses a profile.
 *
 * @returns its response, empty when it ended before it responded; undefined when no process uses the profile
 */
export async function sendOrder(profile: string, order: string): Promise<string | undefined> {
  const socketPath = socketPathIfExists(profile)
  return socketPath && sendLine(socketPath.path, order, orderTimeoutMs).finally(() => socketPath.close())
}

/** Undefined when the profile does not exist, or no program has used it. */
function socketPathIfExists(profile: string): SocketPath | undefined {
  try {
    return openSocketPath(profile, false)
  } catch {
    return undefined
  }
}

function once(act: () => void): () => void {
  let isDone = false
  return () => {
    if (isDone) return
    isDone = true
    act()
  }
}

/** The socket is its owner's alone from the beginning, also in a folder that others can enter, with any umask. */
function listen(socket: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error),
    )
    // `listen` binds before it returns.
    const umask = process.umask(0o077)
    try {
      server.listen(socket, () => {
        try {
          if (process.platform !== 'win32') chmodSync(socket, 0o600)
          resolve(server)
        } catch (error) {
          server.close()
          reject(error)
        }
      })
    } finally {
      process.umask(umask)
    }
  })
}

/** Listens on the socket, replacing that of a dead process; returns the response of the owner when it is alive. */
async function listenUnlessTaken(socket: string, message: string): Promise<Server | string> {
  const server = await listen(socket)
  if (server) return server
  const answer = await sendLine(socket, message, lookTimeoutMs)
  if (answer !== undefined) return answer
  if (process.platform !== 'win32') rmSync(socket, { force: true })
  return (await listen(socket)) ?? ''
}

/** Milliseconds after which a lock counts as abandoned. */
const staleLockMs = 5_000

/** Runs exclusively: another start could otherwise replace a dead socket at the same time. */
async function withLock<T>(lock: string, work: () => Promise<T>): Promise<T> {
  while (!acquire(lock)) await new Promise((resolve) => setTimeout(resolve, 20))
  try {
    return await work()
  } finally {
    rmSync(lock, { force: true })
  }
}

function acquire(lock: string): boolean {
  if (process.platform === 'win32') return true
  try {
    closeSync(openSync(lock, 'wx', 0o600))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    const since = statSync(lock, { throwIfNoEntry: false })?.mtimeMs
    if (since !== undefined && Date.now() - since > staleLockMs) rmSync(lock, { force: true })
    return false
  }
}
