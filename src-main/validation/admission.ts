/**
 * Admission: what a provider offers becomes manifests the gateway uses, or is refused by name.
 *
 * Guards invariant 7: each manifest is read where it can be killed (`manifest-reader.ts`); here an offer is only put
 * together, in slices. See docs/protocol.md#manifest-admission.
 */
import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import type { RefusedCapability } from '@shared/servers/server.js'
import type { TextFinding } from '@shared/servers/text-finding.js'
import type { Clock } from '../gateway/ports/runtime.js'
import { cleanText } from '../policy/untrusted-text.js'
import type { ReadManifest } from './manifest-reader.js'
import { ManifestReadings } from './manifest-readings.js'
import { maxCapabilities, tooMany, withinBounds } from './offer-bounds.js'
import type { SchemaThread } from './schema-thread.js'

export interface Admitted {
  /** Capability id → what a person should look at in its texts as they were sent, before they were cleaned. */
  readonly findings?: Readonly<Record<string, readonly TextFinding[]>>
  readonly capabilities: readonly CapabilityManifest[]
  readonly refused: readonly RefusedCapability[]
}

/** Maximum number of reported refusals. */
const maxRefused = 100

/**
 * Never rejects.
 *
 * @param ownLimits whether the provider may also loosen the rate limits of core capabilities: the demo world may
 */
export type Admit = (offered: readonly unknown[], ownLimits?: boolean) => Promise<Admitted>

/** What an offer without an id is called. */
export const unnamed = '(without id)'

/** Manifests of one offer that are read: what is refused or offered twice counts too. */
const maxRead = 2 * maxCapabilities

/**
 * @param thread where manifests are read
 * @param readOurs reads what is word for word the catalogue's, which needs no thread; everything is read there when left out
 */
export function createAdmission(thread: SchemaThread, clock: Clock, readOurs?: ReadManifest): Admit {
  const readings = new ManifestReadings(thread, clock, readOurs)

  return async (offered, ownLimits = false) => {
    const readable = new Map<string, CapabilityManifest>()
    const refused: RefusedCapability[] = []
    const findings = new Map<string, readonly TextFinding[]>()
    const refuse = (id: string, reason: string) => void refused.push({ id, reason: cleanText(reason, 512) })
    const reading = readings.ofOffer(ownLimits)
    for (const one of offered.slice(0, maxRead)) {
      const read = await reading(one)
      if ('reason' in read) refuse(nameOf(one), read.reason)
      else if (readable.has(read.manifest.id)) refuse(read.manifest.id, 'it is offered twice')
      else {
        readable.set(read.manifest.id, read.manifest)
        if (read.found.length > 0) findings.set(read.manifest.id, read.found)
      }
    }
    const bounded = withinBounds([...readable.values()])
    for (const { id, reason } of bounded.refused) refuse(id, reason)
    for (const one of offered.slice(maxRead, maxRead + maxRefused)) refuse(nameOf(one), tooMany)
    return {
      capabilities: bounded.capabilities,
      refused: refused.slice(0, maxRefused),
      ...(findings.size > 0 && { findings: Object.fromEntries(findings) }),
    }
  }
}

function nameOf(offered: unknown): string {
  const id = typeof offered === 'object' && offered !== null && 'id' in offered ? offered.id : undefined
  return typeof id === 'string' ? cleanText(id, 128) : unnamed
}
