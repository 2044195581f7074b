/** Connection problem: what a person is told of a server that is not there, and whether waiting mends it. */
import { GatewayError } from '../../contract/gateway-error.js'
import type { ContractError } from '../../contract/generated/error.js'
import { slowRetryMs } from '../../policy/back-off.js'
import type { Connection } from './connection-state.js'

export const tokenMissing = new GatewayError('AUTH.UNAUTHORIZED', {
  message: 'The token of this server is not known any more.',
  suggestion: 'Enter it again: edit the server.',
})

/** What waiting does not mend. */
const personsWork = /^(AUTH\.|PROTOCOL\.VERSION_MISMATCH$)/u

export const mendedBy = ({ code }: GatewayError): 'person' | 'time' => (personsWork.test(code) ? 'person' : 'time')

/**
 * What is wrong, and that patience has run out, where it has.
 *
 * @param after the connection as it is once it was lost
 */
export function problemOf(error: GatewayError, address: string, after: Connection): ContractError {
  const tried = Math.max(1, after.retries)
  const isSlow = after.kind === 'waiting' && after.pace === 'slow'
  const pace = isSlow && { tried, everyMinutes: slowRetryMs / 60_000 }
  if (!error.code.startsWith('SYSTEM.') || error.code === 'SYSTEM.RATE_LIMITED') {
    return { ...error.toContract(), ...(pace && { details: { ...error.details, ...pace } }) }
  }
  return new GatewayError('SYSTEM.SERVICE_UNAVAILABLE', {
    ...(pace && { message: `It was tried ${tried} times; now it is tried every ${pace.everyMinutes} minutes.` }),
    details: { address, ...pace },
  }).toContract()
}
