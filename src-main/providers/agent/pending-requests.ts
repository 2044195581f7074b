/**
 * Pending requests: sent requests without a response.
 *
 * A response counts once; a repeated or late one is distinguished from one that was never requested.
 */
import { GatewayError } from '@contract/gateway-error.js'
import type { ResponseFrame } from '@contract/generated/message-frame.js'
import type { CancellationToken } from '../../gateway/ports/cancellation.js'
import type { ProviderResponse } from '../../gateway/ports/provider.js'
import { providerFailure } from './provider-failure.js'

interface PendingResponse {
  resolve(answer: ProviderResponse): void
  reject(error: GatewayError): void
}

/** `over`: has a response, or was given up. */
export type SettleResult = 'settled' | 'over' | 'unknown'

/** Finished requests whose ids are still known. */
const rememberedIds = 1_000

export class AgentRequests {
  readonly #waiting = new Map<string, PendingResponse>()
  readonly #finished = new Set<string>()

  get size(): number {
    return this.#waiting.size
  }

  /** Waits for the response to `id`; drops it when cancelled. */
  wait(id: string, cancellation: CancellationToken): Promise<ProviderResponse> {
    return new Promise((resolve, reject) => {
      if (cancellation.isCancelled) return this.#remember(id)
      this.#waiting.set(id, { resolve, reject })
      cancellation.onCancel(() => void this.#take(id))
    })
  }

  settle(frame: ResponseFrame): SettleResult {
    const waiting = this.#take(frame.correlationId)
    if (!waiting) return this.#finished.has(frame.correlationId) ? 'over' : 'unknown'
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

  /** Fails one request; without an id, the only one pending. False when it is ambiguous. */
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

  #take(id: string): PendingResponse | undefined {
    const waiting = this.#waiting.get(id)
    if (this.#waiting.delete(id)) this.#remember(id)
    return waiting
  }

  #remember(id: string): void {
    this.#finished.add(id)
    if (this.#finished.size > rememberedIds) this.#finished.delete(this.#finished.values().next().value ?? id)
  }
}
