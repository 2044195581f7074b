/**
 * Fingerprint: what an approval binds, as one hash: capability, version, risk, parameters, server, caller and
 * arguments.
 *
 * Guards invariant 3. Two calls have the same fingerprint only when a person would read the same question.
 */
import { createHash } from 'node:crypto'
import type { JsonObject } from '../contract/call.js'
import type { CapabilityManifest } from '../contract/generated/capability-manifest.js'

export interface Bound {
  readonly manifest: Pick<CapabilityManifest, 'id' | 'version' | 'risk' | 'parameters'>
  readonly serverId: string
  readonly callerId: string
  readonly given: JsonObject
}

/** SHA-256 in hex. */
export const fingerprintOf = ({
  manifest: { id, version, risk, parameters },
  serverId,
  callerId,
  given,
}: Bound): string =>
  createHash('sha256').update(canonical({ id, version, risk, parameters, serverId, callerId, given })).digest('hex')

/** JSON with the members of every object in one order. */
export const canonical = (value: unknown): string =>
  JSON.stringify(value, (_name, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  )
