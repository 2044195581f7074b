/**
 * Ongoing call: a call that can outlive its first request, and its requests to the client.
 *
 * It ends once, with a result or an error. Input requests have keys that are never reused, and each takes one response.
 */
import type { ClientChannel, ClientRequest } from '@contract/client-channel.js'

/** A JSON-RPC error. */
export interface RpcError {
  readonly code: number
  readonly message: string
  readonly data?: unknown
}

export type CallEnd =
  | { readonly kind: 'result'; readonly result: object }
  /** `result` has the same content, for clients without tasks. */
  | { readonly kind: 'error'; readonly error: RpcError; readonly result?: object }
  /** Cancelled before anything was done. */
  | { readonly kind: 'cancelled'; readonly result?: object }

/** Converts a message of a service to a notification for the current request. */
export type Notify = ClientChannel['notify']

/** Controls of a running call. */
export interface CallControl {
  /** Aborts when the client cancels. */
  readonly signal: AbortSignal
  /** The call continues without its client. @param describe what it waits for, called for each status */
  pause(describe: () => string | undefined): void
  /** The call continues with its client. @param describe what it does, called for each status */
  describe(describe: () => string | undefined): void
  /** Resolves with the client's response. @throws Error when the call is cancelled */
  ask(request: ClientRequest): Promise<unknown>
  /** Sends to the client during one of its requests. */
  readonly notify: Notify
}

const broken: CallEnd = { kind: 'error', error: { code: -32_603, message: 'Internal error' } }

interface OpenInput {
  readonly request: Pick<ClientRequest, 'method' | 'params'>
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
  readonly #usedKeys = new Set<string>()
  #notify: Notify | undefined

  /** @param run a call that rejects ends with an internal error */
  constructor(run: (control: CallControl) => Promise<CallEnd>) {
    const control: CallControl = {
      signal: this.#cancelling.signal,
      pause: (describe) => {
        this.#paused = true
        control.describe(describe)
      },
      describe: (describe) => {
        this.#describe = describe
        this.#emit()
      },
      ask: (request) => this.#ask(request),
      notify: (method, params) => this.#notify?.(method, params),
    }
    const finish = (end: CallEnd): void => {
      this.#end = end
      this.#dropInputs()
      this.#emit()
    }
    void run(control).then(finish, () => finish(broken))
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
  get inputs(): ReadonlyMap<string, Pick<ClientRequest, 'method' | 'params'>> {
    return new Map([...this.#inputs].map(([key, { request }]) => [key, request]))
  }

  /** Unknown keys are ignored: they have a response already, or never existed. */
  respond(responses: Readonly<Record<string, unknown>>): void {
    for (const [key, response] of Object.entries(responses)) {
      const input = this.#inputs.get(key)
      if (!input) continue
      this.#inputs.delete(key)
      input.resolve(response)
    }
    this.#emit()
  }

  /** @param reason tells the gateway whether its client may come back */
  cancel(reason?: unknown): void {
    this.#cancelling.abort(reason)
    this.#dropInputs()
  }

  /** Receives the call's notifications, until the returned function is called. */
  attach(notify: Notify): () => void {
    this.#notify = notify
    return () => {
      if (this.#notify === notify) this.#notify = undefined
    }
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

  #ask({ method, params, key: wanted }: ClientRequest): Promise<unknown> {
    if (this.#cancelling.signal.aborted || this.#end) return Promise.reject(new Error('The call was cancelled.'))
    const key = this.#keyFor(wanted)
    return new Promise((resolve, reject) => {
      this.#inputs.set(key, { request: { method, params }, resolve, reject })
      this.#emit()
    })
  }

  #keyFor(wanted: string | undefined): string {
    const isFree = wanted !== undefined && !this.#usedKeys.has(wanted)
    const key = isFree ? wanted : `${wanted ?? 'input'}-${this.#usedKeys.size + 1}`
    if (this.#usedKeys.has(key)) return this.#keyFor(`${key}-again`)
    this.#usedKeys.add(key)
    return key
  }

  #dropInputs(): void {
    for (const { reject } of this.#inputs.values()) reject(new Error('The call was cancelled.'))
    this.#inputs.clear()
  }

  #emit(): void {
    for (const listener of [...this.#listeners]) listener()
  }
}
