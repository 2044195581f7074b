/** Covered: what no page receives while stream-safe mode is on, whatever it requests (invariant 8). */
import { GatewayError } from '../../contract/gateway-error.js'

/** @throws GatewayError while it is on */
export function refuseOnStream(stream: { readonly on: boolean }): void {
  if (stream.on) throw new GatewayError('PROTOCOL.INVALID_REQUEST', covered)
}

const covered = {
  message: 'This key is covered for the stream.',
  suggestion: 'Copy it, or switch stream-safe mode off first.',
}
