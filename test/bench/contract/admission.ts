/** Admission as the program has it: schemas are tried in the real worker, which is bundled beside the measurements. */
import path from 'node:path'
import { systemClock } from '../../../src-main/storage/system-clock.js'
import { type Admit, createAdmission } from '../../../src-main/validation/admission.js'
import { createContractAjv } from '../../../src-main/validation/ajv.js'
import { CapabilityValidator } from '../../../src-main/validation/capability-validator.js'
import { createManifestReader } from '../../../src-main/validation/manifest-reader.js'
import { WorkerSchemaThread } from '../../../src-main/validation/schema-thread.js'

const readOurs = createManifestReader(createContractAjv(), new CapabilityValidator())

export function admissionWithWorker(): { readonly admit: Admit; end(): Promise<void> } {
  const program = path.join(import.meta.dirname, 'schema-worker.cjs')
  const thread = new WorkerSchemaThread({ program, clock: systemClock })
  return {
    admit: createAdmission(thread, systemClock, readOurs),
    end: () => thread.stop(),
  }
}
