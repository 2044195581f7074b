/** Management events: the notifications of the management protocol as typed events. Invalid ones are dropped. */
import {
  type ManagedBan,
  type ManagedGameRule,
  type ManagedIpBan,
  type ManagedOperator,
  type ManagedPlayer,
  type ManagementStatus,
  type Replies,
  type ReplyKind,
  readAs,
} from './management-replies.js'
import type { ManagementNotification } from './management-session.js'

/** Strings in an event are untrusted text. */
export type ManagementEvent =
  | { readonly kind: 'started' | 'stopping' | 'saving' | 'saved' | 'activity' }
  | { readonly kind: 'joined' | 'left'; readonly player: ManagedPlayer }
  | { readonly kind: 'allowlist-added' | 'allowlist-removed'; readonly player: ManagedPlayer }
  | { readonly kind: 'operator-added' | 'operator-removed'; readonly operator: ManagedOperator }
  | { readonly kind: 'banned'; readonly ban: ManagedBan }
  | { readonly kind: 'unbanned'; readonly player: ManagedPlayer }
  | { readonly kind: 'ip-banned'; readonly ban: ManagedIpBan }
  | { readonly kind: 'ip-unbanned'; readonly ip: string }
  | { readonly kind: 'game-rule'; readonly rule: ManagedGameRule }
  | { readonly kind: 'status'; readonly status: ManagementStatus }
  | { readonly kind: 'world-upgrade'; readonly phase: 'started' | 'progress' | 'finished' | 'failed' }

type EventParser = (parameter: unknown) => ManagementEvent | undefined

const plain =
  (event: ManagementEvent): EventParser =>
  () =>
    event

/** Validates the parameter and creates an event from it. */
const reading =
  <Kind extends ReplyKind>(kind: Kind, event: (value: Replies[Kind]) => ManagementEvent): EventParser =>
  (parameter) => {
    const value = readAs(kind, parameter)
    return value === undefined ? undefined : event(value)
  }

const prefix = 'minecraft:notification/'

const readers: Readonly<Record<string, EventParser>> = {
  'server/started': plain({ kind: 'started' }),
  'server/stopping': plain({ kind: 'stopping' }),
  'server/saving': plain({ kind: 'saving' }),
  'server/saved': plain({ kind: 'saved' }),
  'server/activity': plain({ kind: 'activity' }),
  'server/status': reading('status', (status) => ({ kind: 'status', status })),
  'players/joined': reading('player', (player) => ({ kind: 'joined', player })),
  'players/left': reading('player', (player) => ({ kind: 'left', player })),
  'allowlist/added': reading('player', (player) => ({ kind: 'allowlist-added', player })),
  'allowlist/removed': reading('player', (player) => ({ kind: 'allowlist-removed', player })),
  'operators/added': reading('operator', (operator) => ({ kind: 'operator-added', operator })),
  'operators/removed': reading('operator', (operator) => ({ kind: 'operator-removed', operator })),
  'bans/added': reading('ban', (ban) => ({ kind: 'banned', ban })),
  'bans/removed': reading('player', (player) => ({ kind: 'unbanned', player })),
  'ip_bans/added': reading('ipBan', (ban) => ({ kind: 'ip-banned', ban })),
  'ip_bans/removed': reading('address', (ip) => ({ kind: 'ip-unbanned', ip })),
  'gamerules/updated': reading('gameRule', (rule) => ({ kind: 'game-rule', rule: typedRule(rule) })),
  'world/upgrade_started': plain({ kind: 'world-upgrade', phase: 'started' }),
  'world/upgrade_progress': plain({ kind: 'world-upgrade', phase: 'progress' }),
  'world/upgrade_finished': plain({ kind: 'world-upgrade', phase: 'finished' }),
  'world/upgrade_failed': plain({ kind: 'world-upgrade', phase: 'failed' }),
}

/** The event of a notification; undefined when it is unknown or invalid. */
export function eventOf({ method, parameter }: ManagementNotification): ManagementEvent | undefined {
  const name = method.startsWith(prefix) ? method.slice(prefix.length) : ''
  return Object.hasOwn(readers, name) ? readers[name]?.(parameter) : undefined
}

/** Protocol 1 sends the value of a rule as a string, later versions send it typed. */
export function typedRule({ key, value, type }: ManagedGameRule): ManagedGameRule {
  const named = { key, ...(type !== undefined && { type }) }
  if (typeof value !== 'string') return { ...named, value }
  if (value === 'true' || value === 'false') return { ...named, value: value === 'true' }
  return { ...named, value: /^-?\d{1,10}$/u.test(value) ? Number(value) : value }
}
