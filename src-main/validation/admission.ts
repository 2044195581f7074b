/**
 * Admission: what a provider offers becomes a manifest the gateway uses, or is refused by name.
 *
 * Guards invariant 4 (never less dangerous than the catalogue says) and invariant 5 (names and descriptions are texts
 * of a stranger). Specification 1, sections 2.3, 3.1 and 8.2.
 */
import type { Ajv, ValidateFunction } from 'ajv'
import { coreCatalogue } from '../contract/core-catalogue.js'
import type { CapabilityManifest, DeprecationInfo, ObjectSchema } from '../contract/generated/capability-manifest.js'
import { isReserved } from '../contract/namespaces.js'
import type { RefusedCapability } from '../contract/server.js'
import { snapshotCatalogue } from '../contract/snapshot-capabilities.js'
import type { TextFinding } from '../contract/text-finding.js'
import { compareVersions, parseVersion } from '../contract/versions.js'
import { offeredLimit } from '../policy/rate-limits.js'
import { riskOf } from '../policy/risk.js'
import { findingsIn, findingsInKept } from '../policy/text-scan.js'
import { cleanObject, cleanText } from '../policy/untrusted-text.js'
import { compiled } from './ajv.js'
import { inlineReferences } from './json-references.js'
import { ManifestReadings } from './manifest-readings.js'
import { isTooLarge, tooLarge, withinBounds } from './offer-bounds.js'
import { problemsOf } from './problems.js'
import { mostMembers, schemaProblem } from './schema-bounds.js'
import type { TrySchemas } from './schema-trial.js'

export interface Admitted {
  /** Capability id → what a person should look at in its texts as they were sent, before they were cleaned. */
  readonly findings?: Readonly<Record<string, readonly TextFinding[]>>
  readonly capabilities: readonly CapabilityManifest[]
  readonly refused: readonly RefusedCapability[]
}

/** Refusals that are told; a server that offers more bad ones is hardly mended one by one. */
const mostRefused = 100

/**
 * Never rejects.
 *
 * @param ownLimits whether the provider may also loosen the rate limits of core capabilities: the demo world may
 */
export type Admit = (offered: readonly unknown[], ownLimits?: boolean) => Promise<Admitted>

/** What an offer without an id is called. */
export const unnamed = '(without id)'

export function createAdmission(ajv: Ajv, trySchemas: TrySchemas): Admit {
  const isManifest = compiled<CapabilityManifest>(ajv, 'capability-manifest-v1.json')
  const isReference = compiled<Pick<CapabilityManifest, 'id' | 'version' | 'type'>>(
    ajv,
    'message-frame-v1.json#/definitions/CapabilityReference',
  )

  function read(offered: unknown, ownLimits: boolean): CapabilityManifest | string {
    if (!isReference(offered)) return whyNot(isReference, offered)
    const { id, version, type } = offered
    const core = catalogued(id)
    if (core && core.type !== type) return `the catalogue says that it is of type ${core.type}, not ${type}`
    if (!core && isReserved(id)) return 'its namespace is reserved; use ext.{provider}.*'
    if (Object.keys(offered).every((name) => ['id', 'version', 'type', 'deprecated'].includes(name))) {
      if (!core) return 'it is not in the core catalogue: send a full manifest'
      if (core.version !== version) return `the catalogue knows version ${core.version}: send a full manifest`
      return 'deprecated' in offered ? read({ ...core, deprecated: offered.deprecated }, ownLimits) : core
    }
    if (isTooLarge(offered)) return tooLarge
    if (!isManifest(offered)) return whyNot(isManifest, offered)
    const manifest = settled(offered, core, ownLimits)
    return typeof manifest === 'object' && isTooLarge(manifest) ? tooLarge : manifest
  }

  const readings = new ManifestReadings((offered, ownLimits) => {
    const manifest = read(offered, ownLimits)
    const isReadable = typeof manifest === 'object'
    // Looked through here, where the event loop gets its turn after each, and not for a whole offer at once later.
    if (isReadable) findingsInKept(manifest)
    return { manifest, found: isReadable ? findingsIn(offered as Readonly<Record<string, unknown>>) : [] }
  })

  return async (offered, ownLimits = false) => {
    const readable = new Map<string, CapabilityManifest>()
    const refused: RefusedCapability[] = []
    const findings = new Map<string, readonly TextFinding[]>()
    const refuse = (id: string, reason: string) => void refused.push({ id, reason: cleanText(reason, 512) })
    for (const one of offered) {
      const { manifest, found } = await readings.of(one, ownLimits)
      if (typeof manifest === 'string') refuse(nameOf(one), manifest)
      else if (readable.has(manifest.id)) refuse(manifest.id, 'it is offered twice')
      else {
        readable.set(manifest.id, manifest)
        if (found.length > 0) findings.set(manifest.id, found)
      }
    }
    const bounded = withinBounds([...readable.values()])
    for (const { id, reason } of bounded.refused) refuse(id, reason)
    const capabilities = new Map(bounded.capabilities.map((manifest) => [manifest.id, manifest]))
    const strange = [...capabilities.values()].filter(hasOwnSchemas)
    const problems = strange.length > 0 ? await trySchemas(strange) : []
    for (const [index, { id }] of strange.entries()) {
      const problem = problems[index]
      if (problem === undefined) continue
      capabilities.delete(id)
      refuse(id, problem)
    }
    return {
      capabilities: [...capabilities.values()],
      refused: refused.slice(0, mostRefused),
      ...(findings.size > 0 && { findings: Object.fromEntries(findings) }),
    }
  }
}

/** What we say ourselves of a capability. */
const catalogued = (id: string): CapabilityManifest | undefined => coreCatalogue.get(id) ?? snapshotCatalogue.get(id)

/** Whether a manifest's schemas and examples are the provider's: the catalogue's own need not be tried. */
function hasOwnSchemas(manifest: CapabilityManifest): boolean {
  const core = catalogued(manifest.id)
  return core?.version !== manifest.version
}

/** Characters: examples are kept, and shown to a person whole. */
const longestExamples = 16 * 1_024

/** A manifest lies at most this deep: its schemas are bounded, and stand two levels down. */
const manifestLimits = { string: 1_024, members: mostMembers, depth: 20 }

/**
 * What counts of an offered manifest. Of a core capability the catalogue says everything but a higher risk, a stricter
 * rate limit, its deprecation and the roles that callers need; in another version than the catalogue's, its schemas are the provider's.
 * Schemas come out without references, so that they mean the same inside a tool's schema; what comes out is what is
 * tried, since cleaning can make a wild pattern of a tame one.
 *
 * @returns a reason when a schema is larger or deeper than may be looked at, or the examples are longer
 */
function settled(
  offered: CapabilityManifest,
  core: CapabilityManifest | undefined,
  ownLimits: boolean,
): CapabilityManifest | string {
  const { deprecated, ...clean } = cleanObject({ ...offered }, manifestLimits) as unknown as CapabilityManifest
  const deprecation = deprecated ?? core?.deprecated
  if (deprecated && isPastRemoval(deprecated, clean.provider.version)) {
    const instead = deprecated.replacement ? `: use ${deprecated.replacement}` : ''
    return `its provider said that it is removed in version ${deprecated.removalVersion}, and is of version ${clean.provider.version}${instead}`
  }
  const deprecating = deprecation && { deprecated: deprecation }
  const risk = riskOf(clean, core)
  const rateLimit = ownLimits && clean.rateLimit ? clean.rateLimit : offeredLimit(core?.rateLimit, clean.rateLimit)
  const permissions = [...new Set([...(core?.permissions ?? []), ...(clean.permissions ?? [])])]
  const roles = clean.requiredRoles && { requiredRoles: clean.requiredRoles }
  if (core?.version === clean.version) {
    return {
      ...core,
      ...(rateLimit && { rateLimit }),
      ...deprecating,
      ...roles,
      provider: clean.provider,
      risk,
      permissions,
    }
  }
  const parameters = withoutReferences(offered.parameters, clean.parameters)
  const returns = withoutReferences(offered.returns, clean.returns)
  if (typeof parameters === 'string') return parameters
  if (typeof returns === 'string') return returns
  if (JSON.stringify(clean.examples ?? []).length > longestExamples) {
    return `its examples are longer than ${longestExamples} characters`
  }
  const { tags = clean.tags, name, description } = core ?? clean
  return {
    ...clean,
    name,
    description,
    ...(rateLimit && { rateLimit }),
    ...(tags && { tags }),
    ...deprecating,
    ...(parameters && { parameters }),
    ...(returns && { returns }),
    risk,
    permissions,
  }
}

/** Section 7.4: whoever goes on to offer what it has announced as removed is not taken at its word any more. */
function isPastRemoval({ removalVersion }: DeprecationInfo, provider: string | undefined): boolean {
  const [now, removal] = [parseVersion(provider ?? ''), parseVersion(removalVersion)]
  return now !== undefined && removal !== undefined && compareVersions(now, removal) >= 0
}

/** The cleaned schema without references, or why it cannot be had. */
function withoutReferences(offered?: ObjectSchema, clean = offered): ObjectSchema | string | undefined {
  if (!offered || !clean) return undefined
  const problem = schemaProblem(offered)
  if (problem) return problem
  const inlined = inlineReferences(clean)
  return inlined.ok ? (inlined.schema as ObjectSchema) : inlined.problem
}

function whyNot(validate: ValidateFunction, value: unknown): string {
  const [problem] = problemsOf(validate.errors, value)
  return problem
    ? `${problem.path || 'it'}: expected ${problem.expected}, got ${problem.given}`
    : 'it is not a manifest'
}

function nameOf(offered: unknown): string {
  const id = typeof offered === 'object' && offered !== null && 'id' in offered ? offered.id : undefined
  return typeof id === 'string' ? cleanText(id, 128) : unnamed
}
