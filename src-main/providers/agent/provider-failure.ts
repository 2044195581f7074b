/** Provider failure: an agent's error as ours, its words cleaned like everything that comes from a server (invariant 5). */
import { fromProviderError, GatewayError } from '../../contract/gateway-error.js'
import type { ContractError } from '../../contract/generated/error.js'
import { cleanObject } from '../../policy/untrusted-text.js'

/** An error is to be read: it is short. */
const limits = { string: 512, members: 32, depth: 6 }

export const cleanError = (error: ContractError): ContractError =>
  cleanObject({ ...error }, limits) as unknown as ContractError

/** What only this side can find out: an agent that says so would put a fingerprint of its own before a person. */
const notTheirs = /^AUTH\.CERTIFICATE_/u

export function providerFailure(error: ContractError): GatewayError {
  const clean = cleanError(error)
  if (!notTheirs.test(clean.code)) return fromProviderError(clean)
  return new GatewayError('BUSINESS.OPERATION_FAILED', {
    message: clean.message,
    details: { providerCode: clean.code },
    theirs: true,
  })
}
