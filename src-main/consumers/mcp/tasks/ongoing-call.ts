/**
 * Ongoing call: a call that can outlive the request that started it, and what it needs from its client meanwhile.
 *
 * It ends once, with a result or an error. Input requests have keys that are never reused, and each takes one response.
 */
import type { CallToolResult } from '@modelcontextprotocol/server'

/** An error as JSON-RPC writes it. */
export interface RpcError {
  readonly code: number
  readonly message: string
  readonly data?: unknown
}

export type CallEnd =
  | { readonly kind: 'result'; readonly result: CallToolResult }
  | { readonly kind: 'error'; readonly error: RpcError }
  /** It was cancelled before anything was done. */
  | { readonly kind: 'cancelled' }

/** A request to the client: elicitation, sampling or roots. */
export interface InputRequest {
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
}

/** What a running call may do. */
export interface CallControl {
  /** Aborts when the client cancels. */
  readonly signal: AbortSignal
  /** The call goes on without its client. @param describe what it waits for, read again for each status */
  pause(describe: () => string | undefined): void
  /** Resolves with the response of the client. @throws Error when the call is cancelled */
  ask(request: InputRequest): Promise<unknown>
}

interface OpenInput {
  readonly request: InputRequest
  readonly resolve: (response: unknown) => void
  readonly reject: (error: Error) => void
}

export class OngoingCall {
  readonly #cancelling = new AbortController()
  readonly #inputs = new Map<string, OpenInput>()
  #listeners = new Set<() => void>()
  #describe: () => string | undefined = () => undefined
  #end: CallEnd | undefined
  #paused = false
  #asked = 0

  /** @param run never rejects */
  constructor(run: (control: CallControl) => Promise<CallEnd>) {
    const control: CallControl = {
      signal: this.#cancelling.signal,
      pause: (describe) => {
        this.#paused = true
        this.#describe = describe
        this.#emit()
      },
      ask: (request) => this.#ask(request),
    }
    void run(control).then((end) => {
      this.#end = end
      this.#dropInputs()
      this.#emit()
    })
  }

  get end(): CallEnd | undefined {
    return this.#end
  }

  /** Whether it waits for a person. */
  get isPaused(): boolean {
    return this.#paused
  }

  get status(): string | undefined {
    return this.#describe()
  }

  /** Input requests without a response, by key. */
  get inputs(): ReadonlyMap<string, InputRequest> {
    return new Map([...this.#inputs].map(([key, { request }]) => [key, request]))
  }

  /** Unknown keys are ignored: their requests have a response already, or never existed. */
  respond(responses: Readonly<Record<string, unknown>>): void {
    for (const [key, response] of Object.entries(responses)) {
      const input = this.#inputs.get(key)
      if (!input) continue
      this.#inputs.delete(key)
      input.resolve(response)
    }
    this.#emit()
  }

  cancel(): void {
    this.#cancelling.abort()
    this.#dropInputs()
  }

  /** Resolves as soon as `condition` holds. */
  until(condition: (call: OngoingCall) => boolean): Promise<void> {
    return new Promise((resolve) => {
      const check = (): void => {
        if (!condition(this)) return
        this.#listeners.delete(check)
        resolve()
      }
      this.#listeners.add(check)
      check()
    })
  }

  /** @returns the function that stops it */
  onDidChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #ask(request: InputRequest): Promise<unknown> {
    if (this.#cancelling.signal.aborted || this.#end) return Promise.reject(new Error('The call was cancelled.'))
    this.#asked += 1
    const key = `input-${this.#asked}`
    return new Promise((resolve, reject) => {
      this.#inputs.set(key, { request, resolve, reject })
      this.#emit()
    })
  }

  #dropInputs(): void {
    for (const { reject } of this.#inputs.values()) reject(new Error('The call was cancelled.'))
    this.#inputs.clear()
  }

  #emit(): void {
    for (const listener of [...this.#listeners]) listener()
  }
}
