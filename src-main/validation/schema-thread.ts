/**
 * Schema thread: checks untrusted manifests in a thread of its own, which is ended when one takes too long.
 *
 * Guards invariant 7: code compiled from a schema runs on the main thread only after it finished here. The thread is not a
 * sandbox: a schema is safe because Ajv generates the code.
 */
import type { Clock } from '../gateway/ports/runtime.js'
import { type JobMessage, JobThread } from '../threads/job-thread.js'
import { createContractAjv } from './ajv.js'
import type { CapabilityValidator } from './capability-validator.js'
import { createManifestReader, type ManifestReading } from './manifest-reader.js'

export type SchemaCheckResult =
  /** `tookMs`: milliseconds of processor time, and at most those that passed. */
  | { readonly kind: 'read'; readonly reading: ManifestReading; readonly tookMs: number }
  | { readonly kind: 'too-long' }
  | { readonly kind: 'too-much-memory' }
  /** The manifest could not be read. */
  | { readonly kind: 'failed'; readonly reason: string }

/** One offered manifest. */
export interface ManifestReadRequest {
  /** The manifest as JSON. */
  readonly text: string
  /** As for `Admit`. */
  readonly ownLimits: boolean
}

export type SchemaWorkerMessage = JobMessage<ManifestReading>

export interface SchemaThread {
  /** Never rejects. */
  run(manifest: ManifestReadRequest): Promise<SchemaCheckResult>
  /** Ends the thread; waiting requests fail. */
  stop(): Promise<void>
}

export interface WorkerOptions {
  /** Absolute path of the worker script, a self-contained CommonJS file. */
  readonly program: string
  readonly clock: Clock
  /** As for a job thread. */
  readonly processorTime?: () => number
  /** Maximum milliseconds of processor time of one manifest. */
  readonly limitMs?: number
}

const defaultLimitMs = 2_000
const resourceLimits = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 }

export class WorkerSchemaThread implements SchemaThread {
  readonly #thread: JobThread<ManifestReadRequest, ManifestReading>

  constructor(options: WorkerOptions) {
    this.#thread = new JobThread({ limitMs: defaultLimitMs, ...options, name: 'schemas', resourceLimits })
  }

  /** Whether the worker is running. */
  get isRunning(): boolean {
    return this.#thread.isRunning
  }

  async run(manifest: ManifestReadRequest): Promise<SchemaCheckResult> {
    const result = await this.#thread.run(manifest)
    if (result.kind === 'done') return { kind: 'read', reading: result.answer, tookMs: result.tookMs }
    if (result.kind === 'stopped' || result.kind === 'cancelled')
      return { kind: 'failed', reason: 'the program is ending' }
    return result
  }

  stop(): Promise<void> {
    return this.#thread.stop()
  }
}

/** Checks manifests on the current thread, for an author's own manifests and for tests. */
export function inlineSchemaThread(validator: CapabilityValidator, ajv = createContractAjv()): SchemaThread {
  const read = createManifestReader(ajv, validator)
  return {
    async run({ text, ownLimits }) {
      return { kind: 'read', reading: read(text, ownLimits), tookMs: 0 }
    },
    async stop() {},
  }
}
