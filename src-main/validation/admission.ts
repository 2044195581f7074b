/**
 * Admission: converts the offer of a provider to manifests that the gateway uses, or refuses them by name.
 *
 * Guards invariant 7: each manifest is read in a worker that can be killed (`manifest-reader.ts`); this module only
 * combines the results, in slices. See docs/protocol.md#manifest-admission.
 */
import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import type { RefusedCapability } from '@shared/servers/server.js'
import type { TextFinding } from '@shared/servers/text-finding.js'
import type { Clock } from '../gateway/ports/runtime.js'
import { cleanText } from '../policy/text/untrusted-text.js'
import type { ReadManifest } from './manifest-reader.js'
import { ManifestReadings } from './manifest-readings.js'
import { maxCapabilities, tooMany, withinBounds } from './offer-bounds.js'
import type { SchemaThread } from './schema-thread.js'

export interface AdmittedOffer {
  /** Capability id → findings in its texts as received, before they were cleaned. */
  readonly findings?: Readonly<Record<string, readonly TextFinding[]>>
  readonly capabilities: readonly CapabilityManifest[]
  readonly refused: readonly RefusedCapability[]
}

/** Maximum number of reported refusals. */
const maxRefused = 100

/**
 * Never rejects.
 *
 * @param ownLimits whether the provider may also loosen the rate limits of core capabilities, as the demo world does
 */
export type Admit = (offered: readonly unknown[], ownLimits?: boolean) => Promise<AdmittedOffer>

/** Name of an offer without an id. */
export const unnamed = '(without id)'

/** Maximum number of manifests of one offer that are read, including refused and duplicate ones. */
const maxRead = 2 * maxCapabilities

/**
 * @param thread reads manifests
 * @param readOurs reads manifests identical to the catalogue's without the thread; when omitted, the thread reads all
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
