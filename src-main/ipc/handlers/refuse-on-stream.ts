/** Refuse on stream: refuses data that no page may receive in stream-safe mode (invariant 8). */
import { GatewayError } from '@contract/gateway-error.js'

/** @throws GatewayError while it is on */
export function refuseOnStream(stream: { readonly on: boolean }): void {
  if (stream.on) throw new GatewayError('PROTOCOL.INVALID_REQUEST', keyHidden)
}

const keyHidden = {
  message: 'This key is hidden in stream-safe mode.',
  suggestion: 'Copy it, or turn stream-safe mode off first.',
}
