/**
 * Manifest reader: converts an offered manifest to the gateway's form, or rejects it with a reason.
 *
 * Guards invariant 4 (never less dangerous than the catalogue) and invariant 5 (names and descriptions are untrusted
 * text). It runs in the schema worker, with its time and memory limits. See docs/protocol.md#manifest-admission.
 */
import { createHash } from 'node:crypto'
import { coreCatalogue } from '@contract/core-catalogue.js'
import type { CapabilityManifest, DeprecationInfo, ObjectSchema } from '@contract/generated/capability-manifest.js'
import { canonical } from '@contract/json/canonical-json.js'
import { isReserved } from '@contract/namespaces.js'
import { snapshotCatalogue } from '@contract/snapshot-capabilities.js'
import { compareVersions, parseVersion } from '@contract/versions.js'
import type { TextFinding } from '@shared/servers/text-finding.js'
import type { Ajv, ValidateFunction } from 'ajv'
import { offeredLimit } from '../policy/limits/rate-limits.js'
import { riskOf } from '../policy/risk/risk.js'
import { cachedFindingsIn, findingsIn } from '../policy/text/text-scan.js'
import { cleanObject } from '../policy/text/untrusted-text.js'
import { compiled } from './ajv.js'
import type { CapabilityValidator } from './capability-validator.js'
import { inlineReferences } from './json-references.js'
import { isTooLarge, sizeOf, tooLarge } from './offer-bounds.js'
import { problemsOf } from './problems.js'
import { maxMembers, schemaProblem } from './schema-bounds.js'
import { checkManifestSchemas } from './schema-check.js'

export interface ValidManifestReading {
  readonly ok: true
  /** The manifest as JSON; only the members of `changeable` when the catalogue has this version. */
  readonly text: string
  readonly isCatalogued: boolean
  readonly size: number
  /** SHA-256 in hex of its canonical JSON. */
  readonly digest: string
  /** Findings in the manifest as received. */
  readonly found: readonly TextFinding[]
  /** Findings in the cleaned manifest. */
  readonly kept: readonly TextFinding[]
}

/** The result of reading one offered manifest, as sent by the worker. */
export type ManifestReading = ValidManifestReading | { readonly ok: false; readonly reason: string }

/** @param text an offered manifest as JSON. @param ownLimits as for `Admit` */
export type ReadManifest = (text: string, ownLimits: boolean) => ManifestReading

/** Members that an offer may change in a manifest of the catalogue. */
const changeable = ['rateLimit', 'deprecated', 'requiredRoles', 'provider', 'risk', 'permissions'] as const

export function createManifestReader(ajv: Ajv, validator: CapabilityValidator): ReadManifest {
  const isManifest = compiled<CapabilityManifest>(ajv, 'capability-manifest-v1.json')
  const isReference = compiled<Pick<CapabilityManifest, 'id' | 'version' | 'type'>>(
    ajv,
    'message-frame-v1.json#/definitions/CapabilityReference',
  )

  function read(offered: unknown, ownLimits: boolean): CapabilityManifest | string {
    if (!isReference(offered)) return whyNot(isReference, offered)
    const { id, version, type } = offered
    const core = coreManifestOf(id)
    if (core && core.type !== type) return `the catalogue says that it is of type ${core.type}, not ${type}`
    if (!core && isReserved(id)) return 'its namespace is reserved; use ext.{provider}.*'
    if (Object.keys(offered).every((name) => ['id', 'version', 'type', 'deprecated'].includes(name))) {
      if (!core) return 'it is not in the core catalogue: send a full manifest'
      if (core.version !== version) return `the catalogue knows version ${core.version}: send a full manifest`
      return 'deprecated' in offered ? read({ ...core, deprecated: offered.deprecated }, ownLimits) : core
    }
    if (isTooLarge(offered)) return tooLarge
    if (!isManifest(offered)) return whyNot(isManifest, offered)
    const manifest = normalizeManifest(offered, core, ownLimits)
    return typeof manifest === 'object' && isTooLarge(manifest) ? tooLarge : manifest
  }

  return (text, ownLimits) => {
    const offered: unknown = JSON.parse(text)
    const manifest = read(offered, ownLimits)
    if (typeof manifest === 'string') return { ok: false, reason: manifest }
    const isCatalogued = isOfCatalogue(manifest)
    const problem = isCatalogued ? undefined : checkManifestSchemas(validator, manifest)
    if (problem !== undefined) return { ok: false, reason: problem }
    return {
      ok: true,
      text: JSON.stringify(isCatalogued ? changesIn(manifest) : manifest),
      isCatalogued,
      size: sizeOf(manifest),
      digest: createHash('sha256').update(canonical(manifest)).digest('hex'),
      found: findingsIn(offered as Readonly<Record<string, unknown>>),
      kept: cachedFindingsIn(manifest),
    }
  }
}

const changesIn = (manifest: CapabilityManifest): Partial<CapabilityManifest> => ({
  id: manifest.id,
  ...Object.fromEntries(changeable.flatMap((name) => (name in manifest ? [[name, manifest[name]]] : []))),
})

/** The manifest of a reading. It shares the members of the catalogue, which are compiled and stored only once. */
export function manifestOfReading({ text, isCatalogued }: ValidManifestReading): CapabilityManifest {
  const read = JSON.parse(text) as CapabilityManifest
  return isCatalogued ? { ...coreManifestOf(read.id), ...read } : read
}

/** The built-in manifest of a capability. */
export const coreManifestOf = (id: string): CapabilityManifest | undefined =>
  coreCatalogue.get(id) ?? snapshotCatalogue.get(id)

/** Whether a manifest's schemas and examples are those of the catalogue, which need no check. */
const isOfCatalogue = ({ id, version }: CapabilityManifest): boolean => coreManifestOf(id)?.version === version

/** Maximum number of characters: examples are stored and shown completely. */
const maxExamplesLength = 16 * 1_024

/** The depth includes the bounded schemas, which are two levels down. */
const manifestLimits = { string: 1_024, members: maxMembers, depth: 20 }

/**
 * Normalizes an offered manifest. A core capability gets everything from the catalogue except a higher risk, a stricter
 * rate limit, its deprecation and the required roles; with another version than the catalogue's, also its schemas are
 * the provider's. Schemas are returned without references, so that they can be embedded in a tool's schema. The result
 * is checked, not the input, since cleaning can turn a safe pattern into an unsafe one.
 *
 * @returns a reason when a schema or the examples exceed the limits
 */
function normalizeManifest(
  offered: CapabilityManifest,
  core: CapabilityManifest | undefined,
  ownLimits: boolean,
): CapabilityManifest | string {
  const { deprecated, ...clean } = cleanObject({ ...offered }, manifestLimits) as unknown as CapabilityManifest
  const deprecation = deprecated ?? core?.deprecated
  if (deprecated && isPastRemoval(deprecated, clean.provider.version)) {
    const instead = deprecated.replacement ? `: use ${deprecated.replacement}` : ''
    return `its removal was announced for version ${deprecated.removalVersion}, and its provider has version ${clean.provider.version}${instead}`
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
  if (JSON.stringify(clean.examples ?? []).length > maxExamplesLength) {
    return `its examples are longer than ${maxExamplesLength} characters`
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

/** A provider must not offer a capability after its announced removal. */
function isPastRemoval({ removalVersion }: DeprecationInfo, provider: string | undefined): boolean {
  const [now, removal] = [parseVersion(provider ?? ''), parseVersion(removalVersion)]
  return now !== undefined && removal !== undefined && compareVersions(now, removal) >= 0
}

/** The cleaned schema without references, or the reason why it is refused. */
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
