/** Operation problem: a failure with one action to take; `details.why` selects the localized text. */
import { fromProviderError, GatewayError } from '@contract/gateway-error.js'
import type { Server } from '@shared/servers/server.js'
import type { PowerState } from '@shared/servers/server-way.js'
import { quoted } from '../../policy/text/model-text.js'

/** @param why unique across all parts, for example `backup-no-space` */
export const operationProblem = (
  why: string,
  message: string,
  suggestion: string,
  details: Record<string, unknown> = {},
  cause?: unknown,
): GatewayError =>
  new GatewayError('BUSINESS.OPERATION_FAILED', {
    message,
    suggestion,
    details: { why, ...details },
    ...(cause !== undefined && { cause }),
  })

export const serverOffline = ({ name, problem }: Pick<Server, 'name' | 'problem'>): GatewayError =>
  new GatewayError('SYSTEM.SERVICE_UNAVAILABLE', {
    message: `The server ${quoted(name)} is offline.`,
    details: { server: name },
    ...(problem && { cause: fromProviderError(problem) }),
  })

/** Why a server is offline that its host does not run now; undefined when its process runs. */
export function powerProblem(state: PowerState): GatewayError | undefined {
  if (state === 'unknown' || state === 'running') return undefined
  const [message, suggestion] = powerTexts[state]
  return new GatewayError('SYSTEM.SERVICE_UNAVAILABLE', { message, suggestion, details: { reason: `server-${state}` } })
}

const powerTexts = {
  stopped: ['The server is stopped.', 'Start it.'],
  crashed: ['The server has crashed.', 'Read the end of its log, then start it.'],
  starting: ['The server is starting.', 'Gatehouse connects when it is ready.'],
  stopping: ['The server is stopping.', 'Gatehouse connects when it is back.'],
} as const

export const passwordMissing = new GatewayError('AUTH.UNAUTHORIZED', {
  message: 'The password of this server is no longer stored.',
  suggestion: 'Edit the server and enter the password again.',
  details: { reason: 'no-password' },
})
