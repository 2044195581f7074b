/** Connection problem: the problem shown for a disconnected server, and whether retries can solve it. */
import { GatewayError } from '@contract/gateway-error.js'
import type { ContractError } from '@contract/generated/error.js'
import { slowRetryMs } from '../../policy/limits/back-off.js'
import type { AgentConnectionState } from './connection-state.js'

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
