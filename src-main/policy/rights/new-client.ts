/**
 * New client: validates the name and rights of a client.
 *
 * Guards that a trusted name cannot be confused with another, and that an entry means what it appears to.
 */
import { type ClientChange, clientLimits, effects, heldRoles, type PermissionEntry } from '@shared/clients/client.js'
import { normalized as withoutDisguise } from '../text/normalized-text.js'
import { cleanText } from '../text/untrusted-text.js'

/** `*` matches one part, `**` at the end matches all remaining parts. */
const permissionPattern = /^mcp(?:\.(?:[a-z0-9-]+|\*))*\.(?:[a-z0-9-]+|\*\*?)$/u

export const isPermission = (text: string): boolean =>
  text.length <= clientLimits.permission && permissionPattern.test(text)

const isHeldRole = (value: unknown): boolean => (heldRoles as readonly unknown[]).includes(value)

/** People copy commands that contain server ids. */
const isServerId = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= clientLimits.server && value === cleanText(value)

const isEntry = ({ permission, effect, server }: Partial<PermissionEntry>): boolean =>
  typeof permission === 'string' &&
  isPermission(permission) &&
  (effects as readonly unknown[]).includes(effect) &&
  (server === undefined || isServerId(server))

export const isRate = (callsPerMinute: number): boolean => {
  const { least, most } = clientLimits.callsPerMinute
  return Number.isInteger(callsPerMinute) && callsPerMinute >= least && callsPerMinute <= most
}

export const isWait = (seconds: number): boolean => {
  const { least, most } = clientLimits.waitSeconds
  return Number.isInteger(seconds) && seconds >= least && seconds <= most
}

/** Whether it is visible as it is, from its first character to its last. */
export const isClientName = (name: string): boolean =>
  name !== '' && name === cleanText(name, clientLimits.name).trim() && !/[\t\n]/u.test(name)

/** Whether a person could confuse the two names. */
export const looksLike = (one: string, other: string): boolean => normalized(one) === normalized(other)

const normalized = (name: string): string => name.normalize('NFKC').replace(/\s+/gu, ' ').toLowerCase()

/** The name, with a number where a person could confuse it with one of the others. */
export function freeClientName(wanted: string, known: readonly string[]): string {
  for (let number = 1; ; number += 1) {
    const ending = number === 1 ? '' : ` ${number}`
    const shortened = [...wanted]
      .slice(0, clientLimits.name - ending.length)
      .join('')
      .trim()
    if (!known.some((other) => looksLike(other, shortened + ending))) return shortened + ending
  }
}

const bare = (name: string): string => withoutDisguise(name).replace(/[^\p{L}\p{N}]/gu, '')

/** The known name that this one repeats or imitates: other scripts, signs and blanks make no difference. */
export const resembling = (name: string, known: readonly string[]): string | undefined =>
  known.find((one) => bare(one) === bare(name))

/** A sentence about the problem; undefined when there is none. */
export function problemOf({
  name,
  role,
  roles = {},
  permissions = [],
  callsPerMinute,
  waitSeconds,
}: ClientChange & { readonly name?: string }): string | undefined {
  if (name !== undefined && !isClientName(name)) {
    return `A name has 1 to ${clientLimits.name} visible characters on one line.`
  }
  const held = [...(role === undefined ? [] : [role]), ...Object.values(roles)]
  if (!held.every(isHeldRole)) return `A role is one of ${heldRoles.join(', ')}.`
  if (Object.keys(roles).length > clientLimits.roles) return `A client has ${clientLimits.roles} roles at most.`
  if (!Object.keys(roles).every(isServerId)) return 'A role applies to a server, given by its id.'
  if (permissions.length > clientLimits.permissions) {
    return `A client has ${clientLimits.permissions} permissions at most.`
  }
  const wrong = permissions.find((entry) => !isEntry(entry))
  if (wrong !== undefined) {
    return `"${cleanText(String(wrong.permission), 64)}" is not a permission. Write it as mcp.context.** or mcp.action.player.teleport.`
  }
  if (callsPerMinute !== undefined && !isRate(callsPerMinute)) {
    const { least, most } = clientLimits.callsPerMinute
    return `A rate is a whole number of calls per minute, from ${least} to ${most}.`
  }
  if (waitSeconds === undefined || isWait(waitSeconds)) return undefined
  const { least, most } = clientLimits.waitSeconds
  return `A client waits for a whole number of seconds, from ${least} to ${most}.`
}
