/** Schema trial, here: for an author's own manifests, and where nobody else waits for this thread. */
import type { CapabilityValidator } from './capability-validator.js'
import type { TrySchemas } from './schema-trial.js'
import { verdictOn } from './schema-verdict.js'

export const trySchemasHere =
  (validator: CapabilityValidator): TrySchemas =>
  async (manifests) =>
    manifests.map((manifest) => verdictOn(validator, manifest))
