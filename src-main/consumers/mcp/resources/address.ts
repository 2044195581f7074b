/** Addresses: the URIs of resources. */

export type Address =
  | { readonly kind: 'servers' }
  /** `server`: id or name. */
  | { readonly kind: 'status' | 'players' | 'events'; readonly server: string }
  | { readonly kind: 'player'; readonly server: string; readonly player: string }
  | { readonly kind: 'world'; readonly server: string; readonly dimension: string }
  | { readonly kind: 'capability'; readonly id: string }

/** Maximum characters of a URI. */
const longest = 512

/** Undefined for an unknown URI, whether its server exists or not. */
export function addressOf(uri: string): Address | undefined {
  const parts = uri.length <= longest ? /^(minecraft|gatehouse):\/\/([^?#]+)$/u.exec(uri) : null
  const [scheme, path] = parts?.slice(1) ?? []
  const names = path?.split('/').map(decoded) ?? []
  if (names.includes(undefined)) return undefined
  const [first, second, third, ...more] = names
  if (!first || more.length > 0) return undefined
  if (scheme === 'gatehouse') {
    return first === 'capabilities' && second && third === undefined ? { kind: 'capability', id: second } : undefined
  }
  if (second === undefined) return first === 'servers' ? { kind: 'servers' } : undefined
  if (third === undefined) {
    return second === 'status' || second === 'players' || second === 'events'
      ? { kind: second, server: first }
      : undefined
  }
  if (third === '') return undefined
  if (second === 'players') return { kind: 'player', server: first, player: third }
  return second === 'world' ? { kind: 'world', server: first, dimension: third } : undefined
}

/** The canonical URI of an address. */
export function uriOf(address: Address): string {
  if (address.kind === 'servers') return 'minecraft://servers'
  if (address.kind === 'capability') return `gatehouse://capabilities/${encodeURIComponent(address.id)}`
  const server = `minecraft://${encodeURIComponent(address.server)}`
  if (address.kind === 'player') return `${server}/players/${encodeURIComponent(address.player)}`
  if (address.kind === 'world') return `${server}/world/${encodeURIComponent(address.dimension)}`
  return `${server}/${address.kind}`
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}
