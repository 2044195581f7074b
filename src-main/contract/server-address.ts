/** Server address: where an agent is dialled, and the id of the server that it gives. */
import { GatewayError } from './gateway-error.js'

/** The id of the server at an address: `host:port`. @throws GatewayError when it is no WebSocket address */
export function serverIdOf(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || !['ws:', 'wss:'].includes(url.protocol) || url.username || url.password || url.hash) {
    throw new GatewayError('PROTOCOL.INVALID_REQUEST', {
      message: 'This is no address of an agent.',
      suggestion: 'Enter it as ws://host:port, for example ws://192.168.1.20:8765.',
    })
  }
  return url.port ? url.host : `${url.hostname}:${url.protocol === 'wss:' ? 443 : 80}`
}

/**
 * Whether what was entered for one address may be sent to another: to the same host and port, and never less protected.
 *
 * Guards invariant 8: a token that is remembered goes nowhere a person did not give it for.
 */
export function mayKeepToken(before: string, after: string): boolean {
  if (!URL.canParse(before) || !URL.canParse(after)) return false
  const [old, next] = [new URL(before), new URL(after)]
  if (old.protocol === 'wss:' && next.protocol !== 'wss:') return false
  return old.hostname === next.hostname && portOf(old) === portOf(next)
}

const portOf = ({ port, protocol }: URL): string => port || (protocol === 'wss:' ? '443' : '80')
