/** Schema verdict: what is found out about one manifest by using its schemas; run where it may take for ever. */
import type { CapabilityValidator } from './capability-validator.js'
import { invalidExamplesOf, type Triable } from './example-check.js'

/** Why a manifest is refused, in words; undefined when it may be used. */
export function checkManifestSchemas(validator: CapabilityValidator, manifest: Triable): string | undefined {
  const problem = validator.problemOf(manifest)
  if (problem) return problem
  try {
    const [misfit] = invalidExamplesOf(validator, manifest)
    return misfit && `${misfit.path}: ${misfit.problem}`
  } catch (error) {
    return `its examples cannot be checked: ${error instanceof Error ? error.message : error}`
  }
}
