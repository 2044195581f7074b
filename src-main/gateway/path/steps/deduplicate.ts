/**
 * Deduplicate: a repeated call waits for the first one. It uses no rate limit and reads nothing from the server, so
 * that a client may repeat a pending call.
 */
import type { DuplicateCall } from '../call-path.js'
import { fingerprintOf } from '../fingerprint.js'
import type { GatewayDependencies } from '../gateway-dependencies.js'
import type { Authorised } from './call-stages.js'
import { boundCallOf } from './revalidate.js'

export function deduplicate(call: Authorised, { deduplicator }: GatewayDependencies): Authorised | DuplicateCall {
  if (deduplicator.isEmpty) return call
  const duplicate = deduplicator.duplicateOf(fingerprintOf(boundCallOf(call, call.manifest)), call.caller)
  return duplicate ? { duplicateOf: duplicate } : call
}
