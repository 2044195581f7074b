/** Provider failure: converts an agent's error, with cleaned text (invariant 5). */
import { fromProviderError, GatewayError } from '@contract/gateway-error.js'
import type { ContractError } from '@contract/generated/error.js'
import { slowRetryMs } from '../../policy/limits/back-off.js'
import { cleanObject } from '../../policy/text/untrusted-text.js'
import type { AgentConnectionState } from './connection-state.js'

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

/** The problem shown for a disconnected server, and whether retries can solve it. */
export const tokenMissing = new GatewayError('AUTH.UNAUTHORIZED', {
  message: 'The token of this server is no longer stored.',
  suggestion: 'Edit the server and enter the token again.',
})

/** Problems that a retry does not solve. */
const personsWork = /^(AUTH\.|PROTOCOL\.VERSION_MISMATCH$)/u

export const repairedBy = ({ code }: GatewayError): 'person' | 'time' => (personsWork.test(code) ? 'person' : 'time')

/**
 * The problem, and that the retries ended, where they did.
 *
 * @param after the state after the connection was lost
 */
export function problemOf(error: GatewayError, address: string, after: AgentConnectionState): ContractError {
  const tried = Math.max(1, after.retries)
  const isSlow = after.kind === 'waiting' && after.pace === 'slow'
  const pace = isSlow && { tried, everyMinutes: slowRetryMs / 60_000 }
  if (!error.code.startsWith('SYSTEM.') || error.code === 'SYSTEM.RATE_LIMITED') {
    return { ...error.toContract(), ...(pace && { details: { ...error.details, ...pace } }) }
  }
  return new GatewayError('SYSTEM.SERVICE_UNAVAILABLE', {
    ...(pace && { message: `Gatehouse tried ${tried} times. It now tries every ${pace.everyMinutes} minutes.` }),
    details: { address, ...pace },
  }).toContract()
}
