/** Management events: the notifications of the management protocol as typed events. Invalid ones are dropped. */
import {
  type ManagedGameRule,
  type ManagedPlayer,
  type ManagementStatus,
  type Replies,
  type ReplyKind,
  readAs,
} from './management-replies.js'
import type { ManagementNotification } from './management-session.js'

/** What this program reacts to. Strings in an event are untrusted text. */
export type ManagementEvent =
  | { readonly kind: 'started' | 'stopping' }
  | { readonly kind: 'joined' | 'left'; readonly player: ManagedPlayer }
  | { readonly kind: 'status'; readonly status: ManagementStatus }

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
  'server/status': reading('status', (status) => ({ kind: 'status', status })),
  'players/joined': reading('player', (player) => ({ kind: 'joined', player })),
  'players/left': reading('player', (player) => ({ kind: 'left', player })),
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
