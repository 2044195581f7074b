/** Provider failure: converts an agent's error, with cleaned text (invariant 5). */
import { fromProviderError, GatewayError } from '@contract/gateway-error.js'
import type { ContractError } from '@contract/generated/error.js'
import { cleanObject } from '../../policy/text/untrusted-text.js'

/** Maximum length of an error. */
const limits = { string: 512, members: 32, depth: 6 }

export const cleanError = (error: ContractError): ContractError =>
  cleanObject({ ...error }, limits) as unknown as ContractError

/** Errors only this side can detect: an agent must not show a person a fingerprint of its choice. */
const notTheirs = /^AUTH\.CERTIFICATE_/u

export function providerFailure(error: ContractError): GatewayError {
  const clean = cleanError(error)
  if (!notTheirs.test(clean.code)) return fromProviderError(clean)
  return new GatewayError('BUSINESS.OPERATION_FAILED', {
    message: clean.message,
    details: { providerCode: clean.code },
    hasProviderText: true,
  })
}
