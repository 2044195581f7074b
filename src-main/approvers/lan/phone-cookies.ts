/**
 * Phone cookies: store a phone's key and, before pairing ends, its ticket.
 *
 * Enforces invariant 8: not readable by scripts, not sent by other pages or to other host names. Browsers ignore ports:
 * a page that another program of this computer serves on the network over HTTPS would receive them.
 */
const names = { key: '__Host-gatehouse-key', ticket: '__Host-gatehouse-ticket' } as const

type Kind = keyof typeof names

/** Lifetimes in seconds: the maximum that browsers allow, and the maximum duration of a pairing. */
const lives: Readonly<Record<Kind, number>> = { key: 400 * 86_400, ticket: 300 }

export const setCookie = (kind: Kind, value: string): string =>
  `${names[kind]}=${value}; Max-Age=${lives[kind]}; Path=/; Secure; HttpOnly; SameSite=Strict`

export const dropCookie = (kind: Kind): string =>
  `${names[kind]}=; Max-Age=0; Path=/; Secure; HttpOnly; SameSite=Strict`

/** Empty when there is none or more than one. */
export function cookieOf(header: string | undefined, kind: Kind): string {
  const found = (header ?? '').split(';').flatMap((part) => {
    const [name, value = ''] = part.trim().split('=', 2)
    return name === names[kind] ? [value] : []
  })
  return found.length === 1 ? (found[0] ?? '') : ''
}
