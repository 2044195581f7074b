/**
 * Gateway error: a failure of the catalogue, as it is thrown inside and as it crosses the wire.
 *
 * Bugs throw plainly; only failures a caller can understand are `GatewayError`s.
 */

import { type ErrorCode, errorCatalogue, isErrorCode } from './error-catalogue.js'
import type { ContractError } from './generated/error.js'

export interface GatewayErrorOptions {
  /** Replaces the catalogue's message. */
  readonly message?: string
  readonly suggestion?: string
  readonly details?: Record<string, unknown>
  readonly cause?: unknown
}

export class GatewayError extends Error {
  override readonly name = 'GatewayError'
  readonly code: ErrorCode
  readonly suggestion: string
  readonly details: Record<string, unknown> | undefined

  constructor(code: ErrorCode, options: GatewayErrorOptions = {}) {
    super(options.message ?? errorCatalogue[code].message, { cause: options.cause })
    this.code = code
    this.suggestion = options.suggestion ?? errorCatalogue[code].suggestion
    this.details = options.details
  }

  get httpStatus(): number {
    return errorCatalogue[this.code].httpStatus
  }

  /** The shape of specification 1, section 5.1. Causes that are not ours stay inside. */
  toContract(): ContractError {
    return {
      code: this.code,
      message: this.message,
      suggestion: this.suggestion,
      ...(this.details && { details: this.details }),
      ...(this.cause instanceof GatewayError && { cause: this.cause.toContract() }),
    }
  }
}

/** Any thrown thing as a `GatewayError`; what is not one is our own fault. */
export const asGatewayError = (thrown: unknown): GatewayError =>
  thrown instanceof GatewayError ? thrown : new GatewayError('SYSTEM.INTERNAL_ERROR', { cause: thrown })

/** A provider's error as ours. A code outside the catalogue becomes a failed operation that names it. */
export function fromProviderError(error: ContractError): GatewayError {
  const details = error.details && { details: error.details }
  if (!isErrorCode(error.code)) {
    return new GatewayError('BUSINESS.OPERATION_FAILED', {
      message: error.message,
      details: { ...error.details, providerCode: error.code },
    })
  }
  return new GatewayError(error.code, {
    message: error.message,
    ...details,
    ...(error.suggestion && { suggestion: error.suggestion }),
  })
}
