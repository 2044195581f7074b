/** The schema worker: a thread that reads untrusted manifests, one after the other, and may be killed over any of them. */
import { parentPort } from 'node:worker_threads'
import { createContractAjv } from './validation/ajv.js'
import { CapabilityValidator } from './validation/capability-validator.js'
import { createManifestReader } from './validation/manifest-reader.js'
import type { FromWorker, ToRead } from './validation/schema-thread.js'

const read = createManifestReader(createContractAjv(), new CapabilityValidator())
const say = (message: FromWorker): void => parentPort?.postMessage(message)

parentPort?.on('message', ({ text, ownLimits }: ToRead) => say({ kind: 'read', reading: read(text, ownLimits) }))
say({ kind: 'ready' })
