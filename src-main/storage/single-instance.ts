/**
 * Single instance: one gateway a profile.
 *
 * The first listens on a socket in the profile; a second that finds somebody there asks it to show itself, and ends.
 * A socket, unlike a file with a process id, cannot outlive its owner's hold on it.
 */
import { createHash } from 'node:crypto'
import { closeSync, openSync, rmSync, statSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import path from 'node:path'

export interface Instance {
  /** Called when a second start asked for the window. */
  onSecondStart(listener: () => void): void
  release(): void
}

/** The longest path a Unix socket can have on every system we run on. */
const longestSocketPath = 100

function socketOf(profile: string): string {
  const key = createHash('sha256').update(profile).digest('hex').slice(0, 24)
  if (process.platform === 'win32') return `\\\\.\\pipe\\gatehouse-${key}`
  const inProfile = path.join(profile, 'gateway.sock')
  return Buffer.byteLength(inProfile) <= longestSocketPath
    ? inProfile
    : path.join(tmpdir(), `gatehouse-${userInfo().uid}-${key}.sock`)
}

/** What a second start says when it wants to see the first one's window. */
const show = 'show'

/**
 * Undefined when another gateway has this profile.
 *
 * @param wake whether that one is asked to show itself
 */
export async function takeProfile(profile: string, wake = true): Promise<Instance | undefined> {
  const socket = socketOf(profile)
  const server = await alone(`${socket}.lock`, () => listenUnlessTaken(socket, wake ? show : ''))
  if (!server) return undefined
  let listener = () => {}
  server.on('connection', (connection) => {
    connection.on('error', () => connection.destroy())
    connection.setTimeout(1_000, () => connection.destroy())
    connection.once('data', (data) => {
      if (data.toString() === show) listener()
      connection.end()
    })
  })
  server.unref()
  return {
    onSecondStart: (then) => {
      listener = then
    },
    release: () => server.close(),
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

/** Takes the socket, also one whose owner died without removing it; undefined when its owner lives. */
async function listenUnlessTaken(socket: string, message: string): Promise<Server | undefined> {
  const server = await listen(socket)
  if (server || (await tell(socket, message))) return server
  if (process.platform !== 'win32') rmSync(socket, { force: true })
  return listen(socket)
}

/** Milliseconds after which a lock belongs to somebody who died holding it. */
const staleLockMs = 5_000

/**
 * Does something while nobody else does: between finding a dead socket and taking its place, another start could have
 * taken it.
 */
async function alone<T>(lock: string, work: () => Promise<T>): Promise<T> {
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

/** Whether somebody listens there, who then gets the message. */
function tell(socket: string, message: string): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = connect(socket)
    connection.once('connect', () => connection.end(message, () => resolve(true)))
    connection.once('error', () => resolve(false))
  })
}
