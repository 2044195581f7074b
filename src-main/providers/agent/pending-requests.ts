/**
 * Pending requests: what was sent and not answered yet.
 *
 * An answer counts once; a second one, or one that comes too late, is told from one that nobody ever asked for.
 */
import { GatewayError } from '../../contract/gateway-error.js'
import type { ResponseFrame } from '../../contract/generated/message-frame.js'
import type { CancellationToken, ProviderAnswer } from '../../gateway/ports.js'
import { providerFailure } from './provider-failure.js'

interface Waiting {
  resolve(answer: ProviderAnswer): void
  reject(error: GatewayError): void
}

/** `over`: answered already, or given up. */
export type Settled = 'settled' | 'over' | 'unknown'

/** Requests that are over and still known by their ids. */
const rememberedIds = 1_000

export class PendingRequests {
  readonly #waiting = new Map<string, Waiting>()
  readonly #over = new Set<string>()

  get size(): number {
    return this.#waiting.size
  }

  /** Waits for the answer to `id`; forgets it when that is cancelled. */
  wait(id: string, cancellation: CancellationToken): Promise<ProviderAnswer> {
    return new Promise((resolve, reject) => {
      if (cancellation.isCancelled) return this.#remember(id)
      this.#waiting.set(id, { resolve, reject })
      cancellation.onCancel(() => void this.#take(id))
    })
  }

  settle(frame: ResponseFrame): Settled {
    const waiting = this.#take(frame.correlationId)
    if (!waiting) return this.#over.has(frame.correlationId) ? 'over' : 'unknown'
    const { success, data, error, metadata } = frame.payload
    if (success) {
      waiting.resolve({
        data: data ?? {},
        ...(metadata?.snapshotId && { snapshotId: metadata.snapshotId }),
        ...(metadata?.serverId && { executedBy: metadata.serverId }),
      })
    } else waiting.reject(error ? providerFailure(error) : new GatewayError('BUSINESS.OPERATION_FAILED'))
    return 'settled'
  }

  /** Fails one request; without an id, the only one there is. False when it cannot be told which. */
  fail(id: string | undefined, error: GatewayError): boolean {
    const [only] = this.#waiting.size === 1 ? this.#waiting.keys() : []
    const waiting = this.#take(id ?? only ?? '')
    waiting?.reject(error)
    return waiting !== undefined
  }

  failAll(error: GatewayError): void {
    for (const waiting of this.#waiting.values()) waiting.reject(error)
    this.#waiting.clear()
  }

  #take(id: string): Waiting | undefined {
    const waiting = this.#waiting.get(id)
    if (this.#waiting.delete(id)) this.#remember(id)
    return waiting
  }

  #remember(id: string): void {
    this.#over.add(id)
    if (this.#over.size > rememberedIds) this.#over.delete(this.#over.values().next().value ?? id)
  }
}
