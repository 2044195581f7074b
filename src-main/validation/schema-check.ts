/** Schema check: checks one manifest by using its schemas. Runs in a worker, because it may not terminate. */
import type { CapabilityValidator } from './capability-validator.js'
import { type CheckableManifest, invalidExamplesOf } from './example-check.js'

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
