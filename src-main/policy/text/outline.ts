/**
 * Outline: the structure of the arguments of a rejected call.
 *
 * Guards the audit trail: a rejected caller must not fill it, nor leave a secret there that no schema could redact.
 */
import { cleanText } from './untrusted-text.js'

const most = { members: 16, name: 64 } as const

/** Names and types of the members, never their values. */
export function outlineOf(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { outline: typeOf(value) }
  const members = Object.entries(value)
  const named = members.slice(0, most.members).map(([name, member]) => [cleanText(name, most.name), typeOf(member)])
  return {
    outline: Object.fromEntries(named),
    ...(members.length > most.members && { more: members.length - most.members }),
  }
}

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return `array (${value.length})`
  if (typeof value === 'string') return `string (${value.length})`
  return value === null ? 'null' : typeof value
}
