/**
 * Endpoint lookup: reads the running gateway's endpoint file. It contains a token, so on POSIX a file that other users
 * can read or write is refused.
 */
import { connect } from 'node:net'
import { join } from 'node:path'
import { endpointFileName, type GatewayEndpoint, parseEndpoint } from '@contract/local/endpoint-file.js'
import { type LaunchFile, launchFileName, parseLaunchFile } from '@contract/local/launch-file.js'
import { limits } from './limits.js'
import { readOwnFile } from './own-file.js'

export type Lookup =
  | { readonly kind: 'found'; readonly gateway: GatewayEndpoint }
  | { readonly kind: 'absent' }
  /** `why` completes the sentence "the file ...". */
  | { readonly kind: 'unsafe'; readonly path: string; readonly why: string }

/** The profile's gateway; none when its process has ended. */
export const lookUpEndpoint = async (profile: string): Promise<Lookup> => {
  const path = join(profile, endpointFileName)
  const read = await readOwnFile(path)
  if (read.kind === 'unsafe') return { ...read, path }
  const gateway = read.kind === 'read' ? parseEndpoint(read.text) : undefined
  return gateway !== undefined && isAlive(gateway.pid) ? { kind: 'found', gateway } : { kind: 'absent' }
}

/** How the profile's program is started; none where another user may have written the file. */
export const lookUpLaunch = async (profile: string): Promise<LaunchFile | undefined> => {
  const read = await readOwnFile(join(profile, launchFileName))
  return read.kind === 'read' ? parseLaunchFile(read.text) : undefined
}

/** Whether the endpoint accepts connections. */
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

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? ''
