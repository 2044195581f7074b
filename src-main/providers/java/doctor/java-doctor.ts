/**
 * Java doctor: checks once what Gatehouse needs from one Java server, and reports why it fails.
 *
 * It runs only `list`, which changes nothing, and never sends a password to an address it was not entered for.
 */
import type { JavaFinding } from '@shared/servers/java-finding.js'
import type { Clock, Log } from '../../../gateway/ports/runtime.js'
import { type ResolveHost, resolveHost } from '../../../network/checked-host.js'
import { type ManagementAddress, ManagementConnection } from '../management/management-connection.js'
import type { ManagementProblem } from '../management/management-failure.js'
import { type RconAddress, RconConnection } from '../rcon/rcon-connection.js'
import type { RconProblem } from '../rcon/rcon-failure.js'
import type { LinkState } from '../reconnecting-connection.js'
import type { FolderFacts, JavaFacts, ManagementAttempt, RconAttempt } from './java-facts.js'
import { javaFindings } from './java-findings.js'
import { identifyService, type PortService, type PortTarget } from './port-service.js'

/** The default game port. */
const usualGamePort = 25_565

export interface DoctorTarget {
  readonly host: string
  readonly port: number
  /** Undefined when Gatehouse does not have one. */
  readonly password: string | undefined
  readonly plainTextConfirmed?: boolean
  readonly gamePort?: number
  /** Has no secret when Gatehouse does not have one. */
  readonly management?: Omit<ManagementAddress, 'secret'> & { readonly secret: string | undefined }
  readonly folder?: FolderFacts
  readonly isLanWorld?: boolean
}

export interface DoctorOptions {
  readonly clock: Clock
  readonly log: Log
  readonly resolve?: ResolveHost
  /** Timeout of `list` in milliseconds. */
  readonly listTimeoutMs?: number
  /** Timeout in milliseconds for each probe of a port. */
  readonly probeMs?: number
}

/** Never rejects; an empty list when everything works. */
export async function diagnoseJavaServer(target: DoctorTarget, options: DoctorOptions): Promise<JavaFinding[]> {
  return javaFindings(await javaFactsOf(target, options))
}

/** Collects all facts about a server, from the network and from its folder. Never rejects. */
export async function javaFactsOf(target: DoctorTarget, options: DoctorOptions): Promise<JavaFacts> {
  const { host, port, folder, isLanWorld, management } = target
  const [rcon, managed] = await Promise.all([
    tryRcon(target, options),
    management && tryManagement(management, options),
  ])
  const gamePort = target.gamePort ?? folder?.gamePort ?? usualGamePort
  const [service, game] = await Promise.all([
    isUnexplained(rcon) ? identified(host, port, options) : undefined,
    needsGame(rcon, managed) ? identified(host, gamePort, options) : undefined,
  ])
  return {
    host,
    port,
    rcon,
    ...(service && { service }),
    ...(game && { game: { port: gamePort, service: game } }),
    ...(management && managed && { management: { ...managed, ...endpointOf(management.url) } }),
    ...(folder && { folder }),
    ...(isLanWorld && { isLanWorld }),
  }
}

const isUnexplained = (rcon: RconAttempt): boolean =>
  rcon.kind === 'failed' && ['closed-at-login', 'no-login-reply', 'not-rcon'].includes(rcon.problem)

const needsGame = (rcon: RconAttempt, managed: ManagementAttempt | undefined): boolean =>
  (rcon.kind === 'failed' && rcon.problem === 'refused') ||
  (managed?.kind === 'failed' && managed.problem === 'refused')

async function identified(host: string, port: number, { clock, resolve = resolveHost, probeMs }: DoctorOptions) {
  const addresses = await resolve(host).catch(() => [])
  const nothing: PortService = { kind: 'nothing' }
  return addresses.length === 0 ? nothing : identifyService({ host, port, addresses }, clock, probeMs)
}

/** A server that stalls may drop one connection; one that drops two has a cause. */
async function tryRcon(target: DoctorTarget, options: DoctorOptions): Promise<RconAttempt> {
  const first = await tryRconOnce(target, options)
  return first.kind === 'dropped' ? tryRconOnce(target, options) : first
}

async function tryRconOnce(target: DoctorTarget, options: DoctorOptions): Promise<RconAttempt> {
  const { host, port, password, plainTextConfirmed = false } = target
  if (password === undefined) return { kind: 'no-password' }
  const address: RconAddress = { host, port, password, plainTextConfirmed }
  // The doctor probes the port itself, with its own limits.
  const connection = new RconConnection(address, { ...options, explain: async () => ({}) })
  try {
    const state = await settledState(connection)
    if (state.kind === 'offline') return failedRcon(state)
    return await runListTwice(connection, options.listTimeoutMs ?? 5_000)
  } finally {
    connection.stop()
  }
}

function failedRcon({ problem }: Extract<LinkState, { kind: 'offline' }>): RconAttempt {
  const { reason, address } = (problem.details ?? {}) as { reason: RconProblem; address?: string }
  return { kind: 'failed', problem: reason, ...(address !== undefined && { address }) }
}

/** Sends the same command twice at once: different replies reveal another client in vanilla's shared reply buffer. */
async function runListTwice(connection: RconConnection, timeoutMs: number): Promise<RconAttempt> {
  try {
    const first = await connection.run('list', { timeoutMs })
    const second = await connection.run('list', { timeoutMs })
    const isEmpty = first === '' || second === ''
    return isEmpty && first !== second ? { kind: 'disturbed' } : { kind: 'works' }
  } catch (error) {
    return { kind: (error as { code?: string }).code === 'SYSTEM.TIMEOUT' ? 'no-reply' : 'dropped' }
  }
}

async function tryManagement(
  { secret, ...address }: NonNullable<DoctorTarget['management']>,
  options: DoctorOptions,
): Promise<ManagementAttempt> {
  const { clock, probeMs } = options
  if (secret === undefined) return { kind: 'no-secret' }
  const explain = async (at: PortTarget) => ({ service: (await identifyService(at, clock, probeMs)).kind })
  const connection = new ManagementConnection({ ...address, secret }, { ...options, explain })
  try {
    const state = await settledState(connection)
    if (state.kind !== 'offline') return { kind: 'works' }
    const { code, details = {} } = state.problem
    const { reason, fingerprint } = details as { reason?: ManagementProblem; fingerprint?: string }
    if (!code.startsWith('AUTH.CERTIFICATE_')) return { kind: 'failed', problem: reason ?? 'lost' }
    const certificate = code === 'AUTH.CERTIFICATE_CHANGED' ? 'changed' : 'unknown'
    return { kind: 'certificate', state: certificate, fingerprint: fingerprint ?? '' }
  } finally {
    connection.stop()
  }
}

interface ReconnectingConnection {
  readonly state: LinkState
  onDidChangeState(listener: (state: LinkState) => void): () => void
  start(): void
}

/** Starts a connection and waits until its first attempt succeeded or failed. */
function settledState(connection: ReconnectingConnection): Promise<Extract<LinkState, { kind: 'online' | 'offline' }>> {
  return new Promise((resolve) => {
    const stop = connection.onDidChangeState((state) => {
      if (state.kind !== 'online' && state.kind !== 'offline') return
      stop()
      resolve(state)
    })
    connection.start()
  })
}

function endpointOf(url: string): { readonly host?: string; readonly port: number } {
  if (!URL.canParse(url)) return { port: 80 }
  const { hostname, port, protocol } = new URL(url)
  return { host: hostname, port: Number(port || (protocol === 'wss:' ? 443 : 80)) }
}
