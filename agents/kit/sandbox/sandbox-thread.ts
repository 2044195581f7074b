/**
 * Sandbox thread: runs one call with its own gateway and world, in a thread of its own.
 *
 * Guards invariant 7: the mock of an untrusted manifest is generated from an untrusted schema, so it runs in a thread
 * that can be terminated and does not block the program. The thread receives only a manifest and arguments.
 */
import { readFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import type { JsonObject } from '@contract/call.js'
import { GatewayError } from '@contract/gateway-error.js'
import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import type { SandboxTrial } from '@shared/approvals/sandbox.js'
import type { Clock } from '../../../src-main/gateway/ports/runtime.js'

export interface SandboxRequest {
  readonly manifest: CapabilityManifest
  readonly given: JsonObject
}

export type SandboxMessage =
  | { readonly kind: 'tried'; readonly trial: SandboxTrial }
  /** Why a gateway would reject the capability. */
  | { readonly kind: 'not-admitted'; readonly why: string }

export interface SandboxOptions {
  /** Absolute path of the thread's program, a self-contained CommonJS file. */
  readonly program: string
  readonly clock: Clock
  /** Time limit in milliseconds, including the start. */
  readonly limitMs?: number
}

const defaultLimitMs = 15_000
const resourceLimits = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 }

/**
 * The program as text, because its file may be in an archive that only the main thread can read.
 *
 * Packages are found from the program and not from the working folder. That of SQLite is in the archive too, and is not
 * loaded where Node has SQLite itself.
 */
const threadSource = (program: string): string => `
((load) => {
  const hasSqlite = process.getBuiltinModule?.('node:sqlite') !== undefined
  const require = (name) => (hasSqlite && name === '@photostructure/sqlite' ? {} : load(name))
  ${readFileSync(program, 'utf8')}
})(require('node:module').createRequire(${JSON.stringify(program)}))`

export class SandboxThread {
  readonly #options: SandboxOptions
  #worker: Worker | undefined

  constructor(options: SandboxOptions) {
    this.#options = options
  }

  /** @throws GatewayError when another call is running, the call takes too long, or the thread fails */
  run(order: SandboxRequest): Promise<SandboxTrial> {
    if (this.#worker) {
      return Promise.reject(
        new GatewayError('SYSTEM.RATE_LIMITED', { suggestion: 'Wait until the sandbox has finished its last call.' }),
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
        fail('The sandbox took too long and was stopped.'),
      )
      worker.on('message', (message: SandboxMessage) =>
        message.kind === 'tried' ? end(() => resolve(message.trial)) : fail(message.why),
      )
      worker.on('error', () => fail('The sandbox failed during this call.'))
      worker.on('exit', () => fail('The sandbox exited during this call.'))
      worker.postMessage(order)
    })
  }

  async stop(): Promise<void> {
    await this.#worker?.terminate()
  }
}
