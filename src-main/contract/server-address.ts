/**
 * Server address: the address of an agent, and the server id derived from it. See docs/protocol.md#agents-connection.
 */

import { agentPort } from './frames.js'
import { GatewayError } from './gateway-error.js'
import { isJavaAddress, type JavaAddress, parseJavaAddress, sshLoginOf } from './java-address.js'

/** Default port of `wss:`: TLS ends at a reverse proxy. */
const securePort = 443

/** The port of an address, or the default port of its protocol. */
function portOf(address: string): number {
  const { port, protocol } = new URL(address)
  if (port) return Number(port)
  if (protocol === 'wss:') return securePort
  return namesPort80(address) ? 80 : agentPort
}

/** The URL parser removes the port 80 of `ws:`, even when the address contains it. */
const namesPort80 = (address: string): boolean =>
  /^ws:[/\\]*[^/\\?#]*:0*80(?:[/\\?#]|$)/iu.test(address.replace(/[\t\r\n]/gu, '').trim())

/** The id of the server at an address: `host:port`. @throws GatewayError when it is not a WebSocket address */
export function serverIdOf(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || !['ws:', 'wss:'].includes(url.protocol) || url.username || url.password || url.hash) {
    throw new GatewayError('PROTOCOL.INVALID_REQUEST', {
      message: 'This is not the address of an agent.',
      suggestion: `Enter it as ws://host:port, for example ws://192.168.1.20:${agentPort}.`,
    })
  }
  return `${url.hostname}:${portOf(address)}`
}

/**
 * The address with its port, for the connection: an agent at `ws://host` listens on port 8765. @throws GatewayError as
 * `serverIdOf`
 */
export function dialledAddress(address: string): string {
  const id = serverIdOf(address)
  const { protocol, pathname, search } = new URL(address)
  return `${protocol}//${id}${pathname}${search}`
}

/**
 * Whether the token for one address may be sent to another one: only to the same host and port, with at least the same
 * protection.
 *
 * Guards invariant 8: a stored token is only sent where a person entered it for.
 */
export function mayKeepToken(before: string, after: string): boolean {
  if (!URL.canParse(before) || !URL.canParse(after)) return false
  if (isJavaAddress(before) || isJavaAddress(after)) return isSameDoor(before, after)
  const [old, next] = [new URL(before), new URL(after)]
  if (old.protocol === 'wss:' && next.protocol !== 'wss:') return false
  return old.hostname === next.hostname && portOf(before) === portOf(after)
}

/** The same kind, user, host and port: only the folder or the id behind it may differ. */
function isSameDoor(before: string, after: string): boolean {
  if (!isJavaAddress(before) || !isJavaAddress(after)) return false
  try {
    const [old, next] = [doorOf(parseJavaAddress(before)), doorOf(parseJavaAddress(after))]
    return old.length === next.length && old.every((part, index) => part === next[index])
  } catch {
    return false
  }
}

function doorOf(address: JavaAddress): readonly unknown[] {
  if (address.kind === 'docker')
    return [address.kind, sshLoginOf(address) ? undefined : address.container, address.engine]
  return [address.kind, address.host, address.port, 'user' in address ? address.user : undefined]
}
