/**
 * Body quota: limits the bytes of request bodies in memory, from arrival until the response has ended.
 *
 * Protects memory: connections are cheap, and each may send a body of maximum size. The announced size counts before
 * the body arrives, so that a body is refused at the start and not in the middle.
 */
import type { ClientIdentity } from '@shared/clients/client.js'
import { Quota, type QuotaLimits, type QuotaResult } from '../quota.js'
import type { ResponseWriter } from './exchange.js'

/** Maximum body in bytes. Call arguments are limited to 16 KiB. Routes may set less. */
export const maxBodyBytes = 256 * 1024

/** In bytes; parsed JSON takes several times as much. The bridge has four times the client limit. */
const limits: QuotaLimits = { each: 2 * 1024 * 1024, all: 16 * 1024 * 1024 }

/** Reserves so many bytes in total for one body. */
export type ReserveBytes = (bytes: number) => QuotaResult

export class BodyQuota {
  readonly #quota: Quota

  constructor(bytes = limits) {
    this.#quota = new Quota(bytes)
  }

  /** Reserves bytes for one request's body; released when its response has ended. */
  forRequest({ id }: ClientIdentity, response: Pick<ResponseWriter, 'once' | 'destroyed'>): ReserveBytes {
    let reserved = 0
    response.once('close', () => {
      this.#quota.release(id, reserved)
      reserved = 0
    })
    return (bytes) => {
      // The body of a closed connection is not read, and nothing would release its bytes.
      if (bytes <= reserved || response.destroyed) return 'free'
      const result = this.#quota.reserve(id, bytes - reserved)
      if (result === 'free') reserved = bytes
      return result
    }
  }
}
