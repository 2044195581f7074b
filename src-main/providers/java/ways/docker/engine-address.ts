/**
 * Engine address: where the Docker engine is, and how it is reached.
 *
 * Who reaches the engine has the rights of root there. So nothing crosses a network without TLS, with the
 * certificates that the docker command uses, or SSH.
 */
import { accessSync, constants, existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { parseSshLogin, type SshLogin } from '@contract/java-address.js'
import { reachOf } from '../../../../network/address-reach.js'
import { DockerUnavailable } from './docker-failure.js'

export interface EngineAddress {
  /** A socket or pipe of this computer: its volumes and addresses may be here. A port may be a tunnel to elsewhere. */
  readonly isLocal: boolean
  /** Options of `http.request` or, with `ca`, of `https.request`. */
  readonly target:
    | { readonly socketPath: string }
    | { readonly host: string; readonly port: number }
    | { readonly ssh: SshLogin }
    | { readonly host: string; readonly port: number; readonly ca: Buffer; readonly cert: Buffer; readonly key: Buffer }
}

export interface EngineEnvironment {
  readonly variables: Readonly<Record<string, string | undefined>>
  /** Home folder of the user. */
  readonly home: string
  readonly platform: NodeJS.Platform
}

const systemSocket = '/var/run/docker.sock'
const windowsPipe = '//./pipe/docker_engine'

/** @param engine `tcp://…` or `ssh://…`; absent: `DOCKER_HOST`, else the usual socket @throws DockerUnavailable */
export async function engineAddressOf(
  engine: string | undefined,
  environment: EngineEnvironment,
): Promise<EngineAddress> {
  const text = engine ?? (environment.variables.DOCKER_HOST || undefined)
  if (text === undefined) return { isLocal: true, target: { socketPath: usualSocket(environment) } }
  const socket = /^(?:unix|npipe):\/\/(\/.+)$/u.exec(text)?.[1]
  if (socket !== undefined) return { isLocal: true, target: { socketPath: socket } }
  if (text.startsWith('ssh://')) {
    const ssh = parseSshLogin(text)
    if (!ssh) throw new DockerUnavailable('bad-engine-address')
    return { isLocal: false, target: { ssh } }
  }
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isPlain = url?.protocol === 'tcp:' && url.hostname !== '' && url.port !== '' && url.username === ''
  if (!url || !isPlain || !['', '/'].includes(url.pathname)) throw new DockerUnavailable('bad-engine-address')
  const host = url.hostname.replace(/^\[|\]$/gu, '')
  const isLoopback = host === 'localhost' || reachOf(host) === 'loopback'
  const at = { host, port: Number(url.port) }
  const certificates = certificateFolder(environment)
  if (certificates === undefined) {
    if (!isLoopback) throw new DockerUnavailable('unencrypted-engine')
    return { isLocal: false, target: at }
  }
  const [ca, cert, key] = await Promise.all(
    ['ca.pem', 'cert.pem', 'key.pem'].map((name) => readFile(path.join(certificates, name))),
  ).catch((cause: unknown) => {
    throw new DockerUnavailable('no-certificates', { cause })
  })
  if (!ca || !cert || !key) throw new DockerUnavailable('no-certificates')
  return { isLocal: false, target: { ...at, ca, cert, key } }
}

/** Undefined where the owner wants no TLS. */
function certificateFolder({ variables, home }: EngineEnvironment): string | undefined {
  if (variables.DOCKER_CERT_PATH) return variables.DOCKER_CERT_PATH
  return variables.DOCKER_TLS_VERIFY ? path.join(home, '.docker') : undefined
}

/** The one of the whole computer first, unless only that of this user can be used. */
function usualSocket(environment: EngineEnvironment): string {
  if (environment.platform === 'win32') return windowsPipe
  const known = [systemSocket, ...ownSockets(environment)].filter((one) => existsSync(one))
  return known.find(isUsable) ?? known[0] ?? systemSocket
}

/** Where Docker without root, and Docker Desktop, have theirs. */
function ownSockets({ home, variables }: EngineEnvironment): readonly string[] {
  const runtime = variables.XDG_RUNTIME_DIR
  return [
    ...(runtime ? [path.join(runtime, 'docker.sock')] : []),
    path.join(home, '.docker', 'run', 'docker.sock'),
    path.join(home, '.docker', 'desktop', 'docker.sock'),
  ]
}

function isUsable(socket: string): boolean {
  try {
    accessSync(socket, constants.R_OK | constants.W_OK)
    return true
  } catch {
    return false
  }
}
