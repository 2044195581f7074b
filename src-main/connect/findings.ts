/**
 * Findings: why a client does not come through, out of what was really found. Pure.
 *
 * A cause comes before a hint, and what stands in the way first comes first: what is on the disk, then the door, then
 * what the client may do.
 */
import { bridge, type Client, type KnownClients, type Rights } from '../contract/client.js'
import type {
  ConfigFile,
  DoorRefusal,
  DoorState,
  Finding,
  Guest,
  ProgramId,
  RefusalReason,
  Running,
} from '../contract/connection.js'
import { programOf } from '../contract/connection.js'

/** The endpoint file as the bridge would find it. */
export type EndpointState = 'ours' | 'missing' | 'stale'

/** Everything that may stand in the way, as it is now. */
export interface Circumstances {
  readonly guests: readonly Guest[]
  readonly refusals: readonly DoorRefusal[]
  readonly known: KnownClients
  readonly panic: { readonly on: boolean; readonly since?: string }
  readonly door: DoorState
  readonly endpoint: EndpointState
  readonly bridgeFile: { readonly path: string; readonly isThere: boolean }
}

/** What is known of a program's own configuration. */
export interface ProgramFiles {
  readonly files: readonly ConfigFile[]
  /** Only for programs where it can be detected. */
  readonly running?: Running | undefined
}

/** The key that the bridge brings for a program. */
export interface ProgramKey {
  readonly client: Client
  /** It lies where the bridge looks. */
  readonly isThere: boolean
}

/** Why a program does not come through the bridge. @param key none of a program without one of its own */
export function findingsAboutProgram(
  program: ProgramId,
  { files, running }: ProgramFiles,
  now: Circumstances,
  key?: ProgramKey,
): Finding[] {
  const withKey = now.guests.find(({ clientId }) => clientId === key?.client.id)
  const without = now.guests.find(({ clientId, says = '' }) => clientId === bridge.id && programOf(says) === program)
  const guest = withKey?.connected ? withKey : without?.connected ? without : (withKey ?? without)
  const rights = key?.client ?? now.known.bridge
  const written = files
    .flatMap((file) => (file.written ? [file.written.at] : []))
    .sort()
    .at(-1)
  if (guest?.connected) return inOrder([...whatIsStopped(now), ...whatItMay(rights), ...comesWithoutKey(files)])
  const seenSince = guest !== undefined && (written === undefined || guest.lastSeenAt > written)
  return inOrder([
    ...inFiles(files, seenSince),
    ...behindBridge(now),
    ...(key && !key.isThere
      ? [{ kind: 'key-missing', weight: 'cause', details: { name: key.client.name }, act: 'mend-key' } as const]
      : []),
    ...comesWithoutKey(files),
    ...(running ? restart(running, written) : []),
    ...(seenSince ? [] : [{ kind: 'never-seen', weight: 'hint', ...(written && { at: written }) } as const]),
    ...whatIsStopped(now),
    ...whatItMay(rights),
    ...(key ? atTheDoor(ofClient(now.refusals, key.client), ['wrong-key', 'revoked'], 'cause') : []),
    ...atTheDoor(now.refusals, ['wrong-key', 'locked-out', 'foreign-host', 'foreign-origin']),
  ])
}

/** Why a client with a key of its own does not come through over HTTP. */
export function findingsAboutClient(client: Client, now: Circumstances): Finding[] {
  const isConnected = now.guests.some(({ clientId, connected }) => clientId === client.id && connected)
  if (isConnected) return inOrder([...whatIsStopped(now), ...whatItMay(client)])
  const own = ofClient(now.refusals, client)
  const since = client.lastUsedAt ?? client.createdAt
  const strangers = now.refusals.filter(({ clientId, lastAt }) => clientId === undefined && lastAt > since)
  const { taken } = now.door
  return inOrder([
    ...atTheDoor(own, ['wrong-key', 'expired', 'revoked'], 'cause'),
    ...(taken === undefined
      ? []
      : [
          {
            kind: 'port-taken',
            weight: 'cause',
            details: { port: taken, address: now.door.address },
            act: 'choose-port',
          } as const,
        ]),
    ...(client.lastUsedAt === undefined
      ? [{ kind: 'never-used', weight: 'hint', at: client.createdAt, details: { address: now.door.address } } as const]
      : []),
    ...atTheDoor(strangers, ['no-key', 'wrong-key', 'key-in-address', 'foreign-host', 'foreign-origin', 'locked-out']),
    ...whatIsStopped(now),
    ...whatItMay(client),
  ])
}

const ofClient = (refusals: readonly DoorRefusal[], { id }: Client): DoorRefusal[] =>
  refusals.filter(({ clientId }) => clientId === id)

/** As earlier versions set it up: it works, as one of the group. */
const comesWithoutKey = (files: readonly ConfigFile[]): Finding[] =>
  files
    .filter(({ state }) => state.kind === 'keyless')
    .map(({ path }) => ({ kind: 'without-key', weight: 'hint', details: { file: path }, act: 'connect' }))

const inOrder = (findings: readonly Finding[]): Finding[] => [
  ...findings.filter(({ weight }) => weight === 'cause'),
  ...findings.filter(({ weight }) => weight === 'hint'),
]

/** An extension leaves no trace in the file, so what came through meanwhile needs none there. */
function inFiles(files: readonly ConfigFile[], seenSince: boolean): Finding[] {
  if (files.length === 0 || files.some(({ state }) => isOurs(state))) return []
  return files.map(({ path, state }): Finding => {
    if (state.kind === 'elsewhere') {
      const { command, profile } = state
      const details = { file: path, command, ...(profile !== undefined && { profile }) }
      return { kind: 'config-elsewhere', weight: 'cause', details, act: 'connect' }
    }
    if (state.kind === 'refused') {
      const { problem } = state
      const place = problem.kind === 'broken' ? { line: problem.line, column: problem.column } : {}
      return { kind: 'config-refused', weight: 'hint', details: { file: path, why: problem.kind, ...place } }
    }
    return { kind: 'config-missing', weight: seenSince ? 'hint' : 'cause', details: { file: path }, act: 'connect' }
  })
}

const isOurs = ({ kind }: ConfigFile['state']): boolean => kind === 'ours' || kind === 'keyless'

function behindBridge({ endpoint, bridgeFile }: Circumstances): Finding[] {
  const findings: Finding[] = []
  if (!bridgeFile.isThere)
    findings.push({ kind: 'bridge-missing', weight: 'cause', details: { file: bridgeFile.path } })
  if (endpoint !== 'ours') findings.push({ kind: `endpoint-${endpoint}`, weight: 'cause', act: 'mend-endpoint' })
  return findings
}

function restart(running: Running, written: string | undefined): Finding[] {
  if (running.kind === 'no') return [{ kind: 'not-running', weight: 'cause' }]
  if (running.kind === 'unknown') return []
  if (running.since === undefined || written === undefined) return []
  return running.since < written ? [{ kind: 'not-restarted', weight: 'cause', at: running.since }] : []
}

const whatIsStopped = ({ panic }: Circumstances): Finding[] =>
  panic.on ? [{ kind: 'panic', weight: 'cause', ...(panic.since && { at: panic.since }) }] : []

function whatItMay({ role, roles, permissions }: Rights): Finding[] {
  const mayNothing =
    role === 'none' &&
    Object.values(roles).every((there) => there === 'none') &&
    permissions.every(({ effect }) => effect === 'deny')
  return mayNothing ? [{ kind: 'may-do-nothing', weight: 'cause', act: 'edit-rights' }] : []
}

function atTheDoor(
  refusals: readonly DoorRefusal[],
  reasons: readonly RefusalReason[],
  weight: Finding['weight'] = 'hint',
): Finding[] {
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

const needsKey: ReadonlySet<RefusalReason> = new Set(['no-key', 'wrong-key', 'expired', 'revoked', 'key-in-address'])
