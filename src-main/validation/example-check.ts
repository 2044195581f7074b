/** Example check: whether the examples of a manifest fit its own schemas. See docs/protocol.md#manifest-examples. */
import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import type { Checked } from '../gateway/ports/provider.js'
import type { CapabilityValidator, Schemas } from './capability-validator.js'

/** What is tried of a manifest: everything of it that runs code made from its schemas. */
export type Triable = Schemas & Pick<CapabilityManifest, 'examples'>

export interface ExampleProblem {
  /** JSON pointer into the manifest. */
  readonly path: string
  readonly problem: string
}

/** @param manifest one whose schemas compile */
export const invalidExamplesOf = (validator: CapabilityValidator, manifest: Triable): ExampleProblem[] =>
  (manifest.examples ?? []).flatMap(({ parameters, response }, index) => [
    ...misfits(`/examples/${index}/parameters`, 'parameters', validator.checkArguments(manifest, parameters)),
    ...(response ? misfits(`/examples/${index}/response`, 'returns', validator.checkReturns(manifest, response)) : []),
  ])

const misfits = (at: string, schema: string, checked: Checked): ExampleProblem[] =>
  checked.ok
    ? []
    : checked.problems.map(({ path, expected, given }) => ({
        path: at + path,
        problem: `it does not fit its own ${schema}: expected ${expected}, got ${given}`,
      }))
