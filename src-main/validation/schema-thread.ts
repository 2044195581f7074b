/**
 * Schema thread: checks untrusted manifests in a worker, one at a time, and kills it when one takes too long.
 *
 * Guards invariant 7: code compiled from a schema runs on the main thread only after it finished here. The limits are
 * processor time, and never more than the time that passed: no manifest is lost on a computer that gives this program
 * little of it, or to other threads. One at a time, so that the manifest that caused a crash is known. The worker starts on demand, stops when idle, and keeps the
 * process alive only while it works.
 */
import { readFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import type { Clock } from '../gateway/ports/runtime.js'
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

export type SchemaWorkerMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'read'; readonly reading: ManifestReading }

export interface SchemaThread {
  /** Never rejects. */
  run(manifest: ManifestReadRequest): Promise<SchemaCheckResult>
  /** Ends the worker; waiting requests fail. */
  stop(): Promise<void>
}

export interface WorkerOptions {
  /** Absolute path of the worker script, a self-contained CommonJS file. */
  readonly program: string
  readonly clock: Clock
  /**
   * Milliseconds of processor time that this process has used. Node 20 cannot tell those of one thread; those of the
   * worker are never more.
   */
  readonly processorTime?: () => number
  /** Maximum milliseconds of processor time of one manifest. */
  readonly limitMs?: number
}

/**
 * Milliseconds, of processor time for `limit` and `start`. `start` is generous, because the worker script itself is
 * trusted. `stuck` is for a worker that waits for something, which is a bug.
 */
const defaults = { limit: 2_000, start: 10_000, idle: 30_000, stuck: 600_000 }

function processorTime(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

const resourceLimits = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 }

interface Job {
  readonly manifest: ManifestReadRequest
  readonly done: (result: SchemaCheckResult) => void
}

interface Running {
  readonly worker: Worker
  ready: boolean
  /** Number of sent manifests: an earlier one may have used up the memory. */
  given: number
  /** Milliseconds since the last manifest was sent. */
  used: () => number
}

export class WorkerSchemaThread implements SchemaThread {
  readonly #options: WorkerOptions
  readonly #processorTime: () => number
  readonly #waiting: Job[] = []
  #job: Job | undefined
  #running: Running | undefined
  #stopTimer: () => void = () => {}
  #stopped = false

  constructor(options: WorkerOptions) {
    this.#options = options
    this.#processorTime = options.processorTime ?? processorTime
  }

  /** Whether the worker is running. */
  get isRunning(): boolean {
    return this.#running !== undefined
  }

  run(manifest: ManifestReadRequest): Promise<SchemaCheckResult> {
    return new Promise((done) => {
      if (this.#stopped) return done(stopped)
      this.#waiting.push({ manifest, done })
      if (!this.#job) this.#next()
    })
  }

  async stop(): Promise<void> {
    this.#stopped = true
    for (const { done } of this.#waiting.splice(0)) done(stopped)
    await this.#kill(stopped)
  }

  #next(): void {
    this.#stopTimer()
    this.#job = this.#waiting.shift()
    if (!this.#job) return this.#idle()
    try {
      this.#running ??= this.#start()
    } catch (error) {
      return this.#settle({ kind: 'failed', reason: error instanceof Error ? error.message : 'unknown' })
    }
    this.#running.worker.ref()
    if (this.#running.ready) this.#give(this.#running, this.#job)
    else this.#limit(defaults.start, { kind: 'failed', reason: 'the worker did not start' })
  }

  #give(running: Running, { manifest }: Job): void {
    running.given += 1
    running.used = this.#stopwatch()
    this.#limit(this.#options.limitMs ?? defaults.limit, { kind: 'too-long' })
    running.worker.postMessage(manifest)
  }

  /** Without work: does not keep the process alive, and stops the worker later. */
  #idle(): void {
    if (!this.#running) return
    this.#running.worker.unref()
    this.#stopTimer = this.#options.clock.after(defaults.idle, () => void this.#kill(stopped))
  }

  /** Other threads use the processor too, but one thread never uses more than the time that passes. */
  #stopwatch(): () => number {
    const [since, began] = [this.#processorTime(), this.#options.clock.elapsed()]
    return () => Math.min(this.#processorTime() - since, this.#options.clock.elapsed() - began)
  }

  /** Looks whenever one thread can have used what is left. Beyond the limit a response that has arrived still counts. */
  #limit(milliseconds: number, result: SchemaCheckResult): void {
    const { clock } = this.#options
    const [used, began] = [this.#stopwatch(), clock.elapsed()]
    const look = (left: number, isOver: boolean): void => {
      this.#stopTimer()
      this.#stopTimer = clock.after(left, () => {
        const rest = milliseconds - used()
        if (rest <= 0 && isOver) void this.#kill(result)
        else if (clock.elapsed() - began > defaults.stuck) void this.#kill(stuck)
        else look(Math.max(rest, minLookMs), rest <= 0)
      })
    }
    look(milliseconds, false)
  }

  /**
   * Started from source text: the file may be in an archive that only the main thread can read. The worker gets no
   * environment and no arguments, but it is not a sandbox: a schema is safe because Ajv generates the code.
   */
  #start(): Running {
    const source = readFileSync(this.#options.program, 'utf8')
    const worker = new Worker(source, { eval: true, name: 'schemas', env: {}, argv: [], execArgv: [], resourceLimits })
    const running: Running = { worker, ready: false, given: 0, used: () => 0 }
    let reason = 'the worker ended'
    let outOfMemory = false
    worker.on('message', (message: SchemaWorkerMessage) => this.#onWorkerMessage(running, message))
    worker.on('error', (error: Error & { code?: string }) => {
      outOfMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      reason = error.message
    })
    worker.on('exit', () =>
      this.#onWorkerExit(running, outOfMemory ? { kind: 'too-much-memory' } : { kind: 'failed', reason }),
    )
    return running
  }

  #onWorkerMessage(running: Running, message: SchemaWorkerMessage): void {
    if (running !== this.#running || !this.#job) return
    if (message.kind === 'read') {
      return this.#settle({ ...message, tookMs: running.used() })
    }
    running.ready = true
    this.#give(running, this.#job)
  }

  /**
   * The worker crashed. If it had checked other manifests before, the current one is retried in a new worker before it
   * is rejected.
   */
  #onWorkerExit(running: Running, result: SchemaCheckResult): void {
    if (running !== this.#running) return
    this.#running = undefined
    if (this.#job && running.given > 1) {
      this.#waiting.unshift(this.#job)
      return this.#next()
    }
    if (this.#job) this.#settle(result)
    else this.#stopTimer()
  }

  async #kill(result: SchemaCheckResult): Promise<void> {
    const running = this.#running
    this.#running = undefined
    this.#stopTimer()
    const ended = running?.worker.terminate()
    if (this.#job) this.#settle(result)
    await ended
  }

  #settle(result: SchemaCheckResult): void {
    const job = this.#job
    this.#next()
    job?.done(result)
  }
}

/** Milliseconds between two looks at the processor time. */
const minLookMs = 50

const stuck: SchemaCheckResult = { kind: 'failed', reason: 'the worker does not respond' }
const stopped: SchemaCheckResult = { kind: 'failed', reason: 'the program is ending' }

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
