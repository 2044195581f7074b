/** Access: a client's rights from the options of `gatehouse clients add` and `edit`. */
import {
  type ClientChange,
  clientLimits,
  effects,
  type HeldRole,
  heldRoles,
  normalRights,
  type PermissionEffect,
  type PermissionEntry,
  type Rights,
} from '@shared/clients/client.js'
import { demoWorldId } from '@shared/servers/server.js'
import type { ListedServer } from '../../owner/table/shapes.js'
import { wholeNumber } from '../arguments.js'
import { serverNamed } from '../servers/server-named.js'
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
  wait: one,
}

export type AccessOptionValues = Readonly<Record<PermissionEffect | 'grant' | 'forget', readonly string[]>> & {
  readonly role?: string | undefined
  readonly server?: string | undefined
  readonly rate?: string | undefined
  readonly wait?: string | undefined
}

/** On one server: the general role applies again. */
const elsewhere = 'default'

export interface AccessArguments {
  readonly role: HeldRole | typeof elsewhere | undefined
  readonly entries: readonly PermissionEntry[]
  /** Permissions whose entries are removed. */
  readonly forget: readonly string[]
  /** Id of the server that role, entries and removals apply to. */
  readonly server: string | undefined
  readonly callsPerMinute: number | undefined
  readonly waitSeconds: number | undefined
}

/** @throws UsageError */
export function readAccess(servers: readonly ListedServer[], given: AccessOptionValues): AccessArguments {
  const { role, grant, forget, rate, wait } = given
  if (grant.length > 0 && role !== undefined) throw new UsageError('Use either --grant or --role, not both.')
  const server = given.server === undefined ? undefined : idOfServer(servers, given.server)
  const { callsPerMinute: rates, waitSeconds: waits } = clientLimits
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
    callsPerMinute: rate === undefined ? undefined : wholeNumber('rate', rate, rates.least, rates.most),
    waitSeconds: wait === undefined ? undefined : wholeNumber('wait', wait, waits.least, waits.most),
  }
}

export const isEmptyAccess = ({ role, entries, forget, callsPerMinute, waitSeconds }: AccessArguments): boolean =>
  [role, callsPerMinute, waitSeconds].every((value) => value === undefined) && [...entries, ...forget].length === 0

/** Rights of a new client. When a server is named, the client has no rights on other servers. */
export function rightsFrom(change: AccessArguments): ClientChange {
  const { server } = change
  if (server === undefined) return changeFrom(normalRights, change)
  const { role } = normalRights
  const nowhereElse: Rights = { role: 'none', roles: { [server]: role }, permissions: [] }
  return { ...nowhereElse, ...changeFrom(nowhereElse, change) }
}

/** Change for a client with these rights. */
export function changeFrom(
  now: Rights,
  { role, entries, forget, server, callsPerMinute, waitSeconds }: AccessArguments,
): ClientChange {
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
    ...(waitSeconds !== undefined && { waitSeconds }),
  }
}

function roleOf(given: string | undefined, onServer: boolean): AccessArguments['role'] {
  const known: readonly string[] = onServer ? [...heldRoles, elsewhere] : heldRoles
  if (given === undefined || known.includes(given)) return given as AccessArguments['role']
  throw new UsageError(`--role takes ${known.join(', ')}, not "${given}".`)
}

/** Requires a known server: a rule for a misspelt name would have no effect. */
function idOfServer(servers: readonly ListedServer[], text: string): string {
  return text === demoWorldId ? text : serverNamed(servers, text).id
}
