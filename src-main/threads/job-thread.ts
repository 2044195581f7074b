/**
 * Job thread: a thread that does one job at a time, in order, and is ended when a job takes too long.
 *
 * The limits are processor time, and never more than the time that passed: no job is lost on a computer that gives this
 * program little of it, or to other threads. One at a time, so that the job that caused a crash is known. The thread starts
 * on demand, stops when idle, and keeps the process alive only while it works.
 */
import { readFileSync } from 'node:fs'
import { type ResourceLimits, Worker } from 'node:worker_threads'
import type { Clock } from '../gateway/ports/runtime.js'

export type JobResult<Answer> =
  /** `tookMs`: milliseconds of processor time, and at most those that passed. */
  | { readonly kind: 'done'; readonly answer: Answer; readonly tookMs: number }
  | { readonly kind: 'too-long' }
  | { readonly kind: 'too-much-memory' }
  /** The signal of the job was aborted before it began. */
  | { readonly kind: 'cancelled' }
  /** The program is ending. */
  | { readonly kind: 'stopped' }
  /** The thread did not start, or it crashed. */
  | { readonly kind: 'failed'; readonly reason: string }

/** What the thread sends: that it can take jobs, then an answer for each. */
export type JobMessage<Answer> = { readonly kind: 'ready' } | { readonly kind: 'done'; readonly answer: Answer }

export interface JobThreadOptions {
  /** Of the thread. */
  readonly name: string
  /** Absolute path of its program, a self-contained CommonJS file. */
  readonly program: string
  readonly clock: Clock
  /** Maximum milliseconds of processor time of one job. */
  readonly limitMs: number
  readonly resourceLimits: ResourceLimits
  /**
   * Milliseconds of processor time that this process has used. Node 20 cannot tell those of one thread; those of the
   * thread are never more.
   */
  readonly processorTime?: () => number
}

/**
 * Milliseconds, of processor time for `start`. `start` is generous, because the program of the thread is trusted. `stuck`
 * is for a thread that waits for something, which is a bug.
 */
const limits = { start: 10_000, idle: 30_000, stuck: 600_000 }

function processorTime(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

interface Waiting<Job, Answer> {
  readonly job: Job
  readonly done: (result: JobResult<Answer>) => void
}

interface Running {
  readonly worker: Worker
  ready: boolean
  /** Number of sent jobs: an earlier one may have used up the memory. */
  given: number
  /** Milliseconds since the last job was sent. */
  used: () => number
}

export class JobThread<Job, Answer> {
  readonly #options: JobThreadOptions
  readonly #processorTime: () => number
  readonly #waiting: Waiting<Job, Answer>[] = []
  #job: Waiting<Job, Answer> | undefined
  #running: Running | undefined
  #stopTimer: () => void = () => {}
  #stopped = false

  constructor(options: JobThreadOptions) {
    this.#options = options
    this.#processorTime = options.processorTime ?? processorTime
  }

  /** Whether the thread is running. */
  get isRunning(): boolean {
    return this.#running !== undefined
  }

  /** Number of jobs that have not begun. */
  get waiting(): number {
    return this.#waiting.length
  }

  /** Never rejects. A job is sent again when the thread crashes after it did others: what it contains is copied. */
  run(job: Job, signal?: AbortSignal): Promise<JobResult<Answer>> {
    return new Promise((resolve) => {
      if (this.#stopped) return resolve(stopped)
      if (signal?.aborted) return resolve({ kind: 'cancelled' })
      const cancel = (): void => {
        const at = this.#waiting.indexOf(waiting)
        if (at >= 0) this.#waiting.splice(at, 1)
        if (at >= 0) waiting.done({ kind: 'cancelled' })
      }
      const waiting: Waiting<Job, Answer> = {
        job,
        done: (result) => {
          signal?.removeEventListener('abort', cancel)
          resolve(result)
        },
      }
      signal?.addEventListener('abort', cancel)
      this.#waiting.push(waiting)
      if (!this.#job) this.#next()
    })
  }

  /** Ends the thread; waiting jobs are stopped. */
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
    else this.#limit(limits.start, { kind: 'failed', reason: 'the thread did not start' })
  }

  #give(running: Running, { job }: Waiting<Job, Answer>): void {
    running.given += 1
    running.used = this.#stopwatch()
    this.#limit(this.#options.limitMs, { kind: 'too-long' })
    running.worker.postMessage(job)
  }

  /** Without work: does not keep the process alive, and stops the thread later. */
  #idle(): void {
    if (!this.#running) return
    this.#running.worker.unref()
    this.#stopTimer = this.#options.clock.after(limits.idle, () => void this.#kill(stopped))
  }

  /** Other threads use the processor too, but one thread never uses more than the time that passes. */
  #stopwatch(): () => number {
    const [since, began] = [this.#processorTime(), this.#options.clock.elapsed()]
    return () => Math.min(this.#processorTime() - since, this.#options.clock.elapsed() - began)
  }

  /** Looks whenever one thread can have used what is left. Beyond the limit a response that has arrived still counts. */
  #limit(milliseconds: number, result: JobResult<Answer>): void {
    const { clock } = this.#options
    const [used, began] = [this.#stopwatch(), clock.elapsed()]
    const look = (left: number, isOver: boolean): void => {
      this.#stopTimer()
      this.#stopTimer = clock.after(left, () => {
        const rest = milliseconds - used()
        if (rest <= 0 && isOver) void this.#kill(result)
        else if (clock.elapsed() - began > limits.stuck) void this.#kill(stuck)
        else look(Math.max(rest, minLookMs), rest <= 0)
      })
    }
    look(milliseconds, false)
  }

  /**
   * Started from source text: the file may be in an archive that only the main thread can read. The thread gets no
   * environment and no arguments, but it is not a sandbox.
   */
  #start(): Running {
    const { program, name, resourceLimits } = this.#options
    const source = readFileSync(program, 'utf8')
    const worker = new Worker(source, { eval: true, name, env: {}, argv: [], execArgv: [], resourceLimits })
    const running: Running = { worker, ready: false, given: 0, used: () => 0 }
    let reason = 'the thread ended'
    let outOfMemory = false
    worker.on('message', (message: JobMessage<Answer>) => this.#onWorkerMessage(running, message))
    worker.on('error', (error: Error & { code?: string }) => {
      outOfMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      reason = error.message
    })
    worker.on('exit', () =>
      this.#onWorkerExit(running, outOfMemory ? { kind: 'too-much-memory' } : { kind: 'failed', reason }),
    )
    return running
  }

  #onWorkerMessage(running: Running, message: JobMessage<Answer>): void {
    if (running !== this.#running || !this.#job) return
    if (message.kind === 'done') {
      return this.#settle({ ...message, tookMs: running.used() })
    }
    running.ready = true
    this.#give(running, this.#job)
  }

  /**
   * The thread crashed. If it had done other jobs before, the current one is tried again in a new thread before it
   * fails.
   */
  #onWorkerExit(running: Running, result: JobResult<Answer>): void {
    if (running !== this.#running) return
    this.#running = undefined
    if (this.#job && running.given > 1) {
      this.#waiting.unshift(this.#job)
      return this.#next()
    }
    if (this.#job) this.#settle(result)
    else this.#stopTimer()
  }

  async #kill(result: JobResult<Answer>): Promise<void> {
    const running = this.#running
    this.#running = undefined
    this.#stopTimer()
    const ended = running?.worker.terminate()
    if (this.#job) this.#settle(result)
    await ended
  }

  #settle(result: JobResult<Answer>): void {
    const job = this.#job
    this.#next()
    job?.done(result)
  }
}

/** Milliseconds between two looks at the processor time. */
const minLookMs = 50

const stuck = { kind: 'failed', reason: 'the thread does not respond' } as const
const stopped = { kind: 'stopped' } as const
