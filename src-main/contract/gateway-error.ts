/**
 * Gateway error: a catalogue error, as an exception and in its wire format.
 *
 * Bugs throw ordinary errors; only failures that a caller can handle are `GatewayError`s.
 */

import { type ErrorCode, errorCatalogue, isErrorCode } from './error-catalogue.js'
import type { ContractError } from './generated/error.js'
import type { RelayedResult } from './relayed.js'

export interface GatewayErrorOptions {
  /** Replaces the catalogue's message. */
  readonly message?: string
  readonly suggestion?: string
  readonly details?: Record<string, unknown>
  readonly cause?: unknown
  /** A page of the provider about this failure. */
  readonly documentation?: string
  /** Whether the error contains untrusted text or data of the provider. */
  readonly hasProviderText?: boolean
  /** The result or error of a service, unchanged. */
  readonly relayed?: RelayedResult
}

export class GatewayError extends Error {
  override readonly name = 'GatewayError'
  readonly code: ErrorCode
  readonly suggestion: string
  readonly details: Record<string, unknown> | undefined
  readonly documentation: string | undefined
  /** For consumers of the same protocol. */
  readonly relayed: RelayedResult | undefined
  readonly #hasProviderText: boolean

  constructor(code: ErrorCode, options: GatewayErrorOptions = {}) {
    super(options.message ?? errorCatalogue[code].message, { cause: options.cause })
    this.code = code
    this.suggestion = options.suggestion ?? errorCatalogue[code].suggestion
    this.details = options.details
    this.documentation = options.documentation
    this.relayed = options.relayed
    this.#hasProviderText = options.hasProviderText ?? false
  }

  get httpStatus(): number {
    return errorCatalogue[this.code].httpStatus
  }

  /** Whether it, or a cause, contains text or data of the provider, which is untrusted (invariant 5). */
  get hasProviderText(): boolean {
    return this.#hasProviderText || (this.cause instanceof GatewayError && this.cause.hasProviderText)
  }

  /** The same failure with more details; existing details are not replaced. */
  withDetails(details: Record<string, unknown>): GatewayError {
    const { message, suggestion, cause, documentation, relayed } = this
    return new GatewayError(this.code, {
      message,
      suggestion,
      details: { ...details, ...this.details },
      cause,
      ...(documentation && { documentation }),
      ...(relayed && { relayed }),
      hasProviderText: this.#hasProviderText,
    })
  }

  /** The format of docs/protocol.md#errors. Internal causes are omitted. */
  toContract(): ContractError {
    return {
      code: this.code,
      message: this.message,
      suggestion: this.suggestion,
      ...(this.details && { details: this.details }),
      ...(this.cause instanceof GatewayError && { cause: this.cause.toContract() }),
      ...(this.documentation && { documentation: this.documentation }),
    }
  }
}

/** Converts any thrown value to a `GatewayError`; others become an internal error. */
export const asGatewayError = (thrown: unknown): GatewayError =>
  thrown instanceof GatewayError ? thrown : new GatewayError('SYSTEM.INTERNAL_ERROR', { cause: thrown })

/** Maximum depth of the cause chain that is copied. */
const maxChainLength = 5

/**
 * Converts an error of a provider with its causes. A code outside the catalogue becomes a failed operation that names
 * the code.
 */
export const fromProviderError = (error: ContractError): GatewayError => translated(error, maxChainLength)

function translated(error: ContractError, causesLeft: number): GatewayError {
  const code = isErrorCode(error.code) ? error.code : 'BUSINESS.OPERATION_FAILED'
  const details = code === error.code ? error.details : { ...error.details, providerCode: error.code }
  return new GatewayError(code, {
    message: error.message,
    ...(details && { details }),
    ...(error.suggestion && { suggestion: error.suggestion }),
    ...(error.cause && causesLeft > 0 && { cause: translated(error.cause, causesLeft - 1) }),
    ...(error.documentation && isPage(error.documentation) && { documentation: error.documentation }),
    hasProviderText: hasProviderContent(error),
  })
}

/** Whether the texts differ from the catalogue, or there are details or a link. */
function hasProviderContent({ code, message, suggestion, details, documentation }: ContractError): boolean {
  if (!isErrorCode(code) || details !== undefined || documentation !== undefined) return true
  const ours = errorCatalogue[code]
  return message !== ours.message || (suggestion !== undefined && suggestion !== ours.suggestion)
}

/** An untrusted link must be a web address. */
const isPage = (uri: string): boolean => /^https?:$/u.test(URL.canParse(uri) ? new URL(uri).protocol : '')
