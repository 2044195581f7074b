/**
 * Where the running gateway is: reads the endpoint file and believes it only if nobody else could have read or
 * written it. Its token lets programs in, so on POSIX a file that others can touch is refused.
 */
import { connect } from 'node:net'
import { join } from 'node:path'
import { endpointFileName, type GatewayEndpoint, parseEndpoint } from '../contract/endpoint-file.js'
import { type LaunchFile, launchFileName, parseLaunchFile } from '../contract/launch-file.js'
import { limits } from './limits.js'
import { readOwnFile } from './own-file.js'

export type Lookup =
  | { readonly kind: 'found'; readonly gateway: GatewayEndpoint }
  | { readonly kind: 'absent' }
  /** `why` completes the sentence "the file ...". */
  | { readonly kind: 'unsafe'; readonly path: string; readonly why: string }

/** What the profile says of its gateway; the gateway of a process that no longer lives is absent. */
export const lookUpEndpoint = async (profile: string): Promise<Lookup> => {
  const path = join(profile, endpointFileName)
  const read = await readOwnFile(path)
  if (read.kind === 'unsafe') return { ...read, path }
  const gateway = read.kind === 'read' ? parseEndpoint(read.text) : undefined
  return gateway !== undefined && isAlive(gateway.pid) ? { kind: 'found', gateway } : { kind: 'absent' }
}

/** How the program of this profile is started; nothing where somebody else may have written it. */
export const lookUpLaunch = async (profile: string): Promise<LaunchFile | undefined> => {
  const read = await readOwnFile(join(profile, launchFileName))
  return read.kind === 'read' ? parseLaunchFile(read.text) : undefined
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

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? ''
