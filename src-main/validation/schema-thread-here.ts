/** Schema thread, here: for an author's own manifests, and where nobody else waits for this thread. */
import { createContractAjv } from './ajv.js'
import type { CapabilityValidator } from './capability-validator.js'
import { createManifestReader } from './manifest-reader.js'
import type { SchemaThread } from './schema-thread.js'

export function schemaThreadHere(validator: CapabilityValidator, ajv = createContractAjv()): SchemaThread {
  const read = createManifestReader(ajv, validator)
  return {
    async run({ text, ownLimits }) {
      return { kind: 'read', reading: read(text, ownLimits), tookMs: 0 }
    },
    async stop() {},
  }
}
