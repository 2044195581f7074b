/** The schema worker: a thread that tries schemas of strangers, one after the other, and may be killed over any of them. */
import { parentPort } from 'node:worker_threads'
import { CapabilityValidator } from './validation/capability-validator.js'
import type { Triable } from './validation/example-check.js'
import type { FromWorker } from './validation/schema-thread.js'
import { verdictOn } from './validation/schema-verdict.js'

const validator = new CapabilityValidator()
const say = (message: FromWorker): void => parentPort?.postMessage(message)

parentPort?.on('message', (manifest: Triable) => {
  const problem = verdictOn(validator, manifest)
  say({ kind: 'tried', ...(problem !== undefined && { problem }) })
})
say({ kind: 'ready' })
