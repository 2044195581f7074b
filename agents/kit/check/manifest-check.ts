/**
 * Manifest check: reports all problems of one manifest to its author. See docs/protocol.md#manifest.
 *
 * Stricter than admission, which ignores deviations from the catalogue in manifests of core capabilities.
 */
import { coreCatalogue } from '@contract/core-catalogue.js'
import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import { isReserved, isThirdParty } from '@contract/namespaces.js'
import { snapshotCatalogue } from '@contract/snapshot-capabilities.js'
import { compareVersions, parseVersion } from '@contract/versions.js'
import { cleanText } from '../../../src-main/policy/text/untrusted-text.js'
import { compiled, createContractAjv } from '../../../src-main/validation/ajv.js'
import { CapabilityValidator } from '../../../src-main/validation/capability-validator.js'
import { problemsOf } from '../../../src-main/validation/problems.js'
import { invalidExamplesOf } from '../../../src-main/validation/schema-check.js'

export interface ManifestProblem {
  /** JSON pointer into the manifest; empty for the whole manifest. */
  readonly path: string
  readonly problem: string
  /** `warning`: the gateway accepts it, but it is probably a mistake. */
  readonly severity: 'error' | 'warning'
}

/** @param value with at most the depth `maxMessageDepth`. @returns all problems; empty for a valid manifest */
export type CheckManifest = (value: unknown) => ManifestProblem[]

export function createManifestCheck(): CheckManifest {
  const isManifest = compiled<CapabilityManifest>(createContractAjv({ allErrors: true }), 'capability-manifest-v1.json')
  const validator = new CapabilityValidator()

  return (value) => {
    if (!isManifest(value)) {
      return problemsOf(isManifest.errors, value).map(({ path, expected, given }) =>
        error(path, `expected ${expected}, got ${given}`),
      )
    }
    const schemas = schemaProblems(validator, value)
    const examples = schemas.length > 0 ? [] : exampleProblems(validator, value)
    return [
      ...namespaceProblems(value),
      ...schemas,
      ...examples,
      ...planProblems(value),
      ...roleProblems(value),
      ...gaps(value),
    ]
  }
}

const error = (path: string, problem: string): ManifestProblem => ({ path, problem, severity: 'error' })
const warning = (path: string, problem: string): ManifestProblem => ({ path, problem, severity: 'warning' })

function namespaceProblems({ id, type }: CapabilityManifest): ManifestProblem[] {
  const core = coreCatalogue.get(id) ?? snapshotCatalogue.get(id)
  if (core)
    return core.type === type ? [] : [error('/type', `the core catalogue says that ${id} is of type ${core.type}`)]
  if (isReserved(id)) return [error('/id', 'its namespace is reserved; use ext.{provider}.*')]
  if (isThirdParty(id)) return []
  return id === 'ext' || id.startsWith('ext.')
    ? [error('/id', 'ext needs the name of the provider and that of the capability: ext.{provider}.*')]
    : [warning('/id', 'it is not in the core catalogue; your own capabilities belong in ext.{provider}.*')]
}

function schemaProblems(validator: CapabilityValidator, manifest: CapabilityManifest): ManifestProblem[] {
  const { parameters, returns, ...rest } = manifest
  const ofParameters = parameters && validator.problemOf({ ...rest, parameters })
  const ofReturns = returns && validator.problemOf({ ...rest, returns })
  return [
    ...(ofParameters ? [error('/parameters', ofParameters)] : []),
    ...(ofReturns ? [error('/returns', ofReturns)] : []),
  ]
}

const exampleProblems = (validator: CapabilityValidator, manifest: CapabilityManifest): ManifestProblem[] =>
  invalidExamplesOf(validator, manifest).map(({ path, problem }) => error(path, problem))

function planProblems({ id, deprecated }: CapabilityManifest): ManifestProblem[] {
  if (!deprecated) return []
  const [since, removal] = [parseVersion(deprecated.since), parseVersion(deprecated.removalVersion)]
  const inOrder = since && removal && compareVersions(removal, since) > 0
  return [
    ...(inOrder ? [] : [error('/deprecated/removalVersion', 'it must be newer than the version of "since"')]),
    ...(deprecated.replacement === id ? [error('/deprecated/replacement', 'it replaces itself')] : []),
  ]
}

/** Requirements of docs/protocol.md#third-parties that the gateway does not enforce. */
const gaps = (manifest: CapabilityManifest): ManifestProblem[] => [
  ...(manifest.type === 'action' ? actionGaps(manifest) : []),
  ...foreignNamespace(manifest),
]

/** Only the gateway calls the capabilities for snapshots, so they need no examples. */
function actionGaps({ id, risk, permissions = [], examples = [] }: CapabilityManifest): ManifestProblem[] {
  const hasExamples = examples.length > 0 || snapshotCatalogue.has(id)
  return [
    ...(risk?.reason?.trim()
      ? []
      : [warning(risk ? '/risk' : '', 'an action needs the reason of its risk: risk.reason')]),
    ...(permissions.length > 0 ? [] : [warning('', 'an action needs the permissions of its callers')]),
    ...(hasExamples ? [] : [warning('', 'an action needs examples, for models and for gatehouse check')]),
  ]
}

/** Ids have no hyphens or capitals, so those of the provider are ignored. */
function foreignNamespace({ id, provider }: CapabilityManifest): ManifestProblem[] {
  if (!isThirdParty(id)) return []
  const named = id.split('.')[1] ?? ''
  const own = provider.id.toLowerCase().replaceAll(/[^a-z0-9]/gu, '')
  return named === own
    ? []
    : [
        warning(
          '/id',
          `ext.${named} does not name its provider "${cleanText(provider.id, 64)}": use ext.${own || '{provider}'}.*`,
        ),
      ]
}

const roleProblems = ({ requiredRoles }: CapabilityManifest): ManifestProblem[] =>
  new Set(requiredRoles).size > 1
    ? [warning('/requiredRoles', 'the lowest of these roles is enough: name only that one')]
    : []
