/** Admission as tests need it: with the real worker, or with schemas tried in the test's own thread. */
import { inject } from 'vitest'
import { systemClock } from '../../src-main/storage/system-clock.js'
import { type Admit, createAdmission } from '../../src-main/validation/admission.js'
import { CapabilityValidator } from '../../src-main/validation/capability-validator.js'
import { inlineSchemaThread, type SchemaThread, WorkerSchemaThread } from '../../src-main/validation/schema-thread.js'

/** Reads manifests here, without a limit. */
export const inProcessThread = (validator = new CapabilityValidator()): SchemaThread => inlineSchemaThread(validator)

/**
 * The real worker with the real clock, which is independent of the test clock; long time limits, because machines are
 * busy.
 */
export const workerThread = (): WorkerSchemaThread =>
  new WorkerSchemaThread({ program: inject('schemaWorker'), clock: systemClock, limitMs: 60_000 })

let shared: WorkerSchemaThread | undefined

/** One for all tests of a process: it keeps nothing of a manifest, and starting it takes longer than most tests. */
export function sharedThread(): WorkerSchemaThread {
  shared ??= workerThread()
  return shared
}

export const admissionWith = (thread: SchemaThread): Admit => createAdmission(thread, systemClock)

export const admitInProcess = admissionWith(inProcessThread())
