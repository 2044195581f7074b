/**
 * Sandbox thread: one call in a gateway and a world of its own, in a thread that is there for this call alone.
 *
 * Guards invariant 7: the mock of an untrusted manifest is made from an untrusted schema, so it runs where it can be
 * killed, and holds nobody up. Nothing outside is touched: the thread gets a manifest and arguments, and nothing else.
 */
import { Worker } from 'node:worker_threads'
import type { JsonObject } from '@contract/call.js'
import { GatewayError } from '@contract/gateway-error.js'
import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import type { SandboxTrial } from '@shared/approvals/sandbox.js'
import type { Clock } from '../gateway/ports/runtime.js'
import { threadSource } from '../storage/thread-source.js'

export interface SandboxRequest {
  readonly manifest: CapabilityManifest
  readonly given: JsonObject
}

export type FromSandbox =
  | { readonly kind: 'tried'; readonly trial: SandboxTrial }
  /** Why a gateway would not take the capability. */
  | { readonly kind: 'not-admitted'; readonly why: string }

export interface SandboxOptions {
  /** Absolute path of the thread's program, one self-contained CommonJS file. */
  readonly program: string
  readonly clock: Clock
  /** Milliseconds, its start included. */
  readonly limitMs?: number
}

const defaultLimitMs = 15_000
const resourceLimits = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 }

export class SandboxThread {
  readonly #options: SandboxOptions
  #worker: Worker | undefined

  constructor(options: SandboxOptions) {
    this.#options = options
  }

  /** @throws GatewayError when another one is underway, when it takes too long, or when nothing comes of it */
  run(order: SandboxRequest): Promise<SandboxTrial> {
    if (this.#worker) {
      return Promise.reject(
        new GatewayError('SYSTEM.RATE_LIMITED', { suggestion: 'Wait until what you tried in the sandbox has ended.' }),
      )
    }
    return new Promise((resolve, reject) => {
      const worker = new Worker(threadSource(this.#options.program), {
        eval: true,
        name: 'sandbox',
        env: {},
        argv: [],
        execArgv: [],
        resourceLimits,
      })
      this.#worker = worker
      const end = (settle: () => void) => {
        if (this.#worker !== worker) return
        this.#worker = undefined
        cancel()
        void worker.terminate()
        settle()
      }
      const fail = (message: string) => end(() => reject(new GatewayError('BUSINESS.OPERATION_FAILED', { message })))
      const cancel = this.#options.clock.after(this.#options.limitMs ?? defaultLimitMs, () =>
        fail('The sandbox took too long and was ended.'),
      )
      worker.on('message', (said: FromSandbox) =>
        said.kind === 'tried' ? end(() => resolve(said.trial)) : fail(said.why),
      )
      worker.on('error', () => fail('The sandbox broke down over this.'))
      worker.on('exit', () => fail('The sandbox ended over this.'))
      worker.postMessage(order)
    })
  }

  async stop(): Promise<void> {
    await this.#worker?.terminate()
  }
}
