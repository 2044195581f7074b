/** Inline schema thread: checks manifests on the current thread, for an author's own manifests and for tests. */
import { createContractAjv } from './ajv.js'
import type { CapabilityValidator } from './capability-validator.js'
import { createManifestReader } from './manifest-reader.js'
import type { SchemaThread } from './schema-thread.js'

export function inlineSchemaThread(validator: CapabilityValidator, ajv = createContractAjv()): SchemaThread {
  const read = createManifestReader(ajv, validator)
  return {
    async run({ text, ownLimits }) {
      return { kind: 'read', reading: read(text, ownLimits), tookMs: 0 }
    },
    async stop() {},
  }
}
