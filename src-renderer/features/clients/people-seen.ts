/**
 * People seen: the AI clients as the owner knows them, one entry each.
 *
 * Guards "one AI is one row": connections with one key are one entry, and so are the names under which a known program
 * connects without a key. A name proves nothing, so it never joins a program to a key.
 */
import { bridge, type Client, type Rights } from '@shared/clients/client.js'
import { type ConnectedClient, type ProgramId, programOf, programOfKey } from '@shared/clients/connection.js'
import type { KeylessProgram } from '@shared/clients/keyless.js'

export interface SeenClient {
  /** Key of its page. */
  readonly about: string
  readonly name: string
  readonly program: ProgramId
  /** With a key of its own. */
  readonly client?: Client
  /** How the log names its calls: the id of the key, or each declared name. */
  readonly names: readonly string[]
  /** Decisions about the names, when it has no key. */
  readonly decisions: readonly KeylessProgram[]
  readonly rights: Rights
  readonly connected: boolean
  readonly lastSeenAt?: string | undefined
}

export interface ClientSources {
  readonly clients: readonly Client[]
  /** Of all programs without a key. */
  readonly shared: Rights
  readonly connected: readonly ConnectedClient[]
  readonly programs: readonly KeylessProgram[]
  readonly nameOf: (program: ProgramId) => string
}

/** Those that ask first, then the connected ones, then the last one seen. */
export function clientsSeen(sources: ClientSources): readonly SeenClient[] {
  const { clients, connected, programs } = sources
  const keyed = clients.map((client) => withKey(client, connected))
  const keyless = new Map<string, Names>()
  const named = [
    ...connected.flatMap(({ clientId, says }) => (clientId === bridge.id && says !== undefined ? [says] : [])),
    ...programs.map(({ name }) => name),
  ]
  for (const name of named) {
    const program = programOf(name)
    const about = program === 'other' ? `guest:${name}` : `program:${program}`
    const known = keyless.get(about) ?? { about, program, names: new Set<string>() }
    known.names.add(name)
    keyless.set(about, known)
  }
  return [...keyed, ...[...keyless.values()].map((one) => withoutKey(one, sources))].sort(
    (one, other) =>
      Number(asks(other)) - Number(asks(one)) ||
      Number(other.connected) - Number(one.connected) ||
      (other.lastSeenAt ?? '').localeCompare(one.lastSeenAt ?? ''),
  )
}

const asks = ({ decisions }: SeenClient): boolean => decisions.some(({ state }) => state === 'waiting')

interface Names {
  readonly about: string
  readonly program: ProgramId
  readonly names: Set<string>
}

function withKey(client: Client, connected: readonly ConnectedClient[]): SeenClient {
  const seen = connected.filter(({ clientId }) => clientId === client.id)
  return {
    about: client.id,
    name: client.name,
    program: client.keyName === undefined ? programOf(client.name) : programOfKey(client.keyName),
    client,
    names: [client.id],
    decisions: [],
    rights: client,
    connected: seen.some((one) => one.connected),
    lastSeenAt: newest([client.lastUsedAt, ...seen.map((one) => one.lastSeenAt)]),
  }
}

function withoutKey({ about, program, names }: Names, sources: ClientSources): SeenClient {
  const seen = sources.connected.filter(
    ({ clientId, says }) => clientId === bridge.id && says !== undefined && names.has(says),
  )
  const [first = ''] = names
  return {
    about,
    name: program === 'other' ? first : sources.nameOf(program),
    program,
    names: [...names],
    decisions: sources.programs.filter(({ name }) => names.has(name)),
    rights: sources.shared,
    connected: seen.some((one) => one.connected),
    lastSeenAt: newest(seen.map((one) => one.lastSeenAt)),
  }
}

const newest = (instants: readonly (string | undefined)[]): string | undefined =>
  instants
    .filter((one) => one !== undefined)
    .sort()
    .at(-1)
