/** Provider failure: an agent's error as ours, its words cleaned like everything that comes from a server (invariant 5). */
import { fromProviderError, type GatewayError } from '../../contract/gateway-error.js'
import type { ContractError } from '../../contract/generated/error.js'
import { cleanObject } from '../../policy/untrusted-text.js'

/** An error is to be read: it is short. */
const limits = { string: 512, members: 32, depth: 6 }

export const cleanError = (error: ContractError): ContractError =>
  cleanObject({ ...error }, limits) as unknown as ContractError

export const providerFailure = (error: ContractError): GatewayError => fromProviderError(cleanError(error))
