/** Example check: whether the examples of a manifest fit its own schemas. See docs/protocol.md#manifest-examples. */
import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import type { ValidationResult } from '../gateway/ports/provider.js'
import type { CapabilityValidator, Schemas } from './capability-validator.js'

/** The parts of a manifest whose check runs code generated from its schemas. */
export type CheckableManifest = Schemas & Pick<CapabilityManifest, 'examples'>

export interface ExampleProblem {
  /** JSON pointer into the manifest. */
  readonly path: string
  readonly problem: string
}

/** @param manifest a manifest whose schemas compile */
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
