/**
 * Findings: why a client cannot connect, from observed facts. Pure.
 *
 * Causes come before hints, in the order of the path: disk, listener, rights.
 */
import { bridge, type Client, type KnownClients, type Rights } from '@shared/clients/client.js'
import type {
  ConfigFile,
  ConnectedClient,
  ConnectionFinding,
  HttpEndpointState,
  ProgramId,
  ProgramRunning,
  RejectedConnection,
  RejectionReason,
} from '@shared/clients/connection.js'
import { programOf } from '@shared/clients/connection.js'
import { encodingNames } from '@shared/text/file-encoding.js'
import { rejectsMark } from './program-files.js'

/** State of the endpoint file, as the bridge would read it. */
export type EndpointState = 'ours' | 'missing' | 'stale'

/** All observed facts. */
export interface ConnectionFacts {
  readonly connectedClients: readonly ConnectedClient[]
  readonly refusals: readonly RejectedConnection[]
  readonly known: KnownClients
  readonly panic: { readonly on: boolean; readonly since?: string }
  readonly httpEndpoint: HttpEndpointState
  readonly endpoint: EndpointState
  readonly bridgeFile: { readonly path: string; readonly isThere: boolean }
}

/** Facts about a program's own configuration. */
export interface ProgramFiles {
  readonly files: readonly ConfigFile[]
  /** Only for programs where it can be detected. */
  readonly running?: ProgramRunning | undefined
}

/** The key the bridge uses for a program. */
export interface ProgramKey {
  readonly client: Client
  /** The key file exists where the bridge looks. */
  readonly isThere: boolean
}

/** Why a program cannot connect through the bridge. @param key absent for a program without its own */
export function findingsAboutProgram(
  program: ProgramId,
  { files, running }: ProgramFiles,
  now: ConnectionFacts,
  key?: ProgramKey,
): ConnectionFinding[] {
  const withKey = now.connectedClients.find(({ clientId }) => clientId === key?.client.id)
  const without = now.connectedClients.find(
    ({ clientId, says = '' }) => clientId === bridge.id && programOf(says) === program,
  )
  const connection = withKey?.connected ? withKey : without?.connected ? without : (withKey ?? without)
  const rights = key?.client ?? now.known.bridge
  const written = files
    .flatMap((file) => (file.written ? [file.written.at] : []))
    .sort()
    .at(-1)
  if (connection?.connected)
    return inOrder([
      ...panicFindings(now),
      ...rightsFindings(rights),
      ...encodingFindings(program, files, true),
      ...keylessFindings(files),
    ])
  const seenSince = connection !== undefined && (written === undefined || connection.lastSeenAt > written)
  return inOrder([
    ...encodingFindings(program, files),
    ...fileFindings(files, seenSince),
    ...bridgeFindings(now),
    ...(key && !key.isThere
      ? [{ kind: 'key-missing', weight: 'cause', details: { name: key.client.name }, act: 'repair-key' } as const]
      : []),
    ...keylessFindings(files),
    ...(running ? restart(running, written) : []),
    ...(seenSince ? [] : [{ kind: 'never-seen', weight: 'hint', ...(written && { at: written }) } as const]),
    ...panicFindings(now),
    ...rightsFindings(rights),
    ...(key ? findingsOfRejections(ofClient(now.refusals, key.client), ['wrong-key', 'revoked'], 'cause') : []),
    ...findingsOfRejections(now.refusals, ['wrong-key', 'locked-out', 'foreign-host', 'foreign-origin']),
  ])
}

/** Why a client with its own key cannot connect over HTTP. */
export function findingsAboutClient(client: Client, now: ConnectionFacts): ConnectionFinding[] {
  const isConnected = now.connectedClients.some(({ clientId, connected }) => clientId === client.id && connected)
  if (isConnected) return inOrder([...panicFindings(now), ...rightsFindings(client)])
  const own = ofClient(now.refusals, client)
  const since = client.lastUsedAt ?? client.createdAt
  const withoutClient = now.refusals.filter(({ clientId, lastAt }) => clientId === undefined && lastAt > since)
  const { taken } = now.httpEndpoint
  return inOrder([
    ...findingsOfRejections(own, ['wrong-key', 'expired', 'revoked'], 'cause'),
    ...(taken === undefined
      ? []
      : [
          {
            kind: 'port-taken',
            weight: 'cause',
            details: { port: taken, address: now.httpEndpoint.address },
            act: 'choose-port',
          } as const,
        ]),
    ...(client.lastUsedAt === undefined
      ? [
          {
            kind: 'never-used',
            weight: 'hint',
            at: client.createdAt,
            details: { address: now.httpEndpoint.address },
          } as const,
        ]
      : []),
    ...findingsOfRejections(withoutClient, [
      'no-key',
      'wrong-key',
      'key-in-address',
      'foreign-host',
      'foreign-origin',
      'locked-out',
    ]),
    ...panicFindings(now),
    ...rightsFindings(client),
  ])
}

const ofClient = (refusals: readonly RejectedConnection[], { id }: Client): RejectedConnection[] =>
  refusals.filter(({ clientId }) => clientId === id)

/** It works, with the shared key. */
const keylessFindings = (files: readonly ConfigFile[]): ConnectionFinding[] =>
  files
    .filter(({ state }) => state.kind === 'keyless')
    .map(({ path }) => ({ kind: 'without-key', weight: 'hint', details: { file: path }, act: 'connect' }))

/** @param connected a client that is connected reads the file again at its next start */
const encodingFindings = (program: ProgramId, files: readonly ConfigFile[], connected = false): ConnectionFinding[] =>
  files.flatMap(({ path, state }) => {
    if (state.kind !== 'encoded') return []
    const isCause = !connected && (state.encoding !== 'utf-8-bom' || rejectsMark(program))
    const details = { file: path, encoding: encodingNames[state.encoding] }
    return [{ kind: 'config-encoding', weight: isCause ? 'cause' : 'hint', details, act: 'repair-file' } as const]
  })

const inOrder = (findings: readonly ConnectionFinding[]): ConnectionFinding[] => [
  ...findings.filter(({ weight }) => weight === 'cause'),
  ...findings.filter(({ weight }) => weight === 'hint'),
]

/** An extension is not in the file, so a connection since then is proof enough. */
function fileFindings(files: readonly ConfigFile[], seenSince: boolean): ConnectionFinding[] {
  if (files.some(({ state }) => isOurs(state))) return []
  return files.map(({ path, state }): ConnectionFinding => {
    if (state.kind === 'elsewhere') {
      const { command, profile } = state
      const details = { file: path, command, ...(profile !== undefined && { profile }) }
      return { kind: 'config-elsewhere', weight: 'cause', details, act: 'connect' }
    }
    if (state.kind === 'refused') {
      const { problem } = state
      const position = problem.kind === 'broken' ? { line: problem.line, column: problem.column } : {}
      return { kind: 'config-refused', weight: 'hint', details: { file: path, why: problem.kind, ...position } }
    }
    return { kind: 'config-missing', weight: seenSince ? 'hint' : 'cause', details: { file: path }, act: 'connect' }
  })
}

const isOurs = ({ kind }: ConfigFile['state']): boolean => ['ours', 'repaired', 'keyless', 'encoded'].includes(kind)

function bridgeFindings({ endpoint, bridgeFile }: ConnectionFacts): ConnectionFinding[] {
  const findings: ConnectionFinding[] = []
  if (!bridgeFile.isThere)
    findings.push({ kind: 'bridge-missing', weight: 'cause', details: { file: bridgeFile.path } })
  if (endpoint !== 'ours') findings.push({ kind: `endpoint-${endpoint}`, weight: 'cause', act: 'repair-endpoint' })
  return findings
}

function restart(running: ProgramRunning, written: string | undefined): ConnectionFinding[] {
  if (running.kind === 'no') return [{ kind: 'not-running', weight: 'cause' }]
  if (running.kind === 'unknown') return []
  if (running.since === undefined || written === undefined) return []
  return running.since < written ? [{ kind: 'not-restarted', weight: 'cause', at: running.since }] : []
}

const panicFindings = ({ panic }: ConnectionFacts): ConnectionFinding[] =>
  panic.on ? [{ kind: 'panic', weight: 'cause', ...(panic.since && { at: panic.since }) }] : []

function rightsFindings({ role, roles, permissions }: Rights): ConnectionFinding[] {
  const hasNoRights =
    role === 'none' &&
    Object.values(roles).every((there) => there === 'none') &&
    permissions.every(({ effect }) => effect === 'deny')
  return hasNoRights ? [{ kind: 'may-do-nothing', weight: 'cause', act: 'edit-rights' }] : []
}

function findingsOfRejections(
  refusals: readonly RejectedConnection[],
  reasons: readonly RejectionReason[],
  weight: ConnectionFinding['weight'] = 'hint',
): ConnectionFinding[] {
  return refusals
    .filter(({ reason }) => reasons.includes(reason))
    .map(({ reason, times, lastAt, from }) => ({
      kind: reason,
      weight,
      at: lastAt,
      times,
      ...(from !== undefined && { details: { from } }),
      ...(needsKey.has(reason) && { act: 'give-key' as const }),
    }))
}

const needsKey: ReadonlySet<RejectionReason> = new Set(['no-key', 'wrong-key', 'expired', 'revoked', 'key-in-address'])
