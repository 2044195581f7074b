/**
 * Single instance: one gateway per profile.
 *
 * The first instance listens on a socket in the profile. A second start requests it to show its window, and exits. A
 * socket, unlike a file with a process id, closes with its process.
 */
import { closeSync, openSync, rmSync, statSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { openSocketPath, type SocketPath } from './socket-path.js'

export interface Instance {
  /** Called when a second start requests the window; an earlier request is reported at once. */
  onSecondStart(listener: () => void): void
  /** Sets the handler of notifications; its result is the JSON response. Until then there is no response. */
  onNotify(answer: () => Promise<object>): void
  release(): void
}

/** Another gateway uses the profile, with or without a window. */
export interface InstanceLock {
  readonly by: 'program-with-window' | 'program-without-window'
}

export const isTaken = (taken: Instance | InstanceLock): taken is InstanceLock => 'by' in taken

/** Messages of a second start, with or without showing the window, and the responses of the first one. */
const show = 'show'
const look = 'look'
const withWindow = 'window'

/** Sent by a process that added something to the profile. */
const notification = 'notify'

/** Time limit for processing it, in milliseconds. */
const notifyTimeoutMs = 10_000

/**
 * Locks a profile for this process.
 *
 * @param hasWindow whether this process can show a window
 * @param wake whether to request the current owner of the profile to show its window
 */
export async function takeProfile(profile: string, hasWindow: boolean, wake = true): Promise<Instance | InstanceLock> {
  const socketPath = openSocketPath(profile)
  const socket = socketPath.path
  const listening = await withLock(`${socket}.lock`, () => listenUnlessTaken(socket, wake ? show : look)).catch(
    (error) => {
      socketPath.close()
      throw error
    },
  )
  if (typeof listening === 'string') {
    socketPath.close()
    return { by: listening === withWindow ? 'program-with-window' : 'program-without-window' }
  }
  let isRequested = false
  let listener = () => {
    isRequested = true
  }
  let onNotification = async (): Promise<object | undefined> => undefined
  listening.on('connection', (connection) => {
    connection.on('error', () => connection.destroy())
    connection.setTimeout(1_000, () => connection.destroy())
    connection.once('data', (data) => {
      const message = data.toString()
      if (message === notification) {
        connection.setTimeout(0)
        onNotification().then(
          (answer) => connection.end(answer === undefined ? '' : JSON.stringify(answer)),
          () => connection.destroy(),
        )
        return
      }
      if (message === show) listener()
      connection.end(hasWindow ? withWindow : 'none')
    })
  })
  listening.unref()
  return {
    onSecondStart: (then) => {
      listener = then
      if (isRequested) then()
    },
    onNotify: (answer) => {
      onNotification = answer
    },
    release: once(() => {
      listening.close()
      socketPath.close()
    }),
  }
}

/**
 * Notifies the process that uses a profile about new content.
 *
 * @returns its response, empty when it is not ready yet; undefined when no process uses the profile
 */
export async function notifyProgram(profile: string): Promise<string | undefined> {
  const socketPath = socketPathIfExists(profile)
  return socketPath && notifyInstance(socketPath.path, notification, notifyTimeoutMs).finally(() => socketPath.close())
}

/** Undefined when the profile does not exist. */
function socketPathIfExists(profile: string): SocketPath | undefined {
  try {
    return openSocketPath(profile)
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

function listen(socket: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error),
    )
    server.listen(socket, () => resolve(server))
  })
}

/** Listens on the socket, replacing that of a dead process; returns the response of the owner when it is alive. */
async function listenUnlessTaken(socket: string, message: string): Promise<Server | string> {
  const server = await listen(socket)
  if (server) return server
  const answer = await notifyInstance(socket, message)
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

/** The listener's response to the message; undefined when nobody listens. */
function notifyInstance(socket: string, message: string, timeoutMs = 1_000): Promise<string | undefined> {
  return new Promise((resolve) => {
    let answer = ''
    const connection = connect(socket, () => connection.write(message))
    connection.on('data', (data) => {
      answer += data
    })
    connection.setTimeout(timeoutMs, () => connection.destroy())
    connection.once('error', () => resolve(undefined))
    connection.once('close', (failed) => resolve(failed ? undefined : answer))
  })
}
