/** The schema worker: a thread that reads untrusted manifests one at a time, and is killed when one takes too long. */
import { parentPort } from 'node:worker_threads'
import { createContractAjv } from './validation/ajv.js'
import { CapabilityValidator } from './validation/capability-validator.js'
import { createManifestReader } from './validation/manifest-reader.js'
import type { ManifestReadRequest, SchemaWorkerMessage } from './validation/schema-thread.js'

const read = createManifestReader(createContractAjv(), new CapabilityValidator())
const say = (message: SchemaWorkerMessage): void => parentPort?.postMessage(message)

parentPort?.on('message', ({ text, ownLimits }: ManifestReadRequest) =>
  say({ kind: 'done', answer: read(text, ownLimits) }),
)
say({ kind: 'ready' })
