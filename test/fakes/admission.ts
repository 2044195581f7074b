/** Admission as tests need it: with the real worker, or with schemas tried in the test's own thread. */
import { inject } from 'vitest'
import { systemClock } from '../../src-main/storage/system-clock.js'
import { type Admit, createAdmission } from '../../src-main/validation/admission.js'
import { createContractAjv } from '../../src-main/validation/ajv.js'
import { CapabilityValidator } from '../../src-main/validation/capability-validator.js'
import { type SchemaThread, WorkerSchemaThread } from '../../src-main/validation/schema-thread.js'
import { createSchemaTrial } from '../../src-main/validation/schema-trial.js'
import { verdictOn } from '../../src-main/validation/schema-verdict.js'

const ajv = createContractAjv()

/** Tries schemas here, without a limit. */
export function inProcessThread(validator = new CapabilityValidator()): SchemaThread {
  return {
    async run(manifest) {
      const problem = verdictOn(validator, manifest)
      return { kind: 'tried', tookMs: 0, ...(problem !== undefined && { problem }) }
    },
    async stop() {},
  }
}

/** The real worker under the real clock, which nothing a test does to its own can hurry; patient, since machines are busy. */
export const workerThread = (): WorkerSchemaThread =>
  new WorkerSchemaThread({ program: inject('schemaWorker'), clock: systemClock, limitMs: 60_000 })

export const admissionWith = (thread: SchemaThread): Admit =>
  createAdmission(ajv, createSchemaTrial(thread, systemClock))

export const admitInProcess = admissionWith(inProcessThread())
