/** Schema check: checks one manifest by using its schemas. Runs in a worker, because it may not terminate. */

import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import type { ValidationResult } from '../gateway/ports/provider.js'
import type { CapabilityValidator, Schemas } from './capability-validator.js'

/** The reason why a manifest is refused; undefined when it may be used. */
export function checkManifestSchemas(validator: CapabilityValidator, manifest: CheckableManifest): string | undefined {
  const problem = validator.problemOf(manifest)
  if (problem) return problem
  try {
    const [misfit] = invalidExamplesOf(validator, manifest)
    return misfit && `${misfit.path}: ${misfit.problem}`
  } catch (error) {
    return `its examples cannot be checked: ${error instanceof Error ? error.message : error}`
  }
}

/** The parts of a manifest whose check runs code generated from its schemas. */
type CheckableManifest = Schemas & Pick<CapabilityManifest, 'examples'>

interface ExampleProblem {
  /** JSON pointer into the manifest. */
  readonly path: string
  readonly problem: string
}

/**
 * Whether the examples of a manifest fit its own schemas. See docs/protocol.md#manifest-examples.
 *
 * @param manifest a manifest whose schemas compile
 */
export const invalidExamplesOf = (validator: CapabilityValidator, manifest: CheckableManifest): ExampleProblem[] =>
  (manifest.examples ?? []).flatMap(({ parameters, response }, index) => [
    ...misfits(`/examples/${index}/parameters`, 'parameters', validator.checkArguments(manifest, parameters)),
    ...(response ? misfits(`/examples/${index}/response`, 'returns', validator.checkReturns(manifest, response)) : []),
  ])

const misfits = (at: string, schema: string, checked: ValidationResult): ExampleProblem[] =>
  checked.ok
    ? []
    : checked.problems.map(({ path, expected, given }) => ({
        path: at + path,
        problem: `it does not fit its own ${schema}: expected ${expected}, got ${given}`,
      }))
