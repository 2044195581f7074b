/** Access: what the options of `gatehouse clients add` and `edit` say of a client's rights. */
import {
  type ClientChange,
  clientLimits,
  type Effect,
  effects,
  type HeldRole,
  heldRoles,
  normalRights,
  type PermissionEntry,
  type Rights,
} from '../../contract/client.js'
import { demoWorldId } from '../../contract/server.js'
import { wholeNumber } from '../arguments.js'
import { knownServers, meant, unknownServer } from '../servers/known-servers.js'
import { UsageError } from '../verb.js'

const one: { readonly type: 'string' } = { type: 'string' }
const several: { readonly type: 'string'; readonly multiple: true; default: string[] } = {
  type: 'string',
  multiple: true,
  default: [],
}

/** For `readOptions`. */
export const accessOptions = {
  role: one,
  allow: several,
  ask: several,
  deny: several,
  grant: several,
  forget: several,
  server: one,
  rate: one,
}

export type AccessGiven = Readonly<Record<Effect | 'grant' | 'forget', readonly string[]>> & {
  readonly role?: string | undefined
  readonly server?: string | undefined
  readonly rate?: string | undefined
}

/** On one server, the one that counts elsewhere counts there again. */
const elsewhere = 'default'

export interface Said {
  readonly role: HeldRole | typeof elsewhere | undefined
  readonly entries: readonly PermissionEntry[]
  /** Permissions whose entries go. */
  readonly forget: readonly string[]
  /** Id of the one server that role, entries and what is forgotten are about. */
  readonly server: string | undefined
  readonly callsPerMinute: number | undefined
}

/** @throws UsageError */
export async function readAccess(profile: string, given: AccessGiven): Promise<Said> {
  const { role, grant, forget, rate } = given
  if (grant.length > 0 && role !== undefined) throw new UsageError('Use either --grant or --role, not both.')
  const server = given.server === undefined ? undefined : await serverNamed(profile, given.server)
  const { least, most } = clientLimits.callsPerMinute
  const allowed = [...given.allow, ...grant]
  return {
    role: grant.length > 0 ? 'none' : roleOf(role, server !== undefined),
    entries: effects.flatMap((effect) =>
      (effect === 'allow' ? allowed : given[effect]).map((permission) => ({
        permission,
        effect,
        ...(server !== undefined && { server }),
      })),
    ),
    forget,
    server,
    callsPerMinute: rate === undefined ? undefined : wholeNumber('rate', rate, least, most),
  }
}

export const saysNothing = ({ role, entries, forget, callsPerMinute }: Said): boolean =>
  role === undefined && entries.length === 0 && forget.length === 0 && callsPerMinute === undefined

/** Of a new client. Where a server is named it may nothing elsewhere: who names one does not mean all. */
export function rightsFrom(said: Said): ClientChange {
  const { server } = said
  if (server === undefined) return changeFrom(normalRights, said)
  const { role } = normalRights
  const nowhereElse: Rights = { role: 'none', roles: { [server]: role }, permissions: [] }
  return { ...nowhereElse, ...changeFrom(nowhereElse, said) }
}

/** Of a client that may this now. */
export function changeFrom(now: Rights, { role, entries, forget, server, callsPerMinute }: Said): ClientChange {
  const { [server ?? '']: _before, ...others } = now.roles
  const roles =
    role === undefined || server === undefined ? now.roles : role === elsewhere ? others : { ...others, [server]: role }
  const goes = (entry: PermissionEntry): boolean =>
    (forget.includes(entry.permission) && (server === undefined || entry.server === server)) ||
    entries.some(({ permission, server: on }) => permission === entry.permission && on === entry.server)
  return {
    ...(role !== undefined && role !== elsewhere && server === undefined && { role }),
    roles,
    permissions: [...now.permissions.filter((entry) => !goes(entry)), ...entries],
    ...(callsPerMinute !== undefined && { callsPerMinute }),
  }
}

function roleOf(given: string | undefined, onServer: boolean): Said['role'] {
  const known: readonly string[] = onServer ? [...heldRoles, elsewhere] : heldRoles
  if (given === undefined || known.includes(given)) return given as Said['role']
  throw new UsageError(`--role takes ${known.join(', ')}, not "${given}".`)
}

/** A name that is misspelt would deny nothing anywhere. */
async function serverNamed(profile: string, text: string): Promise<string> {
  if (text === demoWorldId) return text
  const { servers } = await knownServers(profile)
  const server = meant(servers, text)
  if (!server) throw unknownServer(text, servers)
  return server.id
}
