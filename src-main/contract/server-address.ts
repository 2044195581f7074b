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
